/** @file Requirements as certificates state them: those that cohorts alone decide, with nothing left to a default. */
import { KohortError } from "../base/index.ts";
import type { Attribute } from "../cohort/index.ts";
import { type PrivacyGoal, traitsOf } from "../privacy/index.ts";

/** A requirement that the cohorts of a release decide, as a certificate states it. */
export type CertifiedGoal = PrivacyGoal;

/** The requirements that a certificate states; one that needs more than the release is left out. */
export function certifiedGoals(
  goals: readonly PrivacyGoal[],
  quasiIdentifiers: readonly string[],
  sensitive: readonly Pick<Attribute, "name" | "kind">[],
): CertifiedGoal[] {
  const certified = goals.flatMap((goal) => traitsOf(goal).certified?.(goal, { quasiIdentifiers, sensitive }) ?? []);
  if (certified.length > 0) return certified;
  const names = goals.map(({ model }) => model).join(" and ");
  throw new KohortError("spec", `no certificate can be made of ${names} alone: the release does not show it`, {
    hint: "leave `certificate` out, or ask for k-anonymity as well",
  });
}

/** Whether a requirement looks at a column's values in their order. */
export function isOrdered(goals: readonly CertifiedGoal[], name: string): boolean {
  return asksDistance(goals, name, "ordered");
}

/** Whether a requirement looks at a hierarchy of a column's values. */
export function isHierarchical(goals: readonly CertifiedGoal[], name: string): boolean {
  return asksDistance(goals, name, "hierarchical");
}

function asksDistance(goals: readonly CertifiedGoal[], name: string, distance: string): boolean {
  return goals.some((goal) => "distance" in goal && goal.attribute === name && goal.distance === distance);
}
