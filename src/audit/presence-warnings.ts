import { formatCount } from "../base/index.ts";
import { isSuppressed, type Problem, type Recoding } from "../cohort/index.ts";
import { type PrivacyGoal, traitsOf } from "../privacy/index.ts";
import type { Verdict } from "./tally.ts";

/** Whether a goal sets a minimum share of people who are in the table. */
function asksMinimumPresence(goals: readonly PrivacyGoal[]): boolean {
  return goals.some((goal) => traitsOf(goal).everyClass?.(goal));
}

/** What a minimum presence does not promise: people who match no published record are in a cohort that has somebody in the table. */
export function presenceWarnings(problem: Problem, recoding: Recoding, goals: readonly PrivacyGoal[]): string[] {
  const persons = problem.sensitive.find(({ weights }) => weights !== undefined)?.weights;
  if (persons === undefined || !asksMinimumPresence(goals)) return [];
  const cohorts = new Set<number>();
  let [records, people] = [0, 0];
  recoding.cohortOf.forEach((cohort, tuple) => {
    if (!isSuppressed(recoding, cohort)) return;
    cohorts.add(cohort);
    records += problem.weights[tuple];
    people += persons[tuple];
  });
  if (cohorts.size === 0) return [];
  const suppressed = `${formatCount(cohorts.size, "suppressed cohort")} (${formatCount(records, "record")})`;
  return [
    `delta-presence does not protect the ${formatCount(people, "person", "people")} of ${suppressed}: a minimum above 0 reveals that each suppressed cohort has somebody in the table`,
  ];
}

/** Says that a release alone does not show whose records were suppressed. */
export function unjudgedWarnings(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ model, unjudged }) =>
    unjudged === undefined
      ? []
      : [
          `${model} counts as not met: ${formatCount(unjudged, "person", "people")} of the population match no record, and only the original table shows whether their records were suppressed; give it as \`original\``,
        ],
  );
}
