export { averageCohort, cAvg } from "./average-cohort.ts";
export { discernibility } from "./discernibility.ts";
export { type AttributeLoss, loss, ncp } from "./ncp.ts";
export { type MeasureEntry, measures } from "./registry.ts";
