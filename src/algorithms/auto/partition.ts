import { reportBest, type Task } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import { searchBestCut } from "../best-cut/kernel.ts";
import type { Breadth } from "../best-cut/planner.ts";
import { judgeOf, type Requirement } from "../judge.ts";
import { searchStrict } from "../mondrian/strict.ts";
import { recodingLoss, type SearchMeasure } from "../run-costs.ts";
import { cutLeaving } from "./cut-leaving.ts";
import { leaveOut, leaverOf } from "./leave-out.ts";
import type { AutoSpec } from "./options.ts";

/** What a partition is searched with. */
export type PartitionQuestion = {
  readonly requirement: Requirement;
  readonly measure: SearchMeasure;
  readonly threads: number;
  readonly effort: NonNullable<AutoSpec["effort"]>;
  /** Records that may be left out at most. */
  readonly most: number;
};

/** A partition, and how it was found. */
export type PartitionResult = {
  readonly recoding: Recoding;
  readonly loss: number;
  readonly search: Readonly<Record<string, unknown>>;
};

/** Breadths in the order in which a search that has time tries them; each costs more than the one before. */
const ladder: readonly Breadth[] = [
  { cuts: 3, within: 12 },
  { cuts: 3, within: 16 },
  { cuts: 4, within: 16 },
  { cuts: 3, within: 32 },
  { cuts: 4, within: 32 },
  { cuts: 3, within: 64 },
  { cuts: 4, within: 64 },
];

const quick: Breadth = { cuts: 2, within: 4 };

/** What the next breadth may cost, in times of the one before. */
const dearer = 3;

/** Prices of a record that leaves, beside itself, at which cuts are tried, and the tuples past which only the first is. */
const prices = [0, -0.3, 0.5];
const fewTuples = 50_000;

/**
 * The partition that loses least when so many records may be left out. Where only sizes count nobody is: a record that
 * leaves is lost whole, which is never less than its box.
 */
export function* searchLeavingOut(problem: Problem, question: PartitionQuestion): Task<PartitionResult> {
  const { requirement, effort, measure, most } = question;
  let best = yield* searchPartition(problem, question);
  const judge = judgeOf(requirement);
  if (most === 0 || judge.sizeOnly || problem.sensitive.length === 0) return best;
  const leaver = leaverOf(problem, judge);
  for (const price of effort === "fast" || problem.tuples > fewTuples ? prices.slice(0, 1) : prices) {
    const { settle } = yield* reportBest("search", 0, 1, `loss ${(100 * best.loss).toFixed(3)} %`);
    if (settle) break;
    const cut = yield* cutLeaving(problem, { judge, leaver, measure, price });
    const recoding = leaveOut(problem, cut, { leaver, measure, most });
    if (recoding === undefined) continue;
    const loss = recodingLoss(problem, recoding, measure);
    if (loss < best.loss) best = { recoding, loss, search: { method: "best-cut", leaving: { price } } };
  }
  return best;
}

/** The partition that loses least: best-cut Mondrian as broad as the effort allows, or strict Mondrian if that is better. */
export function* searchPartition(problem: Problem, question: PartitionQuestion): Task<PartitionResult> {
  const { requirement, threads, effort, measure } = question;
  const plain = yield* searchStrict(problem, requirement, { score: "normalised-span", threads });
  let best: PartitionResult = {
    recoding: plain,
    loss: recodingLoss(problem, plain, measure),
    search: { method: "mondrian" },
  };
  const steps = effort === "fast" ? [quick] : effort === "balanced" ? ladder.slice(0, 1) : ladder;
  const last = effort === "best" ? 2 : steps.length;
  let spent = 0;
  for (const breadth of steps.slice(0, last)) {
    const before = yield* reportBest("search", 0, 1, `loss ${(100 * best.loss).toFixed(3)} %`);
    if (before.settle) break;
    if (typeof effort === "number" && spent > 0 && before.seconds + dearer * spent > effort) break;
    const recoding = yield* searchBestCut(problem, requirement, { breadth, threads, measure });
    const after = yield* reportBest("search", 1, 1, `loss ${(100 * best.loss).toFixed(3)} %`);
    spent = after.seconds - before.seconds;
    const loss = recodingLoss(problem, recoding, measure);
    const search = { method: "best-cut", beam: breadth.cuts, within: breadth.within };
    if (loss < best.loss) best = { recoding, loss, search };
  }
  return best;
}
