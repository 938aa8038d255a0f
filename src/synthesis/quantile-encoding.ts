/**
 * @file How the paper's conditional GAN sees a row: every number as one value in −1 … 1 by its place among all values, every
 * category as a run of ±1. A value that many rows share covers a stretch of places and is put anywhere inside it, so
 * that the net sees an even spread; reading back finds the stretch again. What is missing is a stretch at the end.
 */
import type { Random } from "../base/index.ts";
import type { Rows, Shape } from "./rows.ts";

/** A stretch of values that is spread evenly over a stretch of places; `to` of the last one is 1. */
type Stretches = {
  readonly kind: "number";
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly to: readonly number[];
  /** Whether the last stretch is what is missing. */
  readonly hasMissing: boolean;
};

/** How one column is encoded. */
export type QuantileColumn = Stretches | { readonly kind: "category"; readonly size: number };

const mostStretches = 512;

/** Learns the stretches of every column. */
export function fitQuantiles(rows: Rows, shapes: readonly Shape[]): QuantileColumn[] {
  return shapes.map((shape, index) =>
    shape.kind === "category" ? { kind: "category", size: shape.labels.length } : fitStretches(rows.columns[index]),
  );
}

/** How many inputs a column takes. */
export function quantileWidth(column: QuantileColumn): number {
  return column.kind === "number" ? 1 : column.size;
}

function fitStretches(values: Float64Array): Stretches {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const [low, high, to]: [number[], number[], number[]] = [[], [], []];
  const least = Math.max(1, values.length / mostStretches);
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end] === sorted[start]) end++;
    if (end - start < least) {
      while (end < sorted.length && end - start < least) end++;
      while (end < sorted.length && sorted[end] === sorted[end - 1]) end++;
    }
    low.push(sorted[start]);
    high.push(sorted[end - 1]);
    to.push(end / values.length);
    start = end;
  }
  const hasMissing = sorted.length < values.length;
  if (hasMissing) {
    low.push(0);
    high.push(0);
    to.push(1);
  }
  return { kind: "number", low, high, to, hasMissing };
}

/** Writes rows as numbers in −1 … 1, row by row of `width` floats from `at` on. */
export function encodeQuantiles(
  columns: readonly QuantileColumn[],
  rows: Rows,
  chosen: ArrayLike<number>,
  target: { readonly floats: Float32Array; readonly at: number; readonly stride: number },
  random: Random,
): void {
  let offset = target.at;
  columns.forEach((column, index) => {
    const values = rows.columns[index];
    for (let i = 0; i < chosen.length; i++) {
      const at = offset + i * target.stride;
      const value = values[chosen[i]];
      if (column.kind === "number") target.floats[at] = placeOf(column, value, random.unit()) * 2 - 1;
      else {
        target.floats.fill(-1, at, at + column.size);
        target.floats[at + value] = 1;
      }
    }
    offset += quantileWidth(column);
  });
}

function placeOf({ low, high, to, hasMissing }: Stretches, value: number, share: number): number {
  let found = to.length - 1;
  if (!Number.isNaN(value)) {
    let first = 0;
    let last = to.length - 1 - (hasMissing && to.length > 1 ? 1 : 0);
    while (first < last) {
      const middle = (first + last) >> 1;
      if (value <= high[middle]) last = middle;
      else first = middle + 1;
    }
    found = first;
  }
  const from = found === 0 ? 0 : to[found - 1];
  const wide = high[found] > low[found];
  const inside = wide ? Math.min(1, Math.max(0, (value - low[found]) / (high[found] - low[found]))) : share;
  return from + (to[found] - from) * inside;
}

/** Reads rows back: the stretch a number lies in, the largest of a category. */
export function decodeQuantiles(
  columns: readonly QuantileColumn[],
  count: number,
  source: { readonly floats: Float32Array; readonly at: number; readonly stride: number },
  shapes: readonly Shape[],
): Rows {
  let offset = source.at;
  const decoded = columns.map((column, index) => {
    const values = new Float64Array(count);
    const shape = shapes[index];
    const grain = shape.kind === "number" ? 10 ** shape.decimals : 1;
    for (let i = 0; i < count; i++) {
      const at = offset + i * source.stride;
      values[i] =
        column.kind === "number"
          ? Math.round(valueAt(column, (source.floats[at] + 1) / 2) * grain) / grain
          : largest(source.floats, at, column.size);
    }
    offset += quantileWidth(column);
    return values;
  });
  return { count, columns: decoded };
}

function valueAt({ low, high, to, hasMissing }: Stretches, place: number): number {
  let first = 0;
  let last = to.length - 1;
  while (first < last) {
    const middle = (first + last) >> 1;
    if (place <= to[middle]) last = middle;
    else first = middle + 1;
  }
  if (hasMissing && first === to.length - 1) return Number.NaN;
  const from = first === 0 ? 0 : to[first - 1];
  const inside = Math.min(1, Math.max(0, (place - from) / (to[first] - from)));
  return low[first] + (high[first] - low[first]) * inside;
}

/** The place of the largest of some floats. */
export function largest(floats: Float32Array, at: number, size: number): number {
  let best = 0;
  for (let i = 1; i < size; i++) if (floats[at + i] > floats[at + best]) best = i;
  return best;
}
