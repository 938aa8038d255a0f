import { indices, parallel, report, type Task, type Work } from "../base/index.ts";
import { type Codes, fieldRanks, labelCounts, newCodes, sortRows, type Table } from "../table/index.ts";
import { type Fold, type FoldColumn, firstRows, fold, joinFolds, plainColumn, unpack } from "./compress.ts";
import { countPeople, type PersonRows, personsOf } from "./persons.ts";
import type { Axis, Problem, SensitiveColumn } from "./problem.ts";

/** How to encode: how many threads may help, and whether equal records are folded into one tuple. */
export type EncodeOptions = {
  readonly threads?: number;
  /** False keeps every record a tuple of its own (for methods that split equal records). */
  readonly folded?: boolean;
  /** How tuples are numbered; canonical unless stated. */
  readonly numbering?: Numbering;
  /** Whose row each is, where people are to be counted. */
  readonly persons?: PersonRows;
};

/**
 * How tuples are numbered, and thereby in what order a search looks at them and draws for them. `canonical`: by their
 * ranks, single records that share these by all their cells, so that the order of the rows does not matter;
 * `appearance`: in the order of the rows, as other programs have it.
 */
export type Numbering = "canonical" | "appearance";

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
  const { histograms } = countPeople(persons, problem.sensitive).counts(indices(problem.tuples));
  const sensitive = problem.sensitive.map((column, nth) => ({ ...column, totals: histograms[nth] }));
  return { ...problem, sensitive, persons };
}

function* encodeRows(
  table: Table,
  axes: readonly Axis[],
  sensitive: readonly Axis[],
  options: EncodeOptions,
): Task<Problem> {
  const { threads = 1, folded = true, numbering = "canonical" } = options;
  const columns: FoldColumn[] = [...axes, ...sensitive].map((axis) => ({
    codes: axis.source.codes,
    rankOf: axis.rankOf,
    size: axis.attribute.size,
  }));
  const attributes = axes.map((axis) => axis.attribute);
  if (!folded) {
    const order = numbering === "canonical" ? yield* recordOrder(table, columns) : undefined;
    return unfolded(table, attributes, columns, sensitive, order);
  }
  const whole = yield* foldRows(columns, table.rows, threads);
  const sizes = columns.map((column) => column.size);
  const ranks: Codes[] = [];
  for (const [index, column] of columns.entries()) {
    yield* report("fold", table.rows, table.rows);
    ranks.push(unpack(whole.words, sizes, index, newCodes(whole.tuples, column.size)));
  }
  const { weights, tupleOf } = numbering === "canonical" ? yield* numberTuples(whole, ranks, sizes) : whole;
  return {
    rows: table.rows,
    attributes,
    sensitive: sensitive.map((axis, nth) => sensitiveOf(axis, ranks[attributes.length + nth])),
    tuples: whole.tuples,
    ranks: ranks.slice(0, attributes.length),
    weights,
    tupleOf,
  };
}

/** Numbers tuples by their ranks, which are put into that order where they stand. */
function* numberTuples(
  { tuples, weights, tupleOf }: Fold,
  ranks: Codes[],
  sizes: readonly number[],
): Task<Pick<Fold, "weights" | "tupleOf">> {
  const order = yield* sortRows(ranks, sizes.map(indices), indices(tuples));
  for (const [index, codes] of ranks.entries()) ranks[index] = picked(codes, order, newCodes(tuples, sizes[index]));
  const place = new Uint32Array(tuples);
  for (let at = 0; at < tuples; at++) place[order[at]] = at;
  yield* report("fold", 1, 1);
  return { weights: picked(weights, order, new Uint32Array(tuples)), tupleOf: tupleOf.map((tuple) => place[tuple]) };
}

/** The rows by the ranks of the columns given, and those that are equal there by all their cells. */
function* recordOrder({ rows, columns }: Table, folded: readonly FoldColumn[]): Task<Uint32Array> {
  return yield* sortRows(
    [...folded, ...columns].map(({ codes }) => codes),
    [...folded.map(({ rankOf }) => rankOf), ...(yield* fieldRanks({ rows, columns }))],
    indices(rows),
  );
}

function picked<Array extends Codes>(from: Codes, order: Uint32Array, to: Array): Array {
  for (let at = 0; at < order.length; at++) to[at] = from[order[at]];
  return to;
}

/** Folds all rows, on several threads where that pays; the result is the same for any number of them. */
export function* foldRows(columns: readonly FoldColumn[], rows: number, threads: number): Task<Fold> {
  if (rows < worthThreads || threads === 1) return yield* fold(columns, 0, rows);
  return yield* joinFolds(yield* parallel("fold", foldWork, shareRows(columns, rows, threads)));
}

function sensitiveOf(axis: Axis, codes: Codes): SensitiveColumn {
  const { name, column } = axis.attribute;
  return { name, column, codes, totals: rankTotals(axis), axis: axis.attribute };
}

/** How often each rank of an axis occurs. */
export function rankTotals({ attribute, rankOf, source }: Axis): Float64Array {
  const totals = new Float64Array(attribute.size);
  const counts = labelCounts(source);
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0) totals[rankOf[code]] += counts[code];
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
  order: Uint32Array | undefined,
): Problem {
  const rowOf = order ?? indices(table.rows);
  const ranks = columns.map(({ codes, rankOf, size }) => {
    const out = newCodes(table.rows, size);
    for (let tuple = 0; tuple < table.rows; tuple++) out[tuple] = rankOf[codes[rowOf[tuple]]];
    return out;
  });
  const tupleOf = new Uint32Array(table.rows);
  for (let tuple = 0; tuple < table.rows; tuple++) tupleOf[rowOf[tuple]] = tuple;
  return {
    rows: table.rows,
    attributes,
    sensitive: sensitive.map((axis, nth) => sensitiveOf(axis, ranks[attributes.length + nth])),
    tuples: table.rows,
    ranks: ranks.slice(0, attributes.length),
    weights: new Uint32Array(table.rows).fill(1),
    tupleOf,
  };
}

/** The same problem with equal records folded into weighted tuples. */
export function* foldProblem(problem: Problem): Task<Problem> {
  const { attributes, ranks, sensitive } = problem;
  const columns = [
    ...ranks.map((codes, index) => plainColumn(codes, attributes[index].size)),
    ...sensitive.map(({ codes, totals }) => plainColumn(codes, totals.length)),
  ];
  const folded = yield* fold(columns, 0, problem.tuples);
  const { tuples, weights, tupleOf } = folded;
  const first = firstRows(folded);
  const ofTuples = (codes: Codes): Codes => picked(codes, first, codes.slice(0, tuples));
  return {
    ...problem,
    tuples,
    ranks: ranks.map(ofTuples),
    sensitive: sensitive.map((column) => ({ ...column, codes: ofTuples(column.codes) })),
    weights,
    tupleOf,
  };
}
