/**
 * @file A partition for which records may be left out: as best-cut Mondrian, but a side of a cut is weighed without the
 * records that have to leave it for the models to hold, and they by a price. An attribute that tells much about the
 * sensitive value is thus cut late or never.
 */

import { indices, report, type Task } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import type { Codes } from "../../table/index.ts";
import { lookWork, type Pace, takeTurn } from "../best-cut/pace.ts";
import { shrinkage } from "../best-cut/shrink.ts";
import { growTree, recodeTree } from "../cut-tree.ts";
import { type Judge, recordsOf } from "../judge.ts";
import { cutAxis, promisedSpan, type RunCosts, runCost, runCosts, type SearchMeasure } from "../run-costs.ts";
import type { Leaver } from "./leave-out.ts";

/** Cuts of one attribute that are tried in a part. */
const mostCuts = 32;

/** How to cut. */
export type LeavingCuts = {
  readonly judge: Judge;
  readonly leaver: Leaver;
  readonly measure: SearchMeasure;
  /** What a record that leaves costs, beside itself. */
  readonly price: number;
};

/** One side of a cut while its tuples are added. */
type Side = {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly histograms: readonly Float64Array[];
  records: number;
};

type Cut = { readonly attribute: number; readonly rank: number };

/** Cuts the table while each side keeps enough records. */
export function* cutLeaving(problem: Problem, options: LeavingCuts): Task<Recoding> {
  const { attributes, ranks, tuples } = problem;
  const promise = runCosts(attributes.map(cutAxis), options.measure, tuples, promisedSpan);
  const scoreOf = scorer(promise, options);
  const tree = growTree();
  const cohortOf = new Uint32Array(tuples);
  let cohorts = 0;
  const stack = [{ part: indices(tuples), place: tree.open(problem.rows) }];
  const pace: Pace = { work: 0, finished: 0, tuples };
  while (stack.length > 0) {
    const { part, place } = stack.pop()!;
    const cut = yield* bestCutOf(problem, part, scoreOf, pace);
    if (cut === undefined) {
      for (const tuple of part) cohortOf[tuple] = cohorts;
      tree.close(place, cohorts++);
      pace.finished += part.length;
      continue;
    }
    const left = part.filter((tuple) => ranks[cut.attribute][tuple] <= cut.rank);
    const right = part.filter((tuple) => ranks[cut.attribute][tuple] > cut.rank);
    const first = tree.cut(place, cut.attribute, cut.rank, recordsOf(problem, left), recordsOf(problem, right));
    stack.push({ part: right, place: first + 1 }, { part: left, place: first });
  }
  return yield* recodeTree(problem, tree, cohortOf, cohorts);
}

/** What a side promises to lose, infinite where too few would stay. */
function scorer(promise: RunCosts, { judge, leaver, price }: LeavingCuts): (side: Side) => number {
  const shrink = shrinkage(judge.least, judge.least >= 25 ? 4 : 6);
  return ({ low, high, histograms, records }) => {
    if (records < judge.least) return Number.POSITIVE_INFINITY;
    const leaving = leaver(histograms, records).records;
    const staying = records - leaving;
    if (staying < judge.least) return Number.POSITIVE_INFINITY;
    let width = 0;
    for (let attribute = 0; attribute < low.length; attribute++) {
      width += runCost(promise, attribute, low[attribute], high[attribute]);
    }
    return staying * width * shrink(staying) + leaving * (1 + price);
  };
}

function emptySide({ attributes, sensitive }: Problem): Side {
  return {
    low: new Uint32Array(attributes.length).fill(0xffff_ffff),
    high: new Uint32Array(attributes.length),
    histograms: sensitive.map(({ totals }) => new Float64Array(totals.length)),
    records: 0,
  };
}

function addTo(side: Side, { ranks, sensitive, weights }: Problem, tuple: number): void {
  side.records += weights[tuple];
  for (let attribute = 0; attribute < ranks.length; attribute++) {
    const rank = ranks[attribute][tuple];
    if (rank < side.low[attribute]) side.low[attribute] = rank;
    if (rank > side.high[attribute]) side.high[attribute] = rank;
  }
  for (let nth = 0; nth < sensitive.length; nth++) {
    side.histograms[nth][sensitive[nth].codes[tuple]] += weights[tuple];
  }
}

/** The cut after which both sides promise to lose least. */
function* bestCutOf(
  problem: Problem,
  part: Uint32Array,
  scoreOf: (side: Side) => number,
  pace: Pace,
): Task<Cut | undefined> {
  let best: Cut | undefined;
  let least = Number.POSITIVE_INFINITY;
  const work = lookWork(part.length, problem.ranks.length) / problem.ranks.length;
  for (let attribute = 0; attribute < problem.ranks.length; attribute++) {
    if (takeTurn(pace, work)) yield* report("search", pace.finished, pace.tuples);
    const column = problem.ranks[attribute];
    const sorted = inRankOrder(part, column, problem.attributes[attribute].size);
    const places = cutPlaces(sorted, column);
    const scores = new Float64Array(places.length);
    let at = 0;
    const left = emptySide(problem);
    places.forEach((place, nth) => {
      for (; at < place; at++) addTo(left, problem, sorted[at]);
      scores[nth] = scoreOf(left);
    });
    const right = emptySide(problem);
    at = sorted.length;
    for (let nth = places.length - 1; nth >= 0; nth--) {
      while (at > places[nth]) addTo(right, problem, sorted[--at]);
      const score = scores[nth] < least ? scores[nth] + scoreOf(right) : Number.POSITIVE_INFINITY;
      if (score >= least) continue;
      least = score;
      best = { attribute, rank: column[sorted[places[nth] - 1]] };
    }
  }
  return best;
}

/** Tuples by their rank, those of equal rank as they stood. */
function inRankOrder(part: Uint32Array, column: Codes, size: number): Uint32Array {
  if (size > 4 * part.length) return part.slice().sort((a, b) => column[a] - column[b] || a - b);
  const starts = new Uint32Array(size + 1);
  for (const tuple of part) starts[column[tuple] + 1] += 1;
  for (let rank = 0; rank < size; rank++) starts[rank + 1] += starts[rank];
  const sorted = new Uint32Array(part.length);
  for (const tuple of part) sorted[starts[column[tuple]]++] = tuple;
  return sorted;
}

/** Where sorted ranks change, about equally far apart where that is in many places. */
function cutPlaces(sorted: Uint32Array, column: Codes): number[] {
  const places: number[] = [];
  for (let at = 1; at < sorted.length; at++) if (column[sorted[at]] !== column[sorted[at - 1]]) places.push(at);
  if (places.length <= mostCuts) return places;
  const spread: number[] = [];
  for (const place of places) if (place * mostCuts >= (spread.length + 1) * sorted.length) spread.push(place);
  return spread;
}
