export { type AlphaKAnonymity, alphaKAnonymity } from "./alpha-k-anonymity.ts";
export { type AutoGoal, type AutoK, type AutoL, type AutoT, isAuto, type StatedGoal } from "./auto.ts";
export { type AverageRisk, averageRisk } from "./average-risk.ts";
export { type BetaLikeness, betaLikeness } from "./beta-likeness.ts";
export {
  addRow,
  type ConcealmentSide,
  closure,
  hasRow,
  partners,
  partnersInAnyOrder,
  perfectMatching,
  type RowSets,
  rowSets,
} from "./concealment.ts";
export { type DeltaDisclosure, deltaDisclosure } from "./delta-disclosure.ts";
export { type DeltaPresence, deltaPresence } from "./delta-presence.ts";
export { type Distance, distances } from "./distance.ts";
export { droppingGoal } from "./goal.ts";
export { type HighestRisk, highestRisk, sizeForRisk } from "./highest-risk.ts";
export { type KAnonymity, kAnonymity } from "./k-anonymity.ts";
export { type KConcealment, kConcealment } from "./k-concealment.ts";
export { type KMap, kMap } from "./k-map.ts";
export { type KmAnonymity, kmAnonymity } from "./km-anonymity.ts";
export { type LDiversity, lDiversity } from "./l-diversity.ts";
export {
  asksOfEveryClass,
  type CohortCounts,
  countedByPeople,
  type PrivacyModel,
  type Reference,
  type Relation,
  type SecondFigure,
  type SensitiveCounts,
  type TableCounts,
  type ValueTree,
} from "./model.ts";
export { type PopulationUniqueness, populationUniqueness } from "./population-uniqueness.ts";
export {
  type CertifiedColumns,
  createModels,
  isOfCohorts,
  isOfMatching,
  isOfSets,
  type ModelEntry,
  type PrivacyGoal,
  privacyModels,
  statesSize,
  stricterGoal,
  traitsOf,
} from "./registry.ts";
export { type SampleUniqueness, sampleUniqueness } from "./sample-uniqueness.ts";
export { anyTable, isSizeGoal, sizeModel } from "./size-goal.ts";
export { type TCloseness, tCloseness } from "./t-closeness.ts";
