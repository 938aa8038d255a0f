import type { Spec } from "../spec/index.ts";
import { isCombination } from "./combinations.ts";

/** The largest k that was asked of a cohort's records, 1 without one. */
export function leastSize(spec: Pick<Spec, "privacy">): number {
  return statedSize(spec) ?? 1;
}

/** The largest k that was asked of a cohort's records, where one was; C_avg is relative to it. */
export function statedSize({ privacy }: Pick<Spec, "privacy">): number | undefined {
  return privacy.reduce((most: number | undefined, goal) => {
    const { model } = goal;
    const counts = model === "k-anonymity" || model === "alpha-k-anonymity" || model === "k-concealment";
    return counts && typeof goal.k === "number" && !isCombination(goal) ? Math.max(most ?? 1, goal.k) : most;
  }, undefined);
}
