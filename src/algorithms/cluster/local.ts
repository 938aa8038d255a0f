import type { Task } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import { judgeOf } from "../judge.ts";
import { foldProblem } from "./fold-problem.ts";
import { type ClusterQuestion, clusterProblem, recodingOf } from "./search.ts";

/** Groups of single records, and what is to be said of the annealing that made them. */
export type LocalGroups = {
  readonly recoding: Recoding;
  readonly annealed: { readonly rounds?: number; readonly planned?: number };
};

/** Clusters the records of an unfolded problem, the same way for whoever asks. */
export function* clusterRecords(problem: Problem, question: ClusterQuestion): Task<LocalGroups> {
  // records that differ in sensitive values alone are one tuple where only sizes count
  const { goals, table } = question.requirement;
  const { sizeOnly } = judgeOf(question.requirement);
  const requirement = sizeOnly ? { goals, table: { ...table, sensitive: [] } } : question.requirement;
  const folded = yield* foldProblem(sizeOnly ? { ...problem, sensitive: [] } : problem);
  const found = yield* clusterProblem(folded, { ...question, requirement });
  const { rounds, planned } = found;
  return { recoding: yield* recodingOf(problem, folded, found), annealed: planned === 0 ? {} : { rounds, planned } };
}
