/** @file All tables that tie for the best when the groups that can be part of one were listed by the search. */
import { report, type Task } from "../../base/index.ts";
import type { Optima, OptimaLimits } from "./class-optima.ts";
import { cheapestFor, type Grid } from "./grid.ts";
import { type GroupCosts, groupCost } from "./group-costs.ts";

/** Counts and lists the tables that partitions into the listed groups reach at the least cost. */
export function* tiedByColumns(
  grid: Grid,
  costs: GroupCosts,
  found: { readonly cost: number; readonly columns: readonly (readonly number[])[] },
  limits: OptimaLimits,
): Task<Optima> {
  const byLowest = Array.from({ length: grid.rows }, () => [] as { rows: readonly number[]; cost: number }[]);
  for (const rows of found.columns) byLowest[rows[0]].push({ rows, cost: groupCost(costs, rows) });
  const slack = 1e-7 * Math.max(1, Math.abs(found.cost));
  const covered = new Uint8Array(grid.rows);
  const chosen: (readonly number[])[] = [];
  const tables = new Map<string, number[][]>();
  let complete = true;
  let steps = 0;
  const rest = leastPerRow(grid.rows, byLowest);
  function* walk(from: number, spent: number, owed: number): Task<void> {
    let row = from;
    while (row < grid.rows && covered[row] === 1) row++;
    if (row === grid.rows) {
      for (const choice of choicesOf(grid, chosen, limits.count - tables.size)) tables.set(choice.join("|"), choice);
      if (tables.size >= limits.count) complete = false;
      return;
    }
    for (const { rows, cost } of byLowest[row]) {
      if (!complete) return;
      if (++steps % 20_000 === 0) {
        const { seconds, settle } = yield* report("optima", tables.size, 0);
        if (settle || seconds > limits.until) complete = false;
      }
      const owedLess = rows.reduce((sum, member) => sum + rest[member], 0);
      if (spent + cost + owed - owedLess > found.cost + slack || rows.some((member) => covered[member] === 1)) continue;
      for (const member of rows) covered[member] = 1;
      chosen.push(rows);
      yield* walk(row + 1, spent + cost, owed - owedLess);
      chosen.pop();
      for (const member of rows) covered[member] = 0;
    }
  }
  yield* walk(
    0,
    0,
    rest.reduce((sum, least) => sum + least, 0),
  );
  return { count: tables.size, complete, choices: [...tables.values()].slice(0, limits.list) };
}

/** The least share of a group's cost that each row can have. */
function leastPerRow(rows: number, byLowest: readonly { rows: readonly number[]; cost: number }[][]): Float64Array {
  const least = new Float64Array(rows).fill(Number.POSITIVE_INFINITY);
  for (const groups of byLowest) {
    for (const group of groups) {
      for (const row of group.rows) least[row] = Math.min(least[row], group.cost / group.rows.length);
    }
  }
  return least;
}

/** Every way to publish the groups at least cost. */
function choicesOf(grid: Grid, groups: readonly (readonly number[])[], limit: number): number[][][] {
  let choices: number[][][] = [grid.axes.map(() => new Array<number>(grid.rows).fill(0))];
  for (const rows of groups) {
    for (let attribute = 0; attribute < grid.axes.length; attribute++) {
      const { candidates } = cheapestFor(grid, attribute, rows);
      choices = choices
        .flatMap((choice) =>
          candidates.map((candidate) => {
            const next = choice.map((column, at) => (at === attribute ? [...column] : column));
            for (const row of rows) next[attribute][row] = candidate;
            return next;
          }),
        )
        .slice(0, Math.max(1, limit));
    }
  }
  return choices;
}
