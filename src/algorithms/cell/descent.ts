/** @file Good partitions quickly: groups grown from a random row by its nearest, then rows moved and swapped while that helps. */
import {
  type DriverAnswer,
  type Random,
  randomFrom,
  report,
  reportBest,
  shuffle,
  type Task,
} from "../../base/index.ts";
import { type GroupCosts, groupCost } from "./group-costs.ts";

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
      const { seconds, settle } = yield* tell(found);
      if (settle || seconds > until) break;
    }
    found.push({ groups, cost: groups.reduce((sum, rows) => sum + groupCost(costs, rows), 0) });
    const { seconds, settle } = yield* tell(found);
    if (settle || seconds > until) break;
  }
  return found.sort((a, b) => a.cost - b.cost);
}

/** Reports; with a partition at hand the search could settle for it. */
function* tell(found: readonly Partition[]): Task<DriverAnswer> {
  if (found.length === 0) return yield* report("search", 0, 0);
  const best = found.reduce((least, { cost }) => Math.min(least, cost), Number.POSITIVE_INFINITY);
  return yield* reportBest("search", 0, 0, `best ${best.toFixed(4)}`);
}

/** Grows groups one after the other; rows left over join the group where they cost least. */
function grow(costs: GroupCosts, rule: GroupRule, random: Random): number[][] {
  const free = new Set(
    shuffle(
      Array.from({ length: costs.rows }, (_, row) => row),
      random,
    ),
  );
  const groups: number[][] = [];
  while (free.size >= rule.least) {
    const [seed] = free;
    const rows = [seed];
    free.delete(seed);
    while (free.size > 0 && !(rows.length >= rule.least && rule.allows(rows))) {
      const next = nearest(costs, rows, free);
      rows.push(next);
      free.delete(next);
    }
    if (!rule.allows(rows)) {
      for (const row of rows) free.add(row);
      break;
    }
    groups.push(rows);
  }
  if (groups.length === 0) return [Array.from({ length: costs.rows }, (_, row) => row)];
  for (const row of free) cheapestHome(costs, groups, row).push(row);
  mergeFailing(costs, rule, groups);
  return groups;
}

/** A row put into a group may break a rule that looks at more than sizes; such a group is joined to another until all hold. */
function mergeFailing(costs: GroupCosts, rule: GroupRule, groups: number[][]): void {
  for (;;) {
    const failing = groups.findIndex((rows) => !rule.allows(rows));
    if (failing < 0 || groups.length === 1) return;
    const [rows] = groups.splice(failing, 1);
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    groups.forEach((other, at) => {
      const cost = groupCost(costs, [...other, ...rows]) - groupCost(costs, other);
      if (cost < least) {
        least = cost;
        best = at;
      }
    });
    groups[best] = [...groups[best], ...rows];
  }
}

function nearest(costs: GroupCosts, rows: readonly number[], free: ReadonlySet<number>): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const row of free) {
    const cost = groupCost(costs, [...rows, row]);
    if (cost < least) {
      least = cost;
      best = row;
    }
  }
  return best;
}

function cheapestHome(costs: GroupCosts, groups: readonly number[][], row: number): number[] {
  let best = groups[0];
  let least = Number.POSITIVE_INFINITY;
  for (const rows of groups) {
    const more = groupCost(costs, [...rows, row]) - groupCost(costs, rows);
    if (more < least) {
      least = more;
      best = rows;
    }
  }
  return best;
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
  const settle = (at: number, rows: number[], cost: number): void => {
    groups[at] = rows;
    price[at] = cost;
    for (const row of rows) groupOf[row] = at;
  };
  for (const row of shuffle(
    Array.from({ length: costs.rows }, (_, at) => at),
    random,
  )) {
    const from = groupOf[row];
    const without = groups[from].filter((other) => other !== row);
    const alone = without.length === 0 ? 0 : groupCost(costs, without);
    const mayLeave = without.length === 0 || (without.length >= rule.least && rule.allows(without));
    let gain = worthwhile;
    let act: (() => void) | undefined;
    for (let to = 0; to < groups.length; to++) {
      if (to === from || groups[to].length === 0) continue;
      const target = groups[to];
      if (mayLeave) {
        const joined = [...target, row];
        const cost = groupCost(costs, joined);
        const saved = price[from] + price[to] - alone - cost;
        if (saved > gain && rule.allows(joined)) {
          gain = saved;
          act = () => {
            settle(from, without, alone);
            settle(to, joined, cost);
          };
        }
      }
      if (price[from] + price[to] - alone <= gain) continue;
      for (let i = 0; i < target.length; i++) {
        const other = target[i];
        const here = [...without, other];
        const there = target.map((one) => (one === other ? row : one));
        const hereCost = groupCost(costs, here);
        const thereCost = groupCost(costs, there);
        const saved = price[from] + price[to] - hereCost - thereCost;
        if (saved > gain && rule.allows(here) && rule.allows(there)) {
          gain = saved;
          act = () => {
            settle(from, here, hereCost);
            settle(to, there, thereCost);
          };
        }
      }
    }
    if (act !== undefined) {
      act();
      better = true;
    }
  }
  for (let at = groups.length - 1; at >= 0; at--) if (groups[at].length === 0) groups.splice(at, 1);
  return better;
}
