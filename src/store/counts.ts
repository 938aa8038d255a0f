import type { Problem } from "../cohort/index.ts";
import type { TableCounts } from "../privacy/index.ts";
import { tableCounts } from "../problem/index.ts";
import type { Field } from "./profile.ts";

/** What models may know of a table in a store, and a problem without tuples that says the same. */
export function sensitiveCountsOf(
  sensitive: readonly Field[],
  rows: number,
): { readonly counts: TableCounts; readonly problem: Problem } {
  const problem: Problem = {
    rows,
    attributes: [],
    sensitive: sensitive.map(({ name, column, totals, attribute }) => ({
      name,
      column,
      codes: new Uint8Array(0),
      totals,
      axis: attribute!,
    })),
    tuples: 0,
    ranks: [],
    weights: new Uint32Array(0),
    tupleOf: new Uint32Array(0),
  };
  return { counts: tableCounts(problem), problem };
}
