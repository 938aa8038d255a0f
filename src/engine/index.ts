export { type AnonymizeOutcome, type AnonymizeRequest, anonymizeFile } from "./anonymize-file.ts";
export { type AuditRequest, auditFile } from "./audit-file.ts";
export { type Draft, refuseTarget, writeDraft } from "./draft.ts";
export { hierarchyFiles } from "./files.ts";
export { driveOn, type Host } from "./host.ts";
export { openPool, type Pool } from "./pool.ts";
export { type FileFormat, formatOf, type ReadRequest, readTable } from "./read-table.ts";
export type { Stages } from "./stopwatch.ts";
