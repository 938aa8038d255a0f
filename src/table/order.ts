/**
 * @file The canonical order of rows: by the bytes of the line each is written as. A field with its delimiter is never
 * the beginning of another, so lines compare as their fields do, one after the other, and each dictionary is ranked
 * once. The ranks of leading columns are packed into a 32-bit key and rows are radix-sorted by it; rows that are still
 * equal are sorted by the key of the next columns, run by run.
 */
import { assert, report, type Task } from "../base/index.ts";
import { byteRanks } from "./byte-ranks.ts";
import { encodeFields, type WriteDialect } from "./csv-writer.ts";
import { radixSort, sortRun } from "./radix-sort.ts";
import type { Codes, Table } from "./table.ts";

/** Consecutive columns whose ranks fit one key. */
type Group = { readonly columns: readonly number[]; readonly keys: number };

/** The rows (all, or those given) sorted by the bytes of their lines; equal lines stay in the order they were in. */
export function* canonicalOrder(table: Table, dialect: WriteDialect = {}, rows?: Uint32Array): Task<Uint32Array> {
  const order = rows === undefined ? allRows(table.rows) : rows.slice();
  const count = order.length;
  if (count < 2) return order;
  const ranks = encodeFields(table, dialect).map(byteRanks);
  const groups = packed(ranks, 0x1_0000_0000);
  yield* report("order", 0, count);
  const keys = new Uint32Array(count);
  const spare = { order: new Uint32Array(count), keys: new Uint32Array(count) };
  /** 1 where a run of equal rows begins; one more at the end. */
  const begins = new Uint8Array(count + 1);
  begins[0] = begins[count] = 1;
  for (const [level, group] of groups.entries()) {
    for (const column of group.columns) {
      const { codes } = table.columns[column]!;
      const size = ranks[column]!.length;
      if (level === 0) addRanks(keys, codes, ranks[column]!, order, size);
      else addRanksOfRuns(keys, codes, ranks[column]!, order, size, begins);
    }
    yield* report("order", 0, count);
    if (level === 0) radixSort({ order, keys }, spare, 0, count, group.keys);
    const tied = yield* level === 0 ? split(keys, begins, count) : sortRuns({ order, keys }, spare, begins, group.keys);
    if (!tied) break;
    keys.fill(0);
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
  for (const column of group.columns) {
    addRanks(keys, table.columns[column]!.codes, ranks[column]!, order, ranks[column]!.length);
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

function addRanks(keys: Uint32Array, codes: Codes, ranks: Uint32Array, order: Uint32Array, size: number): void {
  for (let at = 0; at < keys.length; at++) keys[at] = Math.imul(keys[at]!, size) + ranks[codes[order[at]!]!]!;
}

function addRanksOfRuns(
  keys: Uint32Array,
  codes: Codes,
  ranks: Uint32Array,
  order: Uint32Array,
  size: number,
  begins: Uint8Array,
): void {
  for (let at = 0; at < keys.length; at++) {
    if (begins[at]! + begins[at + 1]! < 2) keys[at] = Math.imul(keys[at]!, size) + ranks[codes[order[at]!]!]!;
  }
}

/** Marks where keys change; says whether any two neighbours are still equal. */
function* split(keys: Uint32Array, begins: Uint8Array, count: number): Task<boolean> {
  let runs = 1;
  for (let at = 1; at < count; at++) {
    if (keys[at] !== keys[at - 1]) {
      begins[at] = 1;
      runs++;
    }
  }
  yield* report("order", runs, count);
  return runs < count;
}

/** Sorts every run of rows that were equal so far by their new keys and marks the runs inside it. */
function* sortRuns(
  pairs: { order: Uint32Array; keys: Uint32Array },
  spare: { order: Uint32Array; keys: Uint32Array },
  begins: Uint8Array,
  most: number,
): Task<boolean> {
  const { keys } = pairs;
  const count = keys.length;
  let tied = false;
  let reported = 0;
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (begins[to] === 0) to++;
    if (to - from > 1) {
      sortRun(pairs, spare, from, to, most);
      for (let at = from + 1; at < to; at++) {
        if (keys[at] !== keys[at - 1]) begins[at] = 1;
        else tied = true;
      }
    }
    from = to;
    if (from - reported > 0x4_0000) {
      yield* report("order", from, count);
      reported = from;
    }
  }
  return tied;
}
