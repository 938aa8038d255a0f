import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { attributeKey, certifiedName, counted, sensitiveOf } from "./goal.ts";
import { kAnonymity } from "./k-anonymity.ts";
import { distinctValues, lDiversity } from "./l-diversity.ts";
import type { CohortCounts } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "p-sensitivity", "p": 2, "k": 5 }` */
export type PSensitivity = {
  readonly model: "p-sensitivity";
  readonly attribute?: string;
  readonly p: number;
  readonly k: number;
};

function headcount({ size, people = size }: CohortCounts): number {
  return people;
}

/**
 * The most cohorts that can each have p different values: with the j most frequent values everywhere, every cohort needs
 * p − j others, so there are at most (n − cf_j) / (p − j), cf_j the records of these j. Truta and Vinay's condition 2
 * takes j from 1 on; j = 0, a record for each value, makes the bound one that can be reached.
 */
export function mostCohorts(totals: Float64Array, p: number): number {
  const counts = totals.toSorted().reverse();
  let rest = counts.reduce((sum, count) => sum + count, 0);
  let most = Infinity;
  for (let j = 0; j < p; j++) {
    most = Math.min(most, Math.floor(rest / (p - j)));
    rest -= counts[j] ?? 0;
  }
  return most;
}

/**
 * p-sensitive k-anonymity: cohorts of at least k records with at least p different sensitive values each. Truta and
 * Vinay, *Privacy protection: p-sensitive k-anonymity property*, ICDE workshops 2006, definition 2; they ask it of every
 * sensitive attribute, here each has a goal of its own. Condition 1, p values in the table, is checked before any search;
 * condition 2, the most cohorts that there can be, is said beside what is measured.
 */
export const pSensitivityEntry: ModelEntry<PSensitivity> = {
  title: "p-sensitive k-anonymity",
  sentence: "Cohorts have at least k records and at least p different sensitive values.",
  meaning: "Every crowd has at least {k} records, with at least {p} different values of the sensitive column.",
  start: { p: 2, k: 5 },
  size: "k",
  values: "p",
  chance: ({ k }) => 1 / k,
  certified: (goal, columns) => [
    kAnonymity(goal.k),
    lDiversity(certifiedName(goal, columns), goal.p, { variant: "distinct" }),
  ],
  sensitive: true,
  schema: z.strictObject({
    model: z.literal("p-sensitivity"),
    ...attributeKey,
    p: explained("Different sensitive values that every cohort has at least.", z.int().check(z.minimum(1))),
    k: explained("Records that every cohort has at least.", z.int().check(z.minimum(1))),
  }),
  create: (goal, table) => {
    const { p, k } = goal;
    const { index, column } = sensitiveOf(goal, table);
    const values = ({ histogram }: CohortCounts): number => distinctValues(histogram);
    const bound =
      table.persons === undefined ? `; at most ${counted(mostCohorts(column.totals, p), "cohort")} can have ${p}` : "";
    return {
      name: "p-sensitivity",
      asked: p,
      relation: "≥",
      definition: `fewest distinct sensitive values in a cohort${bound}`,
      sensitive: index,
      least: Math.max(k, p),
      bySize: false,
      monotone: true,
      upward: true,
      scope: "cohort",
      relative: false,
      holds: (cohort) => headcount(cohort) >= k && values(cohort) >= p,
      measure: values,
      worse: Math.min,
      second: { name: "k", asked: k, relation: "≥", measure: headcount, worse: Math.min },
      nearest: (whole) => ({
        found: `it has ${counted(values(whole), "distinct value")} and ${counted(headcount(whole), "record")}`,
        askable: `the most that can be asked is p ${values(whole)} and k ${headcount(whole)}`,
      }),
    };
  },
};
