export { type ColumnReport, type Inspection, inspect } from "./inspect.ts";
export { start, suggest } from "./suggest.ts";
