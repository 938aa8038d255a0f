/** @file Certified releases made in memory, and what both verifiers say of a file and a certificate. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { finish, KohortError } from "../../src/base/index.ts";
import { type Certificate, certify } from "../../src/certificate/certificate.ts";
import { parseCertificate } from "../../src/certificate/certificate-form.ts";
import { type FileFacts, verify } from "../../src/certificate/verify.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { csvBlocks, openCsv, type Table, type WriteDialect, writeDialect } from "../../src/table/index.ts";

/** Where the independent verifier lies. */
export const verifier: string = join(import.meta.dirname, "..", "..", "verify", "verify.mjs");

type Independent = {
  readonly verify: (
    bytes: Uint8Array,
    text: string,
  ) => Readonly<Record<"problems" | "checked" | "unknowable", string[]>>;
  readonly unknowableWith: (counts: string) => readonly string[];
  readonly spellingOf: (text: string) => string;
  readonly numberOrText: (text: string) => string;
};

/** The independent verifier as a module. */
export const independent: Independent = (await import(pathToFileURL(verifier).href)) as Independent;

/** A release and its certificate. */
export type Certified = { readonly bytes: Uint8Array; readonly text: string; readonly certificate: Certificate };

/** The hash of bytes. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** What to make, and how it is written. */
export type Making = {
  readonly spec: SpecInCode;
  readonly dialect?: WriteDialect;
  readonly keepSuppressed?: boolean;
  readonly key?: Uint8Array;
};

/** Makes a release and its certificate as the command does, without files. */
export function certifiedOf(table: Table, { spec, dialect = {}, keepSuppressed = false, key }: Making): Certified {
  const release = anonymize(table, spec, { dialect, keepSuppressed, ...(key === undefined ? {} : { key }) });
  const bytes = Buffer.concat([...csvBlocks(release.table, dialect)]);
  const { delimiter = "," } = dialect;
  const { table: written } = readTexts(bytes, delimiter);
  const input = { rows: table.rows, leftOut: release.prepared.leftOut, saltedSha256: hashOf("salt") };
  const facts = { version: "1.2.3", input, release: { sha256: hashOf(bytes), bytes: bytes.length, delimiter } };
  const certificate = finish(certify(written, release, facts));
  return { bytes, text: textOf(certificate), certificate };
}

/** A certificate as it is written. */
export function textOf(certificate: unknown): string {
  return `${JSON.stringify(certificate)}\n`;
}

/** What the library finds wrong; a certificate or a file that it refuses is one problem. */
export function libraryProblems(bytes: Uint8Array, text: string): readonly string[] {
  try {
    const certificate = parseCertificate(text, "certificate.json");
    const { table, facts } = readTexts(bytes, certificate.release.delimiter);
    return verify(table, certificate, facts).problems;
  } catch (error) {
    if (error instanceof KohortError) return [error.message];
    throw error;
  }
}

/** What the independent verifier finds wrong. */
export function independentProblems(bytes: Uint8Array, text: string): readonly string[] {
  return independent.verify(bytes, text).problems;
}

/** Whether both verifiers accept. */
export function verdictsOf(bytes: Uint8Array, text: string): readonly [library: boolean, independent: boolean] {
  return [libraryProblems(bytes, text).length === 0, independentProblems(bytes, text).length === 0];
}

type TextsRead = { readonly table: Table; readonly facts: FileFacts };

/** What was read last, since one file is held against many certificates. */
let last: { readonly bytes: Uint8Array; readonly delimiter: string; readonly read: TextsRead } | undefined;

export function readTexts(bytes: Uint8Array, delimiter: string): TextsRead {
  if (last === undefined || last.bytes !== bytes || last.delimiter !== delimiter) {
    last = { bytes, delimiter, read: readingTexts(bytes, delimiter) };
  }
  return last.read;
}

function readingTexts(bytes: Uint8Array, delimiter: string): TextsRead {
  const first = openCsv({ delimiter, missing: [] });
  first.push(bytes);
  const names = finish(first.ending()).table.columns.map(({ name }) => name);
  const reader = openCsv({
    delimiter,
    missing: [],
    kinds: Object.fromEntries(names.map((name) => [name, "category" as const])),
  });
  reader.push(bytes);
  const { table, dialect } = finish(reader.ending());
  const again = Buffer.concat([...csvBlocks(table, writeDialect(dialect))]);
  return { table, facts: { sha256: hashOf(bytes), bytes: bytes.length, rewrittenSha256: hashOf(again) } };
}
