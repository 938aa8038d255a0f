/**
 * @file Leaves records out where that loses less: a cohort that a model does not allow may become allowed without the
 * records whose sensitive value it has too many of. Every node of a partition's cut tree costs its box for those who
 * stay and a whole record for each who goes, and at a price on top of that, the lowest at which no more go than may, the
 * best pruning is found from the leaves up.
 */

import type { Problem, Recoding } from "../../cohort/index.ts";
import { cutAxis, type RunCosts, runCost, runCosts, type SearchMeasure } from "../run-costs.ts";
import { cheapestPruning, histogramsOf, lowestPrice, measureNodes, prunedRecoding } from "./cut-nodes.ts";
import type { Leaver } from "./leavers.ts";

/** What may be left out, and by what rules. */
export type SuppressionRules = {
  readonly leaver: Leaver;
  readonly measure: SearchMeasure;
  /** Records that may be left out at most. */
  readonly most: number;
};

/** The cheapest pruning of a partition at the lowest price at which at most so many records are left out. */
export function leaveOut(
  problem: Problem,
  recoding: Recoding,
  { leaver, measure, most }: SuppressionRules,
): Recoding | undefined {
  const { tree } = recoding;
  if (tree === undefined || problem.sensitive.length === 0) return undefined;
  const nodes = measureNodes(problem, recoding, tree, measure);
  const leaving = tree.records.map((records, node) => leaver(histogramsOf(problem, nodes, node), records).records);
  const choose = (price: number): Uint8Array =>
    cheapestPruning(tree, (node) => {
      const going = leaving[node];
      return (tree.records[node] - going) * nodes.widths[node] + going * (1 + price);
    });
  // whole tuples leave, which can be a few more than had to: the limit is kept by asking for a little less of it
  for (const share of [1, 0.97, 0.9, 0.75, 0.5]) {
    const price = lowestPrice((tried) => {
      let sum = 0;
      choose(tried).forEach((kept, node) => {
        if (kept === 1) sum += leaving[node];
      });
      return sum <= share * most;
    });
    if (price === undefined) return undefined;
    const pruned = prunedRecoding(problem, recoding, nodes, choose(price));
    const { released, records } = withoutLeavers(problem, pruned, leaver, measure);
    if (records <= most) return released;
  }
  return undefined;
}

/** The partition with those left out who have to leave their cohorts. */
function withoutLeavers(
  problem: Problem,
  recoding: Recoding,
  leaver: Leaver,
  measure: SearchMeasure,
): { readonly released: Recoding; readonly records: number } {
  const costs = runCosts(problem.attributes.map(cutAxis), measure, problem.tuples);
  const members: number[][] = Array.from({ length: recoding.cohorts }, () => []);
  recoding.cohortOf.forEach((cohort, tuple) => {
    members[cohort].push(tuple);
  });
  const { weights, sensitive } = problem;
  const cohortOf = recoding.cohortOf.slice();
  const gone = recoding.cohorts;
  let records = 0;
  for (let staying of members) {
    for (;;) {
      let size = 0;
      const histograms = sensitive.map(({ totals }) => new Float64Array(totals.length));
      for (const tuple of staying) {
        size += weights[tuple];
        sensitive.forEach(({ codes }, nth) => {
          histograms[nth][codes[tuple]] += weights[tuple];
        });
      }
      const { ofValue, records: have } = leaver(histograms, size);
      if (have === 0) break;
      // a tuple may be heavier than what has to leave: those who stay are looked at again
      const leaves = have === size ? staying : outermost(problem, costs, staying, ofValue);
      for (const tuple of leaves) {
        cohortOf[tuple] = gone;
        records += weights[tuple];
      }
      staying = staying.filter((tuple) => cohortOf[tuple] !== gone);
    }
  }
  return { released: tightened(problem, cohortOf, gone), records };
}

/** For every value as many tuples as have to leave, those first without which the box is smallest. */
function outermost(
  { ranks, weights, sensitive }: Problem,
  costs: RunCosts,
  tuples: readonly number[],
  ofValue: Float64Array,
): number[] {
  const without = new Map(tuples.map((tuple) => [tuple, 0]));
  ranks.forEach((column, attribute) => {
    const sorted = tuples.map((tuple) => column[tuple]).sort((a, b) => a - b);
    const [low, high] = [sorted[0], sorted[sorted.length - 1]];
    const [low2, high2] = [sorted[1] ?? low, sorted[sorted.length - 2] ?? high];
    for (const tuple of tuples) {
      const rank = column[tuple];
      const cost = runCost(costs, attribute, rank === low ? low2 : low, rank === high ? high2 : high);
      without.set(tuple, without.get(tuple)! + cost);
    }
  });
  const open = ofValue.slice();
  const { codes } = sensitive[0];
  const order = [...tuples].sort((a, b) => without.get(a)! - without.get(b)! || weights[a] - weights[b] || a - b);
  const take = (fits: (tuple: number) => boolean): number[] =>
    order.filter((tuple) => {
      if (open[codes[tuple]] <= 0 || !fits(tuple)) return false;
      open[codes[tuple]] -= weights[tuple];
      return true;
    });
  const light = take((tuple) => weights[tuple] <= open[codes[tuple]]);
  return light.length > 0 ? light : take(() => true).slice(0, 1);
}

/** Cohorts by the tuples that stay, boxes tight, empty ones dropped; the last holds those who left. */
function tightened(problem: Problem, cohortOf: Uint32Array, gone: number): Recoding {
  const numbers = new Map<number, number>();
  for (const cohort of cohortOf) if (cohort !== gone && !numbers.has(cohort)) numbers.set(cohort, numbers.size);
  const kept = numbers.size;
  const left = cohortOf.includes(gone);
  numbers.set(gone, kept);
  const numbered = cohortOf.map((cohort) => numbers.get(cohort)!);
  const cohorts = kept + +left;
  const low = problem.attributes.map(() => new Uint32Array(cohorts).fill(0xffff_ffff));
  const high = problem.attributes.map(() => new Uint32Array(cohorts));
  problem.ranks.forEach((ranks, attribute) => {
    numbered.forEach((cohort, tuple) => {
      low[attribute][cohort] = Math.min(low[attribute][cohort], ranks[tuple]);
      high[attribute][cohort] = Math.max(high[attribute][cohort], ranks[tuple]);
    });
  });
  const suppressed = new Uint8Array(cohorts);
  if (left) suppressed[kept] = 1;
  return { kind: "local", cohorts, cohortOf: numbered, low, high, suppressed: left ? suppressed : undefined };
}
