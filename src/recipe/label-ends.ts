import { daysIn } from "../cohort/index.ts";
import { readDate } from "../table/index.ts";
import type { RecipeAttribute } from "./recipe.ts";

/** The number or day that an end of a range is, NaN where it is none. */
export function endOf({ kind, dateForm }: RecipeAttribute, text: string): number {
  if (kind === "number") return text.trim() === "" ? Number.NaN : Number(text);
  const bytes = new TextEncoder().encode(text);
  const day = dateForm === undefined ? Number.NaN : readDate(bytes, 0, bytes.length, dateForm);
  return Number.isNaN(day) ? daysIn(text) : day;
}
