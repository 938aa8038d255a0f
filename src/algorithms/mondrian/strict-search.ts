import { parallel, type Task, type Work } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import { cutAxis } from "./cut-axis.ts";
import { finishTree, type TreePart } from "./growing-tree.ts";
import type { Requirement } from "./judge.ts";
import type { CutScore } from "./score.ts";
import { cutStrict, type StrictInput, type StrictOutput } from "./strict.ts";

/** Tuples below which a second thread costs more than it saves. */
const worthThreads = 500_000;

/** The cohorts of a subtree, numbered from 0. */
type Subtree = {
  readonly tree: TreePart;
  readonly cohortOf: Int32Array;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
};

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
    deferBelow: 0,
  }));
  const subtrees = inputs.length === 0 ? [] : yield* parallel("search", subtreeWork, inputs);
  return assemble(problem, top, subtrees);
}

function assemble(problem: Problem, top: StrictOutput, subtrees: readonly Subtree[]): Recoding {
  const width = problem.attributes.length;
  const parts = [{ low: top.low, high: top.high }, ...subtrees];
  const bases: number[] = [];
  let cohorts = 0;
  for (const part of parts) {
    bases.push(cohorts);
    cohorts += part.low.length / width;
  }
  const nth = new Map(top.deferred.map(({ node }, index) => [node, index]));
  const tree = finishTree(top.tree, (node) => {
    const index = nth.get(node);
    return index === undefined ? undefined : { tree: subtrees[index]!.tree, cohortBase: bases[index + 1]! };
  });
  // cohorts are numbered in the order of the leaves, left to right, however they were found
  const number = new Uint32Array(cohorts);
  let next = 0;
  const leaves = leavesInOrder(tree);
  for (const leaf of leaves) {
    number[tree.cohort[leaf]!] = next;
    tree.cohort[leaf] = next++;
  }
  const cohortOf = new Uint32Array(problem.tuples);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (top.cohortOf[tuple]! >= 0) cohortOf[tuple] = number[top.cohortOf[tuple]!]!;
  }
  top.deferred.forEach(({ tuples }, index) => {
    const { cohortOf: local } = subtrees[index]!;
    for (let i = 0; i < tuples.length; i++) cohortOf[tuples[i]!] = number[local[i]! + bases[index + 1]!]!;
  });
  const low = problem.attributes.map(() => new Uint32Array(cohorts));
  const high = problem.attributes.map(() => new Uint32Array(cohorts));
  parts.forEach((part, index) => {
    for (let cohort = 0; cohort * width < part.low.length; cohort++) {
      const place = number[cohort + bases[index]!]!;
      for (let attribute = 0; attribute < width; attribute++) {
        low[attribute]![place] = part.low[cohort * width + attribute]!;
        high[attribute]![place] = part.high[cohort * width + attribute]!;
      }
    }
  });
  return { kind: "local", cohorts, cohortOf, low, high, tree };
}

function leavesInOrder(tree: { readonly first: Uint32Array; readonly count: Uint32Array }): number[] {
  const leaves: number[] = [];
  const stack = [0];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (tree.count[node] === 0) leaves.push(node);
    for (let child = tree.count[node]! - 1; child >= 0; child--) stack.push(tree.first[node]! + child);
  }
  return leaves;
}

function pick<A extends Uint8Array | Uint16Array | Uint32Array>(column: A, tuples: Uint32Array): A {
  const picked = column.slice(0, tuples.length) as A;
  for (let i = 0; i < tuples.length; i++) picked[i] = column[tuples[i]!]!;
  return picked;
}
