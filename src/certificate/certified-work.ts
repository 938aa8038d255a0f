/** @file How much a verifier has to count; what would take it hours is not certified, and not verified either. */

import { setsOf } from "../audit/index.ts";
import { isSizeGoal } from "../privacy/index.ts";
import type { CertifiedGoal } from "./certified-goals.ts";
import type { CertifiedSensitive } from "./certified-values.ts";

/** Steps that a verifier takes at most. */
const mostSteps = 1e9;

/** Whether the requirements take more steps than a verifier goes: values, or ten for each column of a set, per cohort. */
export function isTooMuch(
  goals: readonly CertifiedGoal[],
  columns: number,
  sensitive: readonly CertifiedSensitive[],
  cohorts: number,
): boolean {
  const valuesOf = new Map(sensitive.map(({ name, values }) => [name, values.length]));
  const steps = goals.map((goal) => {
    if ("attribute" in goal) return valuesOf.get(goal.attribute!) ?? 0;
    const each = (isSizeGoal(goal) ? goal.each : undefined) ?? columns;
    return 10 * each * setsOf(columns, each);
  });
  return cohorts * steps.reduce((sum, step) => sum + step, 0) > mostSteps;
}
