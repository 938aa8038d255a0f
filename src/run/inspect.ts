import { finish, report, type Task } from "../base/index.ts";
import { type HierarchySuggestion, suggestHierarchy } from "../hierarchy/index.ts";
import {
  type Column,
  checkTable,
  describeEvidence,
  gatherEvidence,
  type Kind,
  labelAt,
  labelCounts,
  type Table,
} from "../table/index.ts";

/** What a column holds. */
export type ColumnReport = {
  readonly name: string;
  readonly kind: Kind;
  readonly distinct: number;
  readonly missing: number;
  /** Largest minus smallest number, or days; undefined for names. */
  readonly span?: number;
  /** Why it was taken for this kind. */
  readonly evidence: string;
  /** The share of records that this column alone singles out. */
  readonly unique: number;
  readonly hierarchy?: HierarchySuggestion;
};

/** What a table holds. */
export type Inspection = { readonly rows: number; readonly columns: readonly ColumnReport[] };

/** Looks at every column of a table; `inspect.task` is the same work in steps. */
export const inspect: { (table: Table): Inspection; task(table: Table): Task<Inspection> } =
  /* @__PURE__ */ Object.assign((table: Table): Inspection => finish(inspectTask(table)), { task: inspectTask });

function* inspectTask(table: Table): Task<Inspection> {
  checkTable(table);
  const columns: ColumnReport[] = [];
  for (const column of table.columns) {
    yield* report("inspect", columns.length, table.columns.length);
    const found = yield* gatherEvidence(column, () => report("inspect", columns.length, table.columns.length));
    columns.push({ ...inspectColumn(column, table.rows), evidence: describeEvidence(found) });
  }
  return { rows: table.rows, columns };
}

/** Values past which a hierarchy is not proposed; such a column is an identifier. */
const manyValues = 100_000;

function inspectColumn(column: Column, rows: number): Omit<ColumnReport, "evidence"> {
  const counts = labelCounts(column);
  const gone = new Set(column.missing);
  const known: number[] = [];
  let missing = 0;
  let once = 0;
  for (let code = 0; code < counts.length; code++) {
    if (gone.has(code)) missing += counts[code]!;
    else if (counts[code]! > 0) known.push(code);
    if (counts[code] === 1) once++;
  }
  const numbers = known.map((code) => column.numbers?.[code] ?? Number.NaN);
  const span = column.kind === "category" || known.length === 0 ? undefined : extent(numbers);
  const suggestion =
    known.length > manyValues
      ? undefined
      : suggestHierarchy({
          values: known.map((code) => labelAt(column.labels, code)),
          kind: column.kind,
          numbers,
          counts: known.map((code) => counts[code]!),
        });
  return {
    name: column.name,
    kind: column.kind,
    distinct: known.length,
    missing,
    ...(span === undefined ? {} : { span }),
    unique: once / rows,
    ...(suggestion === undefined ? {} : { hierarchy: suggestion }),
  };
}

function extent(numbers: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return most - least;
}
