/** @file Stable sorting of rows by 32-bit keys: counting passes for many, the engine's own sort or insertion for few. */

/** Rows and the key of each, sorted together. */
export type KeyedRows = { readonly order: Uint32Array; readonly keys: Uint32Array };

/** Sorts `[from … to)` by key in passes of at most 11 bits; `most` is one more than the largest key there can be. */
function radixSort(rows: KeyedRows, spare: KeyedRows, from: number, to: number, most: number): void {
  const bits = Math.max(1, Math.ceil(Math.log2(most)));
  const passes = Math.ceil(bits / 11);
  const width = Math.ceil(bits / passes);
  let [source, target] = [rows, spare];
  for (let pass = 0; pass < passes; pass++) {
    countingPass(source, target, from, to, pass * width, width);
    [source, target] = [target, source];
  }
  if (source !== rows) {
    rows.order.set(source.order.subarray(from, to), from);
    rows.keys.set(source.keys.subarray(from, to), from);
  }
}

function countingPass(
  source: KeyedRows,
  target: KeyedRows,
  from: number,
  to: number,
  shift: number,
  width: number,
): void {
  const { keys, order } = source;
  const { keys: sortedKeys, order: sortedOrder } = target;
  const mask = (1 << width) - 1;
  const places = new Uint32Array(mask + 1);
  for (let at = from; at < to; at++) places[(keys[at]! >>> shift) & mask]!++;
  for (let digit = 0, place = from; digit <= mask; digit++) {
    const count = places[digit]!;
    places[digit] = place;
    place += count;
  }
  for (let at = from; at < to; at++) {
    const key = keys[at]!;
    const place = places[(key >>> shift) & mask]!++;
    sortedKeys[place] = key;
    sortedOrder[place] = order[at]!;
  }
}

/** Sorts one run of any length by key. */
export function sortRun(rows: KeyedRows, spare: KeyedRows, from: number, to: number, most: number): void {
  if (to - from <= 40) insertionSort(rows, from, to);
  else if (to - from > 0x2000) radixSort(rows, spare, from, to, most);
  else sortNumbers(rows, spare, from, to);
}

function insertionSort({ keys, order }: KeyedRows, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const key = keys[at]!;
    const row = order[at]!;
    let place = at;
    while (place > from && keys[place - 1]! > key) {
      keys[place] = keys[place - 1]!;
      order[place] = order[place - 1]!;
      place--;
    }
    keys[place] = key;
    order[place] = row;
  }
}

/** Key and place side by side in one double, 32 and 13 bits: the engine sorts doubles natively, and stably so. */
function sortNumbers({ keys, order }: KeyedRows, spare: KeyedRows, from: number, to: number): void {
  const numbers = new Float64Array(to - from);
  for (let at = from; at < to; at++) numbers[at - from] = keys[at]! * 0x2000 + (at - from);
  numbers.sort();
  spare.order.set(order.subarray(from, to), from);
  for (let at = 0; at < numbers.length; at++) {
    const key = Math.floor(numbers[at]! / 0x2000);
    keys[from + at] = key;
    order[from + at] = spare.order[from + numbers[at]! - key * 0x2000]!;
  }
}
