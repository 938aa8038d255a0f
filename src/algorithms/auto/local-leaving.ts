/**
 * @file Local recoding for which records may be left out, or whose models are strict: cells are cut with some slack in
 * the models, cut further into groups of the same mix of sensitive values, and improved by descent and annealing in
 * which leaving a record out is a move like any other.
 */

import { randomFrom, type Task } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import { anneal } from "../cluster/anneal.ts";
import { descend } from "../cluster/descent.ts";
import { type Groups, lossOf } from "../cluster/group-boxes.ts";
import { openGroups } from "../cluster/groups.ts";
import { numbered } from "../cluster/kernel.ts";
import { nearNeighbours } from "../cluster/neighbours.ts";
import { layRecords, ofRecords, recordsIn, tuplesOf } from "../cluster/records.ts";
import { refineCells } from "../cluster/refine.ts";
import { annealFor, type ClusterEffort, type Clustering } from "../cluster/search.ts";
import { tuplesIn } from "../cut-tree.ts";
import { type Judge, judgeOf, type Requirement } from "../judge.ts";
import { cutAxis, promisedSpan, runCosts, type SearchMeasure } from "../run-costs.ts";
import { cutLeaving } from "./cut-leaving.ts";
import { leaveOut, leaverOf } from "./leave-out.ts";

/** How long to search: as clustering does, and how many rounds of descent. */
export type LeavingEffort = ClusterEffort & { readonly descent: number };

/** What is searched. */
export type LocalSuppression = {
  readonly requirement: Requirement;
  readonly measure: SearchMeasure;
  readonly seed: number;
  readonly effort: LeavingEffort;
  /** Records that may be left out at most. */
  readonly most: number;
};

/** The group of each record in the order of the tuples; those of the group `outside` are left out. */
export type LeftGroups = Clustering & { readonly outside: number };

/** How much farther from the table's mix a cell is taken to be than it is, so that its groups have some slack. */
const slacks = [4 / 3, 1, 2];

/** Proposals of one round of annealing per record. */
const proposalsPerRecord = 100;

/** Groups the records of a folded problem with one sensitive column; undefined where no cell can be cut. */
export function* clusterLeaving(problem: Problem, question: LocalSuppression): Task<LeftGroups | undefined> {
  const { requirement, measure, effort, most } = question;
  const judge = judgeOf(requirement);
  const { records } = recordsIn(tuplesIn(problem, requirement), measure);
  const near = yield* nearNeighbours(records, { window: 40, keep: 16, orders: 6 });
  let groups: Groups | undefined;
  for (const slack of effort.descent < 20 ? slacks.slice(0, 1) : slacks) {
    const start = yield* startOf(problem, question, judge, slack);
    if (start === undefined) continue;
    const { groupOf, count, sensitive } = start;
    const opened = openGroups(records, groupOf, count, judge, sensitive, most);
    yield* descend(opened, near, judge, Math.min(3, effort.descent));
    if (groups === undefined || lossOf(opened) < lossOf(groups)) groups = opened;
  }
  if (groups === undefined) return undefined;
  yield* descend(groups, near, judge, effort.descent === 1 ? 1 : 20);
  let best = { groupOf: groups.groupOf.slice(), loss: lossOf(groups) };
  const random = randomFrom(question.seed);
  const hot = (0.115 * best.loss) / records.count;
  const opened = groups;
  const { planned, rounds } = yield* annealFor(effort, records.count, best.loss, function* (round, of) {
    const [from, to] = [round, round + 1].map((done) => (round === 0 ? hot : hot * (1 - done / of)));
    const proposals = records.count * proposalsPerRecord;
    yield* anneal(opened, near, judge, { proposals, from, to, seed: random.next() });
    return lossOf(opened);
  });
  if (rounds > 0) yield* descend(groups, near, judge, effort.descent);
  if (lossOf(groups) < best.loss) best = { groupOf: groups.groupOf.slice(), loss: lossOf(groups) };
  const outside = groups.outside < 0 ? -1 : best.groupOf.indexOf(groups.outside);
  const { groupOf, count } = numbered(best.groupOf);
  return { groupOf, count, outside: outside < 0 ? -1 : groupOf[outside], planned, rounds };
}

/** Groups inside cells that were cut with slack, the last one of those who are left out. */
function* startOf(problem: Problem, { measure, most }: LocalSuppression, judge: Judge, slack: number) {
  const careful = withSlack(problem, judge, slack);
  const leaver = leaverOf(problem, careful);
  const cut = yield* cutLeaving(problem, { judge: careful, leaver, measure, price: 0 });
  const cells = leaveOut(problem, cut, { leaver, measure, most });
  if (cells === undefined) return undefined;
  const axes = problem.attributes.map(cutAxis);
  const promise = runCosts(axes, measure, problem.tuples, promisedSpan);
  const records = layRecords(problem.ranks, problem.weights, promise);
  const tupleOf = tuplesOf(records);
  const { codes, totals } = problem.sensitive[0];
  const sensitive = { codes: [ofRecords(codes, tupleOf)], sizes: [totals.length] };
  const cellOf = Int32Array.from(cells.cohortOf, (cohort) => (cells.suppressed?.[cohort] === 1 ? -1 : cohort));
  const { groupOf, count } = yield* refineCells(records, cellOf, judge, sensitive);
  return {
    groupOf: groupOf.map((group) => (group < 0 ? count : group)),
    count: count + +(most > 0),
    sensitive,
  };
}

/** A judge to whom every mix of values is so many times as far from the table's as it is. */
function withSlack(problem: Problem, judge: Judge, slack: number): Judge {
  if (slack === 1) return judge;
  const shares = problem.sensitive.map(({ totals }) => {
    const all = totals.reduce((sum, count) => sum + count, 0);
    return totals.map((count) => count / all);
  });
  const farther = shares.map((share) => new Float64Array(share.length));
  const holds: Judge["holds"] = (histograms, size) => {
    if (!judge.holds(histograms, size)) return false;
    histograms.forEach((histogram, nth) => {
      let sum = 0;
      for (let value = 0; value < histogram.length; value++) {
        const mean = shares[nth][value] * size;
        farther[nth][value] = Math.max(0, mean + slack * (histogram[value] - mean));
        sum += farther[nth][value];
      }
      for (let value = 0; value < histogram.length; value++) farther[nth][value] *= size / sum;
    });
    return judge.holds(farther, size);
  };
  return { ...judge, holds };
}
