import { parallel, type Task, type Work } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import { cutAxis } from "../cut-axis.ts";
import type { Requirement } from "../judge.ts";
import type { SearchMeasure } from "../run-costs.ts";
import { joinSubtrees, pick, type Subtree } from "../subtrees.ts";
import { type BestCutInput, cutBest } from "./kernel.ts";
import type { Breadth } from "./planner.ts";

/** Tuples below which a second thread costs more than it saves. */
const worthThreads = 60_000;

/** Cuts one part of the table to its end; what a thread is asked to do. */
export const bestCutWork: Work<BestCutInput, Subtree> = {
  name: "best-cut-subtree",
  run: function* (input) {
    const { tree, cohortOf, low, high } = yield* cutBest(input);
    const { attribute, cutAt, first, count, records, cohort } = tree;
    return { tree: { attribute, cutAt, first, count, records, cohort }, cohortOf, low, high };
  },
};

/** How to search for a partition. */
export type BestCutOptions = {
  readonly breadth: Breadth;
  readonly threads: number;
  readonly measure: SearchMeasure;
};

/** Best-cut Mondrian over a whole problem; the result is the same for any number of threads. */
export function* searchBestCut(problem: Problem, requirement: Requirement, options: BestCutOptions): Task<Recoding> {
  const shared = options.threads > 1 && problem.tuples >= worthThreads;
  const whole: BestCutInput = {
    axes: problem.attributes.map(cutAxis),
    ranks: problem.ranks,
    weights: problem.weights,
    sensitive: problem.sensitive.map((column) => column.codes),
    requirement,
    measure: options.measure,
    breadth: options.breadth,
    deferBelow: shared ? Math.ceil(problem.tuples / (8 * options.threads)) : 0,
  };
  const top = yield* cutBest(whole);
  const inputs = top.deferred.map(({ tuples }) => ({
    ...whole,
    ranks: problem.ranks.map((column) => pick(column, tuples)),
    weights: pick(problem.weights, tuples),
    sensitive: problem.sensitive.map((column) => pick(column.codes, tuples)),
    deferBelow: 0,
  }));
  const subtrees = inputs.length === 0 ? [] : yield* parallel("search", bestCutWork, inputs);
  return yield* joinSubtrees(problem, top, subtrees);
}
