/** @file Good partitions quickly: groups grown from a random row by its nearest, then rows moved and swapped while that helps. */
import {
  append,
  cheapest,
  type DriverAnswer,
  indices,
  type Random,
  randomFrom,
  report,
  reportBest,
  shuffle,
  smallest,
  type Task,
} from "../../base/index.ts";
import { endOf } from "./ending.ts";
import { type GroupCosts, groupCost } from "./grid.ts";

/** Which groups are allowed. */
export type GroupRule = {
  readonly least: number;
  /** Whether a group of at least `least` rows may be one. */
  readonly allows: (rows: readonly number[]) => boolean;
};

/** A partition and what it costs. */
export type Partition = { readonly groups: readonly (readonly number[])[]; readonly cost: number };

/** Partitions from several random starts, the best first; stops early when the time is up. */
export function* descend(
  costs: GroupCosts,
  rule: GroupRule,
  { starts, seed, until }: { readonly starts: number; readonly seed: number; readonly until: number },
): Task<Partition[]> {
  const random = randomFrom(seed);
  const found: Partition[] = [];
  for (let start = 0; start < starts; start++) {
    const groups = grow(costs, rule, random);
    for (let round = 0; round < 60 && improve(costs, rule, groups, random); round++) {
      if (endOf(yield* tell(found), until) !== undefined) break;
    }
    found.push({ groups, cost: groups.reduce((sum, rows) => sum + groupCost(costs, rows), 0) });
    if (endOf(yield* tell(found), until) !== undefined) break;
  }
  return found.sort((a, b) => a.cost - b.cost);
}

/** Reports; with a partition at hand the search could settle for it. */
function* tell(found: readonly Partition[]): Task<DriverAnswer> {
  if (found.length === 0) return yield* report("search", 0, 0);
  const best = smallest(found.map(({ cost }) => cost));
  return yield* reportBest("search", 0, 0, `best ${best.toFixed(4)}`);
}

/** Grows groups one after the other; rows left over join the group where they cost least. */
function grow(costs: GroupCosts, rule: GroupRule, random: Random): number[][] {
  const free = new Set(shuffle(indices(costs.rows), random));
  const groups: number[][] = [];
  while (free.size >= rule.least) {
    const [seed] = free;
    const rows = [seed];
    free.delete(seed);
    while (free.size > 0 && !(rows.length >= rule.least && rule.allows(rows))) {
      const next = cheapest(free, (row) => groupCost(costs, [...rows, row]))!;
      rows.push(next);
      free.delete(next);
    }
    if (!rule.allows(rows)) {
      for (const row of rows) free.add(row);
      break;
    }
    groups.push(rows);
  }
  if (groups.length === 0) return [[...indices(costs.rows)]];
  for (const row of free) cheapestHome(costs, groups, [row]).push(row);
  mergeFailing(costs, rule, groups);
  return groups;
}

/** A row put into a group may break a rule that looks at more than sizes; such a group is joined to another until all hold. */
function mergeFailing(costs: GroupCosts, rule: GroupRule, groups: number[][]): void {
  for (;;) {
    const failing = groups.findIndex((rows) => !rule.allows(rows));
    if (failing < 0 || groups.length === 1) return;
    const [rows] = groups.splice(failing, 1);
    append(cheapestHome(costs, groups, rows), rows);
  }
}

/** The group that costs least more with some rows. */
function cheapestHome(costs: GroupCosts, groups: readonly number[][], rows: readonly number[]): number[] {
  return cheapest(groups, (group) => groupCost(costs, [...group, ...rows]) - groupCost(costs, group))!;
}

const worthwhile = 1e-9;

/** One sweep of moves and swaps over all rows; whether anything got better. */
function improve(costs: GroupCosts, rule: GroupRule, groups: number[][], random: Random): boolean {
  let better = false;
  const groupOf = new Int32Array(costs.rows);
  groups.forEach((rows, at) => {
    for (const row of rows) groupOf[row] = at;
  });
  const price = groups.map((rows) => groupCost(costs, rows));
  for (const row of shuffle(indices(costs.rows), random)) {
    const from = groupOf[row];
    const change = bestChange(costs, rule, groups, price, row, from);
    if (change === undefined) continue;
    better = true;
    for (const { at, rows, cost } of change) {
      groups[at] = rows;
      price[at] = cost;
      for (const one of rows) groupOf[one] = at;
    }
  }
  for (let at = groups.length - 1; at >= 0; at--) if (groups[at].length === 0) groups.splice(at, 1);
  return better;
}

/** What becomes of a group. */
type GroupChange = { readonly at: number; readonly rows: number[]; readonly cost: number };

/** The move of a row to another group, or its exchange for a row of one, that saves most. */
function bestChange(
  costs: GroupCosts,
  rule: GroupRule,
  groups: readonly number[][],
  price: readonly number[],
  row: number,
  from: number,
): GroupChange[] | undefined {
  const without = groups[from].filter((other) => other !== row);
  const alone = without.length === 0 ? 0 : groupCost(costs, without);
  const mayLeave = without.length === 0 || (without.length >= rule.least && rule.allows(without));
  let gain = worthwhile;
  let best: GroupChange[] | undefined;
  const consider = (to: number, here: number[], hereCost: number, there: number[]): void => {
    const cost = groupCost(costs, there);
    const saved = price[from] + price[to] - hereCost - cost;
    if (saved <= gain || !(here === without || rule.allows(here)) || !rule.allows(there)) return;
    gain = saved;
    best = [
      { at: from, rows: here, cost: hereCost },
      { at: to, rows: there, cost },
    ];
  };
  groups.forEach((target, to) => {
    if (to === from || target.length === 0) return;
    if (mayLeave) consider(to, without, alone, [...target, row]);
    if (price[from] + price[to] - alone <= gain) return;
    for (const other of target) {
      const here = [...without, other];
      const there = target.map((one) => (one === other ? row : one));
      consider(to, here, groupCost(costs, here), there);
    }
  });
  return best;
}
