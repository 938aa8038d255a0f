import type { TopicGroup } from "./topic.ts";

/** Doing to another table what was done to one. */
export const recipeTopics: TopicGroup = {
  title: "Recipes",
  topics: [
    {
      name: "recipe",
      also: ["recipes", "apply", "drift", "suppress-failing", "recipe-key"],
      sentence:
        "A recipe is what was done to a table, as data, so that the same can be done to another or a later one.",
      formula: `cohorts   mondrian: the combinations of published values that the release has
labels    lattice: the published values of each column
key       exact cuts and members of groups, in a second file for you alone (recipe.key.json)
distance  of a column: ½ Σ |share of the recipe's label then − share now|, 0 alike, 1 nothing in common
chance    about the distance that chance alone gives two tables of this size with the recipe's shares`,
      example: `kohort anonymize train.csv -c kohort.json -o train-release.csv --recipe recipe.json
kohort apply recipe.json test.csv -o test-release.csv

on the table it was made of, apply gives the release again, byte for byte; where a key was written, with --recipe-key`,
      limits: `A recipe holds only what the release prints or the spec says. Without its key, values whose label cannot be
told are published as *. Columns that the recipe does not know are not published; columns of it that are absent are an
error. Every value has a place: labels are widened to the next printed end or left open ([60..]), names that it does not
list become the group that has them, or *. Cohorts below the goal are merged up the cut tree, then left out within the
spec's suppression, else refused, or left out with --suppress-failing. Methods whose cohorts depend on the other records (cluster, relaxed cuts) have no recipe.`,
      see: ["mondrian", "lattice", "intersection"],
    },
  ],
};
