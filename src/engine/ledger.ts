/**
 * @file A ledger of releases of the same people. For every release it keeps a hash of each person, salted, and the
 * number of the person's cohort: enough to lay releases over each other, and no value of anybody. People are known again
 * by their identifying columns, without such columns by the whole input row; case, surrounding space and Unicode form tell
 * nobody apart.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import * as z from "zod/mini";
import { finish, KohortError } from "../base/index.ts";
import { type Fold, foldRows } from "../cohort/index.ts";
import type { Release } from "../release/index.ts";
import { columnsWith } from "../spec/index.ts";
import { type Column, columnIndex, labelStrings, spellingKey, type Table } from "../table/index.ts";
import { type Composition, compose, type Need, needOf, needs, type PlacedPeople, promisedSize } from "./composition.ts";
import type { Host } from "./host.ts";

const wholeNumber: z.ZodMiniType<number> = z.int().check(z.minimum(0));

/** A release as the ledger keeps it: hashes of 8 bytes and cohort numbers of 4, in base64, person by person. */
type Entry = {
  readonly sha256: string;
  readonly by: readonly string[];
  readonly wholeRows: boolean;
  readonly repeated: number;
  readonly k: number;
  readonly need: Need;
  readonly quasi: readonly string[];
  readonly beside: readonly string[];
  readonly values: string;
  readonly rows: number;
  readonly cohorts: number;
  readonly people: string;
  readonly cohortOf: string;
};

/** Earlier releases of the same people. */
export type Ledger = { readonly salt: string; readonly releases: readonly Entry[] };

const entrySchema: z.ZodMiniType<Entry> = z.strictObject({
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  by: z.array(z.string()).check(z.minLength(1)),
  wholeRows: z.boolean(),
  repeated: wholeNumber,
  k: z.int().check(z.minimum(2)),
  need: z.enum(needs),
  quasi: z.array(z.string()),
  beside: z.array(z.string()),
  values: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  rows: wholeNumber,
  cohorts: wholeNumber,
  people: z.string(),
  cohortOf: z.string(),
});

const ledgerSchema: z.ZodMiniType<Ledger & { readonly ledger: 3; readonly sha256: string }> = z.strictObject({
  ledger: z.literal(3),
  sha256: z.string(),
  salt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  releases: z.array(entrySchema).check(z.minLength(1)),
});

/** Reads a ledger; one that does not exist yet is empty, and one that is not understood is refused. */
export function readLedger(path: string): Ledger {
  if (!existsSync(path)) return { salt: randomBytes(16).toString("hex"), releases: [] };
  const broken = (why: string, cause?: unknown): KohortError =>
    new KohortError("file", `file "${path}" is no ledger that this version understands: ${why}`, {
      hint: "name the file that earlier releases were written with, or a new one",
      cause,
    });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw cause instanceof SyntaxError ? broken("it is not JSON", cause) : cause;
  }
  const read = ledgerSchema.safeParse(value);
  if (!read.success) {
    const place = read.error.issues[0].path.join(".");
    throw broken(`"${place === "" ? "ledger" : place}" is not as it should be`);
  }
  if (read.data.sha256 !== checkOf(read.data)) throw broken("it is not as it was written");
  const torn = read.data.releases.findIndex((entry) => !isWhole(entry));
  if (torn >= 0) throw broken(`the people and cohorts of release ${torn + 1} do not fit together`);
  return { salt: read.data.salt, releases: read.data.releases };
}

/** Refuses a ledger that does not exist: nothing is shown about releases that nobody wrote down. */
export function refuseWithoutLedger(path: string): void {
  if (existsSync(path)) return;
  throw new KohortError("audit", `nothing is known of earlier releases: the ledger "${path}" does not exist`, {
    hint: 'name the ledger of earlier releases; the first release starts it without `compose: "safe"`',
  });
}

/** Whether an entry has as many people and cohorts as it says. */
function isWhole({ people, cohortOf, rows, cohorts }: Entry): boolean {
  const [hashes, places] = [numbersIn(people), numbersIn(cohortOf)];
  return hashes?.length === 2 * rows && places?.length === rows && places.every((place) => place < cohorts);
}

/** A hash of what a ledger says, by which changes of it are noticed. */
function checkOf({ salt, releases }: Ledger): string {
  return createHash("sha256")
    .update(JSON.stringify([salt, releases]))
    .digest("hex");
}

/** Refuses a ledger that another run wrote to since it was read: its release would be forgotten. */
export function refuseChanged(path: string, read: Ledger): void {
  const now = existsSync(path) ? readLedger(path) : undefined;
  const isSame = now === undefined ? read.releases.length === 0 : now.salt === read.salt;
  if (isSame && (now?.releases.length ?? 0) === read.releases.length) return;
  throw new KohortError("file", `another release was written to the ledger "${path}" meanwhile`, {
    hint: "nothing was published; run it again, so that this one is laid over that one too",
  });
}

/** The ledger as bytes. */
export function ledgerBytes(ledger: Ledger): Uint8Array {
  const { salt, releases } = ledger;
  const text = JSON.stringify({ ledger: 3, sha256: checkOf(ledger), salt, releases }, null, 1);
  return new TextEncoder().encode(`${text}\n`);
}

/** Hashes the people of a release and lays it over the earlier ones. */
export async function composeRelease(
  ledger: Ledger,
  input: Table,
  release: Release,
  sha256: string,
  host: Host,
): Promise<{ readonly composition: Composition; readonly ledger: Ledger }> {
  const { by, wholeRows } = personColumns(input, release);
  const { hashes, repeated } = await hashesOf(input, by, release.truth!, ledger.salt, host);
  const columns = release.problem.attributes.map(({ name }) => release.table.columns[columnIndex(release.table, name)]);
  const { tupleOf, tuples } = foldedBy(columns, release.table.rows);
  const quasi = columnsWith(release.spec, "quasi-identifying");
  const stated = {
    by,
    wholeRows,
    repeated,
    k: promisedSize(release.spec),
    need: needOf(release.spec),
    quasi,
    beside: release.table.columns.map(({ name }) => name).filter((name) => !quasi.includes(name)),
    values: valuesOf(release, hashes, ledger.salt),
    rows: tupleOf.length,
    cohorts: tuples,
  };
  const own: PlacedPeople = { ...stated, hashes, cohortOf: tupleOf };
  const entry: Entry = { sha256, ...stated, people: textOf(hashes), cohortOf: textOf(tupleOf) };
  return {
    composition: compose(own, ledger.releases.map(placedIn)),
    ledger: { ...ledger, releases: [...ledger.releases, entry] },
  };
}

/** An entry as it is laid over others. */
function placedIn({ people, cohortOf, ...entry }: Entry): PlacedPeople {
  return { ...entry, hashes: numbersIn(people)!, cohortOf: numbersIn(cohortOf)! };
}

/** The columns people are known again by: that of persons, otherwise the identifying ones, or without any all of them. */
function personColumns(input: Table, { spec }: Release): { readonly by: string[]; readonly wholeRows: boolean } {
  const persons = columnsWith(spec, "person");
  const identifying = persons.length > 0 ? persons : columnsWith(spec, "identifying");
  const wholeRows = identifying.length === 0;
  return { by: wholeRows ? input.columns.map(({ name }) => name) : identifying, wholeRows };
}

/** A hash for the person of each released row; people whose columns are equal are told apart by their number. */
async function hashesOf(
  input: Table,
  by: readonly string[],
  truth: Uint32Array,
  salt: string,
  host: Host,
): Promise<{ readonly hashes: Uint32Array; readonly repeated: number }> {
  const columns = by.map((name) => input.columns[columnIndex(input, name)]);
  const texts = columns.map(({ labels }) => labelStrings(labels).map(spellingKey));
  const { tupleOf, tuples } = foldedBy(columns, input.rows, texts);
  const again = new Uint32Array(tuples);
  const numbers = tupleOf.map((tuple) => again[tuple]++);
  const hashes = new Uint32Array(2 * truth.length);
  for (let released = 0; released < truth.length; released++) {
    const row = truth[released];
    const key = JSON.stringify([numbers[row], ...columns.map(({ codes }, column) => texts[column][codes[row]])]);
    const digest = createHash("sha256").update(`${salt}\0${key}`).digest();
    hashes[2 * released] = digest.readUInt32LE(0);
    hashes[2 * released + 1] = digest.readUInt32LE(4);
    if (released % 8192 === 0) await giveWay(host, released, truth.length);
  }
  const noOne = tupleOf.findIndex((_, row) => columns.every(({ codes, missing }) => missing.includes(codes[row])));
  // whoever has no identifier may be anybody, also where nobody else has none
  return { hashes, repeated: input.rows - tuples + (noOne < 0 ? 0 : 1) };
}

/** A salted hash of who has which sensitive values, in whatever order rows and columns stand. */
function valuesOf({ spec, table }: Release, hashes: Uint32Array, salt: string): string {
  const lines = columnsWith(spec, "sensitive")
    .map((name) => table.columns[columnIndex(table, name)])
    .flatMap(({ name, codes, labels }) => {
      const texts = labelStrings(labels).map(spellingKey);
      return Array.from(codes, (code, row) =>
        JSON.stringify([name, hashes[2 * row], hashes[2 * row + 1], texts[code]]),
      );
    });
  const hash = createHash("sha256").update(salt);
  for (const line of lines.sort()) hash.update(line);
  return hash.digest("hex");
}

/** Rows with equal values in some columns as one; values whose texts are equal are equal. */
function foldedBy(columns: readonly Column[], rows: number, texts?: readonly (readonly string[])[]): Fold {
  const ranked = columns.map(({ codes, labels }, column) => {
    const known = new Map<string, number>();
    const rankOf = Uint32Array.from({ length: labels.size }, (_, code) => {
      const text = texts?.[column]?.[code];
      if (text === undefined) return code;
      const rank = known.get(text) ?? known.size;
      known.set(text, rank);
      return rank;
    });
    return { codes, rankOf, size: labels.size };
  });
  return finish(foldRows(ranked, rows, 1));
}

async function giveWay(host: Host, done: number, total: number): Promise<void> {
  host.onProgress?.({ kind: "progress", stage: "ledger", done, total });
  await new Promise((resolve) => setImmediate(resolve));
  host.signal?.throwIfAborted();
}

function textOf(numbers: Uint32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString("base64");
}

/** The numbers of a text in base64; undefined if it is none or holds no whole numbers. */
function numbersIn(base64: string): Uint32Array | undefined {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.byteLength % 4 !== 0 || bytes.toString("base64") !== base64) return undefined;
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
