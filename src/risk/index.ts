export { type Risk, recordsAbove, riskOf, type SizeBand, sizeBands, thresholds } from "./cohort-risk.ts";
export { type Combination, type CombinationOptions, combinationsOf } from "./combinations.ts";
export { type Disclosure, disclosureOf } from "./disclosure.ts";
export { type GroupCodes, markedPeople, pairOf, peopleBelow, peopleIn } from "./groups.ts";
export { type MatchedColumn, peopleMatching } from "./matching.ts";
export {
  estimatePopulation,
  fitPitman,
  fitSnb,
  type PopulationEstimate,
  type PopulationEstimator,
  pitmanUniques,
  populationEstimators,
  populationShare,
  type SizeCounts,
  sizeCounts,
  snbUniques,
  zayatzUniques,
} from "./population.ts";
export { type RiskPreset, type RiskPresetName, riskPresets } from "./presets.ts";
export { type CoarseningCase, isCoarser, undone } from "./undone.ts";
