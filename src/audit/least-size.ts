import { largest } from "../base/index.ts";
import { isAuto, sizeForRisk, traitsOf } from "../privacy/index.ts";
import type { Spec } from "../spec/index.ts";
import { isCombination } from "./combinations.ts";

/** The fewest records that a cohort may have, by the goals that state it; C_avg is relative to it. */
export function leastSize({ privacy }: Pick<Spec, "privacy">): number | undefined {
  const sizes = privacy.flatMap((goal) => {
    if (isAuto(goal) || isCombination(goal)) return [];
    const { size, chance } = traitsOf(goal);
    if (size !== undefined) return [Number(goal[size])];
    return chance === undefined ? [] : [sizeForRisk(chance(goal))];
  });
  return sizes.length === 0 ? undefined : largest(sizes);
}

/** Whether some goal keeps people from being alone in their cohort, or says how many may be. */
export function boundsSizes(spec: Pick<Spec, "privacy">): boolean {
  return (
    (leastSize(spec) ?? 1) > 1 ||
    spec.privacy.some((goal) => {
      const { scope, population, subject } = traitsOf(goal);
      return scope === "table" || population !== undefined || subject === "sets";
    })
  );
}
