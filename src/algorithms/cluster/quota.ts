/**
 * @file Quota-greedy: groups for models that look at sensitive values (l-diversity, t-closeness, β-likeness …). A group
 * of s records grows by the nearest record whose sensitive value leaves the group completable: filled up to s with the
 * values it lacks most against the table's shares, it would be allowed. In the spirit of SABRE (Cao, Karras, Kalnis,
 * Tan 2011) and t-closeness-first microaggregation (Soria-Comas et al. 2015). Records that no group can take in turn
 * join the groups that may have them and lose least by it.
 */

import { report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { runCost } from "../run-costs.ts";
import type { Grouping } from "./greedy.ts";
import type { SensitiveCodes } from "./group-boxes.ts";
import type { Records } from "./records.ts";
import { attributeOrders, snakeOrder } from "./snake.ts";

/** Free tuples looked at on each side, per value and snake order. */
const reach = 5;

/** The largest group that is tried. */
const mostMembers = 400;

/** Whether a group of some size can be completed with one more record of a value. */
type Completion = {
  readonly size: number;
  readonly mayAdd: (histogram: Float64Array, members: number, value: number) => boolean;
};

/** Fills a histogram up to `size` with the values it lacks most. */
function complete(histogram: Float64Array, shares: Float64Array, members: number, size: number): void {
  for (let left = size - members; left > 0; left--) {
    let most = Number.NEGATIVE_INFINITY;
    let value = 0;
    for (let one = 0; one < shares.length; one++) {
      const lacking = shares[one]! * size - histogram[one]!;
      if (lacking > most) {
        most = lacking;
        value = one;
      }
    }
    histogram[value]! += 1;
  }
}

/** The least size from `from` on at which a group with the table's shares is allowed. */
function completionFrom(from: number, shares: Float64Array, judge: Judge): Completion | undefined {
  const filled = new Float64Array(shares.length);
  for (let size = from; size <= mostMembers; size++) {
    filled.fill(0);
    complete(filled, shares, 0, size);
    if (!judge.holds([filled], size)) continue;
    return {
      size,
      mayAdd: (histogram, members, value) => {
        filled.set(histogram);
        filled[value]! += 1;
        complete(filled, shares, members + 1, size);
        return judge.holds([filled], size);
      },
    };
  }
  return undefined;
}

/** Groups by quota, or undefined where the models cannot be served this way: several sensitive columns, too large groups. */
export function* groupByQuota(
  records: Records,
  tupleOf: Uint32Array,
  judge: Judge,
  sensitive: SensitiveCodes,
): Task<Grouping | undefined> {
  if (sensitive.sizes.length !== 1) return undefined;
  const values = sensitive.sizes[0]!;
  const shares = new Float64Array(values);
  for (const code of sensitive.codes[0]!) shares[code]! += 1 / records.count;
  const completion = completionFrom(judge.least, shares, judge);
  if (completion === undefined) return undefined;
  const codeOf = Int32Array.from({ length: records.tuples }, (_, tuple) => sensitive.codes[0]![records.first[tuple]!]!);
  const free = Int32Array.from({ length: records.tuples }, (_, i) => records.first[i + 1]! - records.first[i]!);
  const lines = attributeOrders(records, 3).map((order) => newLine(snakeOrder(records, order), codeOf, values, free));
  const groupOf = new Int32Array(records.count).fill(-1);
  const grow = newGrower(records, codeOf, free, lines, completion, values);
  let count = 0;
  const order = lines[0]!.order;
  for (let place = 0; place < order.length; place++) {
    if ((place & 255) === 0) yield* report("search", place, order.length);
    const seed = order[place]!;
    while (free[seed]! > 0) {
      const members = grow(seed);
      if (members === undefined) break;
      for (const tuple of members) {
        groupOf[records.first[tuple + 1]! - free[tuple]!] = count;
        free[tuple]! -= 1;
      }
      count += 1;
    }
  }
  if (count === 0) return undefined;
  yield* placeRest(records, tupleOf, groupOf, count, judge, sensitive);
  return { groupOf, count };
}

/** A snake order with, per value, its tuples along it; taken ones are stepped over. */
type Line = {
  readonly order: Uint32Array;
  readonly placeOf: Uint32Array;
  /** Per value the tuples in order, and for each the next one on either side that may be free. */
  readonly tuples: readonly Int32Array[];
  readonly after: readonly Int32Array[];
  readonly before: readonly Int32Array[];
};

function newLine(order: Uint32Array, codeOf: Int32Array, values: number, free: Int32Array): Line {
  const placeOf = new Uint32Array(order.length);
  const lists: number[][] = Array.from({ length: values }, () => []);
  order.forEach((tuple, place) => {
    placeOf[tuple] = place;
    if (free[tuple]! > 0) lists[codeOf[tuple]!]!.push(tuple);
  });
  return {
    order,
    placeOf,
    tuples: lists.map((list) => Int32Array.from(list)),
    after: lists.map((list) => Int32Array.from({ length: list.length + 1 }, (_, i) => i)),
    before: lists.map((list) => Int32Array.from({ length: list.length + 1 }, (_, i) => i)),
  };
}

/** The nearest entry from `at` on in one direction that is still free; jumps are shortened as they are made. */
function freeFrom(tuples: Int32Array, jump: Int32Array, free: Int32Array, at: number, step: 1 | -1): number {
  let place = at;
  for (;;) {
    if (place < 0 || place >= tuples.length) return place;
    if (free[tuples[place]!]! > 0) break;
    const next = jump[place]! === place ? place + step : jump[place]!;
    place = next;
  }
  if (at !== place && at >= 0 && at < tuples.length) jump[at] = place;
  return place;
}

function newGrower(
  records: Records,
  codeOf: Int32Array,
  free: Int32Array,
  lines: readonly Line[],
  { size, mayAdd }: Completion,
  values: number,
): (seed: number) => number[] | undefined {
  const { attributes, ranks, costs } = records;
  const seen = new Int32Array(records.tuples);
  const taken = new Int32Array(records.tuples);
  const histogram = new Float64Array(values);
  const low = new Int32Array(attributes);
  const high = new Int32Array(attributes);
  let tries = 0;
  const widthWith = (tuple: number, bound: number): number => {
    let width = 0;
    for (let attribute = 0; attribute < attributes && width < bound; attribute++) {
      const rank = ranks[tuple * attributes + attribute]!;
      width += runCost(costs, attribute, Math.min(low[attribute]!, rank), Math.max(high[attribute]!, rank));
    }
    return width;
  };
  const gather = (seed: number): number[] => {
    tries += 1;
    const found: number[] = [];
    for (const line of lines) {
      for (let value = 0; value < values; value++) {
        const tuples = line.tuples[value]!;
        const middle = firstAtOrAfter(tuples, line.placeOf, line.placeOf[seed]!);
        for (const step of [1, -1] as const) {
          const jump = step === 1 ? line.after[value]! : line.before[value]!;
          let place = step === 1 ? middle : middle - 1;
          for (let steps = 0; steps < reach; steps++) {
            place = freeFrom(tuples, jump, free, place, step);
            if (place < 0 || place >= tuples.length) break;
            const tuple = tuples[place]!;
            if (seen[tuple] !== tries) {
              seen[tuple] = tries;
              found.push(tuple);
            }
            place += step;
          }
        }
      }
    }
    return found;
  };
  return (seed) => {
    const candidates = gather(seed);
    const members: number[] = [];
    histogram.fill(0);
    for (const tuple of candidates) taken[tuple] = 0;
    taken[seed] = 0;
    const add = (tuple: number): void => {
      members.push(tuple);
      taken[tuple]! += 1;
      histogram[codeOf[tuple]!]! += 1;
      for (let attribute = 0; attribute < attributes; attribute++) {
        const rank = ranks[tuple * attributes + attribute]!;
        low[attribute] = members.length === 1 ? rank : Math.min(low[attribute]!, rank);
        high[attribute] = members.length === 1 ? rank : Math.max(high[attribute]!, rank);
      }
    };
    if (!mayAdd(histogram, 0, codeOf[seed]!)) return undefined;
    add(seed);
    const may = new Uint8Array(values);
    while (members.length < size) {
      for (let value = 0; value < values; value++) may[value] = +mayAdd(histogram, members.length, value);
      let best = -1;
      let least = Number.POSITIVE_INFINITY;
      for (const tuple of candidates) {
        if (may[codeOf[tuple]!] === 0 || taken[tuple]! >= free[tuple]!) continue;
        const width = widthWith(tuple, least);
        if (width < least) {
          least = width;
          best = tuple;
        }
      }
      if (best < 0) return undefined;
      add(best);
    }
    return members;
  };
}

function firstAtOrAfter(tuples: Int32Array, placeOf: Uint32Array, wanted: number): number {
  let low = 0;
  let high = tuples.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (placeOf[tuples[middle]!]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts records that founded no group where they are allowed and lose least; where nobody may take one, nearest. */
function* placeRest(
  { attributes, ranks, costs }: Records,
  tupleOf: Uint32Array,
  groupOf: Int32Array,
  count: number,
  judge: Judge,
  { codes, sizes: valueCounts }: SensitiveCodes,
): Task<void> {
  const values = valueCounts[0]!;
  const low = new Int32Array(count * attributes).fill(0x7fff_ffff);
  const high = new Int32Array(count * attributes).fill(-1);
  const sizes = new Float64Array(count);
  const widths = new Float64Array(count);
  const histograms = new Float64Array(count * values);
  const include = (record: number, group: number): void => {
    sizes[group]! += 1;
    histograms[group * values + codes[0]![record]!]! += 1;
    widths[group] = 0;
    for (let attribute = 0; attribute < attributes; attribute++) {
      const rank = ranks[tupleOf[record]! * attributes + attribute]!;
      const at = group * attributes + attribute;
      if (rank < low[at]!) low[at] = rank;
      if (rank > high[at]!) high[at] = rank;
      widths[group]! += runCost(costs, attribute, low[at]!, high[at]!);
    }
  };
  const rest: number[] = [];
  groupOf.forEach((group, record) => {
    if (group >= 0) include(record, group);
    else rest.push(record);
  });
  const scratch = new Float64Array(values);
  for (let i = 0; i < rest.length; i++) {
    if ((i & 15) === 0) yield* report("search", i, rest.length);
    const record = rest[i]!;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    let nearest = 0;
    let nearestAdded = Number.POSITIVE_INFINITY;
    for (let group = 0; group < count; group++) {
      const size = sizes[group]!;
      let width = 0;
      for (let attribute = 0; attribute < attributes; attribute++) {
        const rank = ranks[tupleOf[record]! * attributes + attribute]!;
        const at = group * attributes + attribute;
        width += runCost(costs, attribute, Math.min(low[at]!, rank), Math.max(high[at]!, rank));
        if ((size + 1) * width - size * widths[group]! >= least) break;
      }
      const added = (size + 1) * width - size * widths[group]!;
      if (added >= least) continue;
      if (added < nearestAdded) {
        nearestAdded = added;
        nearest = group;
      }
      scratch.set(histograms.subarray(group * values, (group + 1) * values));
      scratch[codes[0]![record]!]! += 1;
      if (!judge.holds([scratch], size + 1)) continue;
      least = added;
      best = group;
    }
    groupOf[record] = best >= 0 ? best : nearest;
    include(record, groupOf[record]!);
  }
}
