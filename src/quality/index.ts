export { averageCohort, averageMatched, cAvg } from "./average-cohort.ts";
export { type CellMeasure, cellMeasures, nodeCost, runCost } from "./cell-cost.ts";
export { discernibility, discernibilityOf, type RecordCounts } from "./discernibility.ts";
export { type Aggregate, aggregates, aggregator, compareScores, type Score } from "./levels/aggregate.ts";
export { factorsOf, type LevelContext, type LevelMeasure, type NodeCohorts } from "./levels/level-measure.ts";
export { type LevelMeasureEntry, levelMeasures } from "./levels/registry.ts";
export { type AttributeLoss, loss, ncp, recodedShare } from "./ncp.ts";
export { type PricedCells, type PublishedLoss, publishedLoss, weightedLoss } from "./published-loss.ts";
export { defaultMeasure, type MeasureEntry, type MeasureName, measures } from "./registry.ts";
export {
  allLost,
  nothingLost,
  type TextForm,
  type TextReader,
  type TextReaderOptions,
  type TextShare,
  textReader,
} from "./text-share.ts";
