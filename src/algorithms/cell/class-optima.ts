/**
 * @file All tables that tie for the best, in the classes meaning. A table is its cohorts and what each is published as;
 * two cohorts published alike would be one, so no two may be. Walking the cohorts by their lowest row meets every table
 * exactly once.
 */
import { report, type Task } from "../../base/index.ts";
import { cheapestFor, type Grid } from "./grid.ts";
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
        let labels = labelCache.get(set);
        if (labels === undefined) labelCache.set(set, (labels = labelsFor(grid, rowsOf(set), limits.count)));
        for (const label of labels) {
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
