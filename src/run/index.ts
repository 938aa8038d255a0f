export { anonymize } from "./anonymize.ts";
export { type Applied, type ApplyOptions, applyRecipe } from "./apply-recipe.ts";
export { type AttackOptions, attack } from "./attack.ts";
export { type Audit, type AuditOptions, absentWarnings, audit } from "./audit.ts";
export { axisFor, hierarchyFor, type RunOptions, sensitiveAxisFor } from "./axes.ts";
export { type Certificate, type CertificateFacts, certify } from "./certificate.ts";
export { parseCertificate } from "./certificate-form.ts";
export type { Choice, ChoicePoint } from "./choose.ts";
export { classTable } from "./class-table.ts";
export {
  type ClassifierUtility,
  classifierUtility,
  type SeededUtility,
  type UtilityOptions,
  utilityOverSeeds,
} from "./classifier-utility.ts";
export { isCombination } from "./combinations.ts";
export { type CompareOptions, type Comparison, compare } from "./compare.ts";
export type { Disclosure } from "./disclosure.ts";
export {
  type AttributeDrift,
  type Drift,
  driftSentences,
  movedColumns,
  shortfallSentence,
  withheldColumns,
} from "./drift.ts";
export { type Examination, type ExamineOptions, examine } from "./examine.ts";
export { refuseInfeasible, tableCounts } from "./feasible.ts";
export { type FrontierOptions, type FrontierPlan, type FrontierPoint, frontier, type Named } from "./frontier.ts";
export { headerWarnings, type OddName } from "./header-warnings.ts";
export { identifyingWarnings } from "./identifying-warnings.ts";
export { type ColumnReport, type Inspection, inspect } from "./inspect.ts";
export { learnedColumns } from "./learned-columns.ts";
export { boundsSizes, leastSize, statedSize } from "./least-size.ts";
export { axisWithin, type OutsideLevels, outsideLevels } from "./levels.ts";
export { missingWarnings } from "./missing-marks.ts";
export type { OverSeeds, ScoreIntervals, TableIntervals } from "./over-seeds.ts";
export { type Learned, type PaperOptions, type PaperStory, paperStory } from "./paper.ts";
export {
  choosePerson,
  mayNumber,
  namesInPart,
  type PersonChoice,
  type Repetition,
  repetitionsIn,
  together,
} from "./persons.ts";
export { type Coded, type Prepared, prepareTable } from "./prepare.ts";
export {
  type Limits,
  type PrivacyWarning,
  refuseWarnings,
  tellingWarnings,
} from "./privacy-warnings.ts";
export { sensitiveNamesOf } from "./problem-of.ts";
export { parseRecipe, type Recipe } from "./recipe.ts";
export { type CheckedRecipe, checkedRecipe } from "./recipe-check.ts";
export { parseRecipeKey, type RecipeKey } from "./recipe-key.ts";
export type { NotKnown, Quality, Release, ReleasePersons } from "./release.ts";
export { type Auditable, refuseUnheld, releaseAuditOptions, rereadOptions } from "./release-audit.ts";
export { cohortQuality, withoutK } from "./release-quality.ts";
export { droppedColumns } from "./released-columns.ts";
export { type RiskySets, riskyCombinations } from "./risky-combinations.ts";
export { isSecretCertificate } from "./secret-certificate.ts";
export { inOneSpelling, spellingWarnings } from "./spelling.ts";
export { type Stage, type Stages, stages } from "./stages.ts";
export { start, suggest } from "./suggest.ts";
export { namingColumns, synthesisWarnings } from "./synthesis-warnings.ts";
export { type Synthesis, type SynthesizeOptions, synthesize } from "./synthesize.ts";
export { type ColumnTold, countsFor, type PairTold, pairsByFigure, type Told, type Undone } from "./telling.ts";
export { openTally, refuseWithoutInput, type Tally, type Verdict } from "./verdict.ts";
export { type FileFacts, type Verification, verify } from "./verify.ts";
export { specWarnings, warningsOf } from "./warnings.ts";
export {
  type Finer,
  type Missing,
  type Why,
  type WhyCell,
  type WhyOptions,
  why,
} from "./why.ts";
export { whySentences } from "./why-words.ts";
export { works } from "./works.ts";
export { centredColumns, writtenForm } from "./written-form.ts";
