/** @file Certificates as files: made from a draft's bytes, and held against a release. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { isSecretCertificate } from "../audit/index.ts";
import { KohortError } from "../base/index.ts";
import {
  type Certificate,
  certify,
  type FileFacts,
  refuseUncertifiable,
  type Verification,
  verify,
} from "../certificate/index.ts";
import type { RunOptions } from "../problem/index.ts";
import type { SideFile } from "../publish/index.ts";
import type { Release } from "../release/index.ts";
import { type Spec, unpublishedColumns, withEveryRole } from "../spec/index.ts";
import { csvBlocks, safeCell, type Table, type WriteDialect, writeDialect } from "../table/index.ts";
import type { Draft } from "./draft.ts";
import { driveOn, type Host } from "./host.ts";
import { stdio } from "./pipe.ts";
import type { Pool } from "./pool.ts";
import { type FileFormat, type ReadRequest, readTable } from "./read-table.ts";

/** What a certificate is made of. */
export type CertificateSubject = {
  readonly path: string;
  readonly version: string;
  readonly input: Certificate["input"];
  /** What the input was hashed with. */
  readonly salt: Uint8Array;
  readonly release: Release;
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

/** Refuses a spec whose releases are not certified, and names that a certificate cannot say. */
export function refuseCertificate(spec: Spec, columns: readonly string[], safeCells: boolean): void {
  refuseUncertifiable(spec);
  const dropped = new Set(unpublishedColumns(columns, withEveryRole(spec, columns)).map(({ column }) => column));
  const formula = safeCells ? columns.find((name) => !dropped.has(name) && safeCell(name) !== name) : undefined;
  if (formula === undefined) return;
  throw new KohortError("usage", `column "${formula}" is renamed by \`safeCells\`, which a certificate cannot say`, {
    hint: "give the column another name first",
  });
}

/** The certificate of a draft, and the salt of the input's hash for the owner alone. */
export async function certificateFiles(subject: CertificateSubject, pool: Pool, host: Host): Promise<SideFile[]> {
  const { draft, dialect, format, release, input } = subject;
  const delimiter = format === "tsv" ? "\t" : (dialect.delimiter ?? ",");
  const names = release.table.columns.map(({ name }) => name);
  const written = await readTexts({ path: draft.path, format, options: { delimiter } }, names, pool, host);
  if (written.facts.sha256 !== draft.sha256 || written.facts.rewrittenSha256 !== draft.sha256) {
    throw new KohortError("audit", "the written file is not what was made", {
      hint: "the release was not published; check the disk and run it again",
    });
  }
  const facts = { version: subject.version, input, release: { sha256: draft.sha256, bytes: draft.bytes, delimiter } };
  const made = await driveOn(certify(written.table, release, facts, { files: subject.files }), pool, host);
  const mode = isSecretCertificate(release.spec.privacy, release.suppressed) ? 0o600 : undefined;
  const salt = bytesOf(`${Buffer.from(subject.salt).toString("hex")}\n`);
  return [
    { path: subject.path, blocks: [bytesOf(`${JSON.stringify(made)}\n`)], mode },
    {
      path: saltPath(subject.path),
      blocks: [salt],
      mode: 0o600,
      note: "which is secret: only whoever may check the input needs it",
    },
  ];
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
  const found = await verifyRelease(release, certificate, pool, host);
  if (original === undefined) return found;
  const { saltedSha256 } = certificate.input;
  if (saltedSha256 === (await hashOf(original, host, saltFrom(request.salt!)))) return { ...found, isOriginal: true };
  return {
    ...found,
    problems: [...found.problems, `"${original}" is not the input of this release`],
    isOriginal: false,
  };
}

async function verifyRelease(path: string, certificate: Certificate, pool: Pool, host: Host): Promise<Verification> {
  const { release, columns } = certificate;
  const format = release.delimiter === "\t" ? "tsv" : "csv";
  const request = { path, format, options: { delimiter: release.delimiter } } as const;
  const names = columns.map(({ name }) => name);
  try {
    const { table, facts } = await readTexts(request, names, pool, host);
    return await driveOn(verify.task(table, certificate, facts), pool, host);
  } catch (error) {
    if (!(error instanceof KohortError) || (error.code !== "input" && error.code !== "column")) throw error;
    const problems = [`the file cannot be read: ${error.message}`];
    return { problems, privacy: [], spelledApart: [], checked: [], unknowable: [] };
  }
}

function saltFrom(path: string): Uint8Array {
  const text = readFileSync(path, "utf8").trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new KohortError("input", `"${path}" is no salt`, { hint: "it is one line of 64 hex digits" });
  return Buffer.from(text, "hex");
}

/** Reads every column as it is written, whatever it looks like, with what is known of the bytes that were read. */
async function readTexts(
  request: ReadRequest,
  names: readonly string[],
  pool: Pool,
  host: Host,
): Promise<{ readonly table: Table; readonly facts: FileFacts }> {
  const kinds = Object.fromEntries(names.map((name) => [name, "category" as const]));
  const options = { ...request.options, kinds, missing: [] };
  const read = await readTable({ ...request, options, salt: new Uint8Array(0) }, pool, host);
  const { saltedSha256: sha256, bytes } = read.hashed!;
  const again = createHash("sha256");
  for (const block of csvBlocks(read.table, writeDialect(read.dialect))) {
    host.signal?.throwIfAborted();
    again.update(block);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { table: read.table, facts: { sha256, bytes, rewrittenSha256: again.digest("hex") } };
}

async function hashOf(path: string, host: Host, salt: Uint8Array): Promise<string> {
  const hash = createHash("sha256").update(salt);
  if (path === stdio) {
    for await (const block of process.stdin) hash.update(block);
    return hash.digest("hex");
  }
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
