/**
 * @file Annealing on the moves of the descent: a random record goes to the group of a random neighbour, or changes
 * places with a random member of it; what loses less is always done, what loses more with a probability that falls as
 * the temperature does. Kirkpatrick, Gelatt, Vecchi, *Optimization by simulated annealing*, 1983.
 */

import { log2, randomFrom, report, type Task } from "../../base/index.ts";
import type { Judge } from "../judge.ts";
import { type Groups, knowShrinks, widthSwapped, widthWith } from "./group-boxes.ts";
import { allowedIn, hasRoom, moveRecord, swapRecords } from "./groups.ts";
import type { Neighbours } from "./neighbours.ts";

/** How long and how hot. */
export type Annealing = {
  readonly proposals: number;
  /** The temperature at the start and at the end, in records' loss; it falls in a straight line. */
  readonly from: number;
  readonly to: number;
  readonly seed: number;
};

/** −ln u for u in the middle of 4096 equal parts of 0 … 1: what a worsening is drawn against. */
export const allowances: Float64Array = /* @__PURE__ */ Float64Array.from(
  { length: 4096 },
  (_, i) => -log2((i + 0.5) / 4096) * Math.LN2,
);

/** Changes groups at random; returns how many proposals were taken. */
export function* anneal(groups: Groups, near: Neighbours, judge: Judge, annealing: Annealing): Task<number> {
  const { groupOf, tupleOf, sizes, widths, shrinks, members, room, outside, records } = groups;
  const { first } = records;
  const { least } = judge;
  const { proposals, from, to } = annealing;
  const allowed = allowedIn(groups, judge);
  const random = randomFrom(annealing.seed);
  const ways = near.keep + 1;
  let taken = 0;
  let temperature = from;
  for (let turn = 0; turn < proposals; turn++) {
    if ((turn & 0x3ff) === 0) {
      temperature = from + ((to - from) * turn) / proposals;
      if ((turn & 0x3fff) === 0) yield* report("search", turn, proposals);
    }
    const drawn = random.next();
    const record = drawn % groupOf.length;
    const choice = random.next();
    const way = choice % ways;
    const own = tupleOf[record];
    const tuple = way === 0 ? own : near.of[own * near.keep + way - 1];
    if (tuple < 0) continue;
    const weight = first[tuple + 1] - first[tuple];
    const target = groupOf[first[tuple] + (weight === 1 ? 0 : (choice >>> 8) % weight)];
    const group = groupOf[record];
    if (target === group) continue;
    const size = sizes[group];
    const other = sizes[target];
    const allowance = temperature * allowances[(drawn >>> 20) & 4095];
    knowShrinks(groups, group);
    if ((size > least || group === outside) && hasRoom(groups, target) && choice >>> 31 === 0) {
      // what the record's leaving gains, and by how much the other box may grow for it
      const left = (size - 1) * shrinks[record] + widths[group];
      const most = widths[target] + (allowance + left - widths[target]) / (other + 1);
      if (widthWith(groups, target, record, most) >= most) continue;
      if (!allowed(group, record, -1) || !allowed(target, -1, record)) continue;
      moveRecord(groups, record, target);
    } else {
      const partner = members[target * room + ((choice >>> 5) % other)];
      knowShrinks(groups, target);
      // no exchange shrinks the two boxes by more than what each shrinks without its record
      const gains = allowance + size * shrinks[record] + other * shrinks[partner];
      const most = widths[target] + gains / other;
      if (widthWith(groups, target, record, most) >= most) continue;
      const lost =
        size * (widthSwapped(groups, group, record, partner) - widths[group]) +
        other * (widthSwapped(groups, target, partner, record) - widths[target]);
      if (lost >= allowance || !allowed(group, record, partner) || !allowed(target, partner, record)) continue;
      swapRecords(groups, record, partner);
    }
    taken += 1;
  }
  return taken;
}
