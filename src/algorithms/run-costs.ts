/**
 * @file What a run of ranks costs on each axis, ready for hot loops. A box costs the sum of its runs: its share of the
 * table in 0 … 1, attributes weighted. Short axes have every run in one table, so that numbers, ordered names and
 * hierarchies are looked up alike; long ones without a hierarchy are differences of positions.
 */

import { type Attribute, cohortSizes, type Problem, type Recoding, spanOf } from "../cohort/index.ts";
import { loss, ncp } from "../quality/index.ts";

/** What a kernel needs to know of an attribute: everything but its labels, so that little crosses to a thread. */
export type CutAxis = Omit<Attribute, "labels">;

/** An attribute without its labels. */
export function cutAxis({ labels: _, ...axis }: Attribute): CutAxis {
  return axis;
}

/** Which loss a search keeps low. */
export type SearchMeasure = "ncp" | "loss";

/** The loss that a search keeps low when a spec asks for a measure: hierarchies' nodes count by the measure, all else is NCP. */
export function searchMeasure(asked: string | undefined): SearchMeasure {
  return asked === "loss" ? "loss" : "ncp";
}

/** What a recoding loses by the measure that a search keeps low. */
export function recodingLoss(problem: Problem, recoding: Recoding, measure: SearchMeasure): number {
  return (measure === "loss" ? loss : ncp)(problem, recoding, cohortSizes(problem, recoding)).total;
}

/** The cost of runs on all axes of a problem. */
export type RunCosts = {
  readonly axes: readonly CutAxis[];
  readonly measure: SearchMeasure;
  readonly runSpan: RunSpan;
  readonly sizes: Uint32Array;
  /** Where each attribute's table of runs starts in `table`, −1 for axes too long to have one; either end may come first. */
  readonly tableAt: Int32Array;
  readonly table: Float64Array;
  /** Per long axis the position of each rank times the attribute's share of the whole over its range. */
  readonly scaled: readonly (Float64Array | undefined)[];
  /** What each attribute counts of the whole; they sum to 1. */
  readonly shares: Float64Array;
};

/** Ranks up to which an axis has a table; with a hierarchy, where a run is slow to find out, more. */
const shortAxis = 128;
const shortTree = 1024;

/** Runs of an axis with a hierarchy that are worth a table, for every tuple that will be asked about. */
const runsPerTuple = 64;

/** Prepares the costs of all runs for a search over so many tuples. */
export function runCosts(
  axes: readonly CutAxis[],
  measure: SearchMeasure,
  tuples: number,
  runSpan: RunSpan = publishedSpan,
): RunCosts {
  const longest = (axis: CutAxis): number =>
    axis.tree === undefined ? shortAxis : Math.min(shortTree, Math.sqrt(runsPerTuple * tuples));
  const total = axes.reduce((sum, axis) => sum + axis.weight, 0);
  const shares = Float64Array.from(axes, (axis) => axis.weight / total);
  const sizes = Uint32Array.from(axes, (axis) => axis.size);
  const tableAt = new Int32Array(axes.length).fill(-1);
  let room = 0;
  axes.forEach((axis, index) => {
    if (axis.size > longest(axis)) return;
    tableAt[index] = room;
    room += axis.size * axis.size;
  });
  const table = new Float64Array(room);
  const scaled = axes.map((axis, index) => {
    const at = tableAt[index];
    const share = shares[index];
    if (at < 0) {
      return axis.tree === undefined ? axis.positions.map((place) => (place / axis.range) * share) : undefined;
    }
    for (let low = 0; low < axis.size; low++) {
      for (let high = low + 1; high < axis.size; high++) {
        const cost = share * runSpan(axis, low, high, measure);
        table[at + low * axis.size + high] = cost;
        table[at + high * axis.size + low] = cost;
      }
    }
    return undefined;
  });
  return { axes, measure, runSpan, sizes, tableAt, table, scaled, shares };
}

/** The share of an axis that a run takes. */
export type RunSpan = (axis: CutAxis, low: number, high: number, measure: SearchMeasure) => number;

/**
 * What a run promises to take once it is cut further: with a hierarchy the mean of the node it would be published as and
 * of its own leaves, since a node of many children is won by several cuts, of which the first alone wins nothing.
 */
export const promisedSpan: RunSpan = (axis, low, high, measure) => {
  const span = publishedSpan(axis, low, high, measure);
  if (axis.tree === undefined || high === axis.missing || low === high) return span;
  const { leafOf, tree } = axis.tree;
  return (span + (leafOf[high] - leafOf[low]) / (tree.leaves.length - 1)) / 2;
};

function publishedSpan(axis: CutAxis, low: number, high: number, measure: SearchMeasure): number {
  const span = spanOf(axis, low, high);
  if (measure === "ncp" || axis.tree === undefined || span === 0) return span;
  const all = axis.tree.tree.leaves.length;
  return all === 1 ? span : (span * all - 1) / (all - 1);
}

/** What a run costs on one attribute. */
export function runCost(costs: RunCosts, attribute: number, low: number, high: number): number {
  if (low === high) return 0;
  const at = costs.tableAt[attribute];
  if (at >= 0) return costs.table[at + low * costs.sizes[attribute] + high];
  const axis = costs.axes[attribute];
  const share = costs.shares[attribute];
  if (high === axis.missing) return share;
  const scaled = costs.scaled[attribute];
  if (scaled !== undefined) return scaled[high] - scaled[low];
  return share * costs.runSpan(axis, low, high, costs.measure);
}
