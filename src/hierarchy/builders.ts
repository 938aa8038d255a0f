import * as z from "zod/mini";
import type { BuildContext } from "./context.ts";
import { type DatesSetting, datesHierarchy, datesSchema } from "./dates.ts";
import { type DomainsSetting, domainsHierarchy, domainsSchema } from "./domains.ts";
import { type FileSetting, fileHierarchy, fileSchema } from "./file.ts";
import { type FrequencySetting, frequencyHierarchy, frequencySchema } from "./frequency.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { type IntervalsSetting, intervalsHierarchy, intervalsSchema } from "./intervals.ts";
import { type MaskingSetting, maskingHierarchy, maskingSchema } from "./masking.ts";
import { type OrderSetting, orderHierarchy, orderSchema } from "./order.ts";
import { type PrioritySetting, priorityHierarchy, prioritySchema } from "./priority.ts";
import { type TreeSetting, treeHierarchy, treeSchema } from "./tree.ts";

/** How a hierarchy is stated in `kohort.json`. */
export type HierarchySetting =
  | IntervalsSetting
  | MaskingSetting
  | DatesSetting
  | TreeSetting
  | OrderSetting
  | FrequencySetting
  | PrioritySetting
  | FileSetting
  | DomainsSetting;

/** How an option is written on the command line: lists with `+`, lists of lists with `/` between them. */
export type ArgumentForm = "number" | "text" | "list" | "number-lists" | "lists";

/** One kind of hierarchy: what it is, what it may be told, and how it is built for a column's distinct values. */
export type HierarchyBuilder<Setting extends HierarchySetting> = {
  readonly title: string;
  readonly sentence: string;
  readonly schema: z.ZodMiniType<Setting>;
  /** The options that the command line takes, and their form. */
  readonly arguments: { readonly [option: string]: ArgumentForm };
  readonly build: (values: readonly string[], setting: Setting, context?: BuildContext) => Hierarchy;
};

/** All kinds of hierarchy by the name they have in a spec. */
export const hierarchyBuilders: {
  readonly [Kind in HierarchySetting["kind"]]: HierarchyBuilder<Extract<HierarchySetting, { kind: Kind }>>;
} = {
  intervals: {
    title: "Intervals",
    sentence: "Numbers are put into intervals that grow wider from level to level.",
    schema: intervalsSchema,
    arguments: {
      width: "number",
      factor: "number",
      from: "number",
      min: "number",
      max: "number",
      levels: "number",
      cuts: "number-lists",
    },
    build: intervalsHierarchy,
  },
  masking: {
    title: "Masking",
    sentence: "The characters of a code are covered one after the other.",
    schema: maskingSchema,
    arguments: {
      from: "text",
      character: "text",
      align: "text",
      padding: "text",
      step: "number",
      levels: "number",
    },
    build: maskingHierarchy,
  },
  dates: {
    title: "Dates",
    sentence: "Days become months, quarters, years and longer spans of time.",
    schema: datesSchema,
    arguments: { levels: "list", format: "text" },
    build: datesHierarchy,
  },
  tree: {
    title: "Tree",
    sentence: "Values are put into the groups, and groups into the larger groups, that you write down.",
    schema: treeSchema,
    arguments: {},
    build: treeHierarchy,
  },
  order: {
    title: "Order",
    sentence: "Values that are neighbours in an order are put together.",
    schema: orderSchema,
    arguments: { order: "list", groups: "lists", size: "number", factor: "number" },
    build: orderHierarchy,
  },
  frequency: {
    title: "Frequency",
    sentence: "Frequent values stay as they are and rare ones become one group.",
    schema: frequencySchema,
    arguments: { minimum: "number", keep: "number", other: "text" },
    build: frequencyHierarchy,
  },
  priority: {
    title: "Priority",
    sentence: "The most important values stay longest; from level to level more of the others become one group.",
    schema: prioritySchema,
    arguments: { first: "list", levels: "number", other: "text" },
    build: priorityHierarchy,
  },
  file: {
    title: "File",
    sentence: "The groups are read from a file with a line per value.",
    schema: fileSchema,
    arguments: { path: "text", delimiter: "text" },
    build: fileHierarchy,
  },
  domains: {
    title: "Domains",
    sentence: "The groups are read from a file of rules such as Job/Office: Clerk, Sales.",
    schema: domainsSchema,
    arguments: { path: "text" },
    build: domainsHierarchy,
  },
} as const;

/** The names of all kinds of hierarchy. */
export const hierarchyKinds: readonly HierarchySetting["kind"][] = Object.keys(
  hierarchyBuilders,
) as HierarchySetting["kind"][];

// The schemas' own types do not say that they have a `kind`; that each has one is checked when the union is made.
type Options = Parameters<typeof z.discriminatedUnion>[1];

/** Checks a hierarchy setting of any kind. */
export const hierarchySettingSchema: z.ZodMiniType<HierarchySetting> = z.discriminatedUnion(
  "kind",
  hierarchyKinds.map((kind) => hierarchyBuilders[kind].schema) as unknown as Options,
) as unknown as z.ZodMiniType<HierarchySetting>;

/** Builds the hierarchy that a setting states, for a column's distinct values; missing ones left out. */
export function buildHierarchy(
  values: readonly string[],
  setting: HierarchySetting,
  context: BuildContext = {},
): Hierarchy {
  const builder = hierarchyBuilders[setting.kind] as HierarchyBuilder<HierarchySetting>;
  return builder.build(values, setting, context);
}
