import type { Spec } from "../spec/index.ts";
import { isCombination } from "./combinations.ts";

/** The largest k that was asked of a cohort's records, 1 without one. */
export function leastSize(spec: Pick<Spec, "privacy">): number {
  return statedSize(spec) ?? 1;
}

/** Models that say themselves how far people may stand alone, or among whom they are looked for. */
const modelsOfSizes: ReadonlySet<string> = new Set([
  "k-map",
  "delta-presence",
  "average-risk",
  "sample-uniqueness",
  "population-uniqueness",
  "km-anonymity",
]);

/** Whether some goal keeps people from being alone in their cohort, or says how many may be. */
export function boundsSizes(spec: Pick<Spec, "privacy">): boolean {
  return leastSize(spec) > 1 || spec.privacy.some(({ model }) => modelsOfSizes.has(model));
}

/** The largest k that was asked of a cohort's records, where one was; C_avg is relative to it. */
export function statedSize({ privacy }: Pick<Spec, "privacy">): number | undefined {
  return privacy.reduce((most: number | undefined, goal) => {
    const { model } = goal;
    const counts = model === "k-anonymity" || model === "alpha-k-anonymity" || model === "k-concealment";
    return counts && typeof goal.k === "number" && !isCombination(goal) ? Math.max(most ?? 1, goal.k) : most;
  }, undefined);
}
