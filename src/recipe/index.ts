export { type ApplyOptions, applyRecipe, type RecipeResult } from "./apply-recipe.ts";
export {
  type AttributeDrift,
  type Drift,
  driftSentences,
  movedColumns,
  shortfallSentence,
  withheldColumns,
} from "./drift.ts";
export { parseRecipe, type Recipe, refuseNoRecipe } from "./recipe.ts";
export { type CheckedRecipe, checkedRecipe } from "./recipe-check.ts";
export { parseRecipeKey, type RecipeKey } from "./recipe-key.ts";
