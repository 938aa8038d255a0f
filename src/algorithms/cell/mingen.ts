/**
 * @file MinGen (Sweeney 2002, section 5), the search that looks at every table, as the program MG-GA teaches it: column
 * by column, with two prunings and a cache. A branch is left out when what it costs already, and what the columns to come
 * cost at least, is more than the best table (loss), or when its first columns already fail (privacy).
 *
 * MG-GA drops tables that leave its first column as it is, tests matching by enumeration, and does not end on 15 rows;
 * here every table is looked at or provably worse, the order of the columns does not matter, and the answer is the
 * optimum whenever the search ends.
 */
import { type BestTable, type DriverAnswer, type Random, randomFrom, reportBest, type Task } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import type { AlgorithmEntry, Question, SearchResult } from "../algorithm.ts";
import { type Aim, aimOf, bestNote, bestTable, cellTraits } from "./aim.ts";
import { candidatesOf, candidateText, star } from "./cell-axis.ts";
import { type ColumnChoice, type ColumnChoices, columnChoices } from "./column-choices.ts";
import { type ColumnWays, columnWays } from "./column-ways.ts";
import { type EarlyEnd, endedEarly, endOf } from "./ending.ts";
import { type Choice, recodingOf, scoreOf, spaceFacts, tableOf } from "./grid.ts";
import { type MingenSpec, mingenSchema } from "./options.ts";
import { openCache, type Prefix, type PrefixCache } from "./prefix-cache.ts";
import { type Relations, relationsOf } from "./relation.ts";

/** The teaching search. */
export const mingenEntry: AlgorithmEntry<MingenSpec> = {
  title: "MinGen",
  sentence:
    "Goes through all tables column by column, leaving out what cannot be better, to show how such a search works.",
  small: true,
  start: { trace: true },
  schema: mingenSchema,
  ...cellTraits,
  search,
};

/** A decision of the search, for a replay. */
export type TraceNode = {
  /** The decision it builds on, −1 for the first column. */
  readonly parent: number;
  readonly column: number;
  /** The column as it would be published. */
  readonly cells: readonly string[];
  /** What the columns so far cost. */
  readonly cost: number;
  /** `open` goes on; `loss` and `privacy` are the prunings; `table` is complete, `best` the best so far. */
  readonly outcome: "open" | "loss" | "privacy" | "table" | "best";
};

/** Decisions that a trace keeps. */
const mostTraced = 2000;

/** Ties that are counted on. */
const mostOptima = 1_000_000;

/** Ways to decide a column up to which they are listed where branches are pruned; past it they are built row by row. */
const mostWays = 1000;

/** Ways up to which a column is listed otherwise. */
const mostListed = 200_000;

/** Steps between two reports. */
const pace = 2000;

/** Everything the search counts and keeps. */
type Run = {
  readonly aim: Aim;
  readonly spec: MingenSpec;
  readonly columns: readonly ColumnChoices[];
  /** How to go through a column that is too long to list, where branches are pruned. */
  readonly ways: ColumnWays | undefined;
  readonly cache: PrefixCache;
  /** What the columns from each place on cost at least. */
  readonly rest: readonly number[];
  readonly trace: TraceNode[];
  best: number;
  choice: Choice;
  shown: BestTable;
  states: number;
  tables: number;
  lossPrunes: number;
  privacyPrunes: number;
  optima: number;
  listed: Choice[];
  standing: DriverAnswer;
  /** What ended the search before it was done. */
  end: EarlyEnd | undefined;
};

function* search(problem: Problem, question: Question, spec: MingenSpec): Task<SearchResult> {
  const aim = aimOf(problem, question, spec);
  const relations = relationsOf(aim);
  const run = startRun(aim, relations, spec);
  if (spec.iterations === undefined) yield* visit(run, 0, { cost: 0, prefix: run.cache.root, chosen: [], traced: -1 });
  else yield* drawTables(run, spec.iterations, randomFrom(question.seed));
  yield* look(run);
  return foundOf(problem, run);
}

function startRun(aim: Aim, relations: Relations, spec: MingenSpec): Run {
  const { grid } = aim;
  const prune = spec.prune ?? true;
  const width = grid.axes.length;
  const byWays = prune && spec.iterations === undefined;
  const wanted = { prune: prune && aim.monotone, list: byWays ? mostWays : mostListed };
  const columns = grid.axes.map((_, attribute) => columnChoices(aim, relations, attribute, wanted));
  const rest = new Array<number>(width + 1).fill(0);
  for (let column = width - 1; column >= 0; column--) rest[column] = rest[column + 1] + columns[column].least;
  const judge = (column: number): boolean =>
    column === width - 1 || (prune && aim.monotone) || spec.iterations !== undefined;
  const cache = openCache(relations, { columns: width, on: spec.cache ?? true, judge });
  const isLong = columns.some(({ list }) => list === undefined);
  const ways = byWays && isLong ? columnWays(aim, relations) : undefined;
  const stars = grid.axes.map(() => new Array<number>(grid.rows).fill(star));
  const best = scoreOf(grid, stars);
  return {
    aim,
    spec,
    columns,
    ways,
    cache,
    rest,
    trace: [],
    best,
    choice: stars,
    shown: bestTable(aim, stars, best),
    states: 0,
    tables: 0,
    lossPrunes: 0,
    privacyPrunes: 0,
    optima: 0,
    listed: [],
    standing: { seconds: 0, settle: false },
    end: undefined,
  };
}

function secondsOf({ seconds = 60 }: MingenSpec): number {
  return seconds;
}

/** Reports, and takes note of the time. */
function* look(run: Run): Task<void> {
  run.standing = yield* reportBest("search", 0, 0, bestNote(run.shown), { table: run.shown });
}

/** As `look`, and ends the search where it is time. */
function* hear(run: Run): Task<void> {
  yield* look(run);
  run.end = endOf(run.standing, secondsOf(run.spec)) ?? run.end;
}

/** The first columns of a table. */
type Path = {
  readonly cost: number;
  readonly prefix: Prefix;
  readonly chosen: readonly ColumnChoice[];
  readonly traced: number;
};

function slackOf(best: number): number {
  return 1e-9 * Math.max(1, Math.abs(best));
}

/** Decides a column in every way that is left, and all that follow. */
function* visit(run: Run, column: number, path: Path): Task<void> {
  const { columns, rest, spec } = run;
  const prune = spec.prune ?? true;
  const isLast = column === columns.length - 1;
  for (const choice of choicesOf(run, column, path)) {
    if (run.end !== undefined) return;
    if (choice === undefined) {
      yield* hear(run);
      continue;
    }
    if (++run.states % pace === 0) yield* hear(run);
    const cost = path.cost + choice.cost;
    if (prune && cost + rest[column + 1] > run.best + slackOf(run.best)) {
      run.lossPrunes += 1;
      note(run, path, column, choice, "loss");
      if (columns[column].sorted) return;
      continue;
    }
    const prefix = run.cache.extend(path.prefix, column, choice);
    if (!prefix.holds) {
      run.privacyPrunes += isLast ? 0 : 1;
      note(run, path, column, choice, "privacy");
      continue;
    }
    const chosen = [...path.chosen, choice];
    if (isLast) note(run, path, column, choice, take(run, chosen, cost) ? "best" : "table");
    else {
      const traced = note(run, path, column, choice, "open");
      yield* visit(run, column + 1, { cost, prefix, chosen, traced });
    }
  }
}

/** The ways to decide a column, without those that the rows' least costs already rule out where they are too many to list. */
function* choicesOf(run: Run, column: number, path: Path): Iterable<ColumnChoice | undefined> {
  const { list, each, of } = run.columns[column];
  if (list !== undefined || run.ways === undefined) return yield* each();
  const allowed = (): number => run.best + slackOf(run.best) - path.cost;
  for (const cells of run.ways.below(column, path.prefix.relation, allowed)) {
    yield cells === undefined ? undefined : of(cells);
  }
}

/** Keeps a trace of a decision; its place in the trace, −1 once that is full. */
function note(run: Run, path: Path, column: number, choice: ColumnChoice, outcome: TraceNode["outcome"]): number {
  if (run.spec.trace !== true || run.trace.length >= mostTraced) return -1;
  const axis = run.aim.grid.axes[column];
  const cells = choice.cells.map((candidate) => candidateText(axis, candidate));
  return run.trace.push({ parent: path.traced, column, cells, cost: path.cost + choice.cost, outcome }) - 1;
}

/** Looks at a complete table that holds; whether it is better than all before. */
function take(run: Run, chosen: readonly ColumnChoice[], cost: number): boolean {
  run.tables += 1;
  const slack = slackOf(run.best);
  if (cost > run.best + slack) return false;
  const choice = chosen.map(({ cells }) => cells);
  const better = cost < run.best - slack || run.optima === 0;
  if (better) {
    run.best = cost;
    run.choice = choice;
    run.shown = bestTable(run.aim, choice, cost);
    run.optima = 0;
    run.listed = [];
  }
  run.optima += 1;
  if (run.listed.length < (run.spec.optima ?? 1)) run.listed.push(choice);
  if (run.optima >= mostOptima) run.end = "ties";
  return better;
}

/** Looks at random tables: a random decision per column, all stars where that fails. */
function* drawTables(run: Run, iterations: number, random: Random): Task<void> {
  const { columns, aim } = run;
  const { grid } = aim;
  for (let iteration = 0; iteration < iterations && run.end === undefined; iteration++) {
    if (iteration % 200 === 0) yield* hear(run);
    let prefix = run.cache.root;
    let cost = 0;
    const chosen: ColumnChoice[] = [];
    for (let column = 0; column < columns.length; column++) {
      let choice = randomChoice(run, column, random);
      let next = run.cache.extend(prefix, column, choice);
      if (!next.holds) {
        run.privacyPrunes += 1;
        choice = columns[column].of(new Array<number>(grid.rows).fill(star));
        next = run.cache.extend(prefix, column, choice);
      }
      cost += choice.cost;
      prefix = next;
      chosen.push(choice);
    }
    run.states += 1;
    if (prefix.holds) take(run, chosen, cost);
  }
}

function randomChoice(run: Run, column: number, random: Random): ColumnChoice {
  const { list, of } = run.columns[column];
  if (list !== undefined && list.length > 0) return list[random.below(list.length)];
  const axis = run.aim.grid.axes[column];
  return of(
    Array.from(run.aim.grid.ranks[column], (rank) => {
      const candidates = candidatesOf(axis, rank);
      return candidates[random.below(candidates.length)];
    }),
  );
}

function foundOf(problem: Problem, run: Run): SearchResult {
  const { aim, spec, cache } = run;
  const { grid } = aim;
  const optimal = run.end === undefined && spec.iterations === undefined;
  const lookups = cache.lookups.reduce((sum, count) => sum + count, 0);
  const hits = cache.hits.reduce((sum, count) => sum + count, 0);
  const score = scoreOf(grid, run.choice);
  const bound = optimal ? score : Math.min(score, run.rest[0]);
  const early = { method: "mingen", seconds: secondsOf(spec), score, bound };
  return {
    recoding: recodingOf(grid, run.choice),
    form: "range",
    warnings: run.end === undefined ? undefined : [endedEarly({ ...early, end: run.end })],
    search: {
      measure: aim.measure,
      meaning: aim.meaning,
      score,
      optimal,
      bound,
      optima: Math.max(1, run.optima),
      optimaComplete: optimal,
      states: run.states,
      tablesSeen: run.tables,
      ...spaceFacts(problem, grid, run.states),
      prunes: { loss: run.lossPrunes, privacy: run.privacyPrunes },
      trims: run.columns.reduce((sum, column) => sum + column.trimmed, 0),
      cache:
        (spec.cache ?? true)
          ? {
              lookups,
              hits,
              hitRate: lookups === 0 ? 0 : hits / lookups,
              nodes: cache.nodes(),
              columns: grid.axes.map(({ attribute }, column) => ({
                name: attribute.name,
                lookups: cache.lookups[column],
                hits: cache.hits[column],
              })),
            }
          : false,
      secondsPerState: run.states === 0 ? 0 : run.standing.seconds / run.states,
      iterations: spec.iterations === undefined ? undefined : run.states,
      tables: spec.optima === undefined ? undefined : run.listed.map((choice) => tableOf(grid, choice)),
      trace: spec.trace === true ? run.trace : undefined,
    },
  };
}
