import { log2 } from "../../base/index.ts";
import { spanOf } from "../../cohort/index.ts";
import type { CutAxis } from "../run-costs.ts";
import type { cutScores } from "./options.ts";

/** How the attribute to cut is chosen; the largest score is cut first. */
export type CutScore = (typeof cutScores)[number];

/** A score ready to be asked about nodes. */
export type Score = {
  /** Whether it needs to know how often each rank occurs. */
  readonly needsCounts: boolean;
  readonly ofBounds: (attribute: number, low: number, high: number) => number;
  readonly ofCounts: (attribute: number, low: number, high: number, counts: Float64Array, records: number) => number;
};

/**
 * `normalised-span`: the span as a share of the attribute's range (LeFevre et al. 2006), our default. `span`: the span
 * in the attribute's own unit, for names how many lie in the run. `entropy`: that of the values in the node, in bits;
 * `negative-entropy` prefers the attribute that is most concentrated. Weights multiply.
 */
export function scoreOf(score: CutScore, axes: readonly CutAxis[]): Score {
  const ofBounds = (attribute: number, low: number, high: number): number => {
    const axis = axes[attribute];
    if (score === "normalised-span") return spanOf(axis, low, high) * axis.weight;
    const top = high === axis.missing ? high - 1 : high;
    const width = axis.kind === "category" ? high - low + 1 : axis.positions[top] - axis.positions[low];
    return width * axis.weight;
  };
  const ofCounts = (attribute: number, low: number, high: number, counts: Float64Array, records: number): number => {
    let entropy = 0;
    for (let rank = low; rank <= high; rank++) {
      const share = counts[rank] / records;
      if (share > 0) entropy -= share * log2(share);
    }
    const weighted = entropy * axes[attribute].weight;
    return score === "entropy" ? weighted : 1 / (1 + weighted);
  };
  return { needsCounts: score === "entropy" || score === "negative-entropy", ofBounds, ofCounts };
}
