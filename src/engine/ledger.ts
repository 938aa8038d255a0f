/**
 * @file A ledger of releases of the same people. For every release it keeps a hash of each person, salted, and the
 * number of the person's cohort: enough to lay releases over each other, and no value of anybody. People are known again
 * by their identifying columns, without such columns by the whole input row.
 */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { finish, KohortError } from "../base/index.ts";
import { type Fold, foldRows } from "../cohort/index.ts";
import type { Release } from "../run/index.ts";
import { columnsWith } from "../spec/index.ts";
import { type Column, columnIndex, labelStrings, type Table } from "../table/index.ts";
import type { Host } from "./host.ts";

/** A release as the ledger keeps it: hashes of 8 bytes and cohort numbers of 4, in base64, person by person. */
type Entry = {
  readonly sha256: string;
  readonly by: readonly string[];
  readonly rows: number;
  readonly cohorts: number;
  readonly people: string;
  readonly cohortOf: string;
};

/** Earlier releases of the same people. */
export type Ledger = { readonly salt: string; readonly releases: readonly Entry[] };

/** What a new release gives away together with the earlier ones of a ledger. */
export type Composition = {
  /** Earlier releases that name people by the same columns, and those that do not and were passed over. */
  readonly compared: number;
  readonly passedOver: number;
  /** People who are in the new release and in an earlier one. */
  readonly common: number;
  /** Of them, those who are alone in what their cohorts have in common. */
  readonly isolated: number;
  /** Of them, those with fewer companions there than the smallest cohort of the new release has. */
  readonly thinned: number;
};

/** Reads a ledger; one that does not exist yet is empty. */
export function readLedger(path: string): Ledger {
  if (!existsSync(path)) return { salt: randomBytes(16).toString("hex"), releases: [] };
  const broken = (cause?: unknown): KohortError =>
    new KohortError("file", `file "${path}" is no ledger`, {
      hint: "name the file that earlier releases were written with, or a new one",
      cause,
    });
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  } catch (cause) {
    throw cause instanceof SyntaxError ? broken(cause) : cause;
  }
  const { ledger, salt, releases } = read as { ledger?: unknown; salt?: unknown; releases?: unknown };
  if (ledger !== 1 || typeof salt !== "string" || !Array.isArray(releases)) throw broken();
  return { salt, releases: releases as Entry[] };
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
export function ledgerBytes({ salt, releases }: Ledger): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ ledger: 1, salt, releases }, null, 1)}\n`);
}

/** Hashes the people of a release and lays it over the earlier ones. */
export async function composeRelease(
  ledger: Ledger,
  input: Table,
  release: Release,
  sha256: string,
  host: Host,
): Promise<{ readonly composition: Composition; readonly ledger: Ledger }> {
  const by = personColumns(input, release);
  const truth = release.truth!;
  const people = await hashesOf(input, by, truth, ledger.salt, host);
  const columns = release.problem.attributes.map(
    ({ name }) => release.table.columns[columnIndex(release.table, name)]!,
  );
  const { tupleOf, tuples } = foldedBy(columns, release.table.rows);
  const same = ledger.releases.filter((entry) => entry.by.join("\0") === by.join("\0"));
  const composition = {
    ...layOver(people, tupleOf, same, release.cohorts.smallest),
    compared: same.length,
    passedOver: ledger.releases.length - same.length,
  };
  const entry: Entry = {
    sha256,
    by,
    rows: tupleOf.length,
    cohorts: tuples,
    people: Buffer.from(people.buffer, people.byteOffset, people.byteLength).toString("base64"),
    cohortOf: Buffer.from(tupleOf.buffer, tupleOf.byteOffset, tupleOf.byteLength).toString("base64"),
  };
  return { composition, ledger: { ...ledger, releases: [...ledger.releases, entry] } };
}

/** The columns people are known again by. */
function personColumns(input: Table, { spec }: Release): string[] {
  const identifying = [...columnsWith(spec, "person"), ...columnsWith(spec, "identifying")];
  return identifying.length > 0 ? identifying : input.columns.map(({ name }) => name);
}

/** A hash for the person of each released row; people whose columns are equal are told apart by their number. */
async function hashesOf(
  input: Table,
  by: readonly string[],
  truth: Uint32Array,
  salt: string,
  host: Host,
): Promise<Uint32Array> {
  const columns = by.map((name) => input.columns[columnIndex(input, name)]!);
  const texts = columns.map(({ labels }) => labelStrings(labels));
  const { tupleOf, tuples } = foldedBy(columns, input.rows);
  const again = new Uint32Array(tuples);
  const numbers = tupleOf.map((tuple) => again[tuple]!++);
  const hashes = new Uint32Array(2 * truth.length);
  for (let released = 0; released < truth.length; released++) {
    const row = truth[released]!;
    const key = columns.map(({ codes }, column) => texts[column]![codes[row]!]!).join("\0");
    const digest = createHash("sha256").update(`${salt}\0${key}\0${numbers[row]}`).digest();
    hashes[2 * released] = digest.readUInt32LE(0);
    hashes[2 * released + 1] = digest.readUInt32LE(4);
    if (released % 8192 === 0) await giveWay(host, released, truth.length);
  }
  return hashes;
}

/** Rows with equal values in some columns as one. */
function foldedBy(columns: readonly Column[], rows: number): Fold {
  const asTheyAre = columns.map(({ codes, labels }) => ({
    codes,
    rankOf: Uint32Array.from({ length: labels.size }, (_, code) => code),
    size: labels.size,
  }));
  return finish(foldRows(asTheyAre, rows, 1));
}

async function giveWay(host: Host, done: number, total: number): Promise<void> {
  host.onProgress?.({ kind: "progress", stage: "ledger", done, total });
  await new Promise((resolve) => setImmediate(resolve));
  host.signal?.throwIfAborted();
}

/** A person's hash as one number of 53 bits. */
function keyAt(hashes: Uint32Array, person: number): number {
  return hashes[2 * person]! * 0x20_0000 + (hashes[2 * person + 1]! >>> 11);
}

/** Splits the new cohorts by the earlier ones, release after release, and counts who is left with whom. */
function layOver(
  people: Uint32Array,
  cohortOf: Uint32Array,
  earlier: readonly Entry[],
  smallest: number,
): Pick<Composition, "common" | "isolated" | "thinned"> {
  const count = cohortOf.length;
  let cells = cohortOf;
  const seenBefore = new Uint8Array(count);
  for (const entry of earlier) {
    const hashes = numbersIn(entry.people);
    const cohorts = numbersIn(entry.cohortOf);
    const known = new Map<number, number>();
    for (let person = 0; person < cohorts.length; person++) known.set(keyAt(hashes, person), cohorts[person]!);
    const places = new Map<number, number>();
    const next = new Uint32Array(count);
    for (let person = 0; person < count; person++) {
      const before = known.get(keyAt(people, person));
      if (before !== undefined) seenBefore[person] = 1;
      const pair = cells[person]! * (entry.cohorts + 1) + (before === undefined ? 0 : before + 1);
      let place = places.get(pair);
      if (place === undefined) {
        place = places.size;
        places.set(pair, place);
      }
      next[person] = place;
    }
    cells = next;
  }
  const sizes = new Uint32Array(count + 1);
  let most = 0;
  for (const cell of cells) most = Math.max(most, cell);
  const left = most < sizes.length ? sizes : new Uint32Array(most + 1);
  for (const cell of cells) left[cell]!++;
  let common = 0;
  let isolated = 0;
  let thinned = 0;
  for (let person = 0; person < count; person++) {
    if (seenBefore[person] === 0) continue;
    common++;
    if (left[cells[person]!] === 1) isolated++;
    if (left[cells[person]!]! < smallest) thinned++;
  }
  return { common, isolated, thinned };
}

function numbersIn(base64: string): Uint32Array {
  const bytes = Buffer.from(base64, "base64");
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~3)));
}
