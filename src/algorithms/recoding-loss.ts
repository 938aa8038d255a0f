import { cohortSizes, type Problem, type Recoding } from "../cohort/index.ts";
import { loss, ncp } from "../quality/index.ts";
import type { SearchMeasure } from "./run-costs.ts";

/** What a recoding loses by the measure that a search keeps low. */
export function recodingLoss(problem: Problem, recoding: Recoding, measure: SearchMeasure): number {
  const sizes = cohortSizes(problem, recoding);
  return (measure === "loss" ? loss : ncp)(problem, recoding, sizes).total;
}
