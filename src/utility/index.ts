export {
  type ClassifierUtility,
  classifierUtility,
  type SeededUtility,
  type UtilityOptions,
  utilityOverSeeds,
} from "./classifier-utility.ts";
export { type CompareOptions, type Comparison, changedColumns, compare } from "./compare.ts";
export {
  type FrontierOptions,
  type FrontierPlan,
  type FrontierPoint,
  frontier,
  frontierWork,
  type NamedValue,
} from "./frontier.ts";
export { learnedColumns } from "./learned-columns.ts";
export type { ScoreIntervals, SeedSummary, TableIntervals } from "./over-seeds.ts";
export { type PaperOptions, type PaperStory, paperStory, type TrainingResult } from "./paper.ts";
export { type Stage, type Stages, stages } from "./stages.ts";
export { namingColumns, synthesisWarnings } from "./synthesis-warnings.ts";
export { type Synthesis, type SynthesizeOptions, synthesize } from "./synthesize.ts";
