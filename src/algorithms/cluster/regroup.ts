/**
 * @file Regrouping: a few groups that lie near each other are taken apart and grown anew from random seeds; what loses
 * less is kept, what loses more with a probability that falls with the temperature. Where an exchange of two records
 * would first have to make both boxes wider, this changes whole boxes at once. Ruin and recreate (Schrimpf et al.,
 * *Record breaking optimization results using the ruin and recreate principle*, 2000) for groups of at least k.
 */

import { type Random, randomFrom, report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { runCost } from "../run-costs.ts";
import { allowances } from "./anneal.ts";
import { type Groups, refresh } from "./group-boxes.ts";
import type { Neighbours } from "./neighbours.ts";

/** How long and how hot. */
export type Regrouping = {
  /** How many boxes may be worked out; stops after the regrouping that reaches it. */
  readonly work: number;
  /** The temperature at the start and at the end, in records' loss; it falls in a straight line. */
  readonly from: number;
  readonly to: number;
  readonly seed: number;
};

/** Groups that are taken apart together at most. */
const mostGroups = 4;

/** Records out of their groups, and the groups that are made of them. */
type Workshop = {
  /** The groups that were taken apart, and how many. */
  readonly taken: Int32Array;
  /** Their records; those from `left` on have a new group in `madeOf`. */
  readonly pool: Int32Array;
  readonly madeOf: Int32Array;
  /** What each waiting record's box with the growing group costs at least. */
  readonly atLeast: Float64Array;
  /** The boxes, sizes and widths of the new groups. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly sizes: Int32Array;
  readonly widths: Float64Array;
  readonly histograms: readonly Float64Array[];
  /** Empty groups that can be used. */
  readonly spare: number[];
  made: number;
  left: number;
  work: number;
};

/** Takes groups apart and grows them anew; returns in what share of the tries the new ones were kept. */
export function* regroup(groups: Groups, near: Neighbours, judge: Judge, options: Regrouping): Task<number> {
  const { from, to, work } = options;
  const random = randomFrom(options.seed);
  const shop = openWorkshop(groups, judge);
  let kept = 0;
  let turn = 0;
  let told = 0;
  while (shop.work < work && turn < work) {
    turn += 1;
    if (shop.work - told > 20_000) {
      told = shop.work;
      yield* report("search", shop.work, work);
    }
    const temperature = from + ((to - from) * shop.work) / work;
    const count = takeApart(groups, near, random, shop);
    shop.work += count;
    let before = 0;
    for (let i = 0; i < count; i++) before += groups.sizes[shop.taken[i]] * groups.widths[shop.taken[i]];
    if (count < 2 || before === 0) continue;
    const records = fillPool(groups, shop, count);
    const most = before + temperature * allowances[random.next() >>> 20];
    const grown = growAll(groups, judge.least, random, shop, count + shop.spare.length, most);
    if (grown >= most || placeRest(groups, shop, grown, most) >= most) continue;
    if (!judge.sizeOnly && !allHold(groups, judge, shop, records)) continue;
    putBack(groups, shop, count, records);
    kept += 1;
  }
  return turn === 0 ? 0 : kept / turn;
}

function openWorkshop({ records, room, sizes, outside, sensitive }: Groups, { least, sizeOnly }: Judge): Workshop {
  const most = mostGroups * room;
  const groups = Math.ceil(most / least) + mostGroups;
  const spare: number[] = [];
  sizes.forEach((size, group) => {
    if (size === 0 && group !== outside) spare.push(group);
  });
  return {
    taken: new Int32Array(groups + mostGroups),
    pool: new Int32Array(most),
    madeOf: new Int32Array(most),
    atLeast: new Float64Array(most),
    low: new Int32Array(groups * records.attributes),
    high: new Int32Array(groups * records.attributes),
    sizes: new Int32Array(groups),
    widths: new Float64Array(groups),
    histograms: sizeOnly ? [] : sensitive.sizes.map((values) => new Float64Array(values)),
    spare,
    made: 0,
    left: 0,
    work: 0,
  };
}

/** Chooses a random record's group and a few of its neighbours' groups. */
function takeApart(groups: Groups, near: Neighbours, random: Random, { taken }: Workshop): number {
  const { groupOf, tupleOf, records, outside } = groups;
  const { first } = records;
  const record = random.next() % groupOf.length;
  const own = tupleOf[record];
  if (groupOf[record] === outside) return 0;
  taken[0] = groupOf[record];
  let count = 1;
  const wanted = 2 + (random.next() % (mostGroups - 1));
  for (let tries = 2 * wanted; tries > 0 && count < wanted; tries--) {
    const choice = random.next();
    const way = choice % (near.keep + 1);
    const tuple = way === 0 ? own : near.of[own * near.keep + way - 1];
    if (tuple < 0) continue;
    const group = groupOf[first[tuple] + ((choice >>> 8) % (first[tuple + 1] - first[tuple]))];
    if (group === outside) continue;
    let met = false;
    for (let i = 0; i < count; i++) met ||= taken[i] === group;
    if (!met) taken[count++] = group;
  }
  return count;
}

function fillPool({ members, sizes, room }: Groups, shop: Workshop, count: number): number {
  let records = 0;
  for (let i = 0; i < count; i++) {
    const group = shop.taken[i];
    for (let at = group * room; at < group * room + sizes[group]; at++) shop.pool[records++] = members[at];
  }
  shop.left = records;
  shop.made = 0;
  return records;
}

/** Grows groups of `least` records while there are enough; returns what they lose, infinite where one was given up. */
function growAll(
  groups: Groups,
  least: number,
  random: Random,
  shop: Workshop,
  mostMade: number,
  most: number,
): number {
  let lost = 0;
  while (shop.left >= least && shop.made < mostMade && lost < most) {
    lost += least * growOne(groups, least, random.next() % shop.left, shop, (most - lost) / least);
    shop.made += 1;
  }
  return lost;
}

/**
 * Grows one group from a seed by the records that widen it least; returns its width, infinite where it was given up for
 * being as wide as `bound` before it was complete.
 */
function growOne(groups: Groups, least: number, seed: number, shop: Workshop, bound: number): number {
  const { ranks, records } = groups;
  const { attributes, costs } = records;
  const { table, tableAt, sizes } = costs;
  const { pool, madeOf, atLeast, low, high, made } = shop;
  const base = made * attributes;
  let { left, work } = shop;
  let width = 0;
  let next = seed;
  for (let place = 0; place < left; place++) atLeast[place] = 0;
  for (let size = 1; ; size++) {
    const joining = pool[next];
    pool[next] = pool[--left];
    atLeast[next] = atLeast[left];
    pool[left] = joining;
    madeOf[left] = made;
    for (let attribute = 0; attribute < attributes; attribute++) {
      const rank = ranks[joining * attributes + attribute];
      if (size === 1 || rank < low[base + attribute]) low[base + attribute] = rank;
      if (size === 1 || rank > high[base + attribute]) high[base + attribute] = rank;
    }
    if (size === least) break;
    if (width >= bound) {
      width = Number.POSITIVE_INFINITY;
      break;
    }
    let narrowest = Number.POSITIVE_INFINITY;
    for (let place = 0; place < left; place++) {
      // a box only grows with its group, so what was found earlier is a bound now
      if (atLeast[place] >= narrowest) continue;
      const from = pool[place] * attributes;
      let widened = 0;
      for (let attribute = 0; attribute < attributes && widened < narrowest; attribute++) {
        const rank = ranks[from + attribute];
        const lowest = Math.min(rank, low[base + attribute]);
        const highest = Math.max(rank, high[base + attribute]);
        if (lowest === highest) continue;
        const runs = tableAt[attribute];
        widened +=
          runs >= 0 ? table[runs + lowest * sizes[attribute] + highest] : runCost(costs, attribute, lowest, highest);
      }
      work += 1;
      atLeast[place] = widened;
      if (widened >= narrowest) continue;
      narrowest = widened;
      next = place;
      if (widened <= width) break;
    }
    width = narrowest;
  }
  shop.left = left;
  shop.work = work;
  shop.sizes[made] = least;
  shop.widths[made] = width;
  return width;
}

/** Puts records that are too few for a group where they lose least; returns what all lose, or at least `most`. */
function placeRest({ ranks, records, room }: Groups, shop: Workshop, grown: number, most: number): number {
  const { attributes, costs } = records;
  const { pool, madeOf, low, high, sizes, widths, made } = shop;
  let lost = grown;
  while (shop.left > 0 && lost < most) {
    const record = pool[--shop.left];
    let group = -1;
    let least = Number.POSITIVE_INFINITY;
    let width = 0;
    for (let one = 0; one < made; one++) {
      if (sizes[one] + 1 >= room) continue;
      let widened = 0;
      for (let attribute = 0; attribute < attributes; attribute++) {
        const rank = ranks[record * attributes + attribute];
        const at = one * attributes + attribute;
        widened += runCost(costs, attribute, Math.min(rank, low[at]), Math.max(rank, high[at]));
      }
      const added = (sizes[one] + 1) * widened - sizes[one] * widths[one];
      if (added >= least) continue;
      least = added;
      group = one;
      width = widened;
    }
    shop.work += made;
    lost += least;
    if (group < 0) return lost;
    madeOf[shop.left] = group;
    sizes[group] += 1;
    widths[group] = width;
    for (let attribute = 0; attribute < attributes; attribute++) {
      const rank = ranks[record * attributes + attribute];
      const at = group * attributes + attribute;
      low[at] = Math.min(rank, low[at]);
      high[at] = Math.max(rank, high[at]);
    }
  }
  return lost;
}

/** Whether every new group is allowed. */
function allHold({ sensitive }: Groups, judge: Judge, { pool, madeOf, sizes, histograms, made }: Workshop, n: number) {
  for (let group = 0; group < made; group++) {
    histograms.forEach((histogram, nth) => {
      const codes = sensitive.codes[nth];
      histogram.fill(0);
      for (let place = 0; place < n; place++) if (madeOf[place] === group) histogram[codes[pool[place]]] += 1;
    });
    if (!judge.holds(histograms, sizes[group])) return false;
  }
  return true;
}

/** Puts the new groups in the place of those that were taken apart. */
function putBack(groups: Groups, shop: Workshop, count: number, records: number): void {
  const { sizes, members, room, groupOf, placeOf, histograms, sensitive } = groups;
  const { taken, pool, madeOf, spare, made } = shop;
  let used = count;
  while (used < made) taken[used++] = spare.pop()!;
  for (let i = 0; i < used; i++) {
    sizes[taken[i]] = 0;
    histograms.forEach((histogram, nth) => {
      const values = sensitive.sizes[nth];
      histogram.fill(0, taken[i] * values, (taken[i] + 1) * values);
    });
  }
  for (let place = 0; place < records; place++) {
    const record = pool[place];
    const group = taken[madeOf[place]];
    groupOf[record] = group;
    placeOf[record] = sizes[group];
    members[group * room + sizes[group]++] = record;
    for (let nth = 0; nth < histograms.length; nth++) {
      histograms[nth][group * sensitive.sizes[nth] + sensitive.codes[nth][record]] += 1;
    }
  }
  for (let i = 0; i < used; i++) {
    refresh(groups, taken[i]);
    if (sizes[taken[i]] === 0) spare.push(taken[i]);
  }
}
