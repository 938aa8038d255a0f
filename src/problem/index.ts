export { axisFor, hierarchyFor, type RunOptions, sensitiveAxisFor } from "./axes.ts";
export { hasStars, starredIn, withoutBlank } from "./blank.ts";
export { copiedColumns } from "./copies.ts";
export { pointedAttributes } from "./decimals.ts";
export { refuseInfeasible, sensitiveCounts, tableCounts, wholeCounts } from "./feasible.ts";
export { fewestFitting } from "./fitting.ts";
export { setsIn } from "./item-sets.ts";
export { carryingCohorts, countedSizes, type JoinedCohorts, joinedCohorts } from "./joined.ts";
export { axisWithin, checkLevels, type OutsideLevels, outsideLevels, textsWithin } from "./levels.ts";
export { manyQuasiWarnings } from "./many-quasi.ts";
export {
  choosePerson,
  countsRecords,
  mayNumber,
  namesInPart,
  type PersonChoice,
  personsIn,
  type Repetition,
  recordsWarning,
  refuseSeveralRows,
  refuseUncounted,
  repetitionsIn,
  rowsCounted,
  severalRows,
  spelledApartWarning,
  together,
} from "./persons.ts";
export { peopleOf, populationPath, readPopulation, stack, type UnmatchedPeople } from "./population.ts";
export { type PreparedTable, prepareTable, type TransformationEffect, untransformedIn } from "./prepare.ts";
export { checkColumns, problemOf, problemsOf, quasiIdentifiersOf, sensitiveNamesOf } from "./problem-of.ts";
export { holdsSets, recodeSets, type SetLoss, setOf } from "./recode-sets.ts";
export { droppedColumns, replacementsIn } from "./released-columns.ts";
export { inReleaseOrder, orderWork, withReleaseOrder } from "./row-order.ts";
export { columnsNamed, countedColumns, inOneSpelling, spellingWarnings } from "./spelling.ts";
export { rarestOf } from "./supports.ts";
export { refuseWildcardGoals, wildcardNames, withGaps } from "./wildcards.ts";
export { withinHouseholds } from "./within-households.ts";
