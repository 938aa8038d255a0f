import { report, type Task, type Work } from "../../base/index.ts";
import type { Codes } from "../../table/index.ts";
import { cutBest } from "../best-cut/kernel.ts";
import type { CutAxis } from "../cut-axis.ts";
import { judgeOf, type Requirement } from "../judge.ts";
import { runCosts, type SearchMeasure } from "../run-costs.ts";
import { descend } from "./descent.ts";
import { type Grouping, groupGreedily } from "./greedy.ts";
import { lossOf, openGroups } from "./groups.ts";
import { type NeighbourOptions, nearNeighbours } from "./neighbours.ts";
import { groupByQuota } from "./quota.ts";
import { layRecords, tuplesOf } from "./records.ts";
import { repairGroups } from "./repair.ts";

/** Tuples to be put into groups. */
export type ClusterInput = {
  readonly axes: readonly CutAxis[];
  readonly ranks: readonly Codes[];
  readonly weights: Uint32Array;
  readonly sensitive: readonly Codes[];
  readonly requirement: Requirement;
  readonly measure: SearchMeasure;
  /** Rounds of descent at most; large cohorts, where one is long, get one less. */
  readonly rounds: number;
};

/** The group of each record, in the order of the tuples; groups are numbered from 0. */
export type ClusterOutput = { readonly groupOf: Int32Array; readonly count: number };

/** How neighbours are looked for: farther where hierarchies make many records equally near. */
function neighbourOptions(axes: readonly CutAxis[]): NeighbourOptions {
  return axes.some((axis) => axis.tree !== undefined)
    ? { window: 40, keep: 16, orders: 6 }
    : { window: 20, keep: 16, orders: 3 };
}

/** Groups one part of a table; what a thread is asked to do. */
export const clusterWork: Work<ClusterInput, ClusterOutput> = {
  name: "cluster",
  run: cluster,
  transfer: ({ groupOf }) => [groupOf.buffer as ArrayBuffer],
};

/**
 * Groups records: the best of what a partition gives, what grows greedily and, where models look at more than sizes,
 * what grows by quota is improved by descent. The greedy way wins while cohorts are small, the partition when they are
 * large, quotas when the models are strict; groups that a model does not allow are joined first.
 */
function* cluster(input: ClusterInput): Task<ClusterOutput> {
  const judge = judgeOf(input.requirement);
  const costs = runCosts(input.axes, input.measure, input.weights.length);
  const records = layRecords(input.ranks, input.weights, costs);
  const sizes = input.requirement.table.sensitive.map(({ totals }) => totals.length);
  const tupleOf = tuplesOf(records);
  const sensitive = {
    codes: input.sensitive.map((codes) => Int32Array.from(tupleOf, (tuple) => codes[tuple]!)),
    sizes: sizes.slice(0, input.sensitive.length),
  };
  const partition = yield* cutBest({ ...input, breadth: { cuts: 3, within: 8 }, deferBelow: 0 });
  const cut = Int32Array.from(tupleOf, (tuple) => partition.cohortOf[tuple]!);
  let groups = openGroups(records, cut, partition.low.length / input.axes.length, judge, sensitive);
  const options = neighbourOptions(input.axes);
  const near = yield* nearNeighbours(records, options);
  const starts: (Grouping | undefined)[] = [];
  if (judge.least > 1) starts.push(yield* groupGreedily(records, judge.least, options, near));
  if (!judge.sizeOnly) starts.push(yield* groupByQuota(records, tupleOf, judge, sensitive));
  for (const start of starts) {
    if (start === undefined) continue;
    const whole = judge.sizeOnly ? start : yield* repairGroups(records, tupleOf, start, judge, sensitive);
    if (whole === undefined) continue;
    const grown = openGroups(records, whole.groupOf, whole.count, judge, sensitive);
    if (lossOf(grown) < lossOf(groups)) groups = grown;
  }
  yield* report("search", 1, 2);
  yield* descend(groups, near, judge, judge.least >= 25 ? Math.max(1, input.rounds - 1) : input.rounds);
  return numbered(groups.groupOf);
}

/** The same groups without gaps in their numbers, in the order of their first records. */
export function numbered(groupOf: Int32Array): ClusterOutput {
  const numbers = new Map<number, number>();
  const renumbered = groupOf.map((group) => {
    let number = numbers.get(group);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(group, number);
    }
    return number;
  });
  return { groupOf: renumbered, count: numbers.size };
}
