/**
 * @file The canonical order of rows: by the bytes of the line each is written as. A field with its delimiter is never
 * the beginning of another, so lines compare as their fields do, one after the other, and each dictionary is ranked
 * once. The ranks of leading columns are packed into a 32-bit key and rows are radix-sorted by it; rows that are still
 * equal are sorted by the key of the next columns, run by run.
 */
import { assert, report, type Task } from "../base/index.ts";
import { byteRanks } from "./byte-ranks.ts";
import { encodeFields, type WriteDialect } from "./csv-writer.ts";
import { type KeyedRows, sortRun } from "./radix-sort.ts";
import type { Codes, Table } from "./table.ts";

/** Consecutive columns whose ranks fit one key. */
type Group = { readonly columns: readonly number[]; readonly keys: number };

/** Stretches of the order whose rows are equal so far: `[from[i] … to[i])`, each of two rows at least. */
type Runs = { readonly from: Uint32Array; readonly to: Uint32Array };

/** The rows (all, or those given) sorted by the bytes of their lines; equal lines stay in the order they were in. */
export function* canonicalOrder(table: Table, dialect: WriteDialect = {}, rows?: Uint32Array): Task<Uint32Array> {
  const order = rows === undefined ? allRows(table.rows) : rows.slice();
  const count = order.length;
  if (count < 2) return order;
  const ranks = encodeFields(table, dialect).map(byteRanks);
  yield* report("order", 0, count);
  const sorted: KeyedRows = { order, keys: new Uint32Array(count) };
  const spare: KeyedRows = { order: new Uint32Array(count), keys: new Uint32Array(count) };
  let runs: Runs = { from: Uint32Array.of(0), to: Uint32Array.of(count) };
  for (const group of packed(ranks, 0x1_0000_0000)) {
    for (const [index, column] of group.columns.entries()) {
      const size = index === 0 ? 0 : ranks[column]!.length;
      addRanks(sorted, runs, table.columns[column]!.codes, ranks[column]!, size);
      yield* report("order", 0, count);
    }
    yield* sortRuns(sorted, spare, runs, group.keys);
    runs = runsIn(sorted.keys, runs);
    if (runs.from.length === 0) break;
  }
  return order;
}

/**
 * Deals the rows out to at most `parts` lists such that every line of a list comes before every line of the next;
 * sorted each on its own and put one behind the other they are the sorted whole.
 */
export function splitRows(table: Table, dialect: WriteDialect, parts: number): Uint32Array[] {
  const ranks = encodeFields(table, dialect).map(byteRanks);
  const [group] = packed(ranks, 0x10_0000);
  const order = allRows(table.rows);
  if (parts < 2 || group === undefined || group.keys > 0x400_0000) return [order];
  const keys = new Uint32Array(table.rows);
  const whole: Runs = { from: Uint32Array.of(0), to: Uint32Array.of(table.rows) };
  for (const column of group.columns) {
    addRanks({ order, keys }, whole, table.columns[column]!.codes, ranks[column]!, ranks[column]!.length);
  }
  const counts = new Uint32Array(group.keys);
  for (let row = 0; row < keys.length; row++) counts[keys[row]!]!++;
  const partOf = new Uint8Array(group.keys);
  const sizes = new Uint32Array(parts);
  for (let key = 0, before = 0; key < group.keys; key++) {
    const part = Math.min(parts - 1, Math.floor(((before + counts[key]! / 2) * parts) / table.rows));
    partOf[key] = part;
    sizes[part]! += counts[key]!;
    before += counts[key]!;
  }
  const lists = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(parts);
  for (let row = 0; row < keys.length; row++) {
    const part = partOf[keys[row]!]!;
    lists[part]![filled[part]!++] = row;
  }
  return lists.filter((list) => list.length > 0);
}

function allRows(rows: number): Uint32Array {
  const order = new Uint32Array(rows);
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
function addRanks({ order, keys }: KeyedRows, runs: Runs, codes: Codes, ranks: Uint32Array, size: number): void {
  const { from, to } = runs;
  for (let run = 0; run < from.length; run++) {
    const end = to[run]!;
    for (let at = from[run]!; at < end; at++) keys[at] = Math.imul(keys[at]!, size) + ranks[codes[order[at]!]!]!;
  }
}

function* sortRuns(sorted: KeyedRows, spare: KeyedRows, { from, to }: Runs, most: number): Task<void> {
  let reported = 0;
  for (let run = 0; run < from.length; run++) {
    sortRun(sorted, spare, from[run]!, to[run]!, most);
    if (to[run]! - reported > 0x4_0000) {
      reported = to[run]!;
      yield* report("order", reported, sorted.order.length);
    }
  }
}

/** The runs of equal keys inside runs that have been sorted. */
function runsIn(keys: Uint32Array, runs: Runs): Runs {
  let covered = 0;
  for (let run = 0; run < runs.from.length; run++) covered += runs.to[run]! - runs.from[run]!;
  const from = new Uint32Array(covered >>> 1);
  const to = new Uint32Array(covered >>> 1);
  let count = 0;
  for (let run = 0; run < runs.from.length; run++) {
    const end = runs.to[run]!;
    let start = runs.from[run]!;
    for (let at = start + 1; at <= end; at++) {
      if (at < end && keys[at] === keys[start]) continue;
      if (at - start > 1) {
        from[count] = start;
        to[count++] = at;
      }
      start = at;
    }
  }
  return { from: from.subarray(0, count), to: to.subarray(0, count) };
}
