/**
 * @file Quota-greedy: groups for models that look at sensitive values (l-diversity, t-closeness, β-likeness …). A group
 * of s records grows by the nearest record whose sensitive value leaves the group completable: filled up to s with the
 * values it lacks most against the table's shares, it would be allowed. In the spirit of SABRE (Cao, Karras, Kalnis,
 * Tan 2011) and t-closeness-first microaggregation (Soria-Comas et al. 2015). Records that no group can take in turn
 * join the groups that may have them and lose least by it.
 */

import { remember, report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { runCost } from "../run-costs.ts";
import { placeRest } from "./boxes.ts";
import type { Grouping, RecordInput, Records, SensitiveCodes } from "./records.ts";
import { attributeOrders, snakeOrder } from "./snake.ts";

/** Free tuples looked at on each side, per kind and snake order. */
const reach = 5;

/** The largest group that is tried. */
const mostMembers = 400;

/** Whether a group of some size can be completed with one more record of a kind: of one value of every column. */
type Completion = {
  readonly size: number;
  readonly mayAdd: (histograms: readonly Float64Array[], members: number, kind: readonly number[]) => boolean;
};

/** Fills a histogram up to `size` with the values it lacks most. */
function complete(histogram: Float64Array, shares: Float64Array, members: number, size: number): void {
  for (let left = size - members; left > 0; left--) {
    let most = Number.NEGATIVE_INFINITY;
    let value = 0;
    for (let one = 0; one < shares.length; one++) {
      const lacking = shares[one] * size - histogram[one];
      if (lacking > most) {
        most = lacking;
        value = one;
      }
    }
    histogram[value] += 1;
  }
}

/** The least size from `from` on at which a group with the table's shares is allowed; columns are filled each by itself. */
function completionFrom(from: number, shares: readonly Float64Array[], judge: Judge): Completion | undefined {
  const filled = shares.map((share) => new Float64Array(share.length));
  for (let size = from; size <= mostMembers; size++) {
    filled.forEach((histogram, nth) => {
      histogram.fill(0);
      complete(histogram, shares[nth], 0, size);
    });
    if (!judge.holds(filled, size)) continue;
    return {
      size,
      mayAdd: (histograms, members, kind) => {
        filled.forEach((histogram, nth) => {
          histogram.set(histograms[nth]);
          histogram[kind[nth]] += 1;
          complete(histogram, shares[nth], members + 1, size);
        });
        return judge.holds(filled, size);
      },
    };
  }
  return undefined;
}

/** The combinations of sensitive values that occur, and which one each tuple has. */
type Kinds = { readonly of: Int32Array; readonly values: readonly (readonly number[])[] };

function kindsOf(records: Records, { codes }: SensitiveCodes): Kinds {
  const numbers = new Map<string, number>();
  const values: number[][] = [];
  const of = Int32Array.from({ length: records.tuples }, (_, tuple) => {
    const kind = codes.map((column) => column[records.first[tuple]]);
    return remember(numbers, kind.join(), () => values.push(kind) - 1);
  });
  return { of, values };
}

/** Combinations of sensitive values past which there is too little of each to choose from. */
const mostKinds = 256;

/** Groups by quota, or undefined where the models cannot be served this way: too many kinds, too large groups. */
export function* groupByQuota(input: RecordInput, judge: Judge): Task<Grouping | undefined> {
  const { records, sensitive } = input;
  const kinds = kindsOf(records, sensitive);
  if (kinds.values.length > mostKinds) return undefined;
  const shares = sensitive.sizes.map((values, nth) => {
    const share = new Float64Array(values);
    for (const code of sensitive.codes[nth]) share[code] += 1 / records.count;
    return share;
  });
  const completion = completionFrom(judge.least, shares, judge);
  if (completion === undefined) return undefined;
  const free = Int32Array.from({ length: records.tuples }, (_, i) => records.first[i + 1] - records.first[i]);
  const count = kinds.values.length;
  const lines = attributeOrders(records, 3).map((order) => newLine(snakeOrder(records, order), kinds.of, count, free));
  const groupOf = new Int32Array(records.count).fill(-1);
  const grow = newGrower(records, kinds, free, lines, completion, sensitive.sizes);
  let made = 0;
  const order = lines[0].order;
  for (let place = 0; place < order.length; place++) {
    if ((place & 255) === 0) yield* report("search", place, order.length);
    const seed = order[place];
    while (free[seed] > 0) {
      const members = grow(seed);
      if (members === undefined) break;
      for (const tuple of members) {
        groupOf[records.first[tuple + 1] - free[tuple]] = made;
        free[tuple] -= 1;
      }
      made += 1;
    }
  }
  if (made === 0) return undefined;
  yield* placeRest(input, { groupOf, count: made }, judge.holds);
  return { groupOf, count: made };
}

/** A snake order with, per kind, its tuples along it; taken ones are stepped over. */
type Line = {
  readonly order: Uint32Array;
  readonly placeOf: Uint32Array;
  /** Per kind the tuples in order, and for each the next one on either side that may be free. */
  readonly tuples: readonly Int32Array[];
  readonly after: readonly Int32Array[];
  readonly before: readonly Int32Array[];
};

function newLine(order: Uint32Array, kindOf: Int32Array, values: number, free: Int32Array): Line {
  const placeOf = new Uint32Array(order.length);
  const lists: number[][] = Array.from({ length: values }, () => []);
  order.forEach((tuple, place) => {
    placeOf[tuple] = place;
    if (free[tuple] > 0) lists[kindOf[tuple]].push(tuple);
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
    if (free[tuples[place]] > 0) break;
    const next = jump[place] === place ? place + step : jump[place];
    place = next;
  }
  if (at !== place && at >= 0 && at < tuples.length) jump[at] = place;
  return place;
}

function newGrower(
  records: Records,
  kinds: Kinds,
  free: Int32Array,
  lines: readonly Line[],
  { size, mayAdd }: Completion,
  columns: readonly number[],
): (seed: number) => number[] | undefined {
  const { attributes, ranks, costs } = records;
  const seen = new Int32Array(records.tuples);
  const taken = new Int32Array(records.tuples);
  const values = kinds.values.length;
  const histograms = columns.map((size) => new Float64Array(size));
  const low = new Int32Array(attributes);
  const high = new Int32Array(attributes);
  let tries = 0;
  const widthWith = (tuple: number, bound: number): number => {
    let width = 0;
    for (let attribute = 0; attribute < attributes && width < bound; attribute++) {
      const rank = ranks[tuple * attributes + attribute];
      width += runCost(costs, attribute, Math.min(low[attribute], rank), Math.max(high[attribute], rank));
    }
    return width;
  };
  const gather = (seed: number): number[] => {
    tries += 1;
    const found: number[] = [];
    for (const line of lines) {
      for (let value = 0; value < values; value++) {
        const tuples = line.tuples[value];
        const middle = firstAtOrAfter(tuples, line.placeOf, line.placeOf[seed]);
        for (const step of [1, -1] as const) {
          const jump = step === 1 ? line.after[value] : line.before[value];
          let place = step === 1 ? middle : middle - 1;
          for (let steps = 0; steps < reach; steps++) {
            place = freeFrom(tuples, jump, free, place, step);
            if (place < 0 || place >= tuples.length) break;
            const tuple = tuples[place];
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
    for (const histogram of histograms) histogram.fill(0);
    for (const tuple of candidates) taken[tuple] = 0;
    taken[seed] = 0;
    const add = (tuple: number): void => {
      members.push(tuple);
      taken[tuple] += 1;
      for (let nth = 0; nth < histograms.length; nth++) histograms[nth][kinds.values[kinds.of[tuple]][nth]] += 1;
      for (let attribute = 0; attribute < attributes; attribute++) {
        const rank = ranks[tuple * attributes + attribute];
        low[attribute] = members.length === 1 ? rank : Math.min(low[attribute], rank);
        high[attribute] = members.length === 1 ? rank : Math.max(high[attribute], rank);
      }
    };
    if (!mayAdd(histograms, 0, kinds.values[kinds.of[seed]])) return undefined;
    add(seed);
    const may = new Uint8Array(values);
    while (members.length < size) {
      for (let kind = 0; kind < values; kind++) may[kind] = +mayAdd(histograms, members.length, kinds.values[kind]);
      let best = -1;
      let least = Number.POSITIVE_INFINITY;
      for (const tuple of candidates) {
        if (may[kinds.of[tuple]] === 0 || taken[tuple] >= free[tuple]) continue;
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
    if (placeOf[tuples[middle]] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
