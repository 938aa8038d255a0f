export { anonymize } from "./anonymize.ts";
export { type Audit, type AuditOptions, audit } from "./audit.ts";
export { type CompareOptions, type Comparison, compare } from "./compare.ts";
export { type ColumnReport, type Inspection, inspect } from "./inspect.ts";
export { hierarchyFor, type RunOptions } from "./problem-of.ts";
export type { Quality, Release } from "./release.ts";
export type { Verdict } from "./verdict.ts";
export { works } from "./works.ts";
