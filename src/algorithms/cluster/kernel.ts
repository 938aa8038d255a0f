import { report, type Task, type Work } from "../../base/index.ts";
import { cutBest } from "../best-cut/kernel.ts";
import type { Tuples } from "../cut-tree.ts";
import { judgeOf } from "../judge.ts";
import type { CutAxis, SearchMeasure } from "../run-costs.ts";
import { descend } from "./descent.ts";
import { groupGreedily } from "./greedy.ts";
import { lossOf } from "./group-boxes.ts";
import { openGroups } from "./groups.ts";
import { type NeighbourOptions, nearNeighbours } from "./neighbours.ts";
import { groupByQuota } from "./quota.ts";
import { type Grouping, ofRecords, recordsIn } from "./records.ts";
import { repairGroups } from "./repair.ts";

/** Tuples to be put into groups. */
export type ClusterInput = Tuples & { readonly measure: SearchMeasure };

/**
 * How neighbours are looked for: along several orders rather than far along one, and farther where hierarchies make many
 * records equally near.
 */
function neighbourOptions(axes: readonly CutAxis[]): NeighbourOptions {
  if (axes.some((axis) => axis.tree !== undefined)) return { window: 40, keep: 16, orders: 6 };
  const orders = Math.min(6, axes.length);
  return { window: Math.ceil(36 / orders), keep: 12, orders };
}

/** Rounds of descent after which there is hardly anything left to gain. */
export const fullDescent = 20;

/** How broadly the partition is planned that is a start too. */
const breadth = { cuts: 3, within: 8 };

/** Groups one part of a table; what a thread is asked to do. */
export const clusterWork: Work<ClusterInput, Grouping> = {
  name: "cluster",
  run: cluster,
  transfer: ({ groupOf }) => [groupOf.buffer as ArrayBuffer],
};

/**
 * Groups records: the best of what a partition gives, what grows greedily and, where models look at more than sizes,
 * what grows by quota is improved by descent. The greedy way wins while cohorts are small, the partition when they are
 * large, quotas when the models are strict; groups that a model does not allow are joined first.
 */
function* cluster(input: ClusterInput): Task<Grouping> {
  const judge = judgeOf(input.requirement);
  const laid = recordsIn(input, input.measure);
  const { records, tupleOf, sensitive } = laid;
  const options = neighbourOptions(input.axes);
  const near = yield* nearNeighbours(records, options);
  const starts: (Grouping | undefined)[] = [];
  if (judge.least > 1) starts.push(yield* groupGreedily(records, judge.least, options, near));
  if (!judge.sizeOnly) starts.push(yield* groupByQuota(laid, judge));
  const allowed: Grouping[] = [];
  for (const start of starts) {
    if (start === undefined) continue;
    const whole = judge.sizeOnly ? start : yield* repairGroups(laid, start, judge);
    if (whole !== undefined) allowed.push(whole);
  }
  const { cohortOf, low } = yield* cutBest({ ...input, breadth, deferBelow: 0 });
  allowed.push({ groupOf: ofRecords(cohortOf, tupleOf), count: low.length / input.axes.length });
  const groups = allowed
    .map(({ groupOf, count }) => openGroups(records, groupOf, count, judge, sensitive))
    .reduce((best, one) => (lossOf(one) < lossOf(best) ? one : best));
  yield* report("search", 1, 2);
  yield* descend(groups, near, judge, fullDescent);
  return numbered(groups.groupOf);
}

/** The same groups without gaps in their numbers, in the order of their first records. */
export function numbered(groupOf: Int32Array): Grouping {
  let most = -1;
  for (const group of groupOf) if (group > most) most = group;
  const numbers = new Int32Array(most + 1).fill(-1);
  const renumbered = new Int32Array(groupOf.length);
  let count = 0;
  for (let record = 0; record < groupOf.length; record++) {
    const group = groupOf[record];
    if (numbers[group] < 0) numbers[group] = count++;
    renumbered[record] = numbers[group];
  }
  return { groupOf: renumbered, count };
}
