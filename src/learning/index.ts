export { type BoostedTree, type BoostedTrees, importances, parseTrees, predictTrees } from "./boosted-trees.ts";
export { type BoostOptions, fitTrees } from "./boosting.ts";
export { type ClassLabels, type Feature, type Features, featuresOf, labelOf, pick, pickRows } from "./features.ts";
export type { KernelChoice } from "./kernels.ts";
export { fitLogistic, type LogisticModel, type LogisticOptions, predictLogistic } from "./logistic.ts";
export {
  accuracy,
  areaInterval,
  areaUnderCurve,
  type CalibrationPart,
  type ConfusionMatrix,
  calibration,
  chanceOf,
  confusionMatrix,
  f1Of,
  likeliest,
  logLoss,
  type MeanInterval,
  meanInterval,
  type Scores,
  scoresOf,
  wilson,
} from "./metrics.ts";
export { fitNaiveBayes, type NaiveBayes, scoreNaiveBayes } from "./naive-bayes.ts";
export { ln, logistic, type ObjectiveName } from "./objective.ts";
export { crossValidation, type Split, splitRandomly, splitStratified } from "./splits.ts";
export { type KernelModule, type Layout, layout, loadKernels } from "./wasm.ts";
