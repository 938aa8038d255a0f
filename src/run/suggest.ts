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
      warnings: [...suggestion.warnings, ...(yield* readingWarnings(table, input?.missing ?? [""]))],
    },
  };
}

/** What may have been meant in another way: marks that mean missing, and numbers with a decimal comma. */
function* readingWarnings(table: Table, marks: readonly string[]): Task<string[]> {
  const columnsWithMark = new Map<string, string[]>();
  const withComma: string[] = [];
  for (const [index, column] of table.columns.entries()) {
    yield* report("inspect", index, table.columns.length);
    const { decimalCommas, rows, looksMissing } = evidence(column);
    if (column.kind === "category" && decimalCommas > rows / 2) withComma.push(column.name);
    for (const { value } of looksMissing) {
      columnsWithMark.set(value, [...(columnsWithMark.get(value) ?? []), column.name]);
    }
  }
  return [...commaWarnings(withComma), ...missingWarnings(columnsWithMark, marks)];
}

function commaWarnings(columns: readonly string[]): string[] {
  if (columns.length === 0) return [];
  return [
    `decimal commas make ${columns.join(", ")} categories, whose values lie nowhere near each other; save the table with decimal points to have numbers`,
  ];
}

/** Each mark with the columns that have it, and the flag that names them all. */
function missingWarnings(columnsWithMark: ReadonlyMap<string, readonly string[]>, marks: readonly string[]): string[] {
  if (columnsWithMark.size === 0) return [];
  const where = [...columnsWithMark].map(([value, columns]) => `"${value}" may mean missing in ${columns.join(", ")}`);
  return [`${where.join("; ")}; if so add --missing '${joinList([...marks, ...columnsWithMark.keys()])}'`];
}
