/**
 * @file The cut tree of a partition, every node measured as if it were a cohort, and the prunings of it: a set of nodes
 * that covers the table is a partition again, and the best one by any cost per node is found from the leaves up.
 */

import type { CutTree, Problem, Recoding } from "../../cohort/index.ts";
import { cutAxis, runCost, runCosts, type SearchMeasure } from "../run-costs.ts";

/** The nodes of a cut tree as cohorts. */
export type CutNodes = {
  readonly tree: CutTree;
  /** What the node's box costs a record. */
  readonly widths: Float64Array;
  /** Per sensitive column, node after node, how often each value occurs. */
  readonly histograms: readonly Float64Array[];
  readonly low: readonly Uint32Array[];
  readonly high: readonly Uint32Array[];
};

/** Measures every node of a recoding's cut tree. */
export function measureNodes(problem: Problem, recoding: Recoding, tree: CutTree, measure: SearchMeasure): CutNodes {
  const costs = runCosts(problem.attributes.map(cutAxis), measure, problem.tuples);
  const count = tree.attribute.length;
  const low = problem.attributes.map(() => new Uint32Array(count).fill(0xffff_ffff));
  const high = problem.attributes.map(() => new Uint32Array(count));
  const leafOf = new Int32Array(recoding.cohorts);
  tree.cohort.forEach((cohort, node) => {
    if (cohort >= 0 && tree.count[node] === 0) leafOf[cohort] = node;
  });
  const histograms = problem.sensitive.map(({ codes, totals }) => {
    const histogram = new Float64Array(count * totals.length);
    for (let tuple = 0; tuple < problem.tuples; tuple++) {
      const node = leafOf[recoding.cohortOf[tuple]];
      histogram[node * totals.length + codes[tuple]] += problem.weights[tuple];
    }
    return histogram;
  });
  const widths = new Float64Array(count);
  // a node stands before its children
  for (let node = count - 1; node >= 0; node--) {
    const [first, children] = [tree.first[node], tree.count[node]];
    problem.attributes.forEach((_, attribute) => {
      const [lows, highs] = [low[attribute], high[attribute]];
      if (children === 0) {
        lows[node] = recoding.low[attribute][tree.cohort[node]];
        highs[node] = recoding.high[attribute][tree.cohort[node]];
      }
      for (let child = first; child < first + children; child++) {
        lows[node] = Math.min(lows[node], lows[child]);
        highs[node] = Math.max(highs[node], highs[child]);
      }
      widths[node] += runCost(costs, attribute, lows[node], highs[node]);
    });
    problem.sensitive.forEach(({ totals }, nth) => {
      const values = totals.length;
      const histogram = histograms[nth];
      for (let child = first; child < first + children; child++) {
        for (let value = 0; value < values; value++) {
          histogram[node * values + value] += histogram[child * values + value];
        }
      }
    });
  }
  return { tree, widths, histograms, low, high };
}

/** How often each value of each sensitive column occurs in a node; views, not copies. */
export function nodeHistograms(problem: Problem, { histograms }: CutNodes, node: number): Float64Array[] {
  return problem.sensitive.map(({ totals }, nth) =>
    histograms[nth].subarray(node * totals.length, (node + 1) * totals.length),
  );
}

/** The nodes that are cohorts in the pruning that costs least; a node that may not be a cohort costs infinitely much. */
export function cheapestPruning(tree: CutTree, cost: (node: number) => number): Uint8Array {
  const count = tree.attribute.length;
  const best = new Float64Array(count);
  const closed = new Uint8Array(count);
  for (let node = count - 1; node >= 0; node--) {
    const own = cost(node);
    let below = 0;
    for (let child = 0; child < tree.count[node]; child++) below += best[tree.first[node] + child];
    closed[node] = +(tree.count[node] === 0 || own <= below);
    best[node] = closed[node] === 1 ? own : below;
  }
  const kept = new Uint8Array(count);
  const stack = [0];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (closed[node] === 1) kept[node] = 1;
    else for (let child = 0; child < tree.count[node]; child++) stack.push(tree.first[node] + child);
  }
  return kept;
}

/** The lowest price at which a pruning fits, found by halving; undefined where no price makes one fit. */
export function lowestPrice(fits: (price: number) => boolean): number | undefined {
  if (fits(0)) return 0;
  let [low, high] = [0, 1];
  while (!fits(high)) {
    [low, high] = [high, high * 4];
    if (high > 1e12) return undefined;
  }
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The partition whose cohorts are the chosen nodes. */
export function prunedRecoding(problem: Problem, recoding: Recoding, nodes: CutNodes, kept: Uint8Array): Recoding {
  const { tree } = nodes;
  const number = new Int32Array(kept.length).fill(-1);
  const into = new Uint32Array(recoding.cohorts);
  const chosen: number[] = [];
  for (let node = 0; node < kept.length; node++) {
    // children take the number of the cohort above them
    if (kept[node] === 1) number[node] = chosen.push(node) - 1;
    if (number[node] < 0) continue;
    if (tree.count[node] === 0) into[tree.cohort[node]] = number[node];
    for (let child = 0; child < tree.count[node]; child++) number[tree.first[node] + child] = number[node];
  }
  return {
    kind: "local",
    cohorts: chosen.length,
    cohortOf: recoding.cohortOf.map((cohort) => into[cohort]),
    low: problem.attributes.map((_, i) => Uint32Array.from(chosen, (node) => nodes.low[i][node])),
    high: problem.attributes.map((_, i) => Uint32Array.from(chosen, (node) => nodes.high[i][node])),
  };
}
