export { applyRecoding, rowCohorts, type SuppressedRows, withStars } from "./apply.ts";
export { type AxisOptions, axisOf, type Layout } from "./axis.ts";
export { type Fold, type FoldColumn, firstRows, fold, plainColumn } from "./compress.ts";
export { type Cover, type CoverOptions, coverOf, covers, withoutStars } from "./cover.ts";
export { daysIn, dayText } from "./day-text.ts";
export { combinationPeople, combinationSizes, distinctCombinations, textFold, valueFold } from "./distinct.ts";
export { type EncodeOptions, encode, foldProblem, foldRows, foldWork, rankTotals } from "./encode.ts";
export { isValue, leavesOf, raiseAxis } from "./floor.ts";
export {
  any,
  endPosition,
  type GeneralisedValue,
  intervalText,
  parseCell,
  parseGeneralised,
  parseTilde,
  setText,
  valueText,
} from "./generalised.ts";
export { type Ladder, ladderOf } from "./ladder.ts";
export { matchedSizes, matchesOf, matchingTuples } from "./matches.ts";
export {
  type CohortSizes,
  fittingSizes,
  groupedCohorts,
  type ListedCohort,
  listedCohorts,
  type MeasuredCohort,
  type MeasuredCohorts,
  ownSizes,
  type Sizes,
  sizedCohorts,
  sizesAtRisk,
  type ValueRows,
} from "./measured.ts";
export {
  countPeople,
  distinctPairs,
  type GroupPeople,
  groupPeople,
  groupTuples,
  type PeopleCounter,
  type PeopleCounts,
  type PersonRows,
  type Persons,
  peopleIn,
  personRows,
  type TupleGroups,
} from "./persons.ts";
export type { Attribute, AttributeTree, Axis, Problem, SensitiveColumn } from "./problem.ts";
export {
  boundsText,
  type PublishedColumn,
  type PublishForm,
  type PublishOptions,
  publish,
  runText,
} from "./publish.ts";
export { type CutTree, cohortSizes, isSuppressed, type Recoding, suppressedRecords, tightBoxes } from "./recoding.ts";
export { publishedShare, type SpanAxis, spanOf } from "./span.ts";
