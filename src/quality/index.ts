export { averageCohort, cAvg } from "./average-cohort.ts";
export { type CellMeasure, cellMeasures, nodeCost, runCost } from "./cell-cost.ts";
export { discernibility } from "./discernibility.ts";
export { type Aggregate, aggregates, aggregator, compareScores, type Score } from "./levels/aggregate.ts";
export { factorsOf, type LevelContext, type LevelMeasure, type NodeCohorts } from "./levels/level-measure.ts";
export { type LevelMeasureEntry, levelMeasures } from "./levels/registry.ts";
export { type AttributeLoss, loss, ncp } from "./ncp.ts";
export { type MeasureEntry, type MeasureName, measures } from "./registry.ts";
