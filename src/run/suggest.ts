import { report, type Task } from "../base/index.ts";
import { type InputSpec, joinList, type SpecSuggestion, suggestSpec } from "../spec/index.ts";
import { evidence, type Table } from "../table/index.ts";
import { type Inspection, inspect } from "./inspect.ts";

/** Looks at every column and proposes what it is; `input` is how the table was read, where that was not plain. */
export function* suggest(
  table: Table,
  input?: InputSpec,
): Task<{ readonly inspection: Inspection; readonly suggestion: SpecSuggestion }> {
  const inspection = yield* inspect.task(table);
  const summaries = inspection.columns.map((column) => ({
    name: column.name,
    kind: column.kind,
    distinct: column.distinct,
    rows: inspection.rows,
    missing: column.missing,
    hierarchy: column.hierarchy?.setting,
    evidence: column.hierarchy?.reason,
  }));
  const suggestion = suggestSpec(summaries, input);
  return {
    inspection,
    suggestion: {
      ...suggestion,
      warnings: [...suggestion.warnings, ...(yield* missingWarnings(table, input?.missing ?? [""]))],
    },
  };
}

/** Marks that may mean missing, each with the columns that have it, and the flag that names them all. */
function* missingWarnings(table: Table, marks: readonly string[]): Task<string[]> {
  const columnsWithMark = new Map<string, string[]>();
  for (const [index, column] of table.columns.entries()) {
    yield* report("inspect", index, table.columns.length);
    for (const { value } of evidence(column).looksMissing) {
      columnsWithMark.set(value, [...(columnsWithMark.get(value) ?? []), column.name]);
    }
  }
  if (columnsWithMark.size === 0) return [];
  const where = [...columnsWithMark].map(([value, columns]) => `"${value}" may mean missing in ${columns.join(", ")}`);
  return [`${where.join("; ")}; if so add --missing '${joinList([...marks, ...columnsWithMark.keys()])}'`];
}
