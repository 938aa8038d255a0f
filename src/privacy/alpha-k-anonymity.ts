import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { attributeKey, certifiedName, positive, sensitiveOf, shown } from "./goal.ts";
import { type CohortCounts, slack } from "./model.ts";
import { mostKept } from "./most-kept.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "alpha-k-anonymity", "alpha": 0.5, "k": 5 }` */
export type AlphaKAnonymity = {
  readonly model: "alpha-k-anonymity";
  readonly attribute?: string;
  readonly alpha: number;
  readonly k: number;
};

/** Asks for cohorts of at least k records in which no sensitive value has a share above α. */
export function alphaKAnonymity(alpha: number, k: number, attribute?: string): AlphaKAnonymity {
  return { model: "alpha-k-anonymity", attribute, alpha, k };
}

/** The share of the most frequent value. */
export function largestShare({ size, histogram }: CohortCounts): number {
  let most = 0;
  for (let value = 0; value < histogram.length; value++) if (histogram[value] > most) most = histogram[value];
  return size === 0 ? 0 : most / size;
}

function headcount({ size, people = size }: CohortCounts): number {
  return people;
}

/**
 * (α,k)-anonymity: cohorts of at least k records in which every sensitive value has a share of at most α. Wong, Li, Fu,
 * Wang, *(α,k)-anonymity: an enhanced k-anonymity model for privacy preserving data publishing*, KDD 2006; the general
 * form, in which α bounds every value.
 */
export const alphaKAnonymityEntry: ModelEntry<AlphaKAnonymity> = {
  title: "(α,k)-anonymity",
  sentence: "Cohorts have at least k records, and no sensitive value a share above alpha in one.",
  sensitive: true,
  start: { alpha: 0.5, k: 5 },
  size: "k",
  chance: ({ k }) => 1 / k,
  certified: (goal, columns) => [
    { model: goal.model, attribute: certifiedName(goal, columns), alpha: goal.alpha, k: goal.k },
  ],
  forms: [
    {
      model: z.literal("alpha-k-anonymity"),
      attribute: z.string(),
      alpha: z.number().check(z.gt(0), z.maximum(1)),
      k: positive,
    },
  ],
  twoFigures: true,
  schema: z.strictObject({
    model: z.literal("alpha-k-anonymity"),
    ...attributeKey,
    alpha: explained(
      "The largest share that one sensitive value may have in a cohort.",
      z.number().check(z.gt(0), z.maximum(1)),
    ),
    k: explained("Records that every cohort has at least.", z.int().check(z.minimum(1))),
  }),
  create: (goal, table) => {
    const { alpha, k } = goal;
    const { index, column } = sensitiveOf(goal, table);
    const caps = new Float64Array(column.totals.length).fill(alpha + slack);
    return {
      name: "alpha-k-anonymity",
      asked: alpha,
      relation: "≤",
      definition: "largest share of one sensitive value in a cohort",
      sensitive: index,
      least: Math.max(k, Math.ceil(1 / (alpha + slack))),
      bySize: false,
      monotone: true,
      scope: "cohort",
      relative: false,
      holds: (cohort) => headcount(cohort) >= k && largestShare(cohort) <= alpha + slack,
      leastLost: (cohort) => 1 - mostKept(cohort, caps, 1, cohort.size) / cohort.size,
      measure: largestShare,
      worse: Math.max,
      second: { name: "k", asked: k, relation: "≥", measure: headcount, worse: Math.min },
      nearest: (whole) => {
        const [share, size] = [shown(largestShare(whole), "up"), headcount(whole)];
        return {
          found: `its most frequent value has a share of ${share} and it has ${size} records`,
          askable: `the least that can be asked is alpha ${share}, the most k ${size}`,
          settings: Object.fromEntries([size < k ? ["k", size] : ["alpha", Number(share)]]),
        };
      },
    };
  },
};
