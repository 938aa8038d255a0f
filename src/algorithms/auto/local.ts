import type { Task } from "../../base/index.ts";
import { cohortSizes, foldProblem, type Problem, type Recoding } from "../../cohort/index.ts";
import { kAnonymity } from "../../privacy/index.ts";
import { searchBestCut } from "../best-cut/kernel.ts";
import { clusterRecords, onePiece, recodingOf } from "../cluster/search.ts";
import { judgeOf, type Requirement } from "../judge.ts";
import { searchStrict } from "../mondrian/strict.ts";
import { recodingLoss } from "../run-costs.ts";
import { clusterLeaving, type LeavingEffort } from "./local-leaving.ts";
import type { AutoSpec } from "./options.ts";
import type { PartitionQuestion, PartitionResult } from "./partition.ts";
import { type DisclosureBound, discloses, diverseGoals, searchWithin } from "./prune.ts";

/** What local recoding is searched with. */
export type LocalQuestion = PartitionQuestion & { readonly seed: number; readonly clustering: LeavingEffort };

/** How many times what sizes alone would cost the models must cost for cells of an even mix to be tried. */
const dear = 3;

/** Local recoding that loses least: clustering, cells of an even mix where models are strict, or strict Mondrian. */
export function* searchLocal(problem: Problem, question: LocalQuestion): Task<PartitionResult> {
  const { measure, threads, seed, clustering } = question;
  // records that differ in sensitive values alone are one tuple where only sizes count
  const { sizeOnly } = judgeOf(question.requirement);
  const { goals, table } = question.requirement;
  const requirement = sizeOnly ? { goals, table: { ...table, sensitive: [] } } : question.requirement;
  const folded = yield* foldProblem(sizeOnly ? { ...problem, sensitive: [] } : problem);
  const found: PartitionResult[] = [];
  const plain = yield* searchStrict(folded, requirement, { score: "normalised-span", threads });
  found.push({
    recoding: unfolded(folded, plain),
    loss: recodingLoss(folded, plain, measure),
    search: { method: "mondrian" },
  });
  const even = yield* searchEven(problem, folded, question);
  if (even !== undefined) found.push(even);
  const clustered = yield* clusterRecords(problem, {
    requirement: question.requirement,
    measure,
    seed,
    effort: clustering,
  });
  const loss = recodingLoss(problem, clustered.recoding, measure);
  found.push({ recoding: clustered.recoding, loss, search: { method: "cluster", ...clustered.annealed } });
  return found.reduce((best, one) => (one.loss < best.loss ? one : best));
}

/** Groups in cells of an even mix, where there is one sensitive column, the models are dear and no partition is better. */
function* searchEven(problem: Problem, folded: Problem, question: LocalQuestion): Task<PartitionResult | undefined> {
  const { requirement, measure, threads, seed, clustering, most } = question;
  const { least, sizeOnly } = judgeOf(requirement);
  if (sizeOnly || folded.sensitive.length !== 1 || folded.tuples > onePiece) return undefined;
  const cutWith = function* (goals: Requirement["goals"]): Task<number> {
    const asked = { goals, table: requirement.table };
    const cut = yield* searchBestCut(folded, asked, { breadth: { cuts: 1, within: 1 }, threads, measure });
    return recodingLoss(folded, cut, measure);
  };
  const asPartition = yield* cutWith(requirement.goals);
  if (asPartition < dear * (yield* cutWith([kAnonymity(least)]))) return undefined;
  const groups = yield* clusterLeaving(folded, { requirement, measure, seed, effort: clustering, most });
  if (groups === undefined) return undefined;
  const recoding = yield* recodingOf(problem, folded, groups);
  const suppressed = Uint8Array.from({ length: groups.count }, (_, group) => +(group === groups.outside));
  const released = groups.outside < 0 ? recoding : { ...recoding, suppressed };
  const { rounds, planned } = groups;
  const loss = recodingLoss(problem, released, measure);
  if (loss >= asPartition) return undefined;
  return {
    recoding: released,
    loss,
    search: { method: "cluster", cells: "even", ...(planned === 0 ? {} : { rounds, planned }) },
  };
}

/**
 * Local recoding that gives away no more than the bound: as it is where that suffices, with two values in every cohort,
 * which gives nobody's away for certain, or as a partition, whichever loses least.
 */
export function* searchLocalWithin(
  problem: Problem,
  question: LocalQuestion,
  bound: DisclosureBound,
): Task<PartitionResult> {
  const folded = yield* foldProblem(problem);
  const cut = yield* searchWithin(folded, question, bound);
  let best: PartitionResult = { ...cut, recoding: unfolded(folded, cut.recoding) };
  const { goals, table } = question.requirement;
  const diverse = bound.rate === "homogeneity" ? diverseGoals(folded, table) : [];
  for (const more of diverse.length === 0 ? [[]] : [[], diverse]) {
    const found = yield* searchLocal(problem, { ...question, requirement: { goals: [...goals, ...more], table } });
    if (found.loss >= best.loss || !keeps(problem, found.recoding, bound)) continue;
    best = { ...found, search: { ...found.search, [bound.rate]: { "at-most": bound.most } } };
  }
  return best;
}

/** Whether a release gives away no more than the bound. */
function keeps(problem: Problem, recoding: Recoding, bound: DisclosureBound): boolean {
  const sizes = cohortSizes(problem, recoding);
  const released = sizes.reduce((sum, size, cohort) => (recoding.suppressed?.[cohort] === 1 ? sum : sum + size), 0);
  return problem.sensitive.every(({ codes, totals }) => {
    const counts = new Float64Array(recoding.cohorts * totals.length);
    recoding.cohortOf.forEach((cohort, tuple) => {
      counts[cohort * totals.length + codes[tuple]] += problem.weights[tuple];
    });
    let disclosed = 0;
    for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
      if (recoding.suppressed?.[cohort] === 1) continue;
      disclosed += discloses(
        counts.subarray(cohort * totals.length, (cohort + 1) * totals.length),
        sizes[cohort],
        bound,
      );
    }
    return disclosed <= bound.most * released + 1e-9;
  });
}

/** Rounds of annealing at effort `best`. */
const bestRounds = 10;

/** How long to cluster for the effort that a spec states. */
export function clusteringOf({ effort = "balanced", planned, rounds }: AutoSpec): LeavingEffort {
  const stop = rounds === undefined ? {} : { rounds };
  if (planned !== undefined) return { descent: 20, planned, ...stop };
  if (typeof effort === "number") return { descent: 20, planned: 0, seconds: effort, ...stop };
  if (effort === "best") return { descent: 20, planned: bestRounds, ...stop };
  return { descent: effort === "fast" ? 1 : 2, planned: 0 };
}

/** A recoding of tuples as one of single records. */
function unfolded(folded: Problem, { cohortOf, tree: _, ...boxes }: Recoding): Recoding {
  return { ...boxes, cohortOf: Uint32Array.from(folded.tupleOf, (tuple) => cohortOf[tuple]) };
}
