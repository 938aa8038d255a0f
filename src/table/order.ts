/**
 * @file The canonical order of rows: by the bytes of the line each is written as. A field with its delimiter is never
 * the beginning of another, so lines compare as their fields do, one after the other, and each dictionary is ranked
 * once. The ranks of leading columns are packed into a 32-bit key and rows are radix-sorted by it; rows that are still
 * equal are sorted by the key of the next columns, run by run.
 */
import { assert, report, type Task } from "../base/index.ts";
import { byteRanks } from "./byte-ranks.ts";
import { encodeFields, type WriteDialect } from "./csv-writer.ts";
import { type KeyedRows, sortRuns } from "./radix-sort.ts";
import { atOnce, type Codes, newCodes, type Table } from "./table.ts";

/** Consecutive columns whose ranks fit one key. */
type Group = { readonly columns: readonly number[]; readonly keys: number };

/** Stretches of the order whose rows are equal so far: `[from[i] … to[i])`, each of two rows at least. */
type Runs = { readonly from: Uint32Array; readonly to: Uint32Array };

/** The rows sorted by the bytes of the lines they are written as; equal lines stay in the order they were in. */
export function* canonicalOrder(table: Table, dialect: WriteDialect = {}): Task<Uint32Array> {
  const codes = table.columns.map((column) => column.codes);
  return yield* sortRows(codes, yield* fieldRanks(table, dialect), allRows(table.rows));
}

/** For each column the rank of every label, by the bytes of the field it is written as. */
export function* fieldRanks(table: Table, dialect: WriteDialect = {}): Task<Uint32Array[]> {
  const ranks: Uint32Array[] = [];
  for (const fields of yield* encodeFields(table, dialect, "order")) ranks.push(yield* byteRanks(fields));
  return ranks;
}

/** The rows given, sorted by the ranks of their codes, column by column; equal ones stay in the order they were in. */
export function* sortRows(
  columns: readonly Codes[],
  ranks: readonly Uint32Array[],
  rows: Uint32Array,
): Task<Uint32Array> {
  const order = new Uint32Array(rows);
  const count = order.length;
  if (count < 2) return order;
  const sorted: KeyedRows = { order, keys: new Uint32Array(count) };
  const spare: KeyedRows = { order: new Uint32Array(count), keys: new Uint32Array(count) };
  let runs: Runs = { from: Uint32Array.of(0), to: Uint32Array.of(count) };
  for (const group of packed(ranks, 0x1_0000_0000)) {
    for (const [index, column] of group.columns.entries()) {
      const size = index === 0 ? 0 : ranks[column].length;
      yield* addRanks(sorted, runs, columns[column], ranks[column], size);
    }
    yield* sortRuns(sorted, spare, runs.from, runs.to, group.keys);
    runs = yield* runsIn(sorted.keys, runs);
    if (runs.from.length === 0) break;
  }
  return order;
}

/**
 * Deals the rows out to at most `parts` lists such that every line of a list comes before every line of the next;
 * sorted each on its own and put one behind the other they are the sorted whole.
 */
export function* splitRows(
  columns: readonly Codes[],
  ranks: readonly Uint32Array[],
  rows: number,
  parts: number,
): Task<Uint32Array[]> {
  const [group] = packed(ranks, 0x10_0000);
  const order = allRows(rows);
  if (parts < 2 || group === undefined || group.keys > 0x400_0000) return [order];
  const keys = new Uint32Array(rows);
  const whole: Runs = { from: Uint32Array.of(0), to: Uint32Array.of(rows) };
  for (const column of group.columns) {
    yield* addRanks({ order, keys }, whole, columns[column], ranks[column], ranks[column].length);
  }
  const counts = new Uint32Array(group.keys);
  for (let at = 0; at < rows; at += atOnce) {
    countKeys(keys.subarray(at, at + atOnce), counts);
    yield* report("order", at, rows);
  }
  const partOf = new Uint16Array(group.keys);
  const ends = new Uint32Array(parts);
  for (let key = 0, before = 0; key < group.keys; key++) {
    const part = Math.min(parts - 1, Math.floor(((before + counts[key] / 2) * parts) / rows));
    before += counts[key];
    partOf[key] = part;
    ends[part] = before;
  }
  for (let part = 1; part < parts; part++) ends[part] = Math.max(ends[part], ends[part - 1]);
  const starts = Uint32Array.from(ends, (_, part) => (part === 0 ? 0 : ends[part - 1]));
  const places = starts.slice();
  for (let at = 0; at < rows; at += atOnce) {
    deal(keys, partOf, at, Math.min(rows, at + atOnce), places, order);
    yield* report("order", at, rows);
  }
  return Array.from(ends, (end, part) => order.subarray(starts[part], end)).filter((list) => list.length > 0);
}

function countKeys(keys: Uint32Array, counts: Uint32Array): void {
  for (let at = 0; at < keys.length; at++) counts[keys[at]]++;
}

function deal(
  keys: Uint32Array,
  partOf: Uint16Array,
  from: number,
  to: number,
  places: Uint32Array,
  order: Uint32Array,
): void {
  for (let row = from; row < to; row++) order[places[partOf[keys[row]]]++] = row;
}

/** All rows in their order; many of them in memory that all threads see. */
function allRows(rows: number): Uint32Array {
  const order = newCodes(rows, 0x1_0000_0000) as Uint32Array;
  for (let row = 0; row < rows; row++) order[row] = row;
  return order;
}

/** Leading columns as few groups as possible, each with at most `most` keys unless one column alone has more. */
function packed(ranks: readonly Uint32Array[], most: number): Group[] {
  const groups: { columns: number[]; keys: number }[] = [];
  ranks.forEach((rank, column) => {
    const size = Math.max(1, rank.length);
    const group = groups.at(-1);
    if (group !== undefined && group.keys * size <= most) {
      group.columns.push(column);
      group.keys *= size;
    } else groups.push({ columns: [column], keys: size });
  });
  assert(
    groups.every((group) => group.keys <= 0x1_0000_0000),
    "a column has at most 2³² labels",
  );
  return groups;
}

/** Appends a column's ranks to the keys of the rows in the runs; with size 0 it begins them anew. */
function* addRanks(rows: KeyedRows, runs: Runs, codes: Codes, ranks: Uint32Array, size: number): Task<void> {
  const { from, to } = runs;
  for (let run = 0; run < from.length; ) {
    let start = from[run];
    for (; to[run] - start > atOnce; start += atOnce) {
      addRanksOf(rows, start, start + atOnce, codes, ranks, size);
      yield* report("order", start, rows.order.length);
    }
    addRanksOf(rows, start, to[run], codes, ranks, size);
    run++;
    for (const until = start + atOnce; run < from.length && to[run] <= until; run++) {
      addRanksOf(rows, from[run], to[run], codes, ranks, size);
    }
    yield* report("order", start, rows.order.length);
  }
}

function addRanksOf(
  { order, keys }: KeyedRows,
  from: number,
  to: number,
  codes: Codes,
  ranks: Uint32Array,
  size: number,
): void {
  for (let at = from; at < to; at++) keys[at] = Math.imul(keys[at], size) + ranks[codes[order[at]]];
}

/** The runs of equal keys inside runs that have been sorted. */
function* runsIn(keys: Uint32Array, runs: Runs): Task<Runs> {
  let covered = 0;
  for (let run = 0; run < runs.from.length; run++) covered += runs.to[run] - runs.from[run];
  const found = { from: new Uint32Array(covered >>> 1), to: new Uint32Array(covered >>> 1), count: 0 };
  let [run, at] = [0, runs.from[0]];
  while (run < runs.from.length) {
    [run, at] = findRuns(keys, runs, run, at, found);
    yield* report("order", at, keys.length);
  }
  return { from: found.from.subarray(0, found.count), to: found.to.subarray(0, found.count) };
}

/** Notes the runs that begin from a place on until enough is done; returns the run and the place to go on from. */
function findRuns(
  keys: Uint32Array,
  runs: Runs,
  firstRun: number,
  first: number,
  found: { readonly from: Uint32Array; readonly to: Uint32Array; count: number },
): [run: number, at: number] {
  const until = first + atOnce;
  let count = found.count;
  let start = first;
  let run = firstRun;
  while (run < runs.from.length && start < until) {
    const end = runs.to[run];
    const key = keys[start];
    let at = start + 1;
    while (at < end && keys[at] === key) at++;
    if (at - start > 1) {
      found.from[count] = start;
      found.to[count++] = at;
    }
    start = at < end ? at : (runs.from[++run] ?? at);
  }
  found.count = count;
  return [run, start];
}
