import { KohortError, type Task } from "../base/index.ts";
import type { RunOptions } from "../problem/index.ts";
import type { Release } from "../release/index.ts";
import { labelStrings, type Table } from "../table/index.ts";
import { type ApplyOptions, applyRecipe } from "./apply-recipe.ts";
import { noRecipe, type Recipe, recipeFrom, refuseNoRecipe } from "./recipe.ts";
import { keyFrom, type RecipeKey } from "./recipe-key.ts";

/** A recipe that may be published with its release, and its key where the recipe alone does not give the release again. */
export type CheckedRecipe = { readonly recipe: Recipe; readonly key?: RecipeKey };

/** The recipe of a release, applied to the table it was made of and found to give that release again. */
export function* checkedRecipe(table: Table, release: Release, options: RunOptions): Task<CheckedRecipe> {
  refuseNoRecipe(release.spec, release.search.choice !== undefined);
  if (release.problem.attributes.some(({ wildcard, missing }) => wildcard === true && missing >= 0)) {
    throw noRecipe(release.spec, "missing values match anything");
  }
  const recipe = recipeFrom(release, table);
  const key = keyFrom(recipe, release, table);
  for (const suppressFailing of release.recoding.rowOrder === undefined ? [false, true] : []) {
    const how = { ...options, suppressFailing };
    if (yield* givesAgain(table, release, recipe, how)) return { recipe };
    if (yield* givesAgain(table, release, recipe, { ...how, recipeKey: key })) return { recipe, key };
  }
  throw noRecipe(release.spec, "it publishes equal records in different ways, or in an order of its own");
}

function* givesAgain(table: Table, release: Release, recipe: Recipe, options: ApplyOptions): Task<boolean> {
  try {
    const again = yield* applyRecipe.task(table, recipe, options);
    return isSame(again.table, release.table);
  } catch (error) {
    if (error instanceof KohortError && (error.code === "infeasible" || error.code === "audit")) return false;
    throw error;
  }
}

function isSame(a: Table, b: Table): boolean {
  if (a.rows !== b.rows || a.columns.length !== b.columns.length) return false;
  return a.columns.every((column, index) => {
    const other = b.columns[index];
    if (column.name !== other.name) return false;
    const places = new Map(labelStrings(other.labels).map((label, code) => [label, code]));
    const codeOf = labelStrings(column.labels).map((label) => places.get(label) ?? -1);
    return column.codes.every((code, row) => codeOf[code] === other.codes[row]);
  });
}
