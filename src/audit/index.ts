export { type Audit, type AuditOptions, absentWarnings, audit } from "./audit.ts";
export {
  type CombinationGoal,
  combinationsOf,
  countsOf,
  holdsCombinations,
  isCombination,
  mostSets,
  setsOf,
} from "./combinations.ts";
export { type Disclosure, disclosuresOf } from "./disclosure.ts";
export { headerWarnings, type OddName, oddNamesIn } from "./header-warnings.ts";
export { identifyingWarnings } from "./identifying-warnings.ts";
export { boundsSizes, leastSize, statedSize } from "./least-size.ts";
export { type Matching, matchedFigures, matchesAmong, refuseUnmatched } from "./matched.ts";
export {
  isStated,
  type LikelyMarks,
  markCounts,
  markLikely,
  markSentence,
  markWarnings,
  missingWarnings,
} from "./missing-marks.ts";
export { presenceWarnings } from "./presence-warnings.ts";
export { type Limits, type PrivacyWarning, refuseWarnings, tellingWarnings } from "./privacy-warnings.ts";
export { type RiskySets, riskyCombinations } from "./risky-combinations.ts";
export { isSecretCertificate, shownGoals } from "./secret-certificate.ts";
export { fittingRecords, knownSets, withItems } from "./set-risk.ts";
export {
  type CoarseningLeak,
  type ColumnTelling,
  countsFor,
  type PairTelling,
  pairsByFigure,
  type Telling,
} from "./telling.ts";
export { checkColumnsTold } from "./told.ts";
export { openTally, refuseWithoutInput, type Tally, type Verdict } from "./verdict.ts";
export { type ColumnSizes, specWarnings, warningsOf } from "./warnings.ts";
