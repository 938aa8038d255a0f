import * as z from "zod/mini";
import { exp, explained, log2 } from "../base/index.ts";
import { attributeKey, certifiedName, referenceKey, sensitiveOf, sharesOf } from "./goal.ts";
import { type CohortCounts, type Reference, slack } from "./model.ts";
import { mostKept } from "./most-kept.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "delta-disclosure", "attribute": "diagnosis", "delta": 1.5 }` */
export type DeltaDisclosure = {
  readonly model: "delta-disclosure";
  readonly attribute?: string;
  readonly delta: number;
  /** `all-values` unless stated; `present-values` passes over values that a cohort does not have. */
  readonly variant?: "all-values" | "present-values";
  /** `released` unless stated. */
  readonly reference?: Reference;
};

/** Asks that learning a person's cohort tells fewer than δ bits about any sensitive value. */
export function deltaDisclosure(
  attribute: string | undefined,
  delta: number,
  options: Pick<DeltaDisclosure, "variant" | "reference"> = {},
): DeltaDisclosure {
  return { model: "delta-disclosure", attribute, delta, ...options };
}

/**
 * δ-disclosure privacy: |log₂(q / p)| < δ, strictly, for every sensitive value of the table; a value that a cohort does
 * not have makes it ∞. Brickell, Shmatikov, *The cost of privacy: destruction of data-mining utility in anonymized data
 * publishing*, KDD 2008, definition 2. The variant `present-values` is what other tools compute: absent values pass.
 */
export const deltaDisclosureEntry: ModelEntry<DeltaDisclosure> = {
  title: "δ-disclosure privacy",
  sentence: "A person's cohort tells fewer than delta bits about any sensitive value.",
  sensitive: true,
  start: { delta: 2 },
  certified: (goal, columns) => {
    const { model, delta, variant = "all-values" } = goal;
    return [{ model, attribute: certifiedName(goal, columns), delta, variant }];
  },
  forms: [
    {
      model: z.literal("delta-disclosure"),
      attribute: z.string(),
      delta: z.number().check(z.gt(0)),
      variant: z.enum(["all-values", "present-values"]),
    },
  ],
  schema: z.strictObject({
    model: z.literal("delta-disclosure"),
    ...attributeKey,
    delta: explained("Bits that a cohort must tell fewer than.", z.number().check(z.gt(0))),
    variant: explained(
      "present-values passes over values that a cohort does not have.",
      z.optional(z.enum(["all-values", "present-values"])),
      "all-values",
    ),
    ...referenceKey,
  }),
  create: (goal, table) => {
    const { index, column } = sensitiveOf(goal, table);
    const { reference = "released" } = goal;
    const shares = sharesOf(column, reference);
    const values = shares.reduce((count, share) => count + (share > 0 ? 1 : 0), 0);
    const all = goal.variant !== "present-values";
    const measure = (cohort: CohortCounts): number => mostBits(cohort, shares, all);
    const factor = exp(goal.delta * Math.LN2);
    const limits = shares.map((share) => share * factor);
    // a value's share is also at least p / factor, so no more than n·factor / p records can be kept
    const leastLost = (cohort: CohortCounts): number => {
      let most = cohort.size;
      for (let value = 0; value < shares.length; value++) {
        if (shares[value] > 0) most = Math.min(most, (cohort.histogram[value] * factor) / shares[value]);
      }
      return 1 - mostKept(cohort, limits, 1, most) / cohort.size;
    };
    return {
      name: "delta-disclosure",
      asked: goal.delta,
      relation: "<",
      definition: `largest |log2(q / p)| in a cohort over ${all ? "all values of the table" : "the values present"}`,
      sensitive: index,
      least: all ? Math.max(1, values) : 1,
      bySize: false,
      monotone: all || column.totals.length <= 1,
      scope: "cohort",
      relative: reference,
      holds: (cohort) => measure(cohort) < goal.delta - slack,
      leastLost: all ? leastLost : undefined,
      measure,
      worse: Math.max,
      nearest: () => ({ found: "it tells nothing over itself", askable: "any delta above 0 can be asked" }),
    };
  },
  stricter: (goal) => ({ ...goal, variant: "all-values" }),
};

function mostBits({ size, histogram }: CohortCounts, shares: Float64Array, all: boolean): number {
  let most = 0;
  for (let value = 0; value < shares.length; value++) {
    if (histogram[value] === 0) {
      if (all && shares[value] > 0) return Number.POSITIVE_INFINITY;
      continue;
    }
    if (shares[value] === 0) return Number.POSITIVE_INFINITY;
    const bits = Math.abs(log2(histogram[value] / size / shares[value]));
    if (bits > most) most = bits;
  }
  return most;
}
