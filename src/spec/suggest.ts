/**
 * @file Proposes what each column is, from its header and its figures alone. A proposal for people to read: where it is
 * in doubt it protects (a column that others could know is quasi-identifying) and says why.
 */
import type { HierarchySetting } from "../hierarchy/index.ts";
import type { Kind } from "../table/index.ts";
import { headerMeaning } from "./header-words.ts";
import type { AttributeSpec, InputSpec, Role, Spec } from "./schema.ts";

/** What is known of a column before anything is decided. */
export type ColumnSummary = {
  readonly name: string;
  readonly kind: Kind;
  /** How many different values it has, missing ones left out. */
  readonly distinct: number;
  readonly rows: number;
  /** In how many rows its value is missing. */
  readonly missing: number;
  /** The hierarchy proposed for it, if one is needed, and why. */
  readonly hierarchy?: HierarchySetting | undefined;
  readonly evidence?: string | undefined;
};

/** A role proposed for a column, why, and whether somebody should look at it. */
export type RoleSuggestion = { readonly role: Role; readonly reason: string; readonly warning?: string };

/** A spec proposed for a table, a sentence for each column, and what to look at before trusting it. */
export type SpecSuggestion = {
  readonly spec: Spec;
  readonly reasons: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
};

/** Above this share of different values a column is nearly unique. */
const nearlyUnique = 0.5;

/** Proposes a spec with k 5 for a table; `input` is how the table was read, where that was not plain. */
export function suggestSpec(columns: readonly ColumnSummary[], input?: InputSpec): SpecSuggestion {
  const attributes: [string, AttributeSpec][] = [];
  const reasons = new Map<string, string>();
  const warnings: string[] = [];
  for (const column of columns) {
    if (column.name === "__proto__") continue;
    const found = suggestRole(column);
    const isSecond = found.role === "person" && attributes.some(([, one]) => one.role === "person");
    const { role, reason, warning } = isSecond ? { ...found, role: "identifying" as const } : found;
    const grouped = role === "quasi-identifying" && column.hierarchy !== undefined;
    attributes.push([column.name, grouped ? { role, hierarchy: column.hierarchy } : { role }]);
    reasons.set(column.name, grouped && column.evidence !== undefined ? `${reason}; ${column.evidence}` : reason);
    if (warning !== undefined) warnings.push(warning);
  }
  const spec: Spec = {
    $schema: "./node_modules/kohort/schema/kohort.schema.json",
    version: 1,
    ...(input === undefined || Object.keys(input).length === 0 ? {} : { input }),
    attributes: Object.fromEntries(attributes),
    privacy: [{ model: "k-anonymity", k: 5 }],
  };
  return { spec, reasons, warnings };
}

/** Proposes a role for one column. */
export function suggestRole(column: ColumnSummary): RoleSuggestion {
  const { name, kind, distinct, rows, missing } = column;
  const present = rows - missing;
  const share = present === 0 ? 0 : distinct / present;
  const unique = share > nearlyUnique && distinct > 1;
  const figures = `${counted(distinct)} values in ${counted(rows)} rows`;
  const meaning = headerMeaning(name);
  if (meaning === "naming") return { role: "identifying", reason: "the header names people or ways to reach them" };
  if (meaning === "people") {
    return distinct < present
      ? { role: "person", reason: `the header numbers people, and one has several rows: ${figures}` }
      : { role: "identifying", reason: "the header numbers people" };
  }
  if (meaning === "numbering" && unique) {
    return { role: "identifying", reason: `the header names a record, and nearly every value differs: ${figures}` };
  }
  if (distinct <= 1) {
    return { role: "insensitive", reason: distinct === 0 ? "every value is missing" : "every row has the same value" };
  }
  if (meaning === "sensitive" && kind !== "date") {
    return { role: "sensitive", reason: "the header speaks of what people would not want others to learn" };
  }
  if (meaning === "known")
    return { role: "quasi-identifying", reason: "neighbours, colleagues or registers may know it" };
  if (kind === "date") return { role: "quasi-identifying", reason: "dates of events are often known to others" };
  if (!unique) return { role: "quasi-identifying", reason: `in combination it may single people out: ${figures}` };
  if (kind === "number") {
    return {
      role: "unpublished",
      reason: `nearly every number differs (${figures}), so publishing it would single people out`,
      warning: `column "${name}" nearly singles people out: ${figures}; it is not published unless you change its role`,
    };
  }
  return { role: "identifying", reason: `nearly every text differs: ${figures}` };
}

/** A whole number with commas between the thousands. */
function counted(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
