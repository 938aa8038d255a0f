/**
 * @file Gradient boosting over histograms after LightGBM (Ke et al., LightGBM: a highly efficient gradient boosting
 * decision tree, NeurIPS 2017): leaf-wise growth, 255 bins, the larger child's histogram by subtraction. Written
 * afresh; for numbers the trees are LightGBM 4.7's to the last bits, which a test holds against its predictions.
 */
import { append, KohortError, report, stated, type Task } from "../base/index.ts";
import { type Bins, binsOf, findBins } from "./bins.ts";
import { type BoostedTree, type BoostedTrees, predictTrees } from "./boosted-trees.ts";
import type { Features } from "./features.ts";
import { type Ground, type GrownTree, growTree } from "./grow.ts";
import { type KernelChoice, treeKernels } from "./kernels.ts";
import { type Objective, type ObjectiveName, objectiveOf } from "./objective.ts";
import type { SplitRules } from "./split-search.ts";
import { layout } from "./wasm.ts";

/** How to boost; what is not said is as LightGBM has it. */
export type BoostOptions = Partial<SplitRules> & {
  readonly objective: ObjectiveName;
  /** For multiclass. */
  readonly classes?: number;
  readonly trees?: number;
  readonly leaves?: number;
  readonly rate?: number;
  readonly bins?: number;
  /** Stops when the loss on these rows has not fallen for `patience` rounds, and keeps the best round. */
  readonly validation?: { readonly features: Features; readonly target: Float64Array; readonly patience: number };
  readonly kernels?: KernelChoice;
};

const defaults: SplitRules = {
  leastCount: 20,
  leastHessian: 1e-3,
  l2: 0,
  oneAgainstRest: 4,
  categorySmooth: 10,
  categoryL2: 10,
  mostCategories: 32,
  leastPerGroup: 100,
};

/** Fits boosted trees to a target: 0/1, class numbers, or numbers. */
export function* fitTrees(features: Features, target: Float64Array, options: BoostOptions): Task<BoostedTrees> {
  if (features.rows === 0) throw new KohortError("input", "there are no rows to learn from");
  const { trees: rounds = 100, leaves = 31, rate = 0.1 } = options;
  const objective = objectiveOf(options.objective, options.classes ?? 2);
  const bins = features.columns.map((column) => findBins(column, binLimit(features, options.bins ?? 255)));
  const ground = layGround(features, bins, leaves, { ...defaults, ...stated(options) }, options.kernels);
  const start = objective.start(target);
  const scores = new Float64Array(features.rows * objective.outputs);
  for (let i = 0; i < scores.length; i++) scores[i] = start[i % objective.outputs];
  const model = {
    model: "boosted-trees" as const,
    objective: objective.name,
    outputs: objective.outputs,
    features: features.columns.map(({ name, kind }) => ({ name, kind })),
    start,
  };
  const trees: BoostedTree[] = [];
  const watch = options.validation && watchLoss(objective, model, options.validation);
  for (let round = 0; round < rounds; round++) {
    const grown = growRound(objective, ground, scores, target, { rate, leaves });
    append(
      trees,
      grown.map(({ tree }) => tree),
    );
    yield* report("fit", round + 1, rounds);
    if (watch?.isOver(trees)) break;
    if (grown.every(({ tree }) => tree.values.length === 1)) break;
  }
  if (watch === undefined) return { ...model, trees };
  return { ...model, trees: trees.slice(0, watch.best() * objective.outputs), losses: watch.losses };
}

/** Bins of all features are told apart by 16 bits. */
function binLimit(features: Features, asked: number): number {
  return Math.max(4, Math.min(asked, Math.floor(0xffff / Math.max(1, features.columns.length)) - 1));
}

function layGround(
  features: Features,
  bins: readonly Bins[],
  leaves: number,
  rules: SplitRules,
  choice: KernelChoice | undefined,
): Ground {
  const width = features.columns.length;
  const offsets = new Uint32Array(width);
  let slots = 0;
  bins.forEach(({ count }, feature) => {
    offsets[feature] = slots;
    slots += count;
  });
  const memory = layout();
  const places = {
    bins: memory.take(features.rows * width * 2),
    rows: memory.take(features.rows * 4),
    scratch: memory.take(features.rows * 4 + 4),
    gradients: memory.take(features.rows * 16),
    sides: memory.take(slots),
    result: memory.take(32),
    histograms: memory.take(slots * 16 * leaves),
  };
  const kernels = treeKernels(memory.size(), choice);
  const binned = new Uint16Array(kernels.buffer, places.bins, features.rows * width);
  features.columns.forEach((column, feature) => {
    let at = feature;
    for (const bin of binsOf(column, bins[feature])) {
      binned[at] = bin + offsets[feature];
      at += width;
    }
  });
  return { kernels, places, rows: features.rows, width, slots, offsets, bins, rules };
}

function growRound(
  objective: Objective,
  ground: Ground,
  scores: Float64Array,
  target: Float64Array,
  { rate, leaves }: { readonly rate: number; readonly leaves: number },
): GrownTree[] {
  const { outputs } = objective;
  const before = outputs === 1 ? scores : scores.slice();
  const pairs = new Float64Array(ground.kernels.buffer, ground.places.gradients, ground.rows * 2);
  const order = new Uint32Array(ground.kernels.buffer, ground.places.rows, ground.rows);
  return Array.from({ length: outputs }, (_, output) => {
    objective.pull(before, target, output, pairs);
    const grown = growTree(ground, leaves, rate);
    grown.leaves.forEach(({ first, count }, leaf) => {
      const value = grown.tree.values[leaf];
      for (let i = first; i < first + count; i++) scores[order[i] * outputs + output] += value;
    });
    return grown;
  });
}

function watchLoss(
  objective: Objective,
  model: Omit<BoostedTrees, "trees">,
  { features, target, patience }: NonNullable<BoostOptions["validation"]>,
) {
  const losses: number[] = [];
  const { outputs } = objective;
  const raw = new Float64Array(features.rows * outputs);
  for (let i = 0; i < raw.length; i++) raw[i] = model.start[i % outputs];
  let best = 0;
  return {
    losses,
    best: () => best + 1,
    isOver: (trees: readonly BoostedTree[]): boolean => {
      for (let output = 0; output < outputs; output++) {
        const tree = trees[trees.length - outputs + output];
        const one = { ...model, objective: "regression" as const, outputs: 1, start: [0], trees: [tree] };
        predictTrees(one, features).forEach((value, row) => {
          raw[row * outputs + output] += value;
        });
      }
      losses.push(objective.loss(objective.settle(raw.slice()), target));
      if (losses[losses.length - 1] < losses[best]) best = losses.length - 1;
      return losses.length - 1 - best >= patience;
    },
  };
}
