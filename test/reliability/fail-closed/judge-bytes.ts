/**
 * @file What a released file tells, read from its bytes by the definitions alone: lines are split at commas, cohorts are
 * lists of values, and nothing of kohort is used but the slow models of its tests.
 */
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { type SlowTable, slow } from "../../privacy/slow-models.ts";

/** The rows of a CSV file without quotes. */
export function rowsIn(text: string): { readonly names: string[]; readonly rows: string[][] } {
  const [head, ...lines] = text.trimEnd().split("\n");
  return { names: head.split(","), rows: lines.map((line) => line.split(",")) };
}

/** The sensitive values of each cohort; a record of nothing but stars is in none, unless all are such. */
export function cohortsIn(text: string, quasi: readonly string[], sensitive: string): SlowTable & { blank: number } {
  const { names, rows } = rowsIn(text);
  const told = rows.filter((row) => row.some((cell) => cell !== "*"));
  const judged = told.length === 0 ? rows : told;
  const cohorts = new Map<string, string[]>();
  for (const row of judged) {
    const key = quasi.map((name) => row[names.indexOf(name)]).join("|");
    cohorts.set(key, [...(cohorts.get(key) ?? []), row[names.indexOf(sensitive)]]);
  }
  const order = [...new Set([...cohorts.values()].flat())].sort((a, b) => Number(a) - Number(b));
  return { cohorts: [...cohorts.values()], order, blank: rows.length - judged.length };
}

/** The figure that a goal asks about, and whether it is as asked. */
export function slowVerdict(
  goal: PrivacyGoal,
  table: SlowTable,
): { readonly measured: number; readonly holds: boolean } {
  const near = 1e-9;
  switch (goal.model) {
    case "k-anonymity":
      return { measured: slow.k(table), holds: slow.k(table) >= goal.k };
    case "l-diversity":
      return { measured: slow.distinct(table), holds: slow.distinct(table) >= goal.l };
    case "t-closeness": {
      const measured = goal.distance === "ordered" ? slow.ordered(table) : slow.equal(table);
      return { measured, holds: measured <= goal.t + near };
    }
    case "beta-likeness":
      return { measured: slow.beta(table), holds: slow.beta(table) <= goal.beta + near };
    case "delta-disclosure": {
      const measured = slow.delta(table, goal.variant === "present-values");
      return { measured, holds: measured < goal.delta - near };
    }
    default:
      throw new Error(`no slow reading of ${goal.model}`);
  }
}
