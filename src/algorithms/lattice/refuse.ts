import { few, KohortError } from "../../base/index.ts";
import { levelMeasures } from "../../quality/index.ts";
import type { Explorer } from "./explorer.ts";

/** Refuses a measure that says nothing about levels. */
export function refuseMeasure(measure: string | undefined): void {
  if (measure === undefined || Object.hasOwn(levelMeasures, measure)) return;
  throw new KohortError("spec", `levels cannot be chosen by the measure "${measure}"`, {
    hint: `measures for levels are: ${few(Object.keys(levelMeasures))}`,
  });
}

/** What to say when no node is anonymous. */
export function noNode({ rule, highest, ladders }: Explorer): KohortError {
  const held = highest.some((level, attribute) => level < ladders[attribute].height);
  return new KohortError("infeasible", "no release meets the spec: no node of the lattice is anonymous", {
    where: `at the highest levels more than ${rule.most} records are in cohorts that do not hold`,
    hint: held
      ? "raise the highest levels that attributes may take, or allow more suppression"
      : "allow more suppression, or ask for less",
  });
}
