import * as z from "zod/mini";
import { explained, log2 } from "../base/index.ts";
import { attributeKey, certifiedName, referenceKey, sensitiveOf, sharesOf } from "./goal.ts";
import { type CohortCounts, type Reference, slack } from "./model.ts";
import { mostKept } from "./most-kept.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "beta-likeness", "attribute": "diagnosis", "beta": 1, "variant": "enhanced" }` */
export type BetaLikeness = {
  readonly model: "beta-likeness";
  readonly attribute?: string;
  readonly beta: number;
  /** `basic` unless stated. */
  readonly variant?: "basic" | "enhanced";
  /** `released` unless stated. */
  readonly reference?: Reference;
};

/** Asks that no sensitive value is more likely in a cohort than in the table by more than a factor 1 + β. */
export function betaLikeness(
  attribute: string | undefined,
  beta: number,
  options: Pick<BetaLikeness, "variant" | "reference"> = {},
): BetaLikeness {
  return { model: "beta-likeness", attribute, beta, ...options };
}

/**
 * β-likeness: (q − p) / p ≤ β for every value in a cohort, q its share there and p its share in the table; enhanced:
 * ≤ min(β, −ln p), so that frequent values cannot become near-certain. Cao, Karras, *Publishing microdata with a robust
 * privacy guarantee*, PVLDB 2012, definitions 2 and 3.
 */
export const betaLikenessEntry: ModelEntry<BetaLikeness> = {
  title: "β-likeness",
  sentence: "No sensitive value is more likely in a cohort than in the table by more than a factor 1 + beta.",
  sensitive: true,
  start: { beta: 2 },
  certified: (goal, columns) => {
    const { model, beta, variant = "basic" } = goal;
    return [{ model, attribute: certifiedName(goal, columns), beta, variant }];
  },
  forms: [
    {
      model: z.literal("beta-likeness"),
      attribute: z.string(),
      beta: z.number().check(z.gt(0)),
      variant: z.enum(["basic", "enhanced"]),
    },
  ],
  schema: z.strictObject({
    model: z.literal("beta-likeness"),
    ...attributeKey,
    beta: explained(
      "How much more likely a value may be in a cohort than in the table: 1 means twice as likely.",
      z.number().check(z.gt(0)),
    ),
    variant: explained(
      "enhanced also keeps frequent values from becoming near-certain.",
      z.optional(z.enum(["basic", "enhanced"])),
      "basic",
    ),
    ...referenceKey,
  }),
  create: (goal, table) => {
    const { index, column } = sensitiveOf(goal, table);
    const { reference = "released" } = goal;
    const shares = sharesOf(column, reference);
    const enhanced = goal.variant === "enhanced";
    const caps = shares.map((share) => (enhanced ? -log2(share) * Math.LN2 : Number.POSITIVE_INFINITY));
    const limits = shares.map((share, value) => share * (1 + Math.min(goal.beta, caps[value]) + slack));
    const within = ({ size, histogram }: CohortCounts, beta: number): boolean => {
      for (let value = 0; value < shares.length; value++) {
        const gain = (histogram[value] / size - shares[value]) / shares[value];
        if (gain > Math.min(beta, caps[value]) + slack) return false;
      }
      return true;
    };
    return {
      name: "beta-likeness",
      asked: goal.beta,
      relation: "≤",
      definition: "largest (q − p) / p of a sensitive value in a cohort",
      sensitive: index,
      least: 1,
      bySize: false,
      monotone: true,
      scope: "cohort",
      relative: reference,
      holds: (cohort) => within(cohort, goal.beta),
      leastLost: (cohort) => 1 - mostKept(cohort, limits, 1, cohort.size) / cohort.size,
      measure: (cohort) => largestGain(cohort, shares),
      worse: Math.max,
      possible: enhanced ? (cohort: CohortCounts) => within(cohort, Number.POSITIVE_INFINITY) : undefined,
      nearest: () => ({ found: "it gains nothing over itself", askable: "any beta above 0 can be asked" }),
    };
  },
};

function largestGain({ size, histogram }: CohortCounts, shares: Float64Array): number {
  let most = 0;
  for (let value = 0; value < shares.length; value++) {
    const gain = (histogram[value] / size - shares[value]) / shares[value];
    if (gain > most) most = gain;
  }
  return most;
}
