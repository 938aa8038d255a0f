import type { StatedGoal } from "./auto.ts";
import type { KAnonymity } from "./k-anonymity.ts";

/** The model that asks for the size of cohorts and nothing else: every audit measures it, and frontiers sweep it. */
export const sizeModel = "k-anonymity";

/** Whether a goal asks for the size of cohorts and for nothing else. */
export function isSizeGoal<Goal extends StatedGoal>(
  goal: Goal,
): goal is Extract<Goal, { readonly model: typeof sizeModel }> {
  return goal.model === sizeModel;
}

/** A goal that every table meets. */
export const anyTable: KAnonymity = { model: sizeModel, k: 1 };
