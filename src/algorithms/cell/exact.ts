/**
 * @file The best table there is, with a proof: under classes by dynamic programming over subsets for a few rows and by
 * column generation for more, under matching by branch and bound.
 */
import { append, KohortError, report, type Task } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import type { AlgorithmEntry, Question, SearchResult } from "../algorithm.ts";
import { type Aim, aimOf, cellTraits } from "./aim.ts";
import { type Optima, type OptimaLimits, tiedByClasses, tiedByColumns } from "./class-optima.ts";
import { descend } from "./descent.ts";
import { type EarlyEnd, endedEarly, type TimeLeft, timeUntil } from "./ending.ts";
import {
  type Choice,
  choiceOfGroups,
  type Grid,
  groupCosts,
  recodingOf,
  scoreOf,
  spaceFacts,
  tableOf,
} from "./grid.ts";
import { type MatchingProblem, searchMatching, startMatching } from "./matching-search.ts";
import { type ExactSpec, exactSchema } from "./options.ts";
import { floorOf, searchPartition } from "./partition-search.ts";
import { optionsOfRows, type RowOption } from "./row-options.ts";
import { bestCover, rowsOf, searchSubsets, subsetRows } from "./subset-search.ts";

/** The optimum with a proof. */
export const exactEntry: AlgorithmEntry<ExactSpec> = {
  title: "Exact",
  sentence: "Finds the best table cell by cell and proves that there is none better, or says how far off it can be.",
  small: true,
  schema: exactSchema,
  ...cellTraits,
  search,
};

/** Rows past which exact search is not tried. */
const mostRows = 2000;

/** Tables past which ties are not counted on. */
const mostOptima = 100_000;

/** A table and what is known about it. */
type Answer = {
  readonly choice: Choice;
  readonly bound: number;
  readonly optimal: boolean;
  /** What ended the search before the table was proved the best. */
  readonly end?: EarlyEnd;
  readonly states: number;
  readonly optima: Optima;
};

function* search(problem: Problem, question: Question, spec: ExactSpec): Task<SearchResult> {
  if (problem.rows > mostRows) {
    throw new KohortError("usage", `exact is for at most ${mostRows} records, and there are ${problem.rows}`, {
      hint: "use another algorithm, or exact on a part of the table",
    });
  }
  const aim = aimOf(problem, question, spec);
  const { grid } = aim;
  const limits = { list: spec.optima ?? 1, count: mostOptima, until: spec.seconds ?? 30 };
  const answer =
    aim.meaning === "matching"
      ? yield* byMatching(aim, question.seed, limits)
      : grid.rows <= subsetRows
        ? yield* bySubsets(aim, limits)
        : yield* byPartition(aim, question.seed, limits);
  return foundOf(problem, aim, answer, { listed: spec.optima !== undefined, seconds: limits.until });
}

function foundOf(
  problem: Problem,
  { grid, measure, meaning }: Aim,
  answer: Answer,
  { listed, seconds }: { readonly listed: boolean; readonly seconds: number },
): SearchResult {
  const { choice, bound, optimal, end, states, optima } = answer;
  const score = scoreOf(grid, choice);
  const early = { method: "exact", seconds, score, bound: Math.min(score, bound) };
  return {
    recoding: recodingOf(grid, choice),
    form: "range",
    warnings: end === undefined ? undefined : [endedEarly({ ...early, end })],
    search: {
      measure,
      meaning,
      score,
      optimal,
      bound: optimal ? score : Math.min(score, bound),
      gap: optimal ? 0 : Math.max(0, score - bound),
      optima: optima.count,
      optimaComplete: optima.complete,
      states,
      ...spaceFacts(problem, grid, states),
      tables: listed ? optima.choices.map((tied) => tableOf(grid, tied)) : undefined,
    },
  };
}

function* bySubsets(aim: Aim, limits: OptimaLimits): Task<Answer> {
  const { grid, judge } = aim;
  const table = yield* searchSubsets(grid, {
    least: judge.least,
    most: judge.sizeOnly ? 2 * judge.least - 1 : grid.rows,
    allows: judge.sizeOnly ? () => true : (set) => aim.allows(rowsOf(set)),
  });
  const groups = bestCover(table, grid.rows);
  const optima = yield* tiedByClasses(grid, table, limits);
  const choice = optima.choices[0] ?? choiceOfGroups(grid, groups);
  return { choice, bound: table.least[2 ** grid.rows - 1], optimal: true, states: 2 ** grid.rows, optima };
}

function* byPartition(aim: Aim, seed: number, limits: OptimaLimits): Task<Answer> {
  const { grid, judge } = aim;
  const costs = groupCosts(grid);
  const rule = { least: judge.least, allows: aim.allows };
  const found = yield* searchPartition(costs, { rule, sizeOnly: judge.sizeOnly, seed, until: limits.until });
  const choice = choiceOfGroups(grid, found.groups);
  const { columns } = found;
  const optima =
    columns === undefined
      ? lone(choice)
      : yield* tiedByColumns(grid, costs, { cost: found.cost, columns }, { ...limits, until: yield* moment(limits) });
  return {
    choice,
    bound: found.bound,
    optimal: found.complete,
    end: found.end,
    states: found.states,
    optima: optima.count === 0 ? lone(choice) : optima,
  };
}

/** A table of which it is not known how many tie with it. */
function lone(choice: Choice): Optima {
  return { count: 1, complete: false, choices: [choice] };
}

/** When counting ties ends: a second after the proof at the latest. */
function* moment({ until }: OptimaLimits): Task<number> {
  const { seconds } = yield* report("optima", 0, 0);
  return Math.min(until, seconds + 1);
}

function* byMatching(aim: Aim, seed: number, limits: OptimaLimits): Task<Answer> {
  const { grid, k, side } = aim;
  const least = side === "released" ? k : 1;
  const time = timeUntil(limits.until);
  const options = yield* optionsOfRows(grid, { every: false, least }, time);
  if (options === undefined) return yield* byClassesInstead(aim, seed, time);
  const problem: MatchingProblem = { options, k, side };
  const start = yield* startMatching(problem, { tries: grid.rows <= 40 ? 100 : 3, seed }, time);
  const found = yield* searchMatching(problem, { until: limits.until, start });
  const choice = choiceOf(grid, problem.options, found.picked!);
  const score = scoreOf(grid, choice);
  if (!found.complete) {
    const { bound, end, states } = found;
    return { choice, bound, optimal: false, end, states, optima: lone(choice) };
  }
  const { optima, states } = yield* tiedByMatching(aim, score, limits);
  return {
    choice: optima.choices[0] ?? choice,
    bound: score,
    optimal: true,
    states: found.states + states,
    optima: optima.count === 0 ? lone(choice) : optima,
  };
}

/** Where the time is up before records' options are listed: cohorts of k, in which everybody has k partners too. */
function* byClassesInstead({ grid, k }: Aim, seed: number, { until, end }: TimeLeft): Task<Answer> {
  const rule = { least: k, allows: (rows: readonly number[]) => rows.length >= k };
  const costs = groupCosts(grid);
  const [best] = yield* descend(costs, rule, { starts: 1, seed, until });
  const choice = choiceOfGroups(grid, best.groups);
  return { choice, bound: floorOf(costs), optimal: false, end, states: 0, optima: lone(choice) };
}

/** All tables of the least cost under matching, with options that are never needed for the optimum alone. */
function* tiedByMatching(
  aim: Aim,
  score: number,
  limits: OptimaLimits,
): Task<{ readonly optima: Optima; readonly states: number }> {
  const { grid, k, side } = aim;
  const least = side === "released" ? k : 1;
  const options = yield* optionsOfRows(grid, { every: true, least }, timeUntil(limits.until));
  const choices: Choice[] = [];
  if (options === undefined) return { optima: { count: 0, complete: false, choices }, states: 0 };
  let count = 0;
  const visit = (picked: readonly number[]): boolean => {
    count += picked.reduce((product, option, row) => product * options[row][option].labels.length, 1);
    if (choices.length < Math.max(1, limits.list))
      append(choices, labelled(grid, options, picked, limits.list - choices.length));
    return count < limits.count;
  };
  const { complete, states } = yield* searchMatching(
    { options, k, side },
    { until: limits.until, every: { cost: score, visit } },
  );
  return { optima: { count, complete, choices }, states };
}

function choiceOf(grid: Grid, options: readonly (readonly RowOption[])[], picked: readonly number[]): number[][] {
  return grid.axes.map((_, attribute) => picked.map((option, row) => options[row][option].labels[0][attribute]));
}

/** The tables that a pick of options stands for, up to a limit. */
function labelled(
  grid: Grid,
  options: readonly (readonly RowOption[])[],
  picked: readonly number[],
  limit: number,
): Choice[] {
  let tables: number[][][] = [[]];
  picked.forEach((option, row) => {
    const { labels } = options[row][option];
    tables = tables.flatMap((rows) => labels.map((label) => [...rows, [...label]])).slice(0, Math.max(1, limit));
  });
  return tables.map((rows) => grid.axes.map((_, attribute) => rows.map((label) => label[attribute])));
}
