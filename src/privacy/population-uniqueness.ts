import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { type PopulationEstimator, populationEstimators, populationShare } from "../risk/index.ts";
import { nearestBy, slack } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "population-uniqueness", "at-most": 0.001, "fraction": 0.05 }` */
export type PopulationUniqueness = {
  readonly model: "population-uniqueness";
  readonly "at-most": number;
  /** Which share of the population the table is. */
  readonly fraction: number;
  /** Which estimate is meant; the rule of Dankar et al. chooses unless stated. */
  readonly estimator?: PopulationEstimator;
};

/** Asks that at most the stated share of the population is estimated to be alone with its published values. */
export function populationUniqueness(
  atMost: number,
  fraction: number,
  estimator?: PopulationEstimator,
): PopulationUniqueness {
  const goal = { model: "population-uniqueness", "at-most": atMost, fraction } as const;
  return estimator === undefined ? goal : { ...goal, estimator };
}

/**
 * Population uniqueness: the estimated share of people who are alone with their published values in the population
 * that the table is a sample of, by Zayatz, Pitman or the slide negative binomial, chosen by the rule of Dankar, El
 * Emam, Neisa, Roffey, *Estimating the re-identification risk of clinical data sets*, 2012. Without a record that is
 * alone in the table every estimate is 0, so such a release always holds. The population is the one that the input is
 * the stated fraction of: it does not shrink where records are suppressed.
 */
export const populationUniquenessEntry: ModelEntry<PopulationUniqueness> = {
  title: "population uniqueness",
  sentence: "At most the stated share of the population is estimated to be alone with its published values.",
  sensitive: false,
  start: { "at-most": 0.01, fraction: 0.1 },
  scope: "table",
  population: "estimated",
  schema: z.strictObject({
    model: z.literal("population-uniqueness"),
    "at-most": explained(
      "The largest share of the population that may be alone.",
      z.number().check(z.minimum(0), z.maximum(1)),
    ),
    fraction: explained("Which share of the population the table is.", z.number().check(z.gt(0), z.maximum(1))),
    estimator: explained(
      "Which estimate is meant; chosen by the rule of Dankar et al. unless stated.",
      z.optional(z.enum(populationEstimators)),
    ),
  }),
  create: ({ "at-most": atMost, fraction, estimator }, { rows, inputRows = rows, persons }) => {
    const least = atMost >= 1 ? 1 : 2;
    const people = persons === undefined ? inputRows / fraction : undefined;
    return {
      name: "population-uniqueness",
      asked: atMost,
      relation: "≤",
      definition: `estimated share of the population that is alone with its values (${estimator ?? "chosen by rule"})`,
      sensitive: -1,
      least,
      bySize: true,
      monotone: true,
      scope: "table",
      relative: false,
      holds: ({ size }) => size >= least,
      measure: ({ size }) => (size === 1 ? 1 : 0),
      worse: Math.max,
      ofTable: (sizes) => {
        let records = 0;
        let uniques = 0;
        for (let cohort = 0; cohort < sizes.length; cohort++) {
          records += sizes[cohort];
          if (sizes[cohort] === 1) uniques += 1;
        }
        const measured = populationShare(Array.from(sizes), people ?? records / fraction, estimator);
        return { measured, failing: measured <= atMost + slack ? 0 : uniques };
      },
      nearest: () => nearestBy("it has one record", "least", "at-most", 1),
    };
  },
};
