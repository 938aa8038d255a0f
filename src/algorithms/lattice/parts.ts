/**
 * @file Full-domain search on several threads. The lattice is cut into parts by the levels of the attributes with the
 * most groups; each part is searched best first with the best node known when it was handed out. The parts, and how many
 * are handed out before the best is told again, do not depend on the number of threads, and the best node is the same as
 * that of one search, since it is the least of all in one order.
 */
import { parallel, reportBest, type Task, type Work } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import { compareScores, type Score } from "../../quality/index.ts";
import type { Question } from "../algorithm.ts";
import { bestFirst, cutOrder, type SearchEnd } from "./best-first.ts";
import { type CheckedNode, couldBeat, type Explorer, type ExplorerOptions, exploreLattice } from "./explorer.ts";
import type { Levels } from "./grid.ts";
import { topDown } from "./heuristics.ts";

/** Tuples times nodes from which on threads save more than they cost. */
const worthThreads = 4e8;

/** At least so many parts, where there are as many. */
const wantedParts = 24;

/** Parts that are handed out before the best is told again. */
const atOnce = 8;

/** Whether a search is shared between threads. */
export function paysParts({ grid, nodes }: Explorer, { threads }: Question): boolean {
  return threads > 1 && grid.problem.tuples * nodes >= worthThreads;
}

type PartInput = {
  readonly problem: Problem;
  readonly question: Question;
  readonly options: ExplorerOptions;
  readonly start: CheckedNode | undefined;
  readonly seconds: number | undefined;
};

type PartEnd = SearchEnd & { readonly checked: number };

/** Searches one part; what a thread is asked to do. */
export const latticePartWork: Work<PartInput, PartEnd> = { name: "lattice-part", run: searchPart };

function* searchPart({ problem, question, options, start, seconds }: PartInput): Task<PartEnd> {
  const explorer = exploreLattice(problem, question, options);
  const end = yield* bestFirst(explorer, { start, seconds });
  return { ...end, checked: explorer.count() };
}

/** Finds the anonymous node of least loss, part by part. */
export function* searchParts(explorer: Explorer, question: Question, seconds: number | undefined): Task<PartEnd> {
  const never = (): boolean => false;
  let best = yield* topDown(explorer, never);
  let checked = explorer.count();
  const parts = partsOf(explorer);
  let open: Score | undefined;
  for (let first = 0; first < parts.length; first += atOnce) {
    const note = best?.score === undefined ? "none yet" : `best ${Number(best.score[0]!.toPrecision(6))}`;
    const { settle, seconds: passed } = yield* reportBest("search", first, parts.length, note);
    const worth = parts.slice(first, first + atOnce).filter(({ finest, bound }) => couldBeat(bound, finest, best));
    if (settle && worth.length > 0) return { best, bound: least(open, worth[0]!.bound), optimal: false, checked };
    const inputs = worth.map(({ finest, coarsest }) => ({
      problem: partOf(explorer.grid.problem, finest, coarsest),
      question,
      options: explorer.options,
      start: best,
      seconds: seconds === undefined ? undefined : Math.max(0, seconds - passed),
    }));
    for (const end of yield* parallel("search", latticePartWork, inputs)) {
      checked += end.checked;
      if (end.best?.score !== undefined && couldBeat(end.best.score, end.best.levels, best)) best = end.best;
      if (!end.optimal && end.bound !== undefined) open = least(open, end.bound);
    }
    const next = parts[first + atOnce];
    if (open !== undefined) return { best, bound: least(next?.bound, open), optimal: false, checked };
  }
  return { best, bound: best?.score, optimal: true, checked };
}

function least(a: Score | undefined, b: Score): Score {
  return a !== undefined && compareScores(a, b) < 0 ? a : b;
}

type Part = { readonly finest: Levels; readonly coarsest: Levels; readonly bound: Score };

/** The lattice cut by as many attributes as it takes, the part of least bound first. */
function partsOf(explorer: Explorer): Part[] {
  let parts = [{ finest: explorer.lowest, coarsest: explorer.highest }];
  for (const attribute of cutOrder(explorer)) {
    if (parts.length >= wantedParts) break;
    parts = parts.flatMap(({ finest, coarsest }) =>
      Array.from({ length: coarsest[attribute]! - finest[attribute]! + 1 }, (_, step) => {
        const level = finest[attribute]! + step;
        const at = (levels: Levels): Levels => levels.map((own, index) => (index === attribute ? level : own));
        return { finest: at(finest), coarsest: at(coarsest) };
      }),
    );
  }
  return parts
    .map((part) => ({ ...part, bound: explorer.leastScore(part.finest, 0, 0) }))
    .sort((a, b) => compareScores(a.bound, b.bound));
}

/** The same problem with attributes kept between two nodes; which record has which tuple is not needed. */
function partOf(problem: Problem, finest: Levels, coarsest: Levels): Problem {
  return {
    ...problem,
    tupleOf: new Uint32Array(0),
    attributes: problem.attributes.map((attribute, index) => ({
      ...attribute,
      levels: [finest[index]!, coarsest[index]!] as const,
    })),
  };
}
