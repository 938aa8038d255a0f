import type { FullSpec } from "../spec/index.ts";
import { isCombination } from "./combinations.ts";

/** The largest k that was asked of a cohort's records, 1 without one; C_avg is relative to it. */
export function leastSize(spec: FullSpec): number {
  return spec.privacy.reduce((most, goal) => {
    const { model } = goal;
    const counts = model === "k-anonymity" || model === "alpha-k-anonymity" || model === "k-concealment";
    return counts && !isCombination(goal) ? Math.max(most, goal.k) : most;
  }, 1);
}
