import { type Inspection, inspect } from "../run/index.ts";
import { type InputSpec, type SpecSuggestion, suggestSpec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import type { Context } from "./context.ts";
import { driveFor } from "./drive.ts";

/** Looks at every column and proposes what it is. */
export async function suggestFor(
  table: Table,
  input: InputSpec,
  context: Context,
): Promise<{ inspection: Inspection; suggestion: SpecSuggestion }> {
  const inspection = await driveFor(inspect.task(table), context);
  const summaries = inspection.columns.map((column) => ({
    name: column.name,
    kind: column.kind,
    distinct: column.distinct,
    rows: inspection.rows,
    missing: column.missing,
    hierarchy: column.hierarchy?.setting,
    evidence: column.hierarchy?.reason,
  }));
  return { inspection, suggestion: suggestSpec(summaries, input) };
}
