import type { Column, Kind } from "./table.ts";

/** The column with its kind. */
export function withKind(column: Column, _asked?: Kind, _source?: string): Column {
  return column;
}
