import { type Audit, type AuditOptions, audit } from "../run/index.ts";
import { fromSafeCell, fromSafeCells, type ReadResult } from "../table/index.ts";
import { driveOn, type Host } from "./host.ts";
import type { Pool } from "./pool.ts";
import { type ReadRequest, readTable } from "./read-table.ts";

/** What to audit, and against what. */
export type AuditRequest = {
  readonly input: ReadRequest;
  /** What to measure, once the columns are known. */
  readonly optionsOf: (found: ReadResult) => AuditOptions;
  /** The columns to read, when they are known beforehand. */
  readonly only?: ReadonlySet<string>;
  /** Whether it was written with safe cells. */
  readonly safeCells?: boolean | undefined;
};

/** Measures a file from its bytes. */
export async function auditFile(request: AuditRequest, pool: Pool, given: Host = {}): Promise<Audit> {
  const host: Host = {
    ...given,
    onProgress: (progress) => given.onProgress?.({ ...progress, stage: "audit" }),
  };
  const { only, safeCells = false } = request;
  const nameOf = safeCells ? fromSafeCell : (name: string): string => name;
  const options =
    only === undefined
      ? request.input.options
      : { ...request.input.options, only: (name: string) => only.has(nameOf(name)) };
  const read = await readTable({ ...request.input, options }, pool, host);
  const found = safeCells ? { ...read, table: fromSafeCells(read.table) } : read;
  return driveOn(audit.task(found.table, { ...request.optionsOf(found), threads: pool.threads }), pool, host);
}
