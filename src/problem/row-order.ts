/**
 * @file The order of a release's rows. Canonical order sorts rows by their released bytes, so it is a function of the
 * released rows alone and tells nothing about the input's order; shuffled permutes it by the seed. Many rows are dealt
 * out by their leading values first, and each part is sorted and gathered on its own, on threads where there are some.
 */
import { parallel, type Random, randomFrom, report, type Task, type Work } from "../base/index.ts";
import type { FullSpec } from "../spec/index.ts";
import {
  atOnce,
  type Codes,
  canonicalOrder,
  fieldRanks,
  newCodes,
  sortRows,
  splitRows,
  type Table,
  type WriteDialect,
} from "../table/index.ts";

/** Rows to sort: their codes in each column of the table, and the ranks of these. */
export type OrderInput = {
  readonly columns: readonly Codes[];
  readonly ranks: readonly Uint32Array[];
  readonly rows: Uint32Array;
};

/** Sorts some rows of a table and gathers their codes, column by column; what a thread is asked to do. */
export const orderWork: Work<OrderInput, Codes[]> = {
  name: "order-rows",
  run: function* ({ columns, ranks, rows }) {
    const order = yield* sortRows(columns, ranks, rows);
    const gathered = [];
    for (const [index, codes] of columns.entries()) {
      gathered.push(yield* gather(codes, order, newCodes(order.length, ranks[index].length)));
    }
    return gathered;
  },
  transfer: (columns) => columns.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
};

/** Rows from which on a table is sorted in parts, and how many a part has. */
const worthParts = 2_000_000;
const rowsPerPart = 0x8_0000;

/** How a release is ordered: an order the algorithm asks for, how lines are written, and on how many threads. */
export type OrderOptions = {
  readonly own: Uint32Array | undefined;
  readonly dialect: WriteDialect;
  readonly threads: number;
};

/** The table with its rows in the order in which they are released. */
export function* inReleaseOrder(table: Table, spec: FullSpec, options: OrderOptions): Task<Table> {
  if (options.own === undefined && spec.order === "canonical" && table.rows >= worthParts) {
    return yield* sortedInParts(table, options);
  }
  return (yield* withReleaseOrder(table, spec, options)).table;
}

/** The table with its rows in the order in which they are released, and that order; undefined is the table's own. */
export function* withReleaseOrder(
  table: Table,
  spec: FullSpec,
  options: OrderOptions,
): Task<{ readonly table: Table; readonly order: Uint32Array | undefined }> {
  if (options.own !== undefined) return { table: yield* reorder(table, options.own), order: options.own };
  if (spec.order === "input") return { table, order: undefined };
  const order = yield* canonicalOrder(table, options.dialect);
  if (spec.order === "shuffled") yield* shuffleSlowly(order, randomFrom(spec.seed));
  return { table: yield* reorder(table, order), order };
}

function* sortedInParts(table: Table, { dialect, threads }: OrderOptions): Task<Table> {
  const columns = table.columns.map((column) => column.codes);
  const ranks = yield* fieldRanks(table, dialect);
  const lists = yield* splitRows(columns, ranks, table.rows, Math.ceil(table.rows / rowsPerPart));
  const inputs = lists.map((rows): OrderInput => ({ columns, ranks, rows }));
  const sorted = columns.map((_, index) => newCodes(table.rows, ranks[index].length));
  const parts = threads > 1 && columns.every(isShared) ? yield* parallel("order", orderWork, inputs) : [];
  let from = 0;
  for (const [part, input] of inputs.entries()) {
    const codes = parts[part] ?? (yield* orderWork.run(input));
    for (const [index, own] of codes.entries()) sorted[index].set(own, from);
    from += input.rows.length;
    yield* report("order", from, table.rows);
  }
  return { rows: table.rows, columns: table.columns.map((column, index) => ({ ...column, codes: sorted[index] })) };
}

/** Whether codes can be given to a thread without a copy. */
function isShared(codes: Codes): boolean {
  return typeof SharedArrayBuffer !== "undefined" && codes.buffer instanceof SharedArrayBuffer;
}

function* reorder(table: Table, order: Uint32Array): Task<Table> {
  const columns = [];
  for (const column of table.columns) {
    const codes = yield* gather(column.codes, order, newCodes(table.rows, column.labels.size));
    columns.push({ ...column, codes });
  }
  return { rows: table.rows, columns };
}

function* gather(from: Codes, order: Uint32Array, to: Codes): Task<Codes> {
  for (let row = 0; row < order.length; row += atOnce) {
    gatherRows(from, order, to, row, Math.min(order.length, row + atOnce));
    yield* report("order", row, order.length);
  }
  return to;
}

function gatherRows(from: Codes, order: Uint32Array, to: Codes, first: number, end: number): void {
  for (let row = first; row < end; row++) to[row] = from[order[row]];
}

/** Fisher–Yates as the base room has it, in steps. */
function* shuffleSlowly(items: Uint32Array, random: Random): Task<void> {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    const kept = items[last];
    items[last] = items[other];
    items[other] = kept;
    if (last % shuffledAtOnce === 0) yield* report("order", items.length - last, items.length);
  }
}

const shuffledAtOnce = 0x1_0000;
