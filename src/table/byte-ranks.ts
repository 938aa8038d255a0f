/**
 * @file Sorting byte strings: by their first four bytes natively, as doubles that carry the code along; what has these
 * in common by radix sort from the next byte on (McIlroy, Bostic and McIlroy 1993), few by insertion.
 */
import { report, type Task } from "../base/index.ts";
import type { Fields } from "./row-blocks.ts";
import { atOnce, newCodes } from "./table.ts";

/** The rank of each field in the order of their bytes. Each must be different and none the beginning of another. */
export function* byteRanks(fields: Fields): Task<Uint32Array> {
  const size = fields.offsets.length - 1;
  const codes = new Uint32Array(size);
  for (let code = 0; code < size; code++) codes[code] = code;
  yield* sortByBytes(codes, fields);
  const ranks = newCodes(size, 0x1_0000_0000) as Uint32Array;
  for (let rank = 0; rank < size; rank++) ranks[codes[rank]] = rank;
  return ranks;
}

function* sortByBytes(codes: Uint32Array, { bytes, offsets }: Fields): Task<void> {
  const spare = new Uint32Array(codes.length);
  const ends = new Uint32Array(256);
  const open = codes.length > 0x20_0000 ? [0, codes.length, 0] : sortByPrefix(codes, bytes, offsets);
  let since = 0;
  while (open.length > 0) {
    const depth = open.pop()!;
    const to = open.pop()!;
    const from = open.pop()!;
    since += to - from;
    if (since >= atOnce) {
      since = 0;
      yield* report("order", 0, codes.length);
    }
    if (to - from < 24) insert(codes, from, to, bytes, offsets, depth);
    else dealOut(codes, spare, from, to, bytes, offsets, depth, ends, open);
  }
}

/** Sorts by the first four bytes; returns the stretches that have them in common, as from, to and depth. */
function sortByPrefix(codes: Uint32Array, bytes: Uint8Array, offsets: Uint32Array): number[] {
  const numbers = new Float64Array(codes.length);
  for (let code = 0; code < numbers.length; code++) {
    const at = offsets[code];
    const prefix = ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;
    numbers[code] = prefix * 0x20_0000 + code;
  }
  numbers.sort();
  const open: number[] = [];
  let from = 0;
  let before = -1;
  for (let at = 0; at < numbers.length; at++) {
    const prefix = Math.floor(numbers[at] / 0x20_0000);
    codes[at] = numbers[at] - prefix * 0x20_0000;
    if (prefix === before) continue;
    if (at - from > 1) open.push(from, at, 4);
    from = at;
    before = prefix;
  }
  if (numbers.length - from > 1) open.push(from, numbers.length, 4);
  return open;
}

/** Sorts a stretch by one byte; what has it in common is put on the list of open stretches. */
function dealOut(
  codes: Uint32Array,
  spare: Uint32Array,
  from: number,
  to: number,
  bytes: Uint8Array,
  offsets: Uint32Array,
  depth: number,
  ends: Uint32Array,
  open: number[],
): void {
  ends.fill(0);
  for (let at = from; at < to; at++) ends[bytes[offsets[codes[at]] + depth]]++;
  for (let byte = 0, end = from; byte < 256; byte++) {
    const count = ends[byte];
    if (count > 1) open.push(end, end + count, depth + 1);
    ends[byte] = end;
    end += count;
  }
  for (let at = from; at < to; at++) spare[ends[bytes[offsets[codes[at]] + depth]]++] = codes[at];
  codes.set(spare.subarray(from, to), from);
}

function insert(
  codes: Uint32Array,
  from: number,
  to: number,
  bytes: Uint8Array,
  offsets: Uint32Array,
  depth: number,
): void {
  for (let at = from + 1; at < to; at++) {
    const code = codes[at];
    let place = at;
    while (place > from) {
      let own = offsets[code] + depth;
      let other = offsets[codes[place - 1]] + depth;
      while (bytes[own] === bytes[other]) {
        own++;
        other++;
      }
      if (bytes[own] > bytes[other]) break;
      codes[place] = codes[place - 1];
      place--;
    }
    codes[place] = code;
  }
}
