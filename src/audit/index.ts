export { type Audit, type AuditOptions, audit, auditWarnings, ownerSpec } from "./audit.ts";
export { auditOf } from "./audit-of.ts";
export {
  type CombinationGoal,
  combinationsOf,
  countsOf,
  isCombination,
  mostSets,
  setsOf,
} from "./combinations.ts";
export { type AttributeDisclosure, disclosuresOf } from "./disclosure.ts";
export { headerWarnings, type OddName, oddNamesIn } from "./header-warnings.ts";
export { identifyingWarnings } from "./identifying-warnings.ts";
export {
  type GroupVerdict,
  holdsCombinations,
  holdsTogether,
  judgeGroups,
  publishedGroups,
  shortGroups,
  tupleCounter,
} from "./judge-groups.ts";
export { leastSize } from "./least-size.ts";
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
export { judgeCohorts, type Verdict } from "./tally.ts";
export { type LookedColumn, type Telling, type TellingSource, tellingOf } from "./telling.ts";
export { checkColumnsTold, warningsTold } from "./told.ts";
export { refuseWithoutInput } from "./verdict.ts";
export { type ColumnSizes, specWarnings, warningsOf } from "./warnings.ts";
