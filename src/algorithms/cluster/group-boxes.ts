/**
 * @file The boxes of groups of records while they are being improved. For every group and attribute the lowest and
 * highest rank are kept with the next ones (the ends of the group without one record at the end), so that the box after
 * taking one record out, putting one in, or both, is found in one pass over the attributes.
 */

import { runCost } from "../run-costs.ts";
import type { Records, SensitiveCodes } from "./records.ts";

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

/** Finds a group's ends and width again from its members. */
export function refresh(groups: Groups, group: number): void {
  for (let attribute = 0; attribute < groups.records.attributes; attribute++) findEnds(groups, group, attribute);
  measure(groups, group);
}

/** Finds a group's ends and width after one record has left, one has come in, or both; −1 for none. */
export function adjust(groups: Groups, group: number, out: number, into: number): void {
  const { ranks, ends, holders, records, outside } = groups;
  const { attributes } = records;
  for (let attribute = 0; attribute < attributes && group !== outside; attribute++) {
    const at = (group * attributes + attribute) * 4;
    const leaving = out < 0 ? -1 : ranks[out * attributes + attribute];
    const coming = into < 0 ? -1 : ranks[into * attributes + attribute];
    if (leaving === coming) {
      if (holders[at >> 1] === out) holders[at >> 1] = into;
      if (holders[(at >> 1) + 1] === out) holders[(at >> 1) + 1] = into;
    } else if (out >= 0 && (leaving <= ends[at + 1] || leaving >= ends[at + 3])) {
      findEnds(groups, group, attribute);
    } else if (into >= 0) {
      widen(groups, at, into, coming);
    }
  }
  measure(groups, group);
}

/** Takes one more rank into a group's ends on an attribute. */
function widen({ ends, holders }: Groups, at: number, into: number, rank: number): void {
  if (rank < ends[at]) {
    ends[at + 1] = ends[at];
    ends[at] = rank;
    holders[at >> 1] = into;
  } else if (rank < ends[at + 1]) ends[at + 1] = rank;
  if (rank > ends[at + 2]) {
    ends[at + 3] = ends[at + 2];
    ends[at + 2] = rank;
    holders[(at >> 1) + 1] = into;
  } else if (rank > ends[at + 3]) ends[at + 3] = rank;
}

function findEnds({ records, ranks, room, members, sizes, ends, holders }: Groups, group: number, attribute: number) {
  const { attributes } = records;
  const from = group * room;
  const to = from + sizes[group];
  let low = 0x7fff_ffff;
  let low2 = 0x7fff_ffff;
  let high = -1;
  let high2 = -1;
  let lowest = -1;
  let highest = -1;
  for (let place = from; place < to; place++) {
    const member = members[place];
    const rank = ranks[member * attributes + attribute];
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
  const at = (group * attributes + attribute) * 4;
  ends[at] = low;
  ends[at + 1] = low2;
  ends[at + 2] = high;
  ends[at + 3] = high2;
  holders[at >> 1] = lowest;
  holders[(at >> 1) + 1] = highest;
}

/** Finds a group's width from its ends. */
function measure(groups: Groups, group: number): void {
  const { records, ends, known, widths, outside } = groups;
  const { attributes } = records;
  known[group] = 0;
  let width = 0;
  for (let attribute = 0, at = group * attributes * 4; attribute < attributes; attribute++, at += 4) {
    if (ends[at] < ends[at + 2]) width += cell(groups, attribute, ends[at], ends[at + 2]);
  }
  widths[group] = group === outside ? 1 : width;
}

/** Finds by how much a group's box shrinks without each of its members, unless that is known. */
export function knowShrinks(groups: Groups, group: number): void {
  const { records, room, members, sizes, ends, holders, shrinks, mostShrinks, known, outside } = groups;
  if (known[group] === 1) return;
  known[group] = 1;
  mostShrinks[group] = 0;
  const from = group * room;
  for (let place = from; place < from + sizes[group]; place++) shrinks[members[place]] = 0;
  if (group === outside) return;
  const { attributes } = records;
  for (let attribute = 0; attribute < attributes; attribute++) {
    const at = (group * attributes + attribute) * 4;
    const low = ends[at];
    const high = ends[at + 2];
    if (low >= high) continue;
    const whole = cell(groups, attribute, low, high);
    const holder = (group * attributes + attribute) * 2;
    // who shares an end with another one shrinks nothing; with two members each end is the other one's second end
    if (ends[at + 1] !== low) {
      const low2 = ends[at + 1];
      shrinks[holders[holder]] += whole - (low2 < high ? cell(groups, attribute, low2, high) : 0);
    }
    if (ends[at + 3] !== high) {
      const high2 = ends[at + 3];
      shrinks[holders[holder + 1]] += whole - (low < high2 ? cell(groups, attribute, low, high2) : 0);
    }
  }
  let most = 0;
  for (let place = from; place < from + sizes[group]; place++) {
    if (shrinks[members[place]] > most) most = shrinks[members[place]];
  }
  mostShrinks[group] = most;
}

function cell({ records }: Groups, attribute: number, low: number, high: number): number {
  const { costs } = records;
  const at = costs.tableAt[attribute];
  return at >= 0 ? costs.table[at + low * costs.sizes[attribute] + high] : runCost(costs, attribute, low, high);
}

/**
 * The width of a group with one more record; at least the bound where it is that wide. This and `widthSwapped` are where
 * descent and annealing spend their time: short axes are looked up in place, since asking `runCost` for each makes local
 * recoding of Adult 4 to 10 % slower.
 */
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
    let low = ends[at];
    let high = ends[at + 2];
    const rank = ranks[into * attributes + attribute];
    if (rank < low) low = rank;
    else if (rank > high) high = rank;
    if (low === high) continue;
    const runs = tableAt[attribute];
    width += runs >= 0 ? table[runs + low * sizes[attribute] + high] : runCost(costs, attribute, low, high);
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
    let low = ends[at];
    let high = ends[at + 2];
    const leaving = ranks[out * attributes + attribute];
    if (leaving === low) low = ends[at + 1];
    if (leaving === high) high = ends[at + 3];
    const rank = ranks[into * attributes + attribute];
    if (rank < low) low = rank;
    if (rank > high) high = rank;
    if (low === high) continue;
    const runs = tableAt[attribute];
    width += runs >= 0 ? table[runs + low * sizes[attribute] + high] : runCost(costs, attribute, low, high);
  }
  return width;
}

/** Σ size · width: the records' loss. */
export function lossOf({ sizes, widths }: Groups): number {
  let loss = 0;
  for (let group = 0; group < sizes.length; group++) loss += sizes[group] * widths[group];
  return loss;
}
