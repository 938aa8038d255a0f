export { type CganModel, judgeCgan } from "./cgan.ts";
export type { CganSettings } from "./cgan-step.ts";
export { type Classification, type ClassifierName, classify, judge, rowsLike, takeOf, withKnown } from "./classify.ts";
export type { CtganModel } from "./ctgan.ts";
export type { CtganSettings } from "./ctgan-step.ts";
export { type Constraints, generateRows } from "./generate.ts";
export { attackRows, type Leak, type LeakInput, type Leaks } from "./leaks.ts";
export { loneValues } from "./lone-values.ts";
export {
  keepModel,
  parseModel,
  type SynthesisModel,
  type SynthesizerName,
  sampleModel,
  settingsFrom,
  synthesizers,
  type TrainRequest,
  trainModel,
  trainWork,
} from "./model.ts";
export { drawRows, type PossibleOptions, type PossibleTable, possibleRows } from "./possible.ts";
export { type Rows, type Shape, tableOf } from "./rows.ts";
export type { SequentialModel, SequentialSettings } from "./sequential.ts";
export { type Similarity, similarity } from "./similarity.ts";
export type { Control, LossEntry, TrainOptions } from "./training.ts";
