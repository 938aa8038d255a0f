/**
 * @file Groups of records while they are being improved. For every group and attribute the lowest and highest rank are
 * kept with the next ones (the ends of the group without one record at the end), so that the box after taking one
 * record out, putting one in, or both, is found in one pass over the attributes.
 */

import type { Judge } from "../judge.ts";
import { runCost } from "../run-costs.ts";
import { type Records, tuplesOf } from "./records.ts";

/** The sensitive codes of each record, and how many values each sensitive column has. */
export type SensitiveCodes = { readonly codes: readonly Int32Array[]; readonly sizes: readonly number[] };

/** Groups that change. */
export type Groups = {
  readonly records: Records;
  /** The tuple of each record. */
  readonly tupleOf: Uint32Array;
  /** Record after record the rank on each attribute: a copy per record is read in place, half the time of looking it up. */
  readonly ranks: Int32Array;
  /** One more than the records a group may hold. */
  readonly room: number;
  /** The last group, where records may be left out: each costs 1 there, whoever else is in it; −1 where none may. */
  readonly outside: number;
  /** Records that may be left out at most. */
  readonly mostOutside: number;
  /** The group of each record. */
  readonly groupOf: Int32Array;
  /** The place of each record among its group's members. */
  readonly placeOf: Int32Array;
  /** Group after group its members, `room` places each. */
  readonly members: Int32Array;
  readonly sizes: Int32Array;
  /** Per group and attribute: lowest, lowest without one such record, highest, highest without one such record. */
  readonly ends: Int32Array;
  /** Per group and attribute the last member seen at the lowest and at the highest rank. */
  readonly holders: Int32Array;
  /** What each group's box costs one record. */
  readonly widths: Float64Array;
  /** By how much the box of a record's group shrinks without it, and per group by how much at most; see `knowShrinks`. */
  readonly shrinks: Float64Array;
  readonly mostShrinks: Float64Array;
  /** Whether that is known of a group as it is now. */
  readonly known: Uint8Array;
  /** Per sensitive column, group after group, how often each value occurs; empty when only sizes count. */
  readonly histograms: readonly Float64Array[];
  readonly sensitive: SensitiveCodes;
};

/**
 * Groups from the group of each record, numbered from 0 without gaps; where records may be left out, those of the last
 * group are.
 */
export function openGroups(
  records: Records,
  groupOf: Int32Array,
  count: number,
  judge: Judge,
  sensitive: SensitiveCodes,
  mostOutside = 0,
): Groups {
  const outside = mostOutside > 0 ? count - 1 : -1;
  const sizes = new Int32Array(count);
  for (let record = 0; record < records.count; record++) sizes[groupOf[record]!]! += 1;
  let room = 2 * judge.least;
  sizes.forEach((size, group) => {
    if (group !== outside) room = Math.max(room, size + 1);
  });
  const placeOf = new Int32Array(records.count);
  const members = new Int32Array(count * room + mostOutside + 1);
  const filled = new Int32Array(count);
  for (let record = 0; record < records.count; record++) {
    const group = groupOf[record]!;
    placeOf[record] = filled[group]!;
    members[group * room + filled[group]!++] = record;
  }
  const tupleOf = tuplesOf(records);
  const { attributes } = records;
  const ranks = new Int32Array(records.count * attributes);
  for (let record = 0; record < records.count; record++) {
    const from = tupleOf[record]! * attributes;
    for (let attribute = 0; attribute < attributes; attribute++) {
      ranks[record * attributes + attribute] = records.ranks[from + attribute]!;
    }
  }
  const groups: Groups = {
    records,
    tupleOf,
    ranks,
    room,
    outside,
    mostOutside,
    groupOf,
    placeOf,
    members,
    sizes,
    ends: new Int32Array(count * records.attributes * 4),
    holders: new Int32Array(count * records.attributes * 2),
    widths: new Float64Array(count),
    shrinks: new Float64Array(records.count),
    mostShrinks: new Float64Array(count),
    known: new Uint8Array(count),
    histograms: judge.sizeOnly ? [] : sensitive.sizes.map((values) => new Float64Array(count * values)),
    sensitive,
  };
  groups.histograms.forEach((histogram, nth) => {
    const values = sensitive.sizes[nth]!;
    const codes = sensitive.codes[nth]!;
    for (let record = 0; record < records.count; record++) histogram[groupOf[record]! * values + codes[record]!]! += 1;
  });
  for (let group = 0; group < count; group++) refresh(groups, group);
  return groups;
}

/** Finds a group's ends and width again from its members. */
export function refresh(groups: Groups, group: number): void {
  groups.known[group] = 0;
  if (group === groups.outside) {
    groups.widths[group] = 1;
    return;
  }
  const { records, ranks, room, members, sizes, ends, holders } = groups;
  const { attributes } = records;
  const from = group * room;
  const to = from + sizes[group]!;
  let width = 0;
  for (let attribute = 0; attribute < attributes; attribute++) {
    let low = 0x7fff_ffff;
    let low2 = 0x7fff_ffff;
    let high = -1;
    let high2 = -1;
    let lowest = -1;
    let highest = -1;
    for (let place = from; place < to; place++) {
      const member = members[place]!;
      const rank = ranks[member * attributes + attribute]!;
      if (rank < low) {
        low2 = low;
        low = rank;
        lowest = member;
      } else if (rank < low2) low2 = rank;
      if (rank > high) {
        high2 = high;
        high = rank;
        highest = member;
      } else if (rank > high2) high2 = rank;
    }
    holders[(group * attributes + attribute) * 2] = lowest;
    holders[(group * attributes + attribute) * 2 + 1] = highest;
    const at = (group * attributes + attribute) * 4;
    ends[at] = low;
    ends[at + 1] = low2;
    ends[at + 2] = high;
    ends[at + 3] = high2;
    if (low < high) width += cell(groups, attribute, low, high);
  }
  groups.widths[group] = width;
}

/** Finds by how much a group's box shrinks without each of its members, unless that is known. */
export function knowShrinks(groups: Groups, group: number): void {
  const { records, room, members, sizes, ends, holders, shrinks, mostShrinks, known, outside } = groups;
  if (known[group] === 1) return;
  known[group] = 1;
  mostShrinks[group] = 0;
  const from = group * room;
  for (let place = from; place < from + sizes[group]!; place++) shrinks[members[place]!] = 0;
  if (group === outside) return;
  const { attributes } = records;
  for (let attribute = 0; attribute < attributes; attribute++) {
    const at = (group * attributes + attribute) * 4;
    const low = ends[at]!;
    const high = ends[at + 2]!;
    if (low >= high) continue;
    const whole = cell(groups, attribute, low, high);
    const holder = (group * attributes + attribute) * 2;
    // who shares an end with another one shrinks nothing; with two members each end is the other one's second end
    if (ends[at + 1] !== low) {
      const low2 = ends[at + 1]!;
      shrinks[holders[holder]!]! += whole - (low2 < high ? cell(groups, attribute, low2, high) : 0);
    }
    if (ends[at + 3] !== high) {
      const high2 = ends[at + 3]!;
      shrinks[holders[holder + 1]!]! += whole - (low < high2 ? cell(groups, attribute, low, high2) : 0);
    }
  }
  let most = 0;
  for (let place = from; place < from + sizes[group]!; place++) {
    if (shrinks[members[place]!]! > most) most = shrinks[members[place]!]!;
  }
  mostShrinks[group] = most;
}

function cell({ records }: Groups, attribute: number, low: number, high: number): number {
  const { costs } = records;
  const at = costs.tableAt[attribute]!;
  return at >= 0 ? costs.table[at + low * costs.sizes[attribute]! + high]! : runCost(costs, attribute, low, high);
}

/** The width of a group without one of its records. */
export function widthWithout(groups: Groups, group: number, out: number): number {
  if (group === groups.outside) return 1;
  const { records, ranks, ends } = groups;
  const { attributes, costs } = records;
  const { table, tableAt, sizes } = costs;
  let width = 0;
  for (let attribute = 0, at = group * attributes * 4; attribute < attributes; attribute++, at += 4) {
    let low = ends[at]!;
    let high = ends[at + 2]!;
    if (low === high) continue;
    const rank = ranks[out * attributes + attribute]!;
    if (rank === low) low = ends[at + 1]!;
    else if (rank === high) high = ends[at + 3]!;
    if (low === high) continue;
    const runs = tableAt[attribute]!;
    width += runs >= 0 ? table[runs + low * sizes[attribute]! + high]! : runCost(costs, attribute, low, high);
  }
  return width;
}

/** The width of a group with one more record; at least the bound where it is that wide. */
export function widthWith(
  groups: Groups,
  group: number,
  into: number,
  bound: number = Number.POSITIVE_INFINITY,
): number {
  if (group === groups.outside) return 1;
  const { records, ranks, ends } = groups;
  const { attributes, costs } = records;
  const { table, tableAt, sizes } = costs;
  let width = 0;
  for (let attribute = 0, at = group * attributes * 4; attribute < attributes; attribute++, at += 4) {
    let low = ends[at]!;
    let high = ends[at + 2]!;
    const rank = ranks[into * attributes + attribute]!;
    if (rank < low) low = rank;
    else if (rank > high) high = rank;
    if (low === high) continue;
    const runs = tableAt[attribute]!;
    width += runs >= 0 ? table[runs + low * sizes[attribute]! + high]! : runCost(costs, attribute, low, high);
    if (width >= bound) return width;
  }
  return width;
}

/** The width of a group after one of its records is exchanged for another. */
export function widthSwapped(groups: Groups, group: number, out: number, into: number): number {
  if (group === groups.outside) return 1;
  const { records, ranks, ends } = groups;
  const { attributes, costs } = records;
  const { table, tableAt, sizes } = costs;
  let width = 0;
  for (let attribute = 0, at = group * attributes * 4; attribute < attributes; attribute++, at += 4) {
    let low = ends[at]!;
    let high = ends[at + 2]!;
    const leaving = ranks[out * attributes + attribute]!;
    if (leaving === low) low = ends[at + 1]!;
    if (leaving === high) high = ends[at + 3]!;
    const rank = ranks[into * attributes + attribute]!;
    if (rank < low) low = rank;
    if (rank > high) high = rank;
    if (low === high) continue;
    const runs = tableAt[attribute]!;
    width += runs >= 0 ? table[runs + low * sizes[attribute]! + high]! : runCost(costs, attribute, low, high);
  }
  return width;
}

/** Whether a group has room for one more record. */
export function hasRoom({ room, outside, mostOutside, sizes }: Groups, group: number): boolean {
  return group === outside ? sizes[group]! < mostOutside : sizes[group]! + 1 < room;
}

/** Moves a record into another group. */
export function moveRecord(groups: Groups, record: number, to: number): void {
  const from = groups.groupOf[record]!;
  takeOut(groups, record, from);
  putIn(groups, record, to);
  refresh(groups, from);
  refresh(groups, to);
}

/** Exchanges two records of different groups. */
export function swapRecords(groups: Groups, a: number, b: number): void {
  const { groupOf, placeOf, members, room } = groups;
  const groupA = groupOf[a]!;
  const groupB = groupOf[b]!;
  const placeA = placeOf[a]!;
  const placeB = placeOf[b]!;
  members[groupA * room + placeA] = b;
  members[groupB * room + placeB] = a;
  placeOf[a] = placeB;
  placeOf[b] = placeA;
  groupOf[a] = groupB;
  groupOf[b] = groupA;
  count(groups, a, groupA, -1);
  count(groups, a, groupB, 1);
  count(groups, b, groupB, -1);
  count(groups, b, groupA, 1);
  refresh(groups, groupA);
  refresh(groups, groupB);
}

function takeOut(groups: Groups, record: number, group: number): void {
  const { placeOf, members, sizes, room } = groups;
  const last = members[group * room + sizes[group]! - 1]!;
  members[group * room + placeOf[record]!] = last;
  placeOf[last] = placeOf[record]!;
  sizes[group]! -= 1;
  count(groups, record, group, -1);
}

function putIn(groups: Groups, record: number, group: number): void {
  const { placeOf, members, sizes, room, groupOf } = groups;
  members[group * room + sizes[group]!] = record;
  placeOf[record] = sizes[group]!;
  sizes[group]! += 1;
  groupOf[record] = group;
  count(groups, record, group, 1);
}

function count({ histograms, sensitive }: Groups, record: number, group: number, by: number): void {
  for (let nth = 0; nth < histograms.length; nth++) {
    histograms[nth]![group * sensitive.sizes[nth]! + sensitive.codes[nth]![record]!]! += by;
  }
}

/** Σ size · width: the records' loss. */
export function lossOf({ sizes, widths }: Groups): number {
  let loss = 0;
  for (let group = 0; group < sizes.length; group++) loss += sizes[group]! * widths[group]!;
  return loss;
}
