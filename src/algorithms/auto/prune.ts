/**
 * @file Keeps what a partition gives away under a bound. Cuts are undone where that costs least for what it hides: for
 * a price on every disclosed record the best pruning of the cut tree is found from the leaves up, and the lowest price
 * that keeps the bound is looked for. As cost-complexity pruning of decision trees (Breiman et al. 1984, section 3.3),
 * with disclosure in the place of size. The cohorts stay a partition.
 */

import type { CutTree, Problem, Recoding } from "../../cohort/index.ts";
import { cutAxis } from "../cut-axis.ts";
import { judgeOf, type Requirement } from "../judge.ts";
import { runCost, runCosts, type SearchMeasure } from "../run-costs.ts";

/** Which rate of disclosure is bounded, and by how much. */
export type DisclosureBound = { readonly rate: "homogeneity" | "inference"; readonly most: number };

/** Reads `ncp,disclosure<=0.2`; undefined where there is no bound. */
export function disclosureBound(minimize: string | undefined): DisclosureBound | undefined {
  const [, rate, most] = /,\s*(disclosure|homogeneity|inference)<=([\d.]+)\s*$/.exec(minimize ?? "") ?? [];
  if (rate === undefined) return undefined;
  return { rate: rate === "inference" ? "inference" : "homogeneity", most: Number(most) };
}

type Nodes = {
  readonly tree: CutTree;
  /** Loss of each node as a cohort, in records. */
  readonly loss: Float64Array;
  /** Per sensitive column the records each node discloses as a cohort. */
  readonly disclosed: readonly Float64Array[];
  readonly allowed: Uint8Array;
  readonly low: readonly Uint32Array[];
  readonly high: readonly Uint32Array[];
};

/** The pruning that loses least within the bound, or undefined if not even one cohort of all records keeps it. */
export function pruneTo(
  problem: Problem,
  recoding: Recoding,
  requirement: Requirement,
  measure: SearchMeasure,
  bound: DisclosureBound,
): Recoding | undefined {
  const { tree } = recoding;
  if (tree === undefined) return undefined;
  const nodes = measureNodes(problem, recoding, tree, requirement, measure, bound);
  const fits = (kept: Uint8Array): boolean =>
    nodes.disclosed.every((column) => {
      let sum = 0;
      for (let node = 0; node < kept.length; node++) if (kept[node] === 1) sum += column[node]!;
      return sum <= bound.most * problem.rows + 1e-9;
    });
  let kept = choose(nodes, 0);
  if (fits(kept)) return recodingOf(problem, recoding, nodes, kept);
  let [low, high] = [0, 1];
  while (!fits(choose(nodes, high))) {
    [low, high] = [high, high * 4];
    if (high > 1e12) return undefined;
  }
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (fits(choose(nodes, middle))) high = middle;
    else low = middle;
  }
  kept = choose(nodes, high);
  return recodingOf(problem, recoding, nodes, kept);
}

function measureNodes(
  problem: Problem,
  recoding: Recoding,
  tree: CutTree,
  requirement: Requirement,
  measure: SearchMeasure,
  bound: DisclosureBound,
): Nodes {
  const judge = judgeOf(requirement);
  const costs = runCosts(problem.attributes.map(cutAxis), measure, problem.tuples);
  const count = tree.attribute.length;
  const low = problem.attributes.map(() => new Uint32Array(count).fill(0xffff_ffff));
  const high = problem.attributes.map(() => new Uint32Array(count));
  const leafOf = new Int32Array(recoding.cohorts);
  tree.cohort.forEach((cohort, node) => {
    if (cohort >= 0 && tree.count[node] === 0) leafOf[cohort] = node;
  });
  const histograms = problem.sensitive.map(({ totals }) => new Float64Array(count * totals.length));
  problem.sensitive.forEach(({ codes, totals }, nth) => {
    for (let tuple = 0; tuple < problem.tuples; tuple++) {
      const node = leafOf[recoding.cohortOf[tuple]!]!;
      histograms[nth]![node * totals.length + codes[tuple]!]! += problem.weights[tuple]!;
    }
  });
  const loss = new Float64Array(count);
  const disclosed = problem.sensitive.map(() => new Float64Array(count));
  const allowed = new Uint8Array(count);
  // a node stands before its children
  for (let node = count - 1; node >= 0; node--) {
    const [first, children] = [tree.first[node]!, tree.count[node]!];
    let width = 0;
    problem.attributes.forEach((_, attribute) => {
      const [lows, highs] = [low[attribute]!, high[attribute]!];
      if (children === 0) {
        lows[node] = recoding.low[attribute]![tree.cohort[node]!]!;
        highs[node] = recoding.high[attribute]![tree.cohort[node]!]!;
      }
      for (let child = first; child < first + children; child++) {
        lows[node] = Math.min(lows[node]!, lows[child]!);
        highs[node] = Math.max(highs[node]!, highs[child]!);
      }
      width += runCost(costs, attribute, lows[node]!, highs[node]!);
    });
    loss[node] = tree.records[node]! * width;
    const own = histograms.map((histogram, nth) => {
      const values = problem.sensitive[nth]!.totals.length;
      const counts = histogram.subarray(node * values, (node + 1) * values);
      for (let child = first; child < first + children; child++) {
        for (let value = 0; value < values; value++) counts[value]! += histogram[child * values + value]!;
      }
      let most = 0;
      for (const records of counts) most = Math.max(most, records);
      const told = bound.rate === "inference" || most === tree.records[node] ? most : 0;
      disclosed[nth]![node] = told;
      return counts;
    });
    allowed[node] = +(children === 0 || judge.holds(own, tree.records[node]!));
  }
  return { tree, loss, disclosed, allowed, low, high };
}

/** The nodes that are cohorts in the best pruning at a price per disclosed record. */
function choose({ tree, loss, disclosed, allowed }: Nodes, price: number): Uint8Array {
  const count = loss.length;
  const best = new Float64Array(count);
  const closed = new Uint8Array(count);
  for (let node = count - 1; node >= 0; node--) {
    let own = loss[node]!;
    for (const column of disclosed) own += price * column[node]!;
    let below = 0;
    for (let child = 0; child < tree.count[node]!; child++) below += best[tree.first[node]! + child]!;
    closed[node] = +(tree.count[node] === 0 || (allowed[node] === 1 && own <= below));
    best[node] = closed[node] === 1 ? own : below;
  }
  const kept = new Uint8Array(count);
  const stack = [0];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (closed[node] === 1) kept[node] = 1;
    else for (let child = 0; child < tree.count[node]!; child++) stack.push(tree.first[node]! + child);
  }
  return kept;
}

function recodingOf(problem: Problem, recoding: Recoding, nodes: Nodes, kept: Uint8Array): Recoding {
  const { tree } = nodes;
  const number = new Int32Array(kept.length).fill(-1);
  const into = new Uint32Array(recoding.cohorts);
  const chosen: number[] = [];
  for (let node = 0; node < kept.length; node++) {
    // children take the number of the cohort above them
    if (kept[node] === 1) number[node] = chosen.push(node) - 1;
    if (number[node]! < 0) continue;
    if (tree.count[node] === 0) into[tree.cohort[node]!] = number[node]!;
    for (let child = 0; child < tree.count[node]!; child++) number[tree.first[node]! + child] = number[node]!;
  }
  return {
    kind: "local",
    cohorts: chosen.length,
    cohortOf: recoding.cohortOf.map((cohort) => into[cohort]!),
    low: problem.attributes.map((_, i) => Uint32Array.from(chosen, (node) => nodes.low[i]![node]!)),
    high: problem.attributes.map((_, i) => Uint32Array.from(chosen, (node) => nodes.high[i]![node]!)),
  };
}
