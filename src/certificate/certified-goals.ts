/** @file Requirements as certificates state them: those that cohorts alone decide, with nothing left to a default. */
import { KohortError } from "../base/index.ts";
import type { Attribute } from "../cohort/index.ts";
import type { PrivacyGoal } from "../privacy/index.ts";

/** Requirements that need more than a release, or a release without cohorts. */
type Undecided = "k-map" | "delta-presence" | "population-uniqueness" | "k-concealment" | "km-anonymity";

/** A requirement that the cohorts of a release decide. */
export type CertifiedGoal = Exclude<PrivacyGoal, { model: Undecided }>;

/** The requirements that a certificate states; one that needs more than the release is left out. */
export function certifiedGoals(
  goals: readonly PrivacyGoal[],
  quasiIdentifiers: readonly string[],
  sensitive: readonly Pick<Attribute, "name" | "kind">[],
): CertifiedGoal[] {
  const certified = goals.flatMap((goal) => certifiedGoal(goal, quasiIdentifiers, sensitive) ?? []);
  if (certified.length > 0) return certified;
  const names = goals.map(({ model }) => model).join(" and ");
  throw new KohortError("spec", `no certificate can be made of ${names} alone: the release does not show it`, {
    hint: "leave `certificate` out, or ask for k-anonymity as well",
  });
}

function certifiedGoal(
  goal: PrivacyGoal,
  quasiIdentifiers: readonly string[],
  sensitive: readonly Pick<Attribute, "name" | "kind">[],
): CertifiedGoal | undefined {
  const { attribute = sensitive[0]?.name } = goal as { readonly attribute?: string };
  switch (goal.model) {
    case "k-anonymity": {
      const { model, k, of, each } = goal;
      if (of !== undefined) return { model, k, of };
      if (each === undefined) return { model, k };
      return { model, k, each: Math.min(each, quasiIdentifiers.length) };
    }
    case "alpha-k-anonymity":
      return { model: goal.model, attribute, alpha: goal.alpha, k: goal.k };
    case "l-diversity": {
      const { model, l, variant = "distinct", c } = goal;
      return { model, attribute, l, variant, c };
    }
    case "t-closeness": {
      const kind = sensitive.find(({ name }) => name === attribute)?.kind;
      const { model, t, distance = kind === "category" ? "equal" : "ordered" } = goal;
      return { model, attribute, t, distance };
    }
    case "beta-likeness":
      return { model: goal.model, attribute, beta: goal.beta, variant: goal.variant ?? "basic" };
    case "delta-disclosure":
      return { model: goal.model, attribute, delta: goal.delta, variant: goal.variant ?? "all-values" };
    case "highest-risk":
    case "average-risk":
    case "sample-uniqueness":
      return { model: goal.model, "at-most": goal["at-most"] };
    default:
      return undefined;
  }
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
  return goals.some((goal) => goal.model === "t-closeness" && goal.attribute === name && goal.distance === distance);
}
