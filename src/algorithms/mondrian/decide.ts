/** @file What strict Mondrian decides at a node, apart from where its tuples lie: the kernel and a cluster share this. */
import type { Judge } from "../judge.ts";
import type { Place } from "./median.ts";

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
