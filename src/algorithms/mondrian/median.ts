/**
 * @file What strict Mondrian decides at a node: which attribute is tried next, and where along it the node may be cut,
 * after the median value or before it. The kernel and a cluster share this.
 */
import type { Codes } from "../../table/index.ts";
import type { Judge } from "../judge.ts";
import type { CutAxis } from "../run-costs.ts";

/** A place to cut: the last rank of the left side, and the records there. */
export type Place = { readonly rank: number; readonly leftRecords: number };

/** The members of a node: where they lie in the columns, and how many records they stand for. */
export type Members = { readonly start: number; readonly end: number; readonly records: number };

type Run = { readonly low: number; readonly high: number };

/** Adds up the records of each rank. */
export function countRanks(column: Codes, weights: Uint32Array, { start, end }: Members, counts: Float64Array): void {
  for (let i = start; i < end; i++) counts[column[i]] += weights[i];
}

/**
 * The places after and before the median value: the first, ascending, at which half of the records are reached. With a
 * hierarchy both lie between children of the node that covers the run. `counts` is zero everywhere, before and after.
 */
export function medianPlaces(
  column: Codes,
  weights: Uint32Array,
  members: Members,
  run: Run,
  axis: CutAxis,
  counts: Float64Array,
): Place[] {
  const count = members.end - members.start;
  // with few members on a long axis sorting them costs less than clearing the axis
  if (axis.tree === undefined && run.high - run.low > 4 * count && count < 0x1_0000) {
    return bySorting(column, weights, members);
  }
  countRanks(column, weights, members, counts);
  const places = byCounting(members, run, axis, counts);
  counts.fill(0, run.low, run.high + 1);
  return places;
}

/** As `medianPlaces`, from the records of each rank of the run. */
export function byCounting(
  { records }: Pick<Members, "records">,
  { low, high }: Run,
  axis: Pick<CutAxis, "tree" | "missing">,
  counts: Float64Array,
): Place[] {
  const places = aroundMedian(records, low, counts, low, 0);
  const { rank } = places[0];
  if (axis.tree === undefined || rank === axis.missing) return places;
  let [after, before] = [places[0].leftRecords, places[1].leftRecords];
  const child = childRun(axis, low, high, rank);
  for (let next = rank + 1; next <= child.high; next++) after += counts[next];
  for (let next = rank - 1; next >= child.low; next--) before -= counts[next];
  return [
    { rank: child.high, leftRecords: after },
    { rank: child.low - 1, leftRecords: before },
  ];
}

/**
 * The places after and before the median value, where `counts[from …]` are the records of the ranks from `low` on and
 * `below` records have lower ranks.
 */
export function aroundMedian(records: number, low: number, counts: Float64Array, from: number, below: number): Place[] {
  const middle = Math.floor(records / 2);
  let at = from;
  let after = below + counts[at];
  while (after < middle) after += counts[++at];
  const rank = low + at - from;
  return [
    { rank, leftRecords: after },
    { rank: rank - 1, leftRecords: after - counts[at] },
  ];
}

/** The ranks around one that lie under the same child of the node covering the run. */
function childRun(axis: Pick<CutAxis, "tree" | "missing">, low: number, high: number, rank: number): Run {
  const { tree, leafOf } = axis.tree!;
  const top = high === axis.missing ? high - 1 : high;
  let covering = tree.leafNode[leafOf[low]];
  while (tree.high[covering] < leafOf[top]) covering = tree.parent[covering];
  let child = tree.leafNode[leafOf[rank]];
  while (child !== covering && tree.parent[child] !== covering) child = tree.parent[child];
  let first = rank;
  let last = rank;
  while (first > low && leafOf[first - 1] >= tree.low[child]) first--;
  while (last < top && leafOf[last + 1] <= tree.high[child]) last++;
  return { low: first, high: last };
}

function bySorting(column: Codes, weights: Uint32Array, { start, end, records }: Members): Place[] {
  const keys = new Float64Array(end - start);
  for (let i = 0; i < keys.length; i++) keys[i] = column[start + i] * 0x1_0000 + i;
  keys.sort();
  const middle = Math.floor(records / 2);
  let after = 0;
  let before = 0;
  let rank = 0;
  for (let i = 0; i < keys.length && after < middle; ) {
    rank = Math.floor(keys[i] / 0x1_0000);
    before = after;
    for (; i < keys.length && Math.floor(keys[i] / 0x1_0000) === rank; i++) {
      after += weights[start + (keys[i] % 0x1_0000)];
    }
  }
  return [
    { rank, leftRecords: after },
    { rank: rank - 1, leftRecords: before },
  ];
}

/** The attribute to try next: the largest score, lowest index first among equals; it is taken off. −1 when none is left. */
export function nextAttribute(scores: Float64Array): number {
  let attribute = -1;
  let best = -1;
  for (let candidate = 0; candidate < scores.length; candidate++) {
    if (scores[candidate] > best) {
      best = scores[candidate];
      attribute = candidate;
    }
  }
  if (attribute >= 0) scores[attribute] = -1;
  return attribute;
}

/** The first of some places at which a node may be cut; `leftOf` counts the sensitive values up to a rank. */
export function allowedPlace(
  places: readonly Place[],
  node: { readonly records: number; readonly histograms: readonly Float64Array[] },
  judge: Judge,
  leftOf: (rank: number) => readonly Float64Array[],
): Place | undefined {
  for (const place of places) {
    const { rank, leftRecords } = place;
    if (leftRecords < judge.least || node.records - leftRecords < judge.least) continue;
    if (judge.sizeOnly || judge.allows(node.histograms, leftOf(rank), node.records, leftRecords)) return place;
  }
  return undefined;
}

/** What remains of histograms when a part of each is taken away. */
export function restOf(whole: readonly Float64Array[], part: readonly Float64Array[]): Float64Array[] {
  return whole.map((histogram, nth) => histogram.map((number, value) => number - part[nth][value]));
}
