/** @file Certificates as files: made from a draft's bytes, and held against a release. */
import { createHash, randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { KohortError } from "../base/index.ts";
import {
  type Audit,
  type Certificate,
  certify,
  type Release,
  type RunOptions,
  type Verification,
  verify,
} from "../run/index.ts";
import { safeCell, type Table, type WriteDialect } from "../table/index.ts";
import { type Draft, writeDraft } from "./draft.ts";
import { driveOn, type Host } from "./host.ts";
import type { Pool } from "./pool.ts";
import { type FileFormat, type ReadRequest, readTable } from "./read-table.ts";

/** What a certificate is made of. */
export type Certifiable = {
  readonly path: string;
  readonly version: string;
  /** The path of the input, `-` for a pipe. */
  readonly inputPath: string;
  readonly input: Pick<Certificate["input"], "rows" | "leftOut" | "columns">;
  readonly release: Release;
  readonly audit: Audit;
  readonly draft: Draft;
  readonly format: FileFormat;
  readonly dialect: WriteDialect;
  readonly files: NonNullable<RunOptions["files"]>;
};

/** Where the salt of a certificate lies. */
export function saltPath(certificate: string): string {
  return `${certificate.replace(/\.json$/i, "")}.salt`;
}

/** Refuses releases in forms that are not certified. */
export function refuseUncertified(format: FileFormat): void {
  if (format === "csv" || format === "tsv") return;
  throw new KohortError("usage", `a certificate is for CSV and TSV, not for ${format}`, {
    hint: "name the release *.csv, or leave the certificate out",
  });
}

/** Writes the certificate of a draft, and the salt of the input's hash for the owner alone. */
export async function writeCertificate(subject: Certifiable, pool: Pool, host: Host): Promise<Draft[]> {
  const { draft, dialect, format, release, inputPath } = subject;
  const delimiter = format === "tsv" ? "\t" : (dialect.delimiter ?? ",");
  const encoding = dialect.encoding ?? "utf-8";
  const names = release.table.columns.map(({ name }) => name);
  const formula = dialect.safeCells === true ? names.find((name) => safeCell(name) !== name) : undefined;
  if (formula !== undefined) {
    throw new KohortError("usage", `column "${formula}" is renamed by --safe-cells, which a certificate cannot say`, {
      hint: "give the column another name first",
    });
  }
  const written = await readTexts({ path: draft.path, format, options: { delimiter } }, names, pool, host);
  const salt = isFile(inputPath) ? randomBytes(32) : undefined;
  const salted = salt === undefined ? {} : { saltedSha256: await hashOf(inputPath, host, salt) };
  const facts = {
    version: subject.version,
    input: { ...subject.input, ...salted },
    release: { sha256: draft.sha256, bytes: draft.bytes, delimiter, encoding },
  };
  const options = { files: subject.files };
  const made = await driveOn(certify(written, release, subject.audit, facts, options), pool, host);
  const drafts = [await writeDraft(subject.path, [bytesOf(`${JSON.stringify(made)}\n`)], host)];
  try {
    if (salt !== undefined) {
      const text = bytesOf(`${salt.toString("hex")}\n`);
      drafts.push(await writeDraft(saltPath(subject.path), [text], host, undefined, 0o600));
    }
  } catch (error) {
    for (const one of drafts) one.discard();
    throw error;
  }
  return drafts;
}

/** What a check of a file came to, and whether it was made of the original, where one was given. */
export type FileVerification = Verification & { readonly isOriginal?: boolean };

/** Checks a release file against its certificate and, where it is given, the input with its salt. */
export async function verifyFile(
  request: {
    readonly release: string;
    readonly certificate: Certificate;
    readonly original?: string;
    readonly salt?: string;
  },
  pool: Pool,
  host: Host,
): Promise<FileVerification> {
  const { certificate, release, original } = request;
  const { delimiter, columns } = certificate.release;
  const sha256 = await hashOf(release, host);
  const format = delimiter === "\t" ? "tsv" : "csv";
  const table = await readTexts({ path: release, format, options: { delimiter } }, columns, pool, host);
  const found = await driveOn(verify.task(table, certificate, sha256), pool, host);
  if (original === undefined) return found;
  const stated = certificate.input.saltedSha256;
  if (stated === undefined) {
    const unsaid = "the certificate does not say what the release was made of";
    return { ...found, problems: [...found.problems, unsaid], isOriginal: false };
  }
  if (stated === (await hashOf(original, host, saltFrom(request.salt!)))) return { ...found, isOriginal: true };
  return {
    ...found,
    problems: [...found.problems, `"${original}" is not the input of this release`],
    isOriginal: false,
  };
}

function saltFrom(path: string): Uint8Array {
  const text = readFileSync(path, "utf8").trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new KohortError("input", `"${path}" is no salt`, { hint: "it is one line of 64 hex digits" });
  return Buffer.from(text, "hex");
}

/** Reads every column as it is written, whatever it looks like. */
async function readTexts(request: ReadRequest, names: readonly string[], pool: Pool, host: Host): Promise<Table> {
  const kinds = Object.fromEntries(names.map((name) => [name, "category" as const]));
  const options = { ...request.options, kinds, missing: [] };
  return (await readTable({ ...request, options }, pool, host)).table;
}

function isFile(path: string): boolean {
  return path !== "-" && statSync(path).isFile();
}

async function hashOf(path: string, host: Host, salt?: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  if (salt !== undefined) hash.update(salt);
  const file = openSync(path, "r");
  try {
    const block = new Uint8Array(1 << 20);
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
      host.signal?.throwIfAborted();
      hash.update(block.subarray(0, read));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return hash.digest("hex");
  } finally {
    closeSync(file);
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
