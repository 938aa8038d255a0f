import type { CohortCounts } from "./model.ts";

/**
 * The most records of a cohort that can be kept in parts which all hold, where a part of m records holds only if
 * Σ min(nᵢ, capᵢ·m) ≥ need·m over the counts nᵢ of its sensitive values. Such parts taken together are one that holds,
 * and it has no more of any value than the cohort, so the largest m ≤ `most` that fulfils the same with the cohort's own
 * counts is a bound. The left side is concave in m and 0 at 0: Newton's steps from the right never pass that m, and end
 * after one for each value at most.
 */
export function mostKept({ histogram }: CohortCounts, caps: Float64Array, need: number, most: number): number {
  let kept = most;
  for (let step = 0; step <= caps.length; step++) {
    let rate = 0;
    let fixed = 0;
    for (let value = 0; value < caps.length; value++) {
      if (caps[value] * kept < histogram[value]) rate += caps[value];
      else fixed += histogram[value];
    }
    if (rate * kept + fixed >= need * kept) break;
    kept = fixed / (need - rate);
  }
  return kept;
}
