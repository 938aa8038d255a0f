import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Audit } from "../audit/index.ts";
import { append } from "../base/index.ts";
import { type Examination, examine } from "../examine/index.ts";
import { type CheckedRecipe, checkedRecipe } from "../recipe/index.ts";
import {
  type Auditable,
  anonymize,
  type Release,
  refuseUnheld,
  releaseAuditOptions,
  rereadOptions,
} from "../release/index.ts";
import type { Spec } from "../spec/index.ts";
import { jsonBlocks, type ReadResult, type Table, type WriteDialect, writeDialect } from "../table/index.ts";
import { auditFile } from "./audit-file.ts";
import { refuseUncertified, saltPath, writeCertificate } from "./certificate-file.ts";
import { type Composition, refuseUnsafe } from "./composition.ts";
import { type Draft, refuseTarget, writeDraft } from "./draft.ts";
import { hierarchyFiles } from "./files.ts";
import { csvOnPool } from "./format-rows.ts";
import { driveOn, type Host } from "./host.ts";
import { recipeKeyPath } from "./key-file.ts";
import { composeRelease, type Ledger, ledgerBytes, readLedger, refuseChanged, refuseWithoutLedger } from "./ledger.ts";
import type { Pool } from "./pool.ts";
import { publishAll } from "./publish-all.ts";
import { type FileFormat, formatOf, type ReadRequest, readTable } from "./read-table.ts";
import { refuseSameTargets } from "./same-file.ts";
import { type Stages, stopwatch } from "./stopwatch.ts";
import { truthBlocks } from "./truth-file.ts";

/** What to anonymize, by what spec, and where the release goes. */
export type AnonymizeRequest = {
  readonly input: ReadRequest;
  /** The spec, once the columns are known. */
  readonly specOf: (found: ReadResult) => Spec;
  /** Where files that the spec names are looked for. */
  readonly folder: string;
  /** Where the release is written; undefined keeps it in a draft that only `outcome.draft` knows. */
  readonly output?: string;
  readonly format?: FileFormat;
  readonly force?: boolean;
  /** Writes nothing at all; the audit then speaks of a draft that is thrown away. */
  readonly reportOnly?: boolean;
  /** Where to write which input row each released row came from, readable by its owner only. */
  readonly truth?: string;
  /** The ledger of releases of the same people, and whether one that is not shown to be safe with them is refused. */
  readonly ledger?: { readonly path: string; readonly refuse: boolean };
  /** Keeps records that are left out, with `*` in every quasi-identifier. */
  readonly keepSuppressed?: boolean;
  /** The secret under which identifying columns are replaced. */
  readonly key?: Uint8Array;
  /** Where to write what was done, as data that can be applied to another table; its key, if any, goes beside it. */
  readonly recipe?: string;
  /** Writes cells that a spreadsheet would take for formulas as text. */
  readonly safeCells?: boolean;
  /** Where to write the certificate, and the version that it names. */
  readonly certificate?: { readonly path: string; readonly version: string };
  /** Writes drafts of what else goes out with the release; they are published with it, or none of them is. */
  readonly beside?: (outcome: AnonymizeOutcome) => Promise<readonly Draft[]>;
  /** Asks for what a report says with the original at hand: the risk before, attacks and, for a label, classifiers. */
  readonly examine?: { readonly label?: string };
};

/** A release that was written and audited from its bytes. */
export type AnonymizeOutcome = {
  readonly release: Release;
  /** The table that was searched. */
  readonly original: Table;
  readonly audit: Audit;
  readonly input: { readonly rows: number; readonly leftOut: number; readonly columns: number };
  readonly sha256: string;
  readonly bytes: number;
  /** Seconds on the clock per stage, and of processor time. */
  readonly time: Stages;
  readonly cpu: Stages;
  /** What the release gives away together with earlier ones, where there is a ledger. */
  readonly composition?: Composition;
  readonly examination?: Examination;
  /** Where the recipe's key lies, where it has one. */
  readonly recipeKey?: string;
  /** The draft, when no output was named; the caller copies and discards it. */
  readonly draft?: Draft;
};

/** Reads a table, makes a release, writes it, audits what was written, and only then puts it in its place. */
export async function anonymizeFile(
  request: AnonymizeRequest,
  pool: Pool,
  given: Host = {},
): Promise<AnonymizeOutcome> {
  const { output, force = false } = request;
  if (output !== undefined && request.reportOnly !== true) refuseTarget(output, force);
  const certificate = request.certificate?.path;
  if (certificate !== undefined) refuseUncertified(request.format ?? formatOf(output ?? ""));
  const salt = certificate === undefined ? undefined : saltPath(certificate);
  const { truth, recipe: recipePath, ledger } = request;
  const recipeKey = recipePath === undefined ? undefined : recipeKeyPath(recipePath);
  refuseSameTargets([output, truth, recipePath, recipeKey, certificate, salt, ledger?.path], request.input.path);
  for (const target of [truth, recipePath, recipeKey, certificate, salt]) {
    if (target !== undefined && request.reportOnly !== true) refuseTarget(target, force);
  }
  if (ledger !== undefined && request.reportOnly !== true) refuseTarget(ledger.path, true);
  if (ledger?.refuse === true) refuseWithoutLedger(ledger.path);
  const earlier = request.ledger === undefined ? undefined : readLedger(request.ledger.path);
  const watch = stopwatch();
  const host: Host = {
    ...given,
    onProgress: (progress) => {
      watch.mark(progress.stage);
      given.onProgress?.(progress);
    },
  };
  const secret = randomBytes(32);
  const hashed = request.certificate !== undefined && request.reportOnly !== true ? { salt: secret } : {};
  const read = await readTable({ ...request.input, ...hashed }, pool, host);
  watch.mark("read");
  const spec = request.specOf(read);
  const dialect = { ...writeDialect(read.dialect), safeCells: request.safeCells ?? false };
  const files = hierarchyFiles(spec, request.folder);
  const options = {
    files,
    threads: pool.threads,
    dialect,
    truth: request.truth !== undefined || earlier !== undefined,
    keepSuppressed: request.keepSuppressed ?? false,
    key: request.key,
  };
  const release = await driveOn(anonymize.task(read.table, spec, options), pool, host);
  const recipe =
    request.recipe === undefined ? undefined : await driveOn(checkedRecipe(read.table, release, options), pool, host);
  watch.mark("order");
  const format = request.format ?? (output === undefined ? "csv" : formatOf(output));
  const draft = await writeRelease(release, output, format, dialect, pool, host);
  watch.mark("write");
  const beside: Beside[] = [];
  try {
    const audit = await auditRelease(release, { table: read.table, files }, draft, format, dialect, pool, host);
    watch.mark("audit");
    const examination =
      request.examine === undefined
        ? undefined
        : await driveOn(examine.task(release.original, release, { files, ...request.examine }), pool, host);
    const composed =
      earlier === undefined ? undefined : await composeRelease(earlier, release.original, release, draft.sha256, host);
    if (composed !== undefined && (request.ledger?.refuse === true || release.spec.warnings === "refuse"))
      refuseUnsafe(composed.composition);
    if (request.reportOnly !== true)
      append(beside, await writeBeside(request, release, composed?.ledger, recipe, host));
    const input = {
      rows: read.rowsRead,
      leftOut: read.leftOut + release.prepared.leftOut,
      columns: read.table.columns.length,
    };
    if (request.certificate !== undefined && read.hashed !== undefined) {
      const { rows, leftOut } = input;
      const of = {
        ...request.certificate,
        input: { rows, leftOut, saltedSha256: read.hashed.saltedSha256 },
        salt: secret,
      };
      const drafts = await writeCertificate({ ...of, release, draft, format, dialect, files }, pool, host);
      append(
        beside,
        drafts.map((other) => ({ draft: other, replaces: false })),
      );
    }
    const outcome: AnonymizeOutcome = {
      composition: composed?.composition,
      examination,
      release,
      original: release.original,
      audit,
      input,
      sha256: draft.sha256,
      bytes: draft.bytes,
      time: watch.wall(),
      cpu: watch.cpu(),
      recipeKey: recipe?.key === undefined ? undefined : recipeKey,
    };
    if (request.beside !== undefined) {
      const others = await request.beside(outcome);
      append(
        beside,
        others.map((other) => ({ draft: other, replaces: false })),
      );
    }
    if (request.reportOnly !== true && earlier !== undefined) refuseChanged(request.ledger!.path, earlier);
    const leaving = beside
      .map(({ draft: other, replaces }) => ({ draft: other, force: replaces || force, replaces }))
      // the ledger first: it may name a release that is not there, but never lack one that is
      .sort((a, b) => Number(b.replaces) - Number(a.replaces));
    const hasPlace = output !== undefined && request.reportOnly !== true;
    // the release last: it is there only if all that belongs to it is
    await publishAll([...leaving, ...(hasPlace ? [{ draft, force }] : [])]);
    if (request.reportOnly === true) draft.discard();
    return output === undefined && request.reportOnly !== true ? { ...outcome, draft } : outcome;
  } catch (error) {
    for (const { draft: other } of beside) other.discard();
    draft.discard();
    throw error;
  }
}

/** A file that goes out with a release, for its owner only; the ledger replaces what it was. */
type Beside = { readonly draft: Draft; readonly replaces: boolean };

async function writeBeside(
  { truth, ledger, recipe: recipePath }: AnonymizeRequest,
  release: Release,
  next: Ledger | undefined,
  made: CheckedRecipe | undefined,
  host: Host,
): Promise<Beside[]> {
  const drafts: Beside[] = [];
  const write = async (path: string, blocks: Iterable<Uint8Array>, replaces: boolean): Promise<void> => {
    drafts.push({ draft: await writeDraft(path, blocks, host, undefined, 0o600), replaces });
  };
  try {
    if (truth !== undefined) await write(truth, truthBlocks(release.truth!), false);
    if (recipePath !== undefined && made !== undefined) {
      const json = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value)}\n`);
      await write(recipePath, [json(made.recipe)], false);
      if (made.key !== undefined) await write(recipeKeyPath(recipePath), [json(made.key)], false);
    }
    if (ledger !== undefined && next !== undefined) await write(ledger.path, [ledgerBytes(next)], true);
  } catch (error) {
    for (const { draft } of drafts) draft.discard();
    throw error;
  }
  return drafts;
}

/** Writes a release into a draft. */
export async function writeRelease(
  { table }: Pick<Release, "table">,
  output: string | undefined,
  format: FileFormat,
  dialect: WriteDialect,
  pool: Pool,
  host: Host,
): Promise<Draft> {
  const target = output ?? join(tmpdir(), `kohort-release.${format}`);
  const tabbed = format === "tsv" ? { ...dialect, delimiter: "\t" } : dialect;
  const blocks =
    format === "json" || format === "jsonl"
      ? jsonBlocks(table, { lines: format === "jsonl" })
      : csvOnPool(table, tabbed, pool);
  const guess = table.rows * 16 * table.columns.length;
  return writeDraft(target, blocks, host, (bytes) =>
    host.onProgress?.({ kind: "progress", stage: "write", done: Math.min(bytes, guess), total: guess }),
  );
}

/** Measures a written release from its bytes, and throws if it is not what was made. */
export async function auditRelease(
  release: Auditable,
  { table, files }: { readonly table: Table; readonly files: ReadonlyMap<string, Uint8Array> },
  draft: Draft,
  format: FileFormat,
  dialect: WriteDialect,
  pool: Pool,
  host: Host,
): Promise<Audit> {
  const { delimiter } = format === "tsv" ? { delimiter: "\t" } : dialect;
  const found = await auditFile(
    {
      input: {
        path: draft.path,
        format,
        options: { ...rereadOptions(release, dialect.safeCells), delimiter },
      },
      optionsOf: () => releaseAuditOptions(release, table, files),
      safeCells: dialect.safeCells,
    },
    pool,
    host,
  );
  refuseUnheld(found, release);
  return found;
}
