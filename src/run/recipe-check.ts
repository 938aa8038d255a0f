import type { Task } from "../base/index.ts";
import { labelStrings, type Table } from "../table/index.ts";
import { applyRecipe } from "./apply-recipe.ts";
import type { RunOptions } from "./axes.ts";
import { noRecipe, type Recipe, recipeFrom } from "./recipe.ts";
import type { Release } from "./release.ts";

/** The recipe of a release, applied to the table it was made of and found to give that release again. */
export function* checkedRecipe(table: Table, release: Release, options: RunOptions): Task<Recipe> {
  const recipe = recipeFrom(release, table);
  const again = yield* applyRecipe.task(table, recipe, { ...options, suppressFailing: true });
  if (release.recoding.rowOrder !== undefined || !isSame(again.table, release.table)) {
    throw noRecipe(release.spec, "it publishes equal records in different ways, or in an order of its own");
  }
  return recipe;
}

function isSame(a: Table, b: Table): boolean {
  if (a.rows !== b.rows || a.columns.length !== b.columns.length) return false;
  return a.columns.every((column, index) => {
    const other = b.columns[index]!;
    const places = new Map(labelStrings(other.labels).map((label, code) => [label, code]));
    const codeOf = labelStrings(column.labels).map((label) => places.get(label) ?? -1);
    return column.codes.every((code, row) => codeOf[code] === other.codes[row]);
  });
}
