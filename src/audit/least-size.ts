import { largest } from "../base/index.ts";
import { sizeForRisk } from "../privacy/index.ts";
import type { Spec } from "../spec/index.ts";
import { isCombination } from "./combinations.ts";

/** The fewest records that a cohort may have, by the goals that state it; C_avg is relative to it. */
export function leastSize({ privacy }: Pick<Spec, "privacy">): number | undefined {
  const sizes = privacy.flatMap((goal) => {
    if (goal.model === "highest-risk") return [sizeForRisk(goal["at-most"])];
    const counts = goal.model === "k-anonymity" || goal.model === "alpha-k-anonymity" || goal.model === "k-concealment";
    return counts && typeof goal.k === "number" && !isCombination(goal) ? [goal.k] : [];
  });
  return sizes.length === 0 ? undefined : largest(sizes);
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
  return (leastSize(spec) ?? 1) > 1 || spec.privacy.some(({ model }) => modelsOfSizes.has(model));
}
