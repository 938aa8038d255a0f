/**
 * @file All tables that tie for the best, in the classes meaning. A table is its cohorts and what each is published as;
 * two cohorts published alike would be one, so no two may be. Walking the cohorts by their lowest row meets every table
 * exactly once; for more rows than subsets can be listed of, the cohorts are the groups that the search listed.
 */
import { remember, report, type Task } from "../../base/index.ts";
import { endOf } from "./ending.ts";
import { cheapestFor, type Grid, type GroupCosts, groupCost } from "./grid.ts";
import { rowsOf, type SubsetTable } from "./subset-search.ts";

/** How many tables tie, whether all were found, and the first of them. */
export type Optima = {
  readonly count: number;
  readonly complete: boolean;
  /** Per table and attribute the candidate of each row. */
  readonly choices: readonly (readonly (readonly number[])[])[];
};

/** How far to look. */
export type OptimaLimits = {
  /** Tables to list. */
  readonly list: number;
  /** Tables after which counting stops. */
  readonly count: number;
  /** Seconds, on the clock of `report`, after which counting stops. */
  readonly until: number;
};

/** Every way to publish some rows alike at the least cost: one candidate per attribute. */
function labelsFor(grid: Grid, rows: readonly number[], limit: number): number[][] {
  let labels: number[][] = [[]];
  for (let attribute = 0; attribute < grid.axes.length; attribute++) {
    const { candidates } = cheapestFor(grid, attribute, rows);
    labels = labels.flatMap((label) => candidates.map((candidate) => [...label, candidate])).slice(0, limit);
  }
  return labels;
}

/** Where the walk stands: cohorts decided so far with their labels. */
type Walk = {
  readonly cohorts: { readonly set: number; readonly label: readonly number[] }[];
  readonly used: Set<string>;
};

/** Counts and lists the tables of least cost among covers with allowed cohorts. */
export function* tiedByClasses(grid: Grid, table: SubsetTable, limits: OptimaLimits): Task<Optima> {
  const all = 2 ** grid.rows - 1;
  const best = table.least[all];
  const slack = 1e-9 * Math.max(1, Math.abs(best));
  const choices: number[][][] = [];
  const labelCache = new Map<number, number[][]>();
  let count = 0;
  let complete = true;
  let steps = 0;
  function* walk(left: number, spent: number, { cohorts, used }: Walk): Task<void> {
    if (left === 0) {
      count += 1;
      if (choices.length < limits.list) choices.push(choiceOf(grid, cohorts));
      return;
    }
    const lowest = left & -left;
    const others = left ^ lowest;
    for (let part = others; complete; part = (part - 1) & others) {
      const set = part | lowest;
      if (++steps % 50_000 === 0 && (yield* report("optima", count, 0)).seconds > limits.until) complete = false;
      if (table.allowed[set] === 1 && spent + table.cost[set] + table.least[left ^ set] <= best + slack) {
        for (const label of remember(labelCache, set, () => labelsFor(grid, rowsOf(set), limits.count))) {
          const key = label.join();
          if (used.has(key)) continue;
          if (count >= limits.count) complete = false;
          if (!complete) break;
          used.add(key);
          cohorts.push({ set, label });
          yield* walk(left ^ set, spent + table.cost[set], { cohorts, used });
          cohorts.pop();
          used.delete(key);
        }
      }
      if (part === 0) break;
    }
  }
  yield* walk(all, 0, { cohorts: [], used: new Set() });
  return { count, complete, choices };
}

function choiceOf(grid: Grid, cohorts: Walk["cohorts"]): number[][] {
  const choice = grid.axes.map(() => new Array<number>(grid.rows).fill(0));
  for (const { set, label } of cohorts) {
    for (const row of rowsOf(set)) {
      label.forEach((candidate, attribute) => {
        choice[attribute][row] = candidate;
      });
    }
  }
  return choice;
}

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
        if (endOf(yield* report("optima", tables.size, 0), limits.until) !== undefined) complete = false;
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
  const owed = rest.reduce((sum, least) => sum + least, 0);
  yield* walk(0, 0, owed);
  return { count: tables.size, complete, choices: [...tables.values()].slice(0, limits.list) };
}

/** The least share of a group's cost that each row can have. */
function leastPerRow(rows: number, byLowest: readonly { rows: readonly number[]; cost: number }[][]): Float64Array {
  const least = new Float64Array(rows).fill(Number.POSITIVE_INFINITY);
  for (const group of byLowest.flat()) {
    for (const row of group.rows) least[row] = Math.min(least[row], group.cost / group.rows.length);
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
