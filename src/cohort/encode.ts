import { parallel, report, type Task, type Work } from "../base/index.ts";
import { type Codes, labelCounts, newCodes, type Table } from "../table/index.ts";
import { type Fold, type FoldColumn, fold, joinFolds, unpack } from "./compress.ts";
import { countPeople, type PersonRows, personsOf } from "./persons.ts";
import type { Axis, Problem, Sensitive } from "./problem.ts";

/** How to encode: how many threads may help, and whether equal records are folded into one tuple. */
export type EncodeOptions = {
  readonly threads?: number;
  /** False keeps every record a tuple of its own, in input order (for methods that split equal records). */
  readonly folded?: boolean;
  /** Whose row each is, where people are to be counted. */
  readonly persons?: PersonRows | undefined;
};

/** Rows below which a second thread costs more than it saves. */
const worthThreads = 2_000_000;

type FoldInput = { readonly columns: readonly FoldColumn[]; readonly from: number; readonly to: number };

/** Folds a range of rows; what a thread is asked to do. */
export const foldWork: Work<FoldInput, Fold> = {
  name: "fold",
  run: ({ columns, from, to }) => fold(columns, from, to),
  transfer: (part) => [...part.words, part.weights, part.tupleOf].map((array) => array.buffer as ArrayBuffer),
};

/** Encodes the quasi-identifiers (as laid on their axes) and the sensitive columns of a table into a Problem. */
export function* encode(
  table: Table,
  axes: readonly Axis[],
  sensitive: readonly Axis[],
  options: EncodeOptions = {},
): Task<Problem> {
  const problem = yield* encodeRows(table, axes, sensitive, options);
  return options.persons === undefined ? problem : yield* withPersons(problem, options.persons);
}

/** A problem in which people are counted: each tuple with its persons, sensitive totals by (person, value) pairs. */
function* withPersons(problem: Problem, rows: PersonRows): Task<Problem> {
  const persons = yield* personsOf(rows, problem.tupleOf, problem.tuples, problem.sensitive);
  const all = Uint32Array.from({ length: problem.tuples }, (_, tuple) => tuple);
  const { histograms } = countPeople(persons, problem.sensitive).counts(all);
  const sensitive = problem.sensitive.map((column, nth) => ({ ...column, totals: histograms[nth]! }));
  return { ...problem, sensitive, persons };
}

function* encodeRows(
  table: Table,
  axes: readonly Axis[],
  sensitive: readonly Axis[],
  options: EncodeOptions,
): Task<Problem> {
  const { threads = 1, folded = true } = options;
  const columns: FoldColumn[] = [...axes, ...sensitive].map((axis) => ({
    codes: axis.source.codes,
    rankOf: axis.rankOf,
    size: axis.attribute.size,
  }));
  const attributes = axes.map((axis) => axis.attribute);
  if (!folded) return unfolded(table, attributes, columns, sensitive);
  const whole = yield* foldRows(columns, table.rows, threads);
  const sizes = columns.map((column) => column.size);
  const ranks: Codes[] = [];
  for (const [index, column] of columns.entries()) {
    yield* report("fold", table.rows, table.rows);
    ranks.push(unpack(whole.words, sizes, index, newCodes(whole.tuples, column.size)));
  }
  return {
    rows: table.rows,
    attributes,
    sensitive: sensitive.map((axis, nth) => sensitiveOf(axis, ranks[attributes.length + nth]!)),
    tuples: whole.tuples,
    ranks: ranks.slice(0, attributes.length),
    weights: whole.weights,
    tupleOf: whole.tupleOf,
  };
}

/** Folds all rows, on several threads where that pays; the result is the same for any number of them. */
export function* foldRows(columns: readonly FoldColumn[], rows: number, threads: number): Task<Fold> {
  if (rows < worthThreads || threads === 1) return yield* fold(columns, 0, rows);
  return yield* joinFolds(yield* parallel("fold", foldWork, shareRows(columns, rows, threads)));
}

function sensitiveOf(axis: Axis, codes: Codes): Sensitive {
  const { name, column } = axis.attribute;
  return { name, column, codes, totals: rankTotals(axis), axis: axis.attribute };
}

/** How often each rank of an axis occurs. */
export function rankTotals({ attribute, rankOf, source }: Axis): Float64Array {
  const totals = new Float64Array(attribute.size);
  const counts = labelCounts(source);
  for (let code = 0; code < counts.length; code++) if (counts[code]! > 0) totals[rankOf[code]!]! += counts[code]!;
  return totals;
}

/** Row ranges for threads; codes that are not shared memory are cut to the range, so that only it is copied. */
function shareRows(columns: readonly FoldColumn[], rows: number, shares: number): FoldInput[] {
  return Array.from({ length: shares }, (_, share) => {
    const from = Math.floor((rows * share) / shares);
    const to = Math.floor((rows * (share + 1)) / shares);
    const shared = columns.every(
      (column) => typeof SharedArrayBuffer !== "undefined" && column.codes.buffer instanceof SharedArrayBuffer,
    );
    if (shared) return { columns, from, to };
    const cut = columns.map((column) => ({ ...column, codes: column.codes.slice(from, to) }));
    return { columns: cut, from: 0, to: to - from };
  });
}

function unfolded(
  table: Table,
  attributes: Problem["attributes"],
  columns: readonly FoldColumn[],
  sensitive: readonly Axis[],
): Problem {
  const ranks = columns.map(({ codes, rankOf, size }) => {
    const out = newCodes(table.rows, size);
    for (let row = 0; row < table.rows; row++) out[row] = rankOf[codes[row]!]!;
    return out;
  });
  return {
    rows: table.rows,
    attributes,
    sensitive: sensitive.map((axis, nth) => sensitiveOf(axis, ranks[attributes.length + nth]!)),
    tuples: table.rows,
    ranks: ranks.slice(0, attributes.length),
    weights: new Uint32Array(table.rows).fill(1),
    tupleOf: Uint32Array.from({ length: table.rows }, (_, row) => row),
  };
}
