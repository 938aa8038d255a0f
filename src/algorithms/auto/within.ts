import { KohortError, type Task } from "../../base/index.ts";
import type { Problem } from "../../cohort/index.ts";
import { createModels, type PrivacyGoal, type TableCounts } from "../../privacy/index.ts";
import { recodingLoss } from "../run-costs.ts";
import { type PartitionQuestion, type PartitionResult, searchPartition } from "./partition.ts";
import { type DisclosureBound, pruneTo } from "./prune.ts";

/**
 * A partition that gives away no more than the bound: the one that loses less of the partition searched without it,
 * pruned, and, for homogeneity, one whose cohorts all hold two values, pruned as far as it still has to be.
 */
export function* searchWithin(
  problem: Problem,
  question: PartitionQuestion,
  bound: DisclosureBound,
): Task<PartitionResult> {
  if (problem.sensitive.length === 0) {
    throw new KohortError("spec", "a bound on disclosure needs a sensitive column", {
      hint: 'name one with `role: "sensitive"`',
    });
  }
  const { goals, table } = question.requirement;
  const diverse = bound.rate === "homogeneity" ? diverseGoals(problem, table) : [];
  const stricter = diverse.length > 0 ? [{ goals: [...goals, ...diverse], table }] : [];
  let best: PartitionResult | undefined;
  for (const requirement of [question.requirement, ...stricter]) {
    const found = yield* searchPartition(problem, { ...question, requirement });
    const recoding = pruneTo(problem, found.recoding, question.requirement, question.measure, bound);
    if (recoding === undefined) continue;
    const loss = recodingLoss(problem, recoding, question.measure);
    const search = { ...found.search, [bound.rate]: { "at-most": bound.most } };
    if (best === undefined || loss < best.loss) best = { recoding, loss, search };
  }
  if (best !== undefined) return best;
  throw new KohortError("infeasible", `no release keeps ${bound.rate} at or below ${bound.most}`, {
    hint: "one cohort of all records already gives away more; ask for a larger bound",
  });
}

/** Two values of every sensitive column in every cohort, where the table has them; otherwise nothing. */
export function diverseGoals(problem: Problem, table: TableCounts): PrivacyGoal[] {
  const goals = problem.sensitive.map(({ name }) => ({ model: "l-diversity" as const, attribute: name, l: 2 }));
  const whole = createModels(goals, table).every((model) =>
    model.holds({ size: problem.rows, histogram: table.sensitive[model.sensitive].totals }),
  );
  return whole ? goals : [];
}
