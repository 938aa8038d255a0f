import { parallel, type Task, type Work } from "../base/index.ts";
import { type Codes, type Column, newCodes, type Table } from "../table/index.ts";
import { type Fold, type FoldColumn, fold, joinFolds, unpack } from "./compress.ts";
import type { Axis, Problem, Sensitive } from "./problem.ts";

/** How to encode: how many threads may help, and whether equal records are folded into one tuple. */
export type EncodeOptions = {
  readonly threads?: number;
  /** False keeps every record a tuple of its own, in input order (for methods that split equal records). */
  readonly folded?: boolean;
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
  sensitive: readonly number[],
  options: EncodeOptions = {},
): Task<Problem> {
  const { threads = 1, folded = true } = options;
  const columns: FoldColumn[] = axes.map((axis) => ({
    codes: axis.source.codes,
    rankOf: axis.rankOf,
    size: axis.attribute.size,
  }));
  for (const index of sensitive) columns.push(identityColumn(table.columns[index]!));
  const attributes = axes.map((axis) => axis.attribute);
  if (!folded) return unfolded(table, attributes, columns, sensitive);
  const whole = yield* foldRows(columns, table.rows, threads);
  const sizes = columns.map((column) => column.size);
  const ranks = columns.map((column, index) => unpack(whole.words, sizes, index, newCodes(whole.tuples, column.size)));
  return {
    rows: table.rows,
    attributes,
    sensitive: sensitive.map((index, nth) =>
      sensitiveOf(table.columns[index]!, index, ranks[attributes.length + nth]!),
    ),
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

function identityColumn(column: Column): FoldColumn {
  return {
    codes: column.codes,
    rankOf: Uint32Array.from({ length: column.labels.size }, (_, code) => code),
    size: column.labels.size,
  };
}

function sensitiveOf(column: Column, index: number, codes: Codes): Sensitive {
  const totals = new Float64Array(column.labels.size);
  for (let row = 0; row < column.codes.length; row++) totals[column.codes[row]!]! += 1;
  return { name: column.name, column: index, codes, totals };
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
  sensitive: readonly number[],
): Problem {
  const ranks = columns.map(({ codes, rankOf, size }) => {
    const out = newCodes(table.rows, size);
    for (let row = 0; row < table.rows; row++) out[row] = rankOf[codes[row]!]!;
    return out;
  });
  return {
    rows: table.rows,
    attributes,
    sensitive: sensitive.map((index, nth) =>
      sensitiveOf(table.columns[index]!, index, ranks[attributes.length + nth]!),
    ),
    tuples: table.rows,
    ranks: ranks.slice(0, attributes.length),
    weights: new Uint32Array(table.rows).fill(1),
    tupleOf: Uint32Array.from({ length: table.rows }, (_, row) => row),
  };
}
