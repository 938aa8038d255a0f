export {
  type AlgorithmSpec,
  auto,
  bestCut,
  cluster,
  exact,
  genetic,
  lattice,
  mingen,
  mondrian,
} from "./algorithms/index.ts";
export type { AttackName, Finding } from "./attacks/index.ts";
export { type Audit, audit } from "./audit/index.ts";
export {
  type DriveOptions,
  drive,
  type Fix,
  finish,
  jsonText,
  KohortError,
  type Progress,
  type Task,
} from "./base/index.ts";
export { attack } from "./examine/index.ts";
export {
  dates,
  frequency,
  type Hierarchy,
  type HierarchySetting,
  intervals,
  masking,
  order,
  readHierarchy,
  tree,
  writeHierarchy,
} from "./hierarchy/index.ts";
export { type Inspection, inspect } from "./inspect/index.ts";
export {
  alphaKAnonymity,
  betaLikeness,
  deltaDisclosure,
  deltaPresence,
  highestRisk,
  kAnonymity,
  kMap,
  kmAnonymity,
  lDiversity,
  type PrivacyGoal,
  tCloseness,
} from "./privacy/index.ts";
export { type AuditedRelease, anonymize } from "./publish/index.ts";
export type { Release } from "./release/index.ts";
export { anonymizeReport, htmlPage, markdownPage, releasePage } from "./report/index.ts";
export { clinicCsv, clinicSpec, toyCsv } from "./sample/index.ts";
export {
  identifying,
  insensitive,
  parseSpec,
  person,
  quasiIdentifying,
  type Spec,
  type SpecInCode,
  sensitive,
  unpublished,
} from "./spec/index.ts";
export { type Column, cell, readCsv, readJson, type Table, writeCsv, writeJson } from "./table/index.ts";
export { type Comparison, compare } from "./utility/index.ts";
export { type Why, why, whySentences } from "./why/index.ts";
