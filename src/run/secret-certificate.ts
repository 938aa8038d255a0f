/**
 * @file Goals that compare with the input. Where records were suppressed, its counts tell their sensitive values, so no
 * certificate states them: it leaves such a goal out, which the release does not show, and is its owner's secret.
 */
import type { PrivacyGoal } from "../privacy/index.ts";

function comparesWithInput(goal: PrivacyGoal): boolean {
  return "reference" in goal && goal.reference === "input";
}

/** Whether a certificate is for its owner alone. */
export function isSecretCertificate(privacy: readonly PrivacyGoal[], suppressed: number): boolean {
  return suppressed > 0 && privacy.some(comparesWithInput);
}

/** The goals that a release shows; without suppressed records it shows the input's counts too. */
export function shownGoals(privacy: readonly PrivacyGoal[], suppressed: number): readonly PrivacyGoal[] {
  return suppressed === 0 ? privacy : privacy.filter((goal) => !comparesWithInput(goal));
}
