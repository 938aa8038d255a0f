import type { DriverAnswer, Task } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import { createModels, stricterGoal } from "../../privacy/index.ts";
import { compareScores, type Score } from "../../quality/index.ts";
import type { AlgorithmEntry, Question, SearchResult } from "../algorithm.ts";
import { lowerBound } from "../lower-bound.ts";
import { recodingLoss, searchMeasure } from "../run-costs.ts";
import { bestFirst, type SearchEnd, type SearchStep } from "./best-first.ts";
import { type CheckedNode, type Explorer, exploreLattice, noNode, refuseMeasure } from "./explorer.ts";
import { bottomUp, dataflySearch, genetic, lookAround, topDown } from "./heuristics.ts";
import { incognitoSearch } from "./incognito.ts";
import { recodeByCells, recodeByLevels } from "./local.ts";
import { aggregationsOf, isAggregated, refuseCentres, withCentres } from "./microaggregate.ts";
import {
  type DataflySpec,
  dataflySchema,
  type IncognitoSpec,
  incognitoSchema,
  type LatticeSpec,
  latticeSchema,
} from "./options.ts";
import { recodeAt } from "./recode.ts";
import { paysShares, searchShares } from "./shares.ts";

export { type DataflySpec, datafly, type IncognitoSpec, incognito, type LatticeSpec, lattice } from "./options.ts";
export { latticeShareWork } from "./shares.ts";

const common = {
  folded: () => true,
  countsSensitive: () => false,
  countsPersons: () => "alike" as const,
  wildcards: () => true,
  levels: () => "both" as const,
  suppresses: true,
  judgesTable: true,
  disjoint: true,
  measure: "loss",
} as const;

/** Full-domain search. */
export const latticeEntry: AlgorithmEntry<LatticeSpec> = {
  ...common,
  title: "full-domain search",
  sentence: "Publishes every attribute at one level of its hierarchy and proves that no other levels lose less.",
  schema: latticeSchema,
  countsPeople: ({ local }) => local === undefined,
  levels: ({ microaggregate = [] }, column) => (isAggregated(microaggregate, column) ? "none" : "both"),
  publishesCentre: ({ microaggregate = [] }, column) => {
    if (!isAggregated(microaggregate, column)) return undefined;
    return microaggregate.includes(`${column}:mode`) ? "mode" : "average";
  },
  search: searchLattice,
};

/** Datafly. */
export const dataflyEntry: AlgorithmEntry<DataflySpec> = {
  ...common,
  title: "Datafly",
  sentence: "Raises the attribute with the most values, level by level, until few enough records must be left out.",
  schema: dataflySchema,
  countsPeople: () => true,
  search: function* (problem, question, spec) {
    refuseMeasure(question.measure);
    const explorer = exploreLattice(problem, question, spec);
    const best = yield* dataflySearch(explorer);
    return foundAt(explorer, { best, bound: undefined, optimal: false }, {});
  },
};

/** Incognito. */
export const incognitoEntry: AlgorithmEntry<IncognitoSpec> = {
  ...common,
  title: "Incognito",
  sentence: "Finds all minimal anonymous combinations of levels and publishes the one that loses least.",
  schema: incognitoSchema,
  countsPeople: () => true,
  search: function* (problem, question, spec) {
    refuseMeasure(question.measure);
    const explorer = exploreLattice(problem, question, spec);
    const { nodes, best } = yield* incognitoSearch(explorer);
    const found = foundAt(explorer, { best, bound: undefined, optimal: false }, {});
    return { ...found, search: { ...found.search, minimal: nodes.map(({ levels }) => [...levels]) } };
  },
};

/** Nodes past which a search looks for something good before it proves anything, and ends unless told otherwise. */
const large = 1_000_000;

/** Nodes that a search of a large lattice checks unless told otherwise. */
const manyChecks = 50_000;

/** Nodes that a quick search checks further to say how good its result is. */
const checksForBound = 500;

function* searchLattice(problem: Problem, question: Question, spec: LatticeSpec): Task<SearchResult> {
  refuseMeasure(question.measure);
  const aggregations = aggregationsOf(problem, spec.microaggregate ?? []);
  if (aggregations.length > 0) refuseCentres(question);
  // centres of different cohorts may be alike
  const asked = aggregations.length === 0 ? question : { ...question, goals: question.goals.map(stricterGoal) };
  const found = yield* spec.local === undefined
    ? searchGlobal(problem, asked, spec)
    : searchLocal(problem, asked, spec);
  return { ...found, recoding: withCentres(problem, found.recoding, aggregations) };
}

function* searchGlobal(problem: Problem, question: Question, spec: LatticeSpec): Task<SearchResult> {
  const tableAsCohorts = spec.microaggregate !== undefined && joiningHurts(question);
  const explorer = exploreLattice(problem, question, { ...spec, tableAsCohorts });
  return foundAt(explorer, yield* bestOf(explorer, question, spec), spec);
}

/** Cohorts of different nodes may be published alike and a table's average may be of any cohorts: stricter goals for both. */
function* searchLocal(problem: Problem, question: Question, spec: LatticeSpec): Task<SearchResult> {
  const strict = { ...question, goals: question.goals.map(stricterGoal) };
  const explorer = exploreLattice(problem, strict, { ...spec, tableAsCohorts: true });
  const top = explorer.check(explorer.highest);
  if (!top.anonymous && top.emptyScore === undefined) throw noNode(explorer);
  const latticeSize = explorer.ladders.reduce((product, { height }) => product * (height + 1), 1);
  if (spec.local === "levels") {
    const { recoding, nodes, visited, complete } = yield* recodeByLevels(explorer, spec);
    const measure = searchMeasure(question.measure);
    const loss = recodingLoss(problem, recoding, measure);
    const isBounded = !complete && !explorer.rule.provisional;
    const bound = !isBounded ? {} : { bound: yield* lowerBound(problem, explorer.rule.least, measure) };
    return {
      recoding,
      form: "range",
      search: { loss, ...bound, nodes, visited, latticeSize, optimal: false },
      warnings: complete ? [] : [visitedSome(visited, latticeSize)],
    };
  }
  const { search, warnings = [] } = foundAt(explorer, yield* bestOf(explorer, strict, spec), spec);
  const levels = Uint8Array.from(search.levels as number[]);
  const pass = yield* recodeByCells(explorer, levels, spec);
  const possible = 2 ** explorer.ladders.filter(({ height }, attribute) => levels[attribute] < height).length;
  return {
    recoding: pass.recoding,
    form: "range",
    search: { ...search, nodes: pass.nodes },
    warnings: [...warnings, ...(pass.complete ? [] : [visitedSome(pass.visited, possible)])],
  };
}

/** Whether a goal on the table as a whole may stop holding when cohorts are published alike. */
function joiningHurts({ goals, table }: Question): boolean {
  return createModels(goals, table).some(({ scope, upward }) => scope === "table" && upward !== true);
}

/** Searches as the options say. */
export function* bestOf(explorer: Explorer, question: Question, spec: Omit<LatticeSpec, "name">): Task<SearchEnd> {
  const { search: how = "optimal", seconds } = spec;
  const isLarge = explorer.nodes > large;
  const checks = spec.checks ?? (isLarge && seconds === undefined ? manyChecks : undefined);
  const isWhole = how === "optimal" && !isLarge && checks === undefined;
  const isFollowed = spec.explored === true;
  if (isWhole && !isFollowed && explorer.rule.whole.length === 0 && paysShares(explorer, question)) {
    return yield* searchShares(explorer, question, { seconds });
  }
  const course: SearchStep[] = [];
  const follow = isFollowed ? (step: SearchStep) => course.push(step) : undefined;
  if (isWhole) return { ...(yield* bestFirst(explorer, { ...spec, follow })), course };
  // a proof that is given so many checks begins with something good, for which half of them are enough
  const quick = checks === undefined ? Number.POSITIVE_INFINITY : how === "optimal" ? Math.ceil(checks / 2) : checks;
  const enough = (answer: DriverAnswer): boolean =>
    answer.settle || answer.seconds >= (seconds ?? Number.POSITIVE_INFINITY) || explorer.count() >= quick;
  const begun = yield* quickly(explorer, how, enough, question.seed);
  const start = begun === undefined ? undefined : yield* lookAround(explorer, enough, begun);
  const more = how === "optimal" ? checks : explorer.count() + checksForBound;
  const most = Math.min(more ?? Infinity, checks ?? Infinity);
  return { ...(yield* bestFirst(explorer, { seconds, checks: most, start, follow })), course };
}

function quickly(
  explorer: Explorer,
  how: NonNullable<LatticeSpec["search"]>,
  enough: (standing: DriverAnswer) => boolean,
  seed: number,
): Task<CheckedNode | undefined> {
  if (how === "genetic") return genetic(explorer, enough, seed);
  return how === "bottom-up" ? bottomUp(explorer, enough) : topDown(explorer, enough);
}

/** The release at the best node, and what the search has to say. */
export function foundAt(explorer: Explorer, end: SearchEnd, spec: Omit<LatticeSpec, "name">): SearchResult {
  const best = end.best ?? nothingKept(explorer);
  if (best?.score === undefined) throw noNode(explorer);
  const { provisional } = explorer.rule;
  const bound = provisional ? undefined : end.bound;
  return {
    recoding: recodeAt(explorer, best.levels),
    form: "range",
    warnings: end.bound === undefined || end.optimal ? [] : [endedEarly(best.score[0], bound?.[0])],
    search: {
      levels: [...best.levels],
      heights: explorer.ladders.map(({ height }) => height),
      loss: best.score[0],
      ranks: best.score.length > 1 ? [...best.score] : undefined,
      bound: bound === undefined ? undefined : bound[0],
      checked: end.checked ?? explorer.count(),
      latticeSize: explorer.ladders.reduce((product, { height }) => product * (height + 1), 1),
      optimal: end.optimal && spec.assumeMonotone !== true && !provisional && !couldLoseLess(explorer, best.score),
      explored: spec.explored === true ? exploredNodes(explorer, end.course ?? []) : undefined,
    },
  };
}

/** Whether leaving out other cohorts of the same size, for a goal on the whole table, could lose less than the best node. */
function couldLoseLess({ tiedScore }: Explorer, best: Score): boolean {
  const tied = tiedScore();
  return tied !== undefined && compareScores(tied, best) < 0;
}

/** The highest node, where no node keeps a record and all of them may be left out. */
function nothingKept({ check, highest }: Explorer): CheckedNode | undefined {
  const top = check(highest);
  return top.emptyScore === undefined ? undefined : { ...top, score: top.emptyScore };
}

function endedEarly(loss: number, bound: number | undefined): string {
  const shown = (figure: number): number => Number(figure.toPrecision(6));
  const ended = `the search ended before it was done: the levels found lose ${shown(loss)}`;
  return bound === undefined ? ended : `${ended}, and none lose less than ${shown(bound)}`;
}

function visitedSome(visited: number, all: number): string {
  return `cohorts were published at ${visited} of the ${all} nodes of the lattice only; narrow the levels to visit the best ones`;
}

/** Every node that was checked, as data for reports and pages. */
export type ExploredLattice = {
  readonly attributes: readonly string[];
  readonly heights: readonly number[];
  readonly nodes: readonly {
    readonly levels: readonly number[];
    /** Null where it was left open, since the node could not be the best. */
    readonly anonymous: boolean | null;
    readonly suppressed?: number;
    readonly cohorts?: number;
    readonly smallest?: number;
    readonly loss?: number;
    /** Records that every finer node leaves out as well; null where none of them is anonymous. */
    readonly lost: number | null;
  }[];
  /** How the search came to its end: the best and the bound whenever one of them changed. */
  readonly course: readonly SearchStep[];
};

function exploredNodes(explorer: Explorer, course: readonly SearchStep[]): ExploredLattice {
  return {
    attributes: explorer.grid.problem.attributes.map(({ name }) => name),
    heights: explorer.ladders.map(({ height }) => height),
    nodes: explorer.checked().map(({ levels, anonymous, skipped, suppressed, cohorts, smallest, lost, score }) => ({
      levels: [...levels],
      anonymous: skipped === true ? null : anonymous,
      ...(anonymous ? { suppressed, cohorts, smallest, loss: score![0] } : {}),
      lost: Number.isFinite(lost) ? lost : null,
    })),
    course,
  };
}
