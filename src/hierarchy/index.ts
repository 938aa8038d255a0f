export {
  type ArgumentForm,
  buildHierarchy,
  type HierarchyBuilder,
  type HierarchySetting,
  hierarchyBuilders,
  hierarchyKinds,
  hierarchySettingSchema,
} from "./builders.ts";
export { type Day, dayOf } from "./calendar.ts";
export { checkHierarchy, type HierarchyFinding } from "./check.ts";
export type { BuildContext } from "./context.ts";
export { type DateFormat, dateFormats } from "./date-forms.ts";
export { type DatesSetting, dates, datesHierarchy, type Granularity, granularities } from "./dates.ts";
export { type DomainsSetting, domains, readDomains } from "./domains.ts";
export { type FileSetting, hierarchyFile } from "./file.ts";
export { type HierarchyFile, type HierarchyForm, readHierarchy, writeHierarchy } from "./files.ts";
export { type FrequencySetting, frequency, frequencyHierarchy } from "./frequency.ts";
export type { Hierarchy } from "./hierarchy.ts";
export { type LabelledInterval, liesIn, parseIntervalLabel } from "./interval-label.ts";
export { type IntervalsSetting, intervals, intervalsHierarchy } from "./intervals.ts";
export { type MaskingSetting, masking, maskingHierarchy } from "./masking.ts";
export { type OrderSetting, order, orderHierarchy } from "./order.ts";
export { hierarchyOutline } from "./outline.ts";
export { parseHierarchySetting } from "./parse-setting.ts";
export { type PrioritySetting, priority, priorityHierarchy } from "./priority.ts";
export { type ColumnValues, resolveHierarchy } from "./resolve.ts";
export { type HierarchySuggestion, suggestHierarchy } from "./suggest.ts";
export { type NestedGroups, type TreeSetting, tree, treeHierarchy } from "./tree.ts";
export { lowestCommon, type Tree, treeOf } from "./tree-of.ts";
