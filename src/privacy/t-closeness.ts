import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { type AutoT, orAuto, withinKey } from "./auto.ts";
import { type Distance, defaultDistance, distanceOf, distances } from "./distance.ts";
import { attributeKey, certifiedName, referenceKey, sensitiveOf, sharesOf, shown } from "./goal.ts";
import { type CohortCounts, type Reference, slack } from "./model.ts";
import { mostKept } from "./most-kept.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "t-closeness", "attribute": "diagnosis", "t": 0.2, "distance": "equal" }` */
export type TCloseness = {
  readonly model: "t-closeness";
  readonly attribute?: string;
  readonly t: number;
  /** `ordered` for numbers and days, `equal` for names unless stated. */
  readonly distance?: Distance;
  /** `released` unless stated. */
  readonly reference?: Reference;
};

/** Asks that the sensitive values of every cohort are spread as in the released table, up to a distance of t. */
export function tCloseness(
  attribute: string | undefined,
  t: number,
  options: Pick<TCloseness, "distance" | "reference"> = {},
): TCloseness {
  return { model: "t-closeness", attribute, t, ...options };
}

/**
 * t-closeness: the earth mover's distance between the sensitive values of a cohort and those of the table is at most
 * t. Li, Li, Venkatasubramanian, *t-closeness: privacy beyond k-anonymity and ℓ-diversity*, ICDE 2007. The paper's table
 * is the released one; where records are suppressed some tools compare with the input, as `reference` `input` does. The distance
 * `largest-difference` is what Padmaja and Jayashree (2024) compute instead: the largest difference of shares over the
 * values present. It equals the equal distance for two values and is less for more.
 */
export const tClosenessEntry: ModelEntry<TCloseness, TCloseness | AutoT> = {
  title: "t-closeness",
  sentence: "The sensitive values of every cohort are spread as in the table, up to a distance of t.",
  sensitive: true,
  meaning: "In every crowd the sensitive values are spread as in the whole table, up to a distance of {t}.",
  start: { t: 0.3 },
  usual: true,
  letter: "t",
  certified: (goal, columns) => {
    const attribute = certifiedName(goal, columns);
    const kind = columns.sensitive.find(({ name }) => name === attribute)?.kind;
    return [{ model: goal.model, attribute, t: goal.t, distance: goal.distance ?? defaultDistance({ kind }) }];
  },
  forms: [
    {
      model: z.literal("t-closeness"),
      attribute: z.string(),
      t: z.number().check(z.minimum(0), z.maximum(1)),
      distance: z.enum(distances),
    },
  ],
  schema: z
    .strictObject({
      model: z.literal("t-closeness"),
      ...attributeKey,
      t: explained(
        "How far a cohort's sensitive values may be from those of the table, 0 to 1, or auto.",
        orAuto(z.number().check(z.minimum(0), z.maximum(1))),
      ),
      distance: explained(
        "How far values are from each other; ordered for numbers and days, equal for names unless stated.",
        z.optional(z.enum(distances)),
      ),
      ...referenceKey,
      ...withinKey,
    })
    .check(
      z.refine(({ t, within }) => t === "auto" || within === undefined, '"within" goes with t "auto" only'),
    ) as z.ZodMiniType<TCloseness | AutoT>,
  create: (goal, table) => {
    const { index, column } = sensitiveOf(goal, table);
    const { t, reference = "released" } = goal;
    const name = goal.distance ?? defaultDistance(column);
    const shares = sharesOf(column, reference);
    const distance = distanceOf(name, column, shares);
    const convex = name !== "largest-difference" || column.totals.length <= 2;
    // equal: of m records Σ min(n, p·m) ≥ (1 − t)·m lie within the table's shares;
    // any other: distance of all ≤ (1 − share)·t + share·1
    const leastLost = (cohort: CohortCounts): number => {
      const { size, histogram } = cohort;
      if (name === "equal") return 1 - mostKept(cohort, shares, 1 - t - slack, size) / size;
      return t >= 1 ? 0 : (distance(histogram, size) - t - slack) / (1 - t);
    };
    return {
      name: "t-closeness",
      asked: t,
      relation: "≤",
      definition:
        name === "largest-difference"
          ? "largest difference between a value's share in a cohort and in the table"
          : `largest earth mover's distance of a cohort from the table, ${name} ground distance`,
      sensitive: index,
      least: 1,
      bySize: false,
      monotone: convex,
      scope: "cohort",
      relative: reference,
      holds: ({ size, histogram }) => distance(histogram, size) <= t + slack,
      leastLost: convex ? leastLost : undefined,
      measure: ({ size, histogram }) => distance(histogram, size),
      worse: Math.max,
      nearest: ({ size, histogram }) => ({
        found: `its distance from itself is ${shown(distance(histogram, size), "up")}`,
        askable: "any t from 0 to 1 can be asked",
      }),
    };
  },
  // no value's difference of shares is above half the sum of all of them
  stricter: (goal) => (goal.distance === "largest-difference" ? { ...goal, distance: "equal" } : goal),
};
