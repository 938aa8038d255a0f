import * as z from "zod/mini";
import { explained, type Fix, few, KohortError } from "../base/index.ts";
import type { Reference, SensitiveCounts, TableCounts } from "./model.ts";

/** The part of a goal that names its sensitive column; it may be left out when there is one. */
export const attributeKey: { readonly attribute: z.ZodMiniType<string | undefined> } = {
  attribute: explained(
    "The sensitive column it is for; may be left out when there is one.",
    z.optional(z.string().check(z.minLength(1))),
  ),
};

/** The part of a goal that names the table its shares are relative to. */
export const referenceKey: { readonly reference: z.ZodMiniType<Reference | undefined> } = {
  reference: explained(
    "The table that shares are compared with: the released records, or the input before records were suppressed.",
    z.optional(z.enum(["released", "input"])),
    "released",
  ),
};

/** A count in a certificate. */
export const positive: z.ZodMiniType<number> = z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));

/** The sensitive column of a goal, named where it is the only one. */
export function certifiedName(
  { attribute }: { readonly attribute?: string },
  { sensitive }: { readonly sensitive: readonly { readonly name: string }[] },
): string | undefined {
  return attribute ?? sensitive[0]?.name;
}

/** The sensitive column that a goal is about. */
export function sensitiveOf(
  goal: { readonly model: string; readonly attribute?: string },
  table: TableCounts,
): { readonly index: number; readonly column: SensitiveCounts } {
  const { attribute } = goal;
  const secrets = table.sensitive.filter(({ people }) => people !== true);
  const index = attribute === undefined ? 0 : secrets.findIndex(({ name }) => name === attribute);
  const column = secrets[index];
  if (column === undefined || (attribute === undefined && secrets.length > 1)) {
    const names = few(secrets.map(({ name }) => `"${name}"`));
    throw new KohortError(
      "spec",
      attribute === undefined
        ? `${goal.model} ${column === undefined ? "needs a sensitive column" : "does not say which sensitive column it is for"}`
        : `${goal.model} is asked for "${attribute}", which is not sensitive`,
      { hint: names === "" ? 'give the column to protect the role "sensitive"' : `sensitive columns are: ${names}` },
    );
  }
  return { index, column };
}

/** The share of each value in the table that a goal compares with, 0 for a value that it does not have. */
export function sharesOf({ totals, input }: SensitiveCounts, reference: Reference = "released"): Float64Array {
  const counts = reference === "input" ? (input ?? totals) : totals;
  let rows = 0;
  for (const count of counts) rows += count;
  return counts.map((count) => (rows === 0 ? 0 : count / rows));
}

/** A number for a sentence, cut to four decimals toward the side that can be reached. */
export function shown(number: number, toward: "down" | "up" = "down"): string {
  if (!Number.isFinite(number)) return number > 0 ? "∞" : String(number);
  const scaled = number * 1e4;
  const whole = Math.round(scaled);
  const cut = Math.abs(scaled - whole) < 1e-5 ? whole : toward === "down" ? Math.floor(scaled) : Math.ceil(scaled);
  return String(cut / 1e4);
}

/** The fix that asks for one goal less, where others are left. */
export function droppingGoal(goals: readonly unknown[], place: number): Fix[] {
  return place < 0 || goals.length < 2 ? [] : [{ kind: "drop", path: ["privacy", place] }];
}

/** `1 record`, `6 distinct values`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The column that counts the people of the population. */
export function peopleOf(model: string, table: TableCounts): { readonly index: number; readonly total: number } {
  const index = table.sensitive.findIndex(({ people }) => people === true);
  if (index < 0) {
    throw new KohortError("spec", `${model} needs a population, and none was counted`, {
      hint: "hand in the file that the goal names",
    });
  }
  return { index, total: table.sensitive[index].totals[0] };
}
