import type { TopicGroup } from "./topic.ts";

/** Doing to another table what was done to one. */
export const recipeTopics: TopicGroup = {
  title: "Recipes",
  topics: [
    {
      name: "recipe",
      also: ["recipes", "apply", "drift", "suppress-failing"],
      sentence:
        "A recipe is what was done to a table, as data, so that the same can be done to another or a later one.",
      formula: `cuts      mondrian: age up to 34 goes left, others and missing ones right; each end is a cohort
maps      lattice: every value and what it is published as
distance  of a column: ½ Σ |share of a published value then − share now|, 0 alike, 1 nothing in common`,
      example: `kohort anonymize train.csv -c kohort.json -o train-release.csv --recipe recipe.json
kohort apply recipe.json test.csv -o test-release.csv --suppress-failing

on the table it was made of, apply gives the release again, byte for byte`,
      limits: `Values the recipe cannot place truthfully and cohorts below what was asked are refused by name, or left out
with --suppress-failing. Methods whose cohorts depend on the other records (cluster, best-cut, relaxed cuts) have no
recipe. A recipe holds no record, but the names of columns and shares of published values: keep it as you keep a release.`,
      see: ["mondrian", "lattice", "intersection"],
    },
  ],
};
