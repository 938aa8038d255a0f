/**
 * @file Goals that compare with the input. Where records were suppressed, its counts tell their sensitive values, so no
 * certificate states them: it leaves such a goal out, which the release does not show, and is its owner's secret. A report
 * has the measured figure, so it is its owner's too.
 */
import type { PrivacyGoal } from "../privacy/index.ts";
import type { PrivacyWarning } from "./privacy-warnings.ts";

function comparesWithInput(goal: PrivacyGoal): boolean {
  return "reference" in goal && goal.reference === "input";
}

/** Whether a certificate, or a report, is for its owner alone. */
export function isSecretCertificate(privacy: readonly PrivacyGoal[], suppressed: number): boolean {
  return suppressed > 0 && privacy.some(comparesWithInput);
}

/** The goals that a release shows; without suppressed records it shows the input's counts too. */
export function shownGoals(privacy: readonly PrivacyGoal[], suppressed: number): readonly PrivacyGoal[] {
  return suppressed === 0 ? privacy : privacy.filter((goal) => !comparesWithInput(goal));
}

/** Says that the report tells about suppressed people, where a goal compares with the input. */
export function secretReportWarnings(privacy: readonly PrivacyGoal[], suppressed: number): PrivacyWarning[] {
  if (!isSecretCertificate(privacy, suppressed)) return [];
  const models = [...new Set(privacy.filter(comparesWithInput).map(({ model }) => model))].join(", ");
  const sentence = `the report tells about suppressed people: its figure of ${models} compares with the input; keep the report, the JSON and this summary to yourself`;
  return [{ kind: "suppressed", columns: [], sentence }];
}
