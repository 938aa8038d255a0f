/**
 * @file How a feature's values are put into at most 255 bins before trees are grown. The boundaries are those LightGBM
 * finds (Ke et al., NeurIPS 2017; `bin.cpp`), so that trees can be compared with its own: zero has a bin of its own,
 * frequent values too, the rest is cut into runs of about equal weight.
 */
import type { Feature } from "./features.ts";

/** What a feature's bins stand for; what is missing has the last bin of a number and the first of a category. */
export type Bins =
  | {
      readonly kind: "number";
      readonly count: number;
      /** The largest value of each bin; the bin of missing values has none. */
      readonly upper: Float64Array;
      readonly hasMissing: boolean;
      /** Whether sums from the left take bin 0 as what all others leave of the leaf, as LightGBM does. */
      readonly firstByRest: boolean;
    }
  | { readonly kind: "category"; readonly count: number; readonly binOf: ReadonlyMap<number, number> };

const leastInBin = 3;

/** Nothing between −zero and zero is told from 0. */
const zero = /* @__PURE__ */ Math.fround(1e-35);

/** Finds the bins of a feature. */
export function findBins(feature: Feature, most: number): Bins {
  return feature.kind === "number" ? numberBins(feature.values, most) : categoryBins(feature.values, most);
}

/** The bin of each row. */
export function* binsOf(feature: Feature, bins: Bins): Generator<number, void> {
  if (bins.kind === "category") {
    for (const value of feature.values) yield bins.binOf.get(value) ?? 0;
    return;
  }
  for (const value of feature.values) yield binOfNumber(bins, value);
}

/** The bin of a number: the first whose upper end is not below it. */
export function binOfNumber(bins: Extract<Bins, { kind: "number" }>, given: number): number {
  if (Number.isNaN(given) && bins.hasMissing) return bins.count - 1;
  const value = Number.isNaN(given) ? 0 : given;
  let low = 0;
  let high = bins.upper.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= bins.upper[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}

function numberBins(values: Float64Array, most: number): Bins {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const hasMissing = sorted.length < values.length;
  const distinct: number[] = [];
  const counts: number[] = [];
  for (const value of sorted) {
    const last = distinct.length - 1;
    if (last >= 0 && value <= nextUp(distinct[last])) {
      distinct[last] = value;
      counts[last] += 1;
    } else {
      distinct.push(value);
      counts.push(1);
    }
  }
  const upper = Float64Array.from(boundsAroundZero(distinct, counts, hasMissing ? most - 1 : most, sorted.length));
  const bins = { kind: "number" as const, count: upper.length + (hasMissing ? 1 : 0), upper, hasMissing };
  return { ...bins, firstByRest: hasMissing && isFirstByRest({ ...bins, firstByRest: false }, values) };
}

/** LightGBM leaves out of its sums the bin of zero, or the most frequent one when that holds 70 % of the rows. */
function isFirstByRest(bins: Extract<Bins, { kind: "number" }>, values: Float64Array): boolean {
  const counts = new Float64Array(bins.count);
  for (const value of values) counts[binOfNumber(bins, value)] += 1;
  let most = 0;
  for (let bin = 1; bin < counts.length; bin++) if (counts[bin] > counts[most]) most = bin;
  return counts[most] >= 0.7 * values.length ? most === 0 : binOfNumber(bins, 0) === 0;
}

function boundsAroundZero(
  distinct: readonly number[],
  counts: readonly number[],
  most: number,
  total: number,
): number[] {
  const firstFrom = (above: (value: number) => boolean): number => {
    const found = distinct.findIndex(above);
    return found < 0 ? distinct.length : found;
  };
  const negatives = firstFrom((value) => value > -zero);
  const positives = firstFrom((value) => value > zero);
  const sum = (from: number, to: number): number => counts.slice(from, to).reduce((a, b) => a + b, 0);
  const zeros = sum(negatives, positives);
  let bounds: number[] = [];
  if (negatives > 0 && most > 1) {
    const below = sum(0, negatives);
    const share = Math.max(1, Math.floor((below / (total - zeros)) * (most - 1)));
    bounds = greedyBounds(distinct.slice(0, negatives), counts.slice(0, negatives), share, below);
    if (bounds.length > 0) bounds[bounds.length - 1] = -zero;
  }
  const rest = most - 1 - bounds.length;
  if (positives === distinct.length || rest <= 0) return [...bounds, Number.POSITIVE_INFINITY];
  const above = sum(positives, distinct.length);
  return [...bounds, zero, ...greedyBounds(distinct.slice(positives), counts.slice(positives), rest, above)];
}

function greedyBounds(distinct: readonly number[], counts: readonly number[], most: number, total: number): number[] {
  const ends = distinct.length <= most ? everyValue(counts) : evenRuns(counts, most, total);
  const bounds: number[] = [];
  for (const end of ends) {
    const bound = nextUp((distinct[end] + distinct[end + 1]) / 2);
    if (bounds.length === 0 || bound > nextUp(bounds[bounds.length - 1])) bounds.push(bound);
  }
  return [...bounds, Number.POSITIVE_INFINITY];
}

/** The last value of each bin but the last, when every value may have a bin that holds enough rows. */
function everyValue(counts: readonly number[]): number[] {
  const ends: number[] = [];
  let inBin = 0;
  for (let i = 0; i < counts.length - 1; i++) {
    inBin += counts[i];
    if (inBin < leastInBin) continue;
    ends.push(i);
    inBin = 0;
  }
  return ends;
}

/** The last value of each bin but the last, when values must share bins. */
function evenRuns(counts: readonly number[], asked: number, total: number): number[] {
  const most = Math.max(1, Math.min(asked, Math.floor(total / leastInBin)));
  const big = counts.map((count) => count >= total / most);
  let binsLeft = most;
  let rowsLeft = total;
  counts.forEach((count, i) => {
    if (!big[i]) return;
    binsLeft -= 1;
    rowsLeft -= count;
  });
  let mean = rowsLeft / binsLeft;
  const ends: number[] = [];
  let inBin = 0;
  for (let i = 0; i < counts.length - 1; i++) {
    if (!big[i]) rowsLeft -= counts[i];
    inBin += counts[i];
    if (!(big[i] || inBin >= mean || (big[i + 1] && inBin >= Math.max(1, mean * 0.5)))) continue;
    ends.push(i);
    if (ends.length >= most - 1) break;
    inBin = 0;
    if (!big[i]) {
      binsLeft -= 1;
      mean = rowsLeft / binsLeft;
    }
  }
  return ends;
}

const view = /* @__PURE__ */ new DataView(new ArrayBuffer(8));

/** The next double above. */
function nextUp(value: number): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** Categories from the most frequent on; the rarest, past the bins there are, share bin 0 with what is missing. */
function categoryBins(values: Float64Array, most: number): Bins {
  const counts = new Map<number, number>();
  for (const value of values) if (!Number.isNaN(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const ordered = [...counts].sort((a, b) => a[0] - b[0]).sort((a, b) => b[1] - a[1]);
  const known = ordered.reduce((sum, [, count]) => sum + count, 0);
  const enough = Math.floor(known * Math.fround(0.99) + 0.5);
  const binOf = new Map<number, number>();
  let covered = 0;
  for (const [value, count] of ordered) {
    if (covered >= enough && binOf.size + 1 >= most) break;
    if (count < leastInBin && binOf.size > 1) break;
    binOf.set(value, binOf.size + 1);
    covered += count;
  }
  return { kind: "category", count: binOf.size + 1, binOf };
}
