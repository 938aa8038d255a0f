/**
 * @file Proposes what each column is, from its header and its figures alone. A proposal for people to read: where it is
 * in doubt it protects (a column that others could know is quasi-identifying) and says why.
 */

import { stated } from "../base/index.ts";
import { sizeModel } from "../privacy/index.ts";
import { codesReason, looksCoded } from "./codes.ts";
import type { ColumnSummary } from "./column-summary.ts";
import { headerMeaning, headerSaysWhose } from "./header-words.ts";
import { isNaming } from "./rest.ts";
import type { AttributeSpec, InputSpec, Role, Spec } from "./schema.ts";
import { weightOf } from "./survey-weights.ts";

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
  const named = columns.filter(({ name }) => name !== "__proto__");
  const headers = named.map(({ name }) => name);
  const suggestions = named.map((column) => suggestRole(column, headers));
  const person = personAmong(named, suggestions);
  for (const [at, column] of named.entries()) {
    const found = suggestions[at];
    const { role, reason } =
      at === person
        ? asPerson(found, column.name)
        : found.role === "person"
          ? { ...found, role: "identifying" as const }
          : found;
    const grouped = role === "quasi-identifying" && column.hierarchy !== undefined;
    attributes.push([
      column.name,
      {
        role,
        kind: column.coded === true || column.isStated === true ? column.kind : undefined,
        hierarchy: grouped ? column.hierarchy : undefined,
      },
    ]);
    const parts = [
      reason,
      ...(column.coded === true ? [codesReason(column)] : []),
      ...(grouped && column.evidence !== undefined ? [column.evidence] : []),
    ];
    reasons.set(column.name, parts.join("; "));
    if (found.warning !== undefined) warnings.push(found.warning);
  }
  const spec: Spec = {
    $schema: "./node_modules/kohort/schema/kohort.schema.json",
    version: 1,
    input: Object.keys(stated(input ?? {})).length === 0 ? undefined : input,
    attributes: Object.fromEntries(attributes),
    privacy: [{ model: sizeModel, k: 5 }],
  };
  return { spec, reasons, warnings };
}

/**
 * The column that says whose rows they are: the first that numbers people who have several rows. Numbers of people within
 * households are none, and where their header could be taken for one, another number of people or of households is.
 */
function personAmong(columns: readonly ColumnSummary[], suggestions: readonly RoleSuggestion[]): number {
  const repeating = suggestions.findIndex(({ role }) => role === "person");
  if (repeating >= 0 || !columns.some(({ name, within }) => within !== undefined && headerSaysWhose(name))) {
    return repeating;
  }
  const one = columns.findIndex(({ name, within }) => within === undefined && headerMeaning(name) === "people");
  if (one >= 0) return one;
  const within = columns.find((column) => column.within !== undefined)!.within;
  return columns.findIndex(({ name }) => name === within);
}

function asPerson({ role, reason }: RoleSuggestion, name: string): RoleSuggestion {
  if (role === "person" || headerMeaning(name) === "people") return { role: "person", reason };
  const [said] = reason.split(";");
  return { role: "person", reason: `${said}; a household counts as one, since no column numbers people throughout` };
}

/** Whether whole numbers are taken for codes of categories: they look like them, and are of a column that may be published. */
export function isTakenForCodes(column: ColumnSummary, headers: readonly string[]): boolean {
  if (!looksCoded(column, headers)) return false;
  const { role } = suggestRole(column, headers);
  return !isNaming(role) && role !== "unpublished";
}

/** Proposes a role for one column; `headers` are those of the table. */
export function suggestRole(column: ColumnSummary, headers: readonly string[] = []): RoleSuggestion {
  const { name, kind, distinct, rows, missing } = column;
  const present = rows - missing;
  const share = present === 0 ? 0 : distinct / present;
  const unique = share > nearlyUnique && distinct > 1;
  const figures = `${counted(distinct)} values in ${counted(rows)} rows`;
  const meaning = headerMeaning(name);
  if (meaning === "naming") return { role: "identifying", reason: "the header names people or ways to reach them" };
  if (column.within !== undefined) {
    return {
      role: "unpublished",
      reason: `the numbers recur in many households ("${column.within}"), so they tell people apart only within one: ${figures}`,
    };
  }
  if (meaning === "people") {
    return distinct < present
      ? { role: "person", reason: `the header numbers people, and one has several rows: ${figures}` }
      : { role: "identifying", reason: "the header numbers people" };
  }
  if (meaning === "members" && distinct > 1 && !unique) {
    return { role: "unpublished", reason: `the header numbers the people of a household: ${figures}` };
  }
  if (meaning === "households" && distinct > 1 && isOfHouseholds(column)) {
    return {
      role: "identifying",
      reason: `the header numbers households: ${figures}${distinct < present ? "; without a person a household counts as one, and if unpublished each row does" : ""}`,
    };
  }
  if ((meaning === "numbering" || meaning === "members" || meaning === "households") && unique) {
    return { role: "identifying", reason: `the header names a record, and nearly every value differs: ${figures}` };
  }
  if (distinct <= 1) {
    return { role: "insensitive", reason: distinct === 0 ? "every value is missing" : "every row has the same value" };
  }
  const weight = weightOf(column, headers);
  if (weight === "survey") return surveyWeight(column, figures);
  if (weight === "body" && !unique) {
    return {
      role: "quasi-identifying",
      reason: `others may see it; ${range(column)} is like body weight, not like survey weights (these are better unpublished)`,
    };
  }
  if (meaning === "sensitive" && kind !== "date") {
    return { role: "sensitive", reason: "the header speaks of what people would not want others to learn" };
  }
  if (meaning === "known" || meaning === "households")
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

/** Rows per value past which a number is not of households. */
const largeHousehold = 50;

/** Whether a column whose header numbers households does: a household has several rows at most, and there are many. */
function isOfHouseholds({ name, kind, distinct, rows, missing }: ColumnSummary): boolean {
  const present = rows - missing;
  if (kind === "date" || distinct * largeHousehold < present) return false;
  // `household` alone, or `family`, may be what sort of one it is
  return /id|no|nr|num|serial|key|ident|kennung/i.test(name) || distinct > 20;
}

function surveyWeight(column: ColumnSummary, figures: string): RoleSuggestion {
  const seen = `${figures}, ${range(column)}`;
  return {
    role: "unpublished",
    reason: `taken for a survey weight (${seen}): equal weights tell who was sampled together; as quasi-identifying it is published in intervals`,
    warning: `column "${column.name}" is taken for a survey weight (${seen}); it is not published unless you change its role: as quasi-identifying it is published in intervals`,
  };
}

function range({ figures }: ColumnSummary): string {
  return figures === undefined ? "its range" : `from ${figures.least} to ${figures.greatest}`;
}

/** A whole number with commas between the thousands. */
function counted(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
