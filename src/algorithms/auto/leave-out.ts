/**
 * @file Leaves records out where that loses less: a cohort that a model does not allow may become allowed without the
 * records whose sensitive value it has too many of. Every node of a partition's cut tree costs its box for those who
 * stay and a whole record for each who goes, and at a price on top of that, the lowest at which no more go than may, the
 * best pruning is found from the leaves up.
 */

import { numberIn } from "../../base/index.ts";
import { type Problem, type Recoding, tightBoxes } from "../../cohort/index.ts";
import { histogramsOf, type Judge, recordsOf } from "../judge.ts";
import { cutAxis, type RunCosts, runCost, runCosts, type SearchMeasure } from "../run-costs.ts";
import { cheapestPruning, lowestPrice, measureNodes, nodeHistograms, prunedRecoding } from "./cut-nodes.ts";

/** How many records of each value of the sensitive column have to leave a cohort, and how many in all. */
export type LeaverCounts = { readonly ofValue: Float64Array; readonly records: number };

/** Says who has to leave a cohort for it to be allowed. */
export type Leaver = (histograms: readonly Float64Array[], size: number) => LeaverCounts;

/** Steps in which the cap is looked for. */
const steps = 14;

/**
 * Caps every value at the same multiple of its share of the table, the highest at which the cohort is allowed; everybody
 * leaves a cohort that never is. With several sensitive columns nobody is taken out alone.
 */
export function leaverOf(problem: Problem, judge: Judge): Leaver {
  const totals = problem.sensitive[0].totals;
  const all = totals.reduce((sum, count) => sum + count, 0);
  const shares = totals.map((count) => count / all);
  const stay = new Float64Array(totals.length);
  const best = new Float64Array(totals.length);
  const nobody: LeaverCounts = { ofValue: new Float64Array(totals.length), records: 0 };
  return (histograms, size) => {
    if (judge.holds(histograms, size)) return nobody;
    const own = histograms[0];
    let kept = 0;
    if (histograms.length === 1) {
      let high = 0;
      own.forEach((count, value) => {
        if (count > 0) high = Math.max(high, count / shares[value]);
      });
      let low = 0;
      for (let step = 0; step < steps; step++) {
        const cap = (low + high) / 2;
        let staying = 0;
        for (let value = 0; value < stay.length; value++) {
          stay[value] = Math.min(own[value], Math.floor(cap * shares[value]));
          staying += stay[value];
        }
        if (judge.holds([stay], staying)) {
          low = cap;
          kept = staying;
          best.set(stay);
        } else high = cap;
      }
    }
    if (kept === 0) return { ofValue: own.slice(), records: size };
    return { ofValue: own.map((count, value) => count - best[value]), records: size - kept };
  };
}

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
  const leaving = tree.records.map((records, node) => leaver(nodeHistograms(problem, nodes, node), records).records);
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
  const cohortOf = recoding.cohortOf.slice();
  const gone = recoding.cohorts;
  let records = 0;
  for (let staying of members) {
    for (;;) {
      const size = recordsOf(problem, staying);
      const { ofValue, records: have } = leaver(histogramsOf(problem, staying), size);
      if (have === 0) break;
      // a tuple may be heavier than what has to leave: those who stay are looked at again
      const leaves = have === size ? staying : outermost(problem, costs, staying, ofValue);
      for (const tuple of leaves) cohortOf[tuple] = gone;
      records += recordsOf(problem, leaves);
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
  for (const cohort of cohortOf) if (cohort !== gone) numberIn(numbers, cohort);
  const kept = numbers.size;
  const left = cohortOf.includes(gone);
  const numbered = cohortOf.map((cohort) => (cohort === gone ? kept : numbers.get(cohort)!));
  const cohorts = kept + +left;
  const suppressed = left ? Uint8Array.from({ length: cohorts }, (_, cohort) => +(cohort === kept)) : undefined;
  return { kind: "local", cohorts, cohortOf: numbered, ...tightBoxes(problem, numbered, cohorts), suppressed };
}
