import { type Audit, type AuditOptions, audit } from "../audit/index.ts";
import { fromSafeCells, type ReadResult } from "../table/index.ts";
import { driveOn, type Host } from "./host.ts";
import type { Pool } from "./pool.ts";
import { type ReadRequest, readTable } from "./read-table.ts";

/** What to audit, and against what. */
export type AuditRequest = {
  readonly input: ReadRequest;
  /** What to measure, once the columns are known. */
  readonly optionsOf: (found: ReadResult) => AuditOptions;
  /** Whether it was written with safe cells. */
  readonly safeCells?: boolean;
};

/** Measures a file from its bytes. */
export async function auditFile(request: AuditRequest, pool: Pool, given: Host = {}): Promise<Audit> {
  const host: Host = {
    ...given,
    onProgress: (progress) => given.onProgress?.({ ...progress, stage: "audit" }),
  };
  const read = await readTable(request.input, pool, host);
  const found = request.safeCells === true ? { ...read, table: fromSafeCells(read.table) } : read;
  return driveOn(audit.task(found.table, { ...request.optionsOf(found), threads: pool.threads }), pool, host);
}
