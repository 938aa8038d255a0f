/**
 * @file Full-domain search on several threads. The lattice is searched best first until there are some boxes, which are
 * dealt out by turns; every share is then searched on its own with the best node known at that time. How many boxes and
 * shares there are does not depend on the number of threads, and the best node is that of one search, since it is the
 * least of all in one order. Shares know less of each other than one search knows of itself: on a million rows they take
 * 1.2 to 1.4 times its processor time.
 */
import { parallel, reportBest, type Task, type Work } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import { compareScores, type Score } from "../../quality/index.ts";
import type { Question } from "../algorithm.ts";
import { type Box, bestFirst, type SearchEnd } from "./best-first.ts";
import { type CheckedNode, couldBeat, type Explorer, type ExplorerOptions, exploreLattice } from "./explorer.ts";

/** Tuples times nodes from which on threads save more than they cost. */
const worthThreads = 1e9;

/** Boxes that are dealt out unless told otherwise, and to how many shares. */
const [usualBoxes, shares] = [16, 4];

/** Whether a search is shared between threads. */
export function paysShares({ grid, nodes }: Explorer, { threads }: Question): boolean {
  return threads > 1 && grid.problem.tuples * nodes >= worthThreads;
}

type ShareInput = {
  readonly problem: Problem;
  readonly question: Question;
  readonly options: ExplorerOptions;
  readonly boxes: readonly Box[];
  readonly start: CheckedNode | undefined;
  readonly seconds: number | undefined;
};

type ShareEnd = SearchEnd & { readonly checked: number };

/** Searches one share; what a thread is asked to do. */
export const latticeShareWork: Work<ShareInput, ShareEnd> = { name: "lattice-share", run: searchShare };

function* searchShare({ problem, question, options, ...limits }: ShareInput): Task<ShareEnd> {
  const explorer = exploreLattice(problem, question, options);
  const end = yield* bestFirst(explorer, limits);
  return { ...end, checked: explorer.count() };
}

/** Finds the anonymous node of least loss, in shares once there are enough boxes to share. */
export function* searchShares(
  explorer: Explorer,
  question: Question,
  { seconds, boxes = usualBoxes }: { readonly seconds?: number; readonly boxes?: number } = {},
): Task<ShareEnd> {
  const begun = yield* bestFirst(explorer, { seconds, handOver: boxes });
  const { open } = begun;
  if (open === undefined) return { ...begun, checked: explorer.count() };
  const { seconds: passed } = yield* reportBest("search", 0, 1, `${open.length} boxes in shares`);
  // which record has which tuple is not needed
  const problem = { ...explorer.grid.problem, tupleOf: new Uint32Array(0) };
  const inputs = Array.from({ length: Math.min(shares, open.length) }, (_, share) => ({
    problem,
    question,
    options: explorer.options,
    boxes: open.filter((_, nth) => nth % shares === share),
    start: begun.best,
    seconds: seconds === undefined ? undefined : Math.max(0, seconds - passed),
  }));
  let { best } = begun;
  let bound: Score | undefined;
  let checked = explorer.count();
  for (const end of yield* parallel("search", latticeShareWork, inputs)) {
    checked += end.checked;
    if (end.best?.score !== undefined && couldBeat(end.best.score, end.best.levels, best)) best = end.best;
    if (!end.optimal && end.bound !== undefined) bound = least(bound, end.bound);
  }
  const optimal = bound === undefined || best?.score === undefined || compareScores(bound, best.score) > 0;
  return { best, bound: optimal ? best?.score : bound, optimal, checked };
}

function least(a: Score | undefined, b: Score): Score {
  return a !== undefined && compareScores(a, b) < 0 ? a : b;
}
