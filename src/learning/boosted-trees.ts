import { KohortError } from "../base/index.ts";
import type { Features } from "./features.ts";
import { type ObjectiveName, objectiveOf } from "./objective.ts";

/**
 * One tree as arrays over its inner nodes; node 0 is the root. `left` and `right` name an inner node, or a leaf i as
 * −1−i. A number goes left when it is at most the threshold, a category when its code is among `categories`.
 */
export type BoostedTree = {
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  /** 1 where what is missing goes left, 0 right, −1 where it counts as zero because training saw none missing. */
  readonly missing: readonly number[];
  readonly categories: readonly (readonly number[] | null)[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly gain: readonly number[];
  /** The value of each leaf; a tree of one leaf has no inner node. */
  readonly values: readonly number[];
};

/** A fitted model: plain data that JSON keeps exactly. */
export type BoostedTrees = {
  readonly model: "boosted-trees";
  readonly objective: ObjectiveName;
  /** Outputs per row: classes for multiclass, otherwise 1. */
  readonly outputs: number;
  readonly features: readonly { readonly name: string; readonly kind: "number" | "category" }[];
  /** The score each output starts from. */
  readonly start: readonly number[];
  /** Round by round, output by output. */
  readonly trees: readonly BoostedTree[];
  /** The validation loss of each round, where there was early stopping. */
  readonly losses?: readonly number[];
};

/** Predicts: the chance of class 1, the chances of all classes row by row, or the number. */
export function predictTrees(model: BoostedTrees, features: Features): Float64Array {
  const columns = model.features.map(({ name }, index) => {
    const column = features.columns[index];
    if (column?.name === name) return column.values;
    throw new KohortError("column", `the model expects column "${name}" as feature ${index + 1}`, {
      hint: "hand in the same columns in the same order as for training",
    });
  });
  const { outputs, start, trees } = model;
  const scores = new Float64Array(features.rows * outputs);
  for (let row = 0; row < features.rows; row++) {
    for (let output = 0; output < outputs; output++) scores[row * outputs + output] = start[output];
  }
  trees.forEach((tree, index) => {
    const output = index % outputs;
    const inSet = tree.categories.map((codes) => (codes === null ? undefined : new Set(codes)));
    for (let row = 0; row < features.rows; row++) {
      scores[row * outputs + output] += tree.values[leafOf(tree, inSet, columns, row)];
    }
  });
  return objectiveOf(model.objective, outputs).settle(scores);
}

function leafOf(
  tree: BoostedTree,
  inSet: readonly (ReadonlySet<number> | undefined)[],
  columns: readonly Float64Array[],
  row: number,
): number {
  let node = tree.feature.length === 0 ? -1 : 0;
  while (node >= 0) {
    const value = columns[tree.feature[node]][row];
    const set = inSet[node];
    let left: boolean;
    if (set !== undefined) left = set.has(value);
    else if (Number.isNaN(value)) left = tree.missing[node] < 0 ? tree.threshold[node] >= 0 : tree.missing[node] === 1;
    else left = value <= tree.threshold[node];
    node = left ? tree.left[node] : tree.right[node];
  }
  return -1 - node;
}

/** How much each feature gave: how often it was cut at, and the loss its cuts took away. */
export function importances(model: BoostedTrees): { name: string; cuts: number; gain: number }[] {
  const found = model.features.map(({ name }) => ({ name, cuts: 0, gain: 0 }));
  for (const tree of model.trees) {
    tree.feature.forEach((feature, node) => {
      found[feature].cuts += 1;
      found[feature].gain += tree.gain[node];
    });
  }
  return found;
}

/** Reads a model that was kept as JSON. */
export function parseTrees(text: string): BoostedTrees {
  const model = JSON.parse(text) as Partial<BoostedTrees> | null;
  if (model?.model === "boosted-trees" && Array.isArray(model.trees) && Array.isArray(model.features)) {
    return model as BoostedTrees;
  }
  throw new KohortError("input", "the file does not hold boosted trees", { hint: "keep a model with JSON.stringify" });
}
