/**
 * @file The cheapest partition of up to a few hundred rows, with a proof. The choice of groups so that every row is in
 * exactly one is a set partition; its relaxation to fractions is solved by column generation (Gilmore and Gomory 1961),
 * which needs only the groups that matter. Prices of rows at any moment give a certified bound: the sum of the prices
 * less what the best groups could still gain. Once the bound stands, only groups that gain no less than the gap can be
 * part of a better partition; all of them are listed and the solver chooses among them.
 */
import { parallel, reportBest, type Task } from "../../base/index.ts";
import { descend, type GroupRule, type Partition } from "./descent.ts";
import { type EarlyEnd, endOf } from "./ending.ts";
import { type GroupCosts, groupCost } from "./grid.ts";
import { type PricingOptions, priceRoot } from "./pricing.ts";
import { type PartitionProgram, type PartitionSolution, solverWork } from "./solver.ts";

/** How to search. */
export type PartitionLimits = {
  readonly rule: GroupRule;
  /** True when only sizes count, so that groups of k … 2k − 1 rows are enough. */
  readonly sizeOnly: boolean;
  readonly seed: number;
  /** Seconds on the clock of `report`. */
  readonly until: number;
};

/** The best partition found and how far it is proved. */
export type PartitionResult = {
  readonly groups: readonly (readonly number[])[];
  readonly cost: number;
  readonly bound: number;
  readonly complete: boolean;
  /** What ended the search before that. */
  readonly end?: EarlyEnd;
  /** Groups that were looked at. */
  readonly states: number;
  /** Every group that can be part of a partition as cheap as the best, where they were listed. */
  readonly columns?: readonly (readonly number[])[];
};

/** Groups in the final choice past which the solver is not asked. */
const mostColumns = 150_000;

/** Branches that the solver takes to find a better partition among some groups. */
const fewBranches = 200;

const tolerance = 1e-7;

/** What is known so far; updated in place while the search goes on. */
type State = {
  readonly costs: GroupCosts;
  readonly limits: PartitionLimits;
  readonly columns: Map<string, readonly number[]>;
  best: Partition;
  bound: number;
  /** The prices of the rows, then of the conditions, that gave the bound. */
  prices: Float64Array;
  readonly triples: (readonly number[])[];
  seconds: number;
  /** What ended the search before it was done. */
  end: EarlyEnd | undefined;
  states: number;
};

/** Looks for the cheapest partition. */
export function* searchPartition(costs: GroupCosts, limits: PartitionLimits): Task<PartitionResult> {
  const { rule, until, seed } = limits;
  const starts = costs.rows <= 60 ? 12 : costs.rows <= 250 ? 6 : costs.rows <= 1000 ? 2 : 1;
  const found = yield* descend(costs, rule, { starts, seed, until });
  const state: State = {
    costs,
    limits,
    columns: new Map(),
    best: found[0],
    bound: floorOf(costs),
    prices: startPrices(costs, found[0]),
    triples: [],
    seconds: 0,
    end: undefined,
    states: 0,
  };
  for (const { groups } of found) for (const rows of groups) addColumn(state, rows);
  yield* hear(state);
  if (state.end === undefined) yield* tighten(state);
  const gap = (): number => state.best.cost - state.bound;
  let columns: (readonly number[])[] | undefined;
  if (state.end === undefined && gap() > tolerance) yield* chooseWhole(state, [...state.columns.values()], "some");
  if (state.end === undefined && limits.sizeOnly) {
    columns = yield* listColumns(state, Math.max(0, gap()) + tolerance);
    if (columns !== undefined && gap() > tolerance) {
      const closed = yield* chooseWhole(state, columns, "all");
      if (!closed) columns = undefined;
    }
  }
  const complete = gap() <= tolerance * Math.max(1, Math.abs(state.best.cost));
  return {
    groups: state.best.groups,
    cost: state.best.cost,
    bound: Math.min(state.bound, state.best.cost),
    complete,
    end: complete ? undefined : (state.end ?? "size"),
    states: state.states,
    columns: complete && columns !== undefined ? columns : undefined,
  };
}

/** What the rows cost when each is published at its own best. */
export function floorOf(costs: GroupCosts): number {
  let floor = 0;
  for (let row = 0; row < costs.rows; row++) floor += groupCost(costs, [row]);
  return floor;
}

/** Each row's share of its group's cost. */
function startPrices(costs: GroupCosts, { groups }: Partition): Float64Array {
  const prices = new Float64Array(costs.rows);
  for (const rows of groups) for (const row of rows) prices[row] = groupCost(costs, rows) / rows.length;
  return prices;
}

function addColumn(state: State, rows: readonly number[]): void {
  const sorted = [...rows].sort((a, b) => a - b);
  state.columns.set(sorted.join(), sorted);
}

/** Reports, and takes note of the time and of whether to stop. */
function* hear(state: State): Task<void> {
  const { cost } = state.best;
  const share = cost > 0 ? Math.min(1, Math.max(0, state.bound / cost)) : 0;
  const note = `best ${cost.toFixed(4)}, bound ${state.bound.toFixed(4)}`;
  const answer = yield* reportBest("search", share, 1, note);
  state.seconds = answer.seconds;
  state.end = endOf(answer, state.limits.until) ?? state.end;
}

function program(state: State, columns: readonly (readonly number[])[], whole: boolean): PartitionProgram {
  const cutsOf = rowsToCuts(state);
  const lists = columns.map((rows) => [...rows, ...cutsHeld(cutsOf, rows).map((cut) => state.costs.rows + cut)]);
  const starts = new Int32Array(columns.length + 1);
  lists.forEach((list, at) => {
    starts[at + 1] = starts[at] + list.length;
  });
  const members = new Int32Array(starts[columns.length]);
  lists.forEach((list, at) => {
    members.set(list, starts[at]);
  });
  const costs = Float64Array.from(columns, (rows) => groupCost(state.costs, rows));
  const seconds = Math.min(1e6, state.limits.until - state.seconds);
  return { rows: state.costs.rows, cuts: state.triples.length, costs, starts, members, whole, seconds };
}

function* ask(state: State, given: PartitionProgram): Task<PartitionSolution | undefined> {
  const [solution] = yield* parallel("search", solverWork, [given]);
  yield* hear(state);
  return solution?.status === "failed" ? undefined : solution;
}

/** How much of the prices that gave the best bound is kept when the next ones are asked about. */
const smoothing = 0.6;

/** The conditions that each row is part of. */
function rowsToCuts(state: State): number[][] {
  const cutsOf = Array.from({ length: state.costs.rows }, () => [] as number[]);
  state.triples.forEach((triple, cut) => {
    for (const row of triple) cutsOf[row].push(cut);
  });
  return cutsOf;
}

/** The conditions of which a group holds at least two rows. */
function cutsHeld(cutsOf: readonly (readonly number[])[], rows: readonly number[]): number[] {
  const seen = new Map<number, number>();
  for (const row of rows) for (const cut of cutsOf[row]) seen.set(cut, (seen.get(cut) ?? 0) + 1);
  return [...seen].flatMap(([cut, count]) => (count >= 2 ? [cut] : []));
}

/** Generates columns, adds conditions that the fractions break, and again, while that raises the bound. */
function* tighten(state: State): Task<void> {
  for (let round = 0; round < 40 && state.end === undefined; round++) {
    const before = state.bound;
    const solution = yield* generateColumns(state);
    const gap = state.best.cost - state.bound;
    if (solution === undefined || state.end !== undefined || gap <= tolerance) return;
    if (round > 4 && state.bound - before < 0.01 * gap) return;
    if (!addTriples(state, solution)) return;
  }
}

/** Conditions that one round adds at most, in all and per row. */
const mostTriples = { all: 80, perRow: 4 };

/** Adds the triples of rows of which the fractions choose more than one group with two of them; whether there are any. */
function addTriples(state: State, { columns, chosen }: Relaxation): boolean {
  const { rows } = state.costs;
  const together = new Float64Array(rows * rows);
  const allThree = new Map<number, number>();
  const near = Array.from({ length: rows }, () => new Set<number>());
  columns.forEach((group, at) => {
    const share = chosen[at];
    if (share < 1e-6 || share > 1 - 1e-6) return;
    for (let a = 0; a < group.length; a++) {
      for (let b = a + 1; b < group.length; b++) {
        together[group[a] * rows + group[b]] += share;
        near[group[a]].add(group[b]);
        near[group[b]].add(group[a]);
        for (let c = b + 1; c < group.length; c++) {
          const key = (group[a] * rows + group[b]) * rows + group[c];
          allThree.set(key, (allThree.get(key) ?? 0) + share);
        }
      }
    }
  });
  const pair = (a: number, b: number): number => together[Math.min(a, b) * rows + Math.max(a, b)];
  const found = new Map<number, { triple: number[]; excess: number }>();
  near.forEach((others, middle) => {
    for (const a of others) {
      for (const b of others) {
        if (a >= b) continue;
        const triple = [a, b, middle].sort((x, y) => x - y);
        const key = (triple[0] * rows + triple[1]) * rows + triple[2];
        const sum = pair(a, b) + pair(a, middle) + pair(b, middle) - 2 * (allThree.get(key) ?? 0);
        if (sum > 1.02) found.set(key, { triple, excess: sum });
      }
    }
  });
  const used = new Uint8Array(rows);
  let added = 0;
  for (const { triple } of [...found.values()].sort((x, y) => y.excess - x.excess)) {
    if (added >= mostTriples.all || triple.some((row) => used[row] >= mostTriples.perRow)) continue;
    for (const row of triple) used[row] += 1;
    state.triples.push(triple);
    added += 1;
  }
  return added > 0;
}

/** The relaxation's choice among the columns known when it was solved. */
type Relaxation = { readonly columns: readonly (readonly number[])[]; readonly chosen: Float64Array };

/** Prices as pricing wants them: what a condition costs is 0 or more. */
function asPrices(duals: Float64Array, rows: number): Float64Array {
  return duals.map((dual, at) => (at < rows ? dual : Math.max(0, -dual)));
}

/** Adds groups that gain, until none does; the bound rises as it goes. */
function* generateColumns(state: State): Task<Relaxation | undefined> {
  const { least } = state.limits.rule;
  const { rows } = state.costs;
  const most = Math.min(rows, 2 * least - 1);
  let center = state.prices;
  if (state.triples.length === 0) {
    yield* raiseBound(state, center, { least, most, above: 0, keep: 3, steps: 50_000 });
    if (state.best.cost - state.bound <= tolerance) return undefined;
  }
  for (let round = 0; round < 400 && state.end === undefined; round++) {
    const columns = [...state.columns.values()];
    const solution = yield* ask(state, program(state, columns, false));
    if (solution === undefined) return undefined;
    const relaxed = { columns, chosen: solution.chosen };
    const prices = asPrices(solution.prices, rows);
    const stale = round > 0 && round % 12 === 0;
    const mixed = stale ? prices : prices.map((price, row) => (1 - smoothing) * price + smoothing * (center[row] ?? 0));
    const before = state.columns.size;
    const raised = yield* raiseBound(state, mixed, { least, most, above: 1e-9, keep: 3, steps: 50_000 });
    if (raised) center = mixed;
    if (solution.objective - state.bound <= 1e-4 * Math.abs(solution.objective)) return relaxed;
    if (state.columns.size === before && state.end === undefined) {
      const again = yield* raiseBound(state, prices, { least, most, above: 1e-9, keep: 3, steps: 4_000_000 });
      if (again) center = prices;
      if (state.columns.size === before) return relaxed;
    }
  }
  return undefined;
}

/** Looks for groups that gain at these prices, adds them, and raises the bound if they show more; whether they did. */
function* raiseBound(state: State, prices: Float64Array, options: Omit<PricingOptions, "cuts">): Task<boolean> {
  const { costs } = state;
  const cuts = { triples: state.triples, prices: prices.slice(costs.rows) };
  const gains: number[] = [];
  let work = 0;
  for (let root = 0; root + options.least <= costs.rows; root++) {
    const { found, bound, steps } = priceRoot(costs, prices, root, { ...options, cuts });
    state.states += steps;
    gains.push(Math.max(0, bound));
    for (const { rows } of found) if (state.limits.sizeOnly || state.limits.rule.allows(rows)) addColumn(state, rows);
    if ((work += steps) > 20_000) {
      work = 0;
      yield* hear(state);
      if (state.end !== undefined) return false;
    }
  }
  // a partition has at most rows / least groups, each with another lowest row
  gains.sort((a, b) => b - a);
  let bound = pricesSum(prices, costs.rows);
  for (const gain of gains.slice(0, Math.floor(costs.rows / options.least))) bound -= gain;
  if (bound <= state.bound) return false;
  state.bound = bound;
  state.prices = prices;
  return true;
}

/** What the prices promise: those of the rows less those of the conditions. */
function pricesSum(prices: Float64Array, rows: number): number {
  let sum = 0;
  for (let at = 0; at < prices.length; at++) sum += at < rows ? prices[at] : -prices[at];
  return sum;
}

/** Every group that a partition below the best cost can hold, or undefined when there are too many. */
function* listColumns(state: State, gap: number): Task<(readonly number[])[] | undefined> {
  const { costs, prices } = state;
  const { least } = state.limits.rule;
  let slack = gap;
  slack = Math.max(slack, state.best.cost - pricesSum(prices, costs.rows) + tolerance);
  const options = {
    least,
    most: Math.min(costs.rows, 2 * least - 1),
    above: -slack,
    keep: mostColumns,
    steps: 3_000_000,
    cuts: { triples: state.triples.slice(0, prices.length - costs.rows), prices: prices.slice(costs.rows) },
  };
  const columns: (readonly number[])[] = [];
  for (let root = 0; root + least <= costs.rows; root++) {
    const { found, complete, steps } = priceRoot(costs, prices, root, options);
    state.states += steps;
    for (const { rows } of found) columns.push([...rows].sort((a, b) => a - b));
    yield* hear(state);
    if (state.end !== undefined || !complete || columns.length > mostColumns) return undefined;
  }
  return columns;
}

/** Lets the solver choose whole groups among some, for a better partition, or among all that matter; whether the gap is closed. */
function* chooseWhole(state: State, listed: readonly (readonly number[])[], which: "some" | "all"): Task<boolean> {
  const keys = new Set(listed.map((rows) => rows.join()));
  const own = state.best.groups.map((rows) => [...rows].sort((a, b) => a - b));
  const columns = [...listed, ...own.filter((rows) => !keys.has(rows.join()))];
  const start = new Float64Array(columns.length);
  const chosen = new Set(own.map((rows) => rows.join()));
  columns.forEach((rows, at) => {
    if (chosen.has(rows.join())) start[at] = 1;
  });
  const given = program(state, columns, true);
  const limited = which === "all" ? {} : { branches: fewBranches };
  const solution = yield* ask(state, { ...given, ...limited, start });
  if (solution === undefined) return false;
  const groups = columns.filter((_, at) => solution.chosen[at] > 0.5);
  const covered = groups.reduce((sum, rows) => sum + rows.length, 0);
  const cost = groups.reduce((sum, rows) => sum + groupCost(state.costs, rows), 0);
  if (covered === state.costs.rows && cost < state.best.cost) state.best = { groups, cost };
  if (which === "some") return false;
  if (solution.status === "optimal") state.bound = Math.max(state.bound, state.best.cost);
  else if (Number.isFinite(solution.bound))
    state.bound = Math.max(state.bound, Math.min(solution.bound, state.best.cost));
  return solution.status === "optimal";
}
