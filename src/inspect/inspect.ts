import { finish, report, type Task } from "../base/index.ts";
import { type HierarchySuggestion, suggestHierarchy } from "../hierarchy/index.ts";
import { isTakenForCodes } from "../spec/index.ts";
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
import { numberFigures } from "./number-figures.ts";

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
  /** Whether its numbers are few and whole, so that they are taken for codes of categories. */
  readonly coded?: true;
  readonly hierarchy?: HierarchySuggestion;
};

/** What a table holds. */
export type Inspection = { readonly rows: number; readonly columns: readonly ColumnReport[] };

/** Looks at every column of a table; `inspect.task` is the same work in steps. */
export const inspect: { (table: Table): Inspection; task(table: Table, stated?: readonly string[]): Task<Inspection> } =
  /* @__PURE__ */ Object.assign((table: Table): Inspection => finish(inspectTask(table)), { task: inspectTask });

/** What is said of the kind of codes. */
const ofCodes = "; taken as codes of categories, since they are few and whole";

function* inspectTask(table: Table, stated: readonly string[] = []): Task<Inspection> {
  checkTable(table);
  const headers = table.columns.map(({ name }) => name);
  const columns: ColumnReport[] = [];
  for (const column of table.columns) {
    yield* report("inspect", columns.length, table.columns.length);
    const found = yield* gatherEvidence(column, () => report("inspect", columns.length, table.columns.length));
    const seen = inspectColumn(column, table.rows, { headers, isStated: stated.includes(column.name) });
    columns.push({ ...seen, evidence: `${describeEvidence(found)}${seen.coded === true ? ofCodes : ""}` });
  }
  return { rows: table.rows, columns };
}

/** Values past which a hierarchy is not proposed; such a column is an identifier. */
const manyValues = 100_000;

function inspectColumn(
  column: Column,
  rows: number,
  { headers, isStated }: { readonly headers: readonly string[]; readonly isStated: boolean },
): Omit<ColumnReport, "evidence"> {
  const counts = labelCounts(column);
  const gone = new Set(column.missing);
  const known: number[] = [];
  let missing = 0;
  let once = 0;
  for (let code = 0; code < counts.length; code++) {
    if (gone.has(code)) missing += counts[code];
    else if (counts[code] > 0) known.push(code);
    if (counts[code] === 1) once++;
  }
  const numbers = known.map((code) => column.numbers?.[code] ?? Number.NaN);
  const { name, kind } = column;
  const figures = kind === "category" ? undefined : numberFigures(column, known);
  const span = figures === undefined ? undefined : figures.greatest - figures.least;
  const summary = { name, kind, distinct: known.length, rows, missing, figures };
  const coded = !isStated && column.decimal === undefined && isTakenForCodes(summary, headers);
  const suggestion =
    known.length > manyValues
      ? undefined
      : suggestHierarchy({
          values: known.map((code) => labelAt(column.labels, code)),
          kind: coded ? "category" : kind,
          numbers,
          counts: known.map((code) => counts[code]),
        });
  return {
    name,
    kind,
    distinct: known.length,
    missing,
    coded: coded || undefined,
    span,
    unique: once / rows,
    hierarchy: suggestion,
  };
}
