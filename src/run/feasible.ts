import { KohortError } from "../base/index.ts";
import type { Problem } from "../cohort/index.ts";
import { createModels, type PrivacyGoal, type TableCounts } from "../privacy/index.ts";

/** What models may know of the whole table. */
export function tableCounts(problem: Problem): TableCounts {
  return {
    rows: problem.rows,
    sensitive: problem.sensitive.map(({ name, totals }) => ({ name, totals })),
  };
}

/** Refuses goals that not even the whole table as one cohort meets, with the most that can be asked. */
export function refuseInfeasible(problem: Problem, goals: readonly PrivacyGoal[]): void {
  const counts = tableCounts(problem);
  for (const model of createModels(goals, counts)) {
    const histogram = counts.sensitive[model.sensitive]?.totals ?? new Float64Array(0);
    const whole = { size: problem.rows, histogram };
    if (model.holds(whole)) continue;
    const most = model.measure(whole);
    throw new KohortError(
      "infeasible",
      `no release meets the spec: ${model.name} ≥ ${model.asked} fails for the whole table`,
      {
        where: `the whole table measures ${most}`,
        hint: `the most that can be asked is ${most}; see \`kohort explain ${model.name}\``,
      },
    );
  }
}
