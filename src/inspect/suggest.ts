import {
  headerWarnings,
  isStated,
  type LikelyMarks,
  markCounts,
  markLikely,
  markSentence,
  markWarnings,
  oddNamesIn,
} from "../audit/index.ts";
import { report, type Task } from "../base/index.ts";
import { manyQuasiWarnings, withinHouseholds } from "../problem/index.ts";
import { type ColumnSummary, type InputSpec, type Spec, type SpecSuggestion, suggestSpec } from "../spec/index.ts";
import {
  type Column,
  type DecimalMark,
  decimalFor,
  gatherEvidence,
  labelCounts,
  type MissingMarks,
  type Table,
  withKind,
} from "../table/index.ts";
import { type Inspection, inspect } from "./inspect.ts";
import { numberFigures } from "./number-figures.ts";

/**
 * Looks at every column and proposes what it is; `input` is how the table was read, where that was not plain, and `stated`
 * are the columns whose kind is stated, which is kept.
 */
export function* suggest(
  table: Table,
  input?: InputSpec,
  stated: readonly string[] = [],
): Task<{ readonly inspection: Inspection; readonly suggestion: SpecSuggestion }> {
  const inspection = yield* inspect.task(table, stated);
  const within = withinHouseholds(table);
  const summaries = inspection.columns.map((column, at): ColumnSummary => {
    const read = table.columns[at];
    return {
      name: column.name,
      kind: column.coded === true ? "category" : column.kind,
      distinct: column.distinct,
      rows: inspection.rows,
      missing: column.missing,
      figures: numberFigures(read, presentLabels(read)),
      coded: column.coded,
      isStated: stated.includes(column.name),
      within: within.get(column.name),
      hierarchy: column.hierarchy?.setting,
      evidence: column.hierarchy?.reason,
    };
  });
  const suggestion = suggestSpec(summaries, input);
  return {
    inspection,
    suggestion: {
      ...suggestion,
      warnings: [
        ...headerWarnings(oddNamesIn(table)).map(({ sentence }) => sentence),
        ...suggestion.warnings,
        ...(yield* manyQuasiWarnings(table, suggestion.spec)),
        ...(yield* readingWarnings(table, input?.missing)),
      ],
    },
  };
}

function presentLabels(column: Column): number[] {
  const missing = new Set(column.missing);
  const labels: number[] = [];
  labelCounts(column).forEach((count, label) => {
    if (count > 0 && !missing.has(label)) labels.push(label);
  });
  return labels;
}

/** A table whose columns have the kinds that a proposal gives them. */
function asProposed(table: Table, { attributes }: Spec): Table {
  const columns = table.columns.map((column) => {
    const kind = attributes[column.name]?.kind;
    return kind === "category" && column.kind !== kind ? withKind(column, kind) : column;
  });
  return { ...table, columns };
}

/** A spec to start from, and the table read as that spec reads it. */
export type Start = {
  readonly table: Table;
  readonly inspection: Inspection;
  readonly suggestion: SpecSuggestion;
  /** What is said of the values that were taken for missing, if any were. */
  readonly notes: readonly string[];
};

/**
 * As `suggest`, for a spec that is written down: what most likely means "not known" is read as missing, column by
 * column, and the spec says so; `kinds` are the columns whose kind is stated.
 */
export function* start(table: Table, input?: InputSpec, kinds: readonly string[] = []): Task<Start> {
  const marked = yield* markLikely(table, input, kinds);
  const found = yield* suggest(marked.table, withDecimals(marked.table, marked.input), kinds);
  const read = asProposed(marked.table, found.suggestion.spec);
  if (marked.found.length === 0) return { table: read, ...found, notes: [] };
  const reasons = new Map(found.suggestion.reasons);
  for (const one of marked.found) {
    const reason = reasons.get(one.name);
    if (reason !== undefined) reasons.set(one.name, `${reason}; ${markCounts(one)} read as missing`);
  }
  const note = `${markSentence(marked.found)}: read as missing, and written into input.missing; take out what is a value`;
  return { table: read, ...found, suggestion: { ...found.suggestion, reasons }, notes: [note] };
}

/** What may have been meant in another way: marks that mean missing, and numbers with a decimal comma. */
function* readingWarnings(table: Table, stated: MissingMarks | undefined): Task<string[]> {
  const withMarks: LikelyMarks[] = [];
  const withComma: string[] = [];
  const withDates: [name: string, forms: readonly string[]][] = [];
  for (const [index, column] of table.columns.entries()) {
    yield* report("inspect", index, table.columns.length);
    const pause = () => report("inspect", index, table.columns.length);
    const { decimalCommas, rows, looksMissing, ...found } = yield* gatherEvidence(column, pause);
    if (column.kind === "category" && decimalCommas > rows / 2) withComma.push(column.name);
    if (column.kind === "category" && found.fittingForms !== undefined)
      withDates.push([column.name, found.fittingForms]);
    const marks = isStated(stated, column.name) ? [] : looksMissing;
    if (marks.length > 0) withMarks.push({ name: column.name, marks });
  }
  return [...commaWarnings(withComma), ...dateWarnings(withDates), ...markWarnings(withMarks, stated)];
}

function commaWarnings(columns: readonly string[]): string[] {
  if (columns.length === 0) return [];
  return [
    `${columns.join(", ")}: most values have a comma that may part decimals, but not plainly all; they are read as categories unless \`decimal\` says that it does`,
  ];
}

function dateWarnings(columns: readonly (readonly [name: string, forms: readonly string[]])[]): string[] {
  return columns.map(
    ([name, forms]) =>
      `the dates of "${name}" may be ${forms.join(" or ")}, so they are read as categories; \`dates\` says which`,
  );
}

/** What is known of how the table was read, and which of its columns have decimal commas. */
function withDecimals({ columns }: Table, input: InputSpec | undefined): InputSpec | undefined {
  const found = columns.filter(
    ({ name, decimal }) => decimal !== undefined && decimalFor(input?.decimal, name) === undefined,
  );
  if (found.length === 0) return input;
  const named = Object.fromEntries(found.map(({ name }): [string, DecimalMark] => [name, ","]));
  return { ...input, decimal: { ...(typeof input?.decimal === "object" ? input.decimal : {}), ...named } };
}
