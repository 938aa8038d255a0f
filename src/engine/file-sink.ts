/** @file A release as a file: written into a draft beside its target, audited from the draft's bytes, then put in its place. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Audit } from "../audit/index.ts";
import { type Task, wait } from "../base/index.ts";
import type { SideFile, Sink } from "../publish/index.ts";
import { type AuditSubject, releaseAuditOptions, rereadOptions } from "../release/index.ts";
import { jsonBlocks, type Table, type WriteDialect } from "../table/index.ts";
import { auditFile } from "./audit-file.ts";
import { type Draft, refuseTarget, writeDraft } from "./draft.ts";
import { csvOnPool } from "./format-rows.ts";
import type { Host } from "./host.ts";
import type { Pool } from "./pool.ts";
import { type LastStep, publishAll } from "./publish-all.ts";
import type { FileFormat } from "./read-table.ts";
import { refuseSameTargets } from "./same-file.ts";

/** Where a release goes, as what, and what it is held against. */
export type FileTarget = {
  /** Where it is published; without one the draft is kept for whoever asked. */
  readonly output?: string;
  readonly format: FileFormat;
  readonly dialect: WriteDialect;
  readonly force?: boolean;
  /** Publishes what goes beside the release, and throws the release away. */
  readonly reportOnly?: boolean;
  /** The table as it was read, before its values were coded. */
  readonly input: Table;
  readonly files: ReadonlyMap<string, Uint8Array>;
};

/** A side file as a draft. */
export type SideDraft = { readonly draft: Draft; readonly replaces: boolean; readonly discard: () => void };

/** Refuses places that are one, or the input, or that take no file, before any work is done. */
export function refusePlaces(
  { output, force = false, reportOnly = false }: Pick<FileTarget, "output" | "force" | "reportOnly">,
  beside: readonly { readonly paths: readonly string[]; readonly replaces?: boolean }[],
  input: string,
): void {
  refuseSameTargets([output, ...beside.flatMap(({ paths }) => paths)], input);
  if (output !== undefined && !reportOnly) refuseTarget(output, force);
  for (const { paths, replaces = false } of beside) for (const path of paths) refuseTarget(path, force || replaces);
}

/** The sink of a file. */
export function fileSink<Made extends AuditSubject>(
  target: FileTarget,
  pool: Pool,
  host: Host,
): Sink<Made, Draft, SideDraft> {
  const { output, force = false, reportOnly = false } = target;
  return {
    write: ({ table }) => wait(writeTable(table, target, pool, host)),
    audit: (made, draft) => wait(auditDraft(made, draft, target, pool, host)),
    draft: (file) => draftSide(file, host),
    commit: (draft, beside) => {
      const hasPlace = output !== undefined && !reportOnly;
      if (reportOnly) draft.discard();
      return wait(commitDrafts(beside, force, hasPlace ? draft : undefined));
    },
    *discard(draft) {
      draft.discard();
    },
  };
}

/** Writes what goes beside a release into a draft. */
export function* draftSide({ path, blocks, mode, replaces = false }: SideFile, host: Host): Task<SideDraft> {
  const draft = yield* wait(writeDraft(path, blocks, host, undefined, mode));
  return { draft, replaces, discard: draft.discard };
}

/** Puts side files in their places and does what comes last, or nothing. */
export function commitDrafts(
  beside: readonly SideDraft[],
  force: boolean,
  release: Draft | LastStep | undefined,
): Promise<void> {
  const leaving = beside
    .map(({ draft, replaces }) => ({ draft, force: replaces || force, replaces }))
    // the ledger first: it may name a release that is not there, but never lack one that is
    .sort((a, b) => Number(b.replaces) - Number(a.replaces));
  if (release === undefined || !("sha256" in release)) return publishAll(leaving, release);
  return publishAll([...leaving, { draft: release, force }]);
}

/** Writes a table into a draft, where others cannot see it where no output is named. */
export function writeTable(
  table: Table,
  { output, format, dialect }: Pick<FileTarget, "output" | "format" | "dialect">,
  pool: Pool,
  host: Host,
): Promise<Draft> {
  const blocks =
    format === "json" || format === "jsonl"
      ? jsonBlocks(table, { lines: format === "jsonl" })
      : csvOnPool(table, format === "tsv" ? { ...dialect, delimiter: "\t" } : dialect, pool);
  const guess = table.rows * 16 * table.columns.length;
  return writeDraft(output ?? join(tmpdir(), `kohort-release.${format}`), blocks, host, (bytes) =>
    host.onProgress?.({ kind: "progress", stage: "write", done: Math.min(bytes, guess), total: guess }),
  );
}

/** Measures a draft from its bytes. */
function auditDraft(
  made: AuditSubject,
  draft: Draft,
  { input, files, format, dialect }: FileTarget,
  pool: Pool,
  host: Host,
): Promise<Audit> {
  const { safeCells } = dialect;
  const options = { ...rereadOptions(made, safeCells), delimiter: format === "tsv" ? "\t" : dialect.delimiter };
  const request = {
    input: { path: draft.path, format, options },
    optionsOf: () => releaseAuditOptions(made, input, files),
    safeCells,
  };
  return auditFile(request, pool, host);
}
