/** @file Stable sorting of rows by 32-bit keys: counting passes for many, the engine's own sort or insertion for few. */
import { report, type Task } from "../base/index.ts";
import { atOnce } from "./table.ts";

/** Rows and the key of each, sorted together. */
export type KeyedRows = { readonly order: Uint32Array; readonly keys: Uint32Array };

/** Sorts `[from … to)` by key in passes of at most 11 bits; `most` is one more than the largest key there can be. */
function* radixSort(rows: KeyedRows, spare: KeyedRows, from: number, to: number, most: number): Task<void> {
  const bits = Math.max(1, Math.ceil(Math.log2(most)));
  const passes = Math.ceil(bits / 11);
  const width = Math.ceil(bits / passes);
  let [source, target] = [rows, spare];
  for (let pass = 0; pass < passes; pass++) {
    const shift = pass * width;
    const places = new Uint32Array(1 << width);
    for (let at = from; at < to; at += atOnce) {
      count(source.keys, at, Math.min(to, at + atOnce), shift, places);
      yield* report("order", at, rows.order.length);
    }
    for (let digit = 0, place = from; digit < places.length; digit++) {
      const size = places[digit];
      places[digit] = place;
      place += size;
    }
    for (let at = from; at < to; at += atOnce) {
      move(source, target, at, Math.min(to, at + atOnce), shift, places);
      yield* report("order", at, rows.order.length);
    }
    [source, target] = [target, source];
  }
  if (source === rows) return;
  rows.order.set(source.order.subarray(from, to), from);
  rows.keys.set(source.keys.subarray(from, to), from);
}

function count(keys: Uint32Array, from: number, to: number, shift: number, counts: Uint32Array): void {
  const mask = counts.length - 1;
  for (let at = from; at < to; at++) counts[(keys[at] >>> shift) & mask]++;
}

function move(
  { keys, order }: KeyedRows,
  { keys: sortedKeys, order: sortedOrder }: KeyedRows,
  from: number,
  to: number,
  shift: number,
  places: Uint32Array,
): void {
  const mask = places.length - 1;
  for (let at = from; at < to; at++) {
    const key = keys[at];
    const place = places[(key >>> shift) & mask]++;
    sortedKeys[place] = key;
    sortedOrder[place] = order[at];
  }
}

/** Rows from which on a run is worth counting passes, and the compilation of their code. */
const worthCounting = 0x1_0000;

/** Sorts stretches `[from[i] … to[i])` by key, each on its own. */
export function* sortRuns(
  rows: KeyedRows,
  spare: KeyedRows,
  from: Uint32Array,
  to: Uint32Array,
  most: number,
): Task<void> {
  for (let run = 0; run < from.length; ) {
    if (to[run] - from[run] > worthCounting) {
      yield* radixSort(rows, spare, from[run], to[run], most);
      run++;
    } else run = sortShortRuns(rows, spare, from, to, run);
    yield* report("order", to[run - 1], rows.order.length);
  }
}

/** Sorts short runs from the given one on, until there is a long one or enough is done; returns the next. */
function sortShortRuns(rows: KeyedRows, spare: KeyedRows, from: Uint32Array, to: Uint32Array, first: number): number {
  const until = from[first] + rowsOfShortRuns;
  let run = first;
  while (run < from.length && to[run] <= until) {
    const size = to[run] - from[run];
    if (size > worthCounting) break;
    if (size <= 40) insertionSort(rows, from[run], to[run]);
    else sortNumbers(rows, spare, from[run], to[run]);
    run++;
  }
  return run;
}

/** Rows that short runs may span before giving way. */
const rowsOfShortRuns = 0x1_0000;

function insertionSort({ keys, order }: KeyedRows, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const key = keys[at];
    const row = order[at];
    let place = at;
    while (place > from && keys[place - 1] > key) {
      keys[place] = keys[place - 1];
      order[place] = order[place - 1];
      place--;
    }
    keys[place] = key;
    order[place] = row;
  }
}

/** Key and place side by side in one double, 32 and 21 bits: the engine sorts doubles natively, and stably so. */
function sortNumbers({ keys, order }: KeyedRows, spare: KeyedRows, from: number, to: number): void {
  const numbers = new Float64Array(to - from);
  for (let at = from; at < to; at++) numbers[at - from] = keys[at] * 0x20_0000 + (at - from);
  numbers.sort();
  spare.order.set(order.subarray(from, to), from);
  for (let at = 0; at < numbers.length; at++) {
    const key = Math.floor(numbers[at] / 0x20_0000);
    keys[from + at] = key;
    order[from + at] = spare.order[from + numbers[at] - key * 0x20_0000];
  }
}
