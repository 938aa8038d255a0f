import { report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { runCost } from "../run-costs.ts";
import type { Grouping, RecordInput } from "./records.ts";

/** The tight boxes of groups, group after group: their ends, what they cost a record, and what they hold. */
export type Boxes = {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly sizes: Float64Array;
  readonly widths: Float64Array;
  /** Per sensitive column how often each value occurs. */
  readonly histograms: readonly Float64Array[];
};

/** The boxes of groups; records of group −1 are in none. */
export function boxesOf(input: RecordInput, { groupOf, count }: Grouping): Boxes {
  const { attributes } = input.records;
  const boxes = {
    low: new Int32Array(count * attributes).fill(0x7fff_ffff),
    high: new Int32Array(count * attributes).fill(-1),
    sizes: new Float64Array(count),
    widths: new Float64Array(count),
    histograms: input.sensitive.sizes.map((values) => new Float64Array(count * values)),
  };
  groupOf.forEach((group, record) => {
    if (group >= 0) include(input, boxes, record, group);
  });
  return boxes;
}

/** Takes a record into the box of a group. */
function include({ records, tupleOf, sensitive }: RecordInput, boxes: Boxes, record: number, group: number): void {
  const { attributes, ranks, costs } = records;
  const { low, high, sizes, widths, histograms } = boxes;
  sizes[group] += 1;
  widths[group] = 0;
  for (let attribute = 0; attribute < attributes; attribute++) {
    const rank = ranks[tupleOf[record] * attributes + attribute];
    const at = group * attributes + attribute;
    if (rank < low[at]) low[at] = rank;
    if (rank > high[at]) high[at] = rank;
    widths[group] += runCost(costs, attribute, low[at], high[at]);
  }
  histograms.forEach((histogram, nth) => {
    histogram[group * sensitive.sizes[nth] + sensitive.codes[nth][record]] += 1;
  });
}

/** Puts records of no group where they are allowed and lose least; where nobody may take one, nearest. */
export function* placeRest(input: RecordInput, { groupOf, count }: Grouping, holds: Judge["holds"]): Task<void> {
  const { records, tupleOf, sensitive } = input;
  const { attributes, ranks, costs } = records;
  const boxes = boxesOf(input, { groupOf, count });
  const { low, high, sizes, widths } = boxes;
  const scratch = sensitive.sizes.map((values) => new Float64Array(values));
  const mayJoin = (record: number, group: number): boolean => {
    scratch.forEach((histogram, nth) => {
      const values = histogram.length;
      histogram.set(boxes.histograms[nth].subarray(group * values, (group + 1) * values));
      histogram[sensitive.codes[nth][record]] += 1;
    });
    return holds(scratch, sizes[group] + 1);
  };
  for (let record = 0; record < groupOf.length; record++) {
    if (groupOf[record] >= 0) continue;
    yield* report("search", record, groupOf.length);
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    let nearest = 0;
    let nearestAdded = Number.POSITIVE_INFINITY;
    for (let group = 0; group < count; group++) {
      const size = sizes[group];
      let width = 0;
      for (let attribute = 0; attribute < attributes; attribute++) {
        const rank = ranks[tupleOf[record] * attributes + attribute];
        const at = group * attributes + attribute;
        width += runCost(costs, attribute, Math.min(low[at], rank), Math.max(high[at], rank));
        if ((size + 1) * width - size * widths[group] >= least) break;
      }
      const added = (size + 1) * width - size * widths[group];
      if (added >= least) continue;
      if (added < nearestAdded) {
        nearestAdded = added;
        nearest = group;
      }
      if (!mayJoin(record, group)) continue;
      least = added;
      best = group;
    }
    groupOf[record] = best >= 0 ? best : nearest;
    include(input, boxes, record, groupOf[record]);
  }
}
