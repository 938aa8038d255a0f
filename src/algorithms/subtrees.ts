import { report, type Task } from "../base/index.ts";
import type { Problem, Recoding } from "../cohort/index.ts";
import { finishTree, type TreePart } from "./mondrian/growing-tree.ts";

/** The cohorts of a subtree, numbered from 0. */
export type Subtree = {
  readonly tree: TreePart;
  readonly cohortOf: Int32Array;
  /** Per cohort, attribute after attribute, the lowest and highest rank. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
};

/** The top of a tree, and the parts of the table that were left for others to cut. */
export type TreeTop = Subtree & {
  readonly deferred: readonly { readonly node: number; readonly tuples: Uint32Array }[];
};

/** Joins the top of a tree and the subtrees that hang below it into one recoding, numbered without regard to how it was shared. */
export function* joinSubtrees(problem: Problem, top: TreeTop, subtrees: readonly Subtree[]): Task<Recoding> {
  const told = () => report("search", problem.tuples, problem.tuples);
  const width = problem.attributes.length;
  const parts = [{ low: top.low, high: top.high }, ...subtrees];
  const bases: number[] = [];
  let cohorts = 0;
  for (const part of parts) {
    bases.push(cohorts);
    cohorts += part.low.length / width;
  }
  const nth = new Map(top.deferred.map(({ node }, index) => [node, index]));
  const tree = yield* finishTree(top.tree, (node) => {
    const index = nth.get(node);
    return index === undefined ? undefined : { tree: subtrees[index].tree, cohortBase: bases[index + 1] };
  });
  // cohorts are numbered in the order of the leaves, left to right, however they were found
  const number = new Uint32Array(cohorts);
  let next = 0;
  yield* told();
  const leaves = leavesInOrder(tree);
  for (const leaf of leaves) {
    number[tree.cohort[leaf]] = next;
    tree.cohort[leaf] = next++;
  }
  yield* told();
  const cohortOf = new Uint32Array(problem.tuples);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (top.cohortOf[tuple] >= 0) cohortOf[tuple] = number[top.cohortOf[tuple]];
  }
  for (const [index, { tuples }] of top.deferred.entries()) {
    const { cohortOf: local } = subtrees[index];
    for (let i = 0; i < tuples.length; i++) cohortOf[tuples[i]] = number[local[i] + bases[index + 1]];
    yield* told();
  }
  yield* told();
  const low = problem.attributes.map(() => new Uint32Array(cohorts));
  const high = problem.attributes.map(() => new Uint32Array(cohorts));
  parts.forEach((part, index) => {
    for (let cohort = 0; cohort * width < part.low.length; cohort++) {
      const place = number[cohort + bases[index]];
      for (let attribute = 0; attribute < width; attribute++) {
        low[attribute][place] = part.low[cohort * width + attribute];
        high[attribute][place] = part.high[cohort * width + attribute];
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
    for (let child = tree.count[node] - 1; child >= 0; child--) stack.push(tree.first[node] + child);
  }
  return leaves;
}

/** The values of some tuples. */
export function pick<A extends Uint8Array | Uint16Array | Uint32Array>(column: A, tuples: Uint32Array): A {
  const picked = column.slice(0, tuples.length) as A;
  for (let i = 0; i < tuples.length; i++) picked[i] = column[tuples[i]];
  return picked;
}
