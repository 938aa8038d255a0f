export { checkSpec, columnsWith, comparesExactly } from "./check.ts";
export type { ColumnSummary, NumberFigures } from "./column-summary.ts";
export { type FullInputSpec, type FullSpec, type SpecInCode, withDefaults, withNumbers } from "./defaults.ts";
export { bytesIn, type EngineName, type EngineSpec, engineNames } from "./engine.ts";
export { columnFor, columnWords } from "./flag-columns.ts";
export { modelLetters, presets, type SpecFlags, specFlagForms, specFlagsFrom } from "./flag-options.ts";
export { joinList, splitList, splitPair } from "./flag-text.ts";
export { flagsFromSpec, hierarchyText } from "./flag-words.ts";
export {
  attributesFromFlags,
  type JudgedSpec,
  judgeSpec,
  partsFrom,
  specFromFlags,
} from "./flags.ts";
export {
  headerIsAmbiguous,
  headerMeaning,
  headerNamesInPart,
  headerNamesPeople,
  headerNumbersPeople,
  headerSaysWhose,
} from "./header-words.ts";
export { type ParsedSpec, parseSpec, readSpec, type WrittenSpec } from "./parse.ts";
export { type Path, type PlaceLookup, pathText } from "./place.ts";
export { beyondFiles } from "./reach.ts";
export {
  hasRole,
  isNaming,
  type Rest,
  rests,
  roleOf,
  type UnpublishedColumn,
  unpublishedColumns,
  unpublishedText,
  withEveryRole,
} from "./rest.ts";
export {
  type AttributeOptions,
  identifying,
  insensitive,
  person,
  quasiIdentifying,
  sensitive,
  unpublished,
} from "./roles.ts";
export {
  type AttributeSpec,
  type InputFormat,
  type InputSpec,
  inputFormats,
  type JsonSchema,
  jsonSchemaOf,
  kinds,
  type MeasureName,
  type MissingMeaning,
  missingMeanings,
  type Role,
  type RowOrder,
  roles,
  rowOrders,
  type Setting,
  type Spec,
  settingsOf,
  specJsonSchema,
  type WarningUse,
  warningUses,
} from "./schema.ts";
export {
  isTakenForCodes,
  type RoleSuggestion,
  type SpecSuggestion,
  suggestRole,
  suggestSpec,
} from "./suggest.ts";
export { specText } from "./text.ts";
export { validateSpec } from "./validate.ts";
