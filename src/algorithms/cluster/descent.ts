/**
 * @file Swap descent: records move to, or change places with records of, the groups of their neighbours as long as
 * that loses less. An exchange of i in A for r in B gains at most [a·g(i) − b·d(i, B)] + [b·g(r) − a·d(r, A)], with a
 * and b the groups' sizes, g what a box shrinks without a record and d what it grows with one; only exchanges whose
 * bound is above the best found so far are worked out.
 */

import { report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { type Groups, knowShrinks, widthSwapped, widthWith } from "./group-boxes.ts";
import { allowedIn, type GroupCheck, hasRoom, moveRecord, swapRecords } from "./groups.ts";
import type { Neighbours } from "./neighbours.ts";

/** Gains smaller than this are rounding, not gains. */
const smallest = 1e-9;

/** Improves groups until a round over all records finds nothing, or `rounds` are made; returns how many were. */
export function* descend(groups: Groups, near: Neighbours, judge: Judge, rounds: number): Task<number> {
  const { records, groupOf } = groups;
  const allowed = allowedIn(groups, judge);
  // a record is looked at again when its group or a group it could go to has changed
  const changed = new Int32Array(groups.sizes.length).fill(0);
  const looked = new Int32Array(records.count).fill(-1);
  let clock = 0;
  const mark = new Int32Array(groups.sizes.length).fill(-1);
  const around = new Int32Array(mostGroups);
  for (let round = 1; round <= rounds; round++) {
    let found = 0;
    for (let record = 0; record < records.count; record++) {
      const from = groupOf[record];
      if (!mayGain(groups, judge, record)) continue;
      mark[from] = -1;
      const count = listGroups(groups, near, record, mark, around);
      let stale = looked[record] < 0 || changed[from] > looked[record];
      for (let i = 0; i < count && !stale; i++) stale = changed[around[i]] > looked[record];
      for (let i = 0; i < count; i++) mark[around[i]] = -1;
      if (!stale) continue;
      looked[record] = clock;
      const to = improve(groups, judge, allowed, record, around.subarray(0, count));
      if (to < 0) continue;
      clock += 1;
      found += 1;
      changed[from] = clock;
      changed[to] = clock;
      if ((found & 0xff) === 0) yield* report("search", record, records.count);
    }
    const dissolved = dissolve(groups, near, judge, changed, ++clock);
    yield* report("search", round, rounds);
    if (found + dissolved === 0) return round;
  }
  return rounds;
}

/** Groups a record may go to at most. */
const mostGroups = 32;

/**
 * Lists the groups that hold records like this one, then those of its neighbours, without its own; a group is listed
 * once. `mark` tells the lists apart.
 */
function listGroups(groups: Groups, near: Neighbours, record: number, mark: Int32Array, out: Int32Array): number {
  const { groupOf, tupleOf, records } = groups;
  const { first } = records;
  const own = groupOf[record];
  let tuple = tupleOf[record];
  let count = 0;
  const end = (tuple + 1) * near.keep;
  for (let place = tuple * near.keep; ; place++) {
    for (let other = first[tuple]; other < first[tuple + 1]; other++) {
      const group = groupOf[other];
      if (group === own || mark[group] === record) continue;
      mark[group] = record;
      out[count++] = group;
      if (count === mostGroups) return count;
    }
    if (place === end) return count;
    tuple = near.of[place];
    if (tuple < 0) return count;
  }
}

/** Whether a record's group gains by its leaving: its box shrinks, or it has a record to spare. */
function mayGain(groups: Groups, judge: Judge, record: number): boolean {
  const group = groups.groupOf[record];
  knowShrinks(groups, group);
  return groups.sizes[group] > judge.least || group === groups.outside || groups.shrinks[record] > 0;
}

/** Makes the best move or exchange of one record; returns the other group, or −1 if nothing is gained. */
function improve(groups: Groups, judge: Judge, allowed: GroupCheck, record: number, around: Int32Array): number {
  const { groupOf, sizes, widths, members, room, shrinks, mostShrinks } = groups;
  const from = groupOf[record];
  const size = sizes[from];
  const width = widths[from];
  const shrunk = size * shrinks[record];
  const mayMove = size > judge.least || from === groups.outside;
  // what leaving gains in all: the others' boxes shrink and the record's own is gone
  const left = shrunk + width - shrinks[record];
  let best = smallest;
  let bestGroup = -1;
  let partner = -1;
  for (const to of around) {
    const otherSize = sizes[to];
    const otherWidth = widths[to];
    knowShrinks(groups, to);
    const moves = mayMove && hasRoom(groups, to);
    // where the other box grows by so much nothing is gained, whoever is exchanged
    const tooMuch = Math.max(
      moves ? (left - otherWidth - best) / (otherSize + 1) : 0,
      (shrunk - best) / otherSize + mostShrinks[to],
    );
    if (tooMuch <= 0) continue;
    const grows = widthWith(groups, to, record, otherWidth + tooMuch) - otherWidth;
    if (grows >= tooMuch) continue;
    if (moves) {
      const gain = left - (otherSize + 1) * grows - otherWidth;
      if (gain > best && allowed(from, record, -1) && allowed(to, -1, record)) {
        best = gain;
        bestGroup = to;
        partner = -1;
      }
    }
    const half = shrunk - otherSize * grows;
    if (half + otherSize * mostShrinks[to] <= best) continue;
    for (let i = to * room; i < to * room + otherSize; i++) {
      const other = members[i];
      const bound = half + otherSize * shrinks[other];
      if (bound <= best) continue;
      const fits = width + (bound - best) / size;
      if (widthWith(groups, from, other, fits) >= fits) continue;
      const gain =
        size * (width - widthSwapped(groups, from, record, other)) +
        otherSize * (otherWidth - widthSwapped(groups, to, other, record));
      if (gain > best && allowed(from, record, other) && allowed(to, other, record)) {
        best = gain;
        bestGroup = to;
        partner = other;
      }
    }
  }
  if (bestGroup < 0) return -1;
  if (partner < 0) moveRecord(groups, record, bestGroup);
  else swapRecords(groups, record, partner);
  return bestGroup;
}

/** Shares out the records of groups that cost more than their members would elsewhere; returns how many. */
function dissolve(groups: Groups, near: Neighbours, judge: Judge, changed: Int32Array, clock: number): number {
  if (!judge.sizeOnly) return 0;
  const { sizes, widths, members, room } = groups;
  const mark = new Int32Array(sizes.length).fill(-1);
  const around = new Int32Array(mostGroups);
  let dissolved = 0;
  for (let group = 0; group < sizes.length; group++) {
    const size = sizes[group];
    if (size === 0 || widths[group] === 0) continue;
    const whole = size * widths[group];
    const targets: number[] = [];
    let added = 0;
    for (let i = 0; i < size && added < whole; i++) {
      const record = members[group * room + i];
      let least = Number.POSITIVE_INFINITY;
      let target = -1;
      const count = listGroups(groups, near, record, mark, around);
      for (let place = 0; place < count; place++) {
        const to = around[place];
        mark[to] = -1;
        if (!hasRoom(groups, to) || targets.includes(to)) continue;
        const now = sizes[to] * widths[to];
        const bound = (Math.min(least, whole - added) + now) / (sizes[to] + 1);
        const cost = (sizes[to] + 1) * widthWith(groups, to, record, bound) - now;
        if (cost < least) {
          least = cost;
          target = to;
        }
      }
      if (target < 0) added = Number.POSITIVE_INFINITY;
      else {
        added += least;
        targets.push(target);
      }
    }
    if (added >= whole - smallest || targets.length < size) continue;
    const leaving = members.slice(group * room, group * room + size);
    targets.forEach((to, i) => {
      moveRecord(groups, leaving[i], to);
      changed[to] = clock;
    });
    dissolved += 1;
  }
  return dissolved;
}
