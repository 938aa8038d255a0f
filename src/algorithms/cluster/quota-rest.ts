import { report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { runCost } from "../run-costs.ts";
import type { SensitiveCodes } from "./group-boxes.ts";
import type { Records } from "./records.ts";

/** Puts records that founded no group where they are allowed and lose least; where nobody may take one, nearest. */
export function* placeRest(
  { attributes, ranks, costs }: Records,
  tupleOf: Uint32Array,
  groupOf: Int32Array,
  count: number,
  judge: Judge,
  { codes, sizes: valueCounts }: SensitiveCodes,
): Task<void> {
  const low = new Int32Array(count * attributes).fill(0x7fff_ffff);
  const high = new Int32Array(count * attributes).fill(-1);
  const sizes = new Float64Array(count);
  const widths = new Float64Array(count);
  const histograms = valueCounts.map((values) => new Float64Array(count * values));
  const include = (record: number, group: number): void => {
    sizes[group] += 1;
    histograms.forEach((histogram, nth) => {
      histogram[group * valueCounts[nth] + codes[nth][record]] += 1;
    });
    widths[group] = 0;
    for (let attribute = 0; attribute < attributes; attribute++) {
      const rank = ranks[tupleOf[record] * attributes + attribute];
      const at = group * attributes + attribute;
      if (rank < low[at]) low[at] = rank;
      if (rank > high[at]) high[at] = rank;
      widths[group] += runCost(costs, attribute, low[at], high[at]);
    }
  };
  const rest: number[] = [];
  groupOf.forEach((group, record) => {
    if (group >= 0) include(record, group);
    else rest.push(record);
  });
  const scratch = valueCounts.map((values) => new Float64Array(values));
  for (let i = 0; i < rest.length; i++) {
    if ((i & 15) === 0) yield* report("search", i, rest.length);
    const record = rest[i];
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
      scratch.forEach((histogram, nth) => {
        const values = histogram.length;
        histogram.set(histograms[nth].subarray(group * values, (group + 1) * values));
        histogram[codes[nth][record]] += 1;
      });
      if (!judge.holds(scratch, size + 1)) continue;
      least = added;
      best = group;
    }
    groupOf[record] = best >= 0 ? best : nearest;
    include(record, groupOf[record]);
  }
}
