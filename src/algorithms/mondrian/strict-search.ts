import { parallel, type Task, type Work } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import { cutAxis } from "../cut-axis.ts";
import type { Requirement } from "../judge.ts";
import { joinSubtrees, pick, type Subtree } from "../subtrees.ts";
import type { CutScore } from "./score.ts";
import { cutStrict, type StrictInput } from "./strict.ts";

/** Tuples below which a second thread costs more than it saves. */
const worthThreads = 500_000;

/** Cuts one subtree to its end; what a thread is asked to do. */
export const subtreeWork: Work<StrictInput, Subtree> = {
  name: "mondrian-subtree",
  run: function* (input) {
    const { tree, cohortOf, low, high } = yield* cutStrict(input);
    const { attribute, cutAt, first, count, records, cohort } = tree;
    return { tree: { attribute, cutAt, first, count, records, cohort }, cohortOf, low, high };
  },
};

/** Strict Mondrian over a whole problem, its subtrees on as many threads as there are; the result is the same for any number. */
export function* searchStrict(
  problem: Problem,
  requirement: Requirement,
  options: { readonly score: CutScore; readonly threads: number },
): Task<Recoding> {
  const axes = problem.attributes.map(cutAxis);
  const deferBelow =
    options.threads > 1 && problem.tuples >= worthThreads ? Math.ceil(problem.tuples / (8 * options.threads)) : 0;
  const whole: StrictInput = {
    axes,
    ranks: problem.ranks.map((column) => column.slice()),
    weights: problem.weights.slice(),
    sensitive: problem.sensitive.map((column) => column.codes.slice()),
    counted: problem.sensitive.map((column) => column.weights?.slice()),
    requirement,
    score: options.score,
    deferBelow,
  };
  const top = yield* cutStrict(whole);
  const inputs = top.deferred.map(({ tuples }) => ({
    ...whole,
    ranks: problem.ranks.map((column) => pick(column, tuples)),
    weights: pick(problem.weights, tuples),
    sensitive: problem.sensitive.map((column) => pick(column.codes, tuples)),
    counted: problem.sensitive.map(({ weights }) => (weights === undefined ? undefined : pick(weights, tuples))),
    deferBelow: 0,
  }));
  const subtrees = inputs.length === 0 ? [] : yield* parallel("search", subtreeWork, inputs);
  return yield* joinSubtrees(problem, top, subtrees);
}
