import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { peopleOf, shown } from "./goal.ts";
import { type CohortCounts, slack } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "delta-presence", "min": 0, "max": 0.5, "population": "voters.csv" }` */
export type DeltaPresence = {
  readonly model: "delta-presence";
  readonly min: number;
  readonly max: number;
  /** A file that holds the quasi-identifiers of everybody the table could be about. */
  readonly population: string;
};

/** Asks that nobody can tell much about whether a person of the population is in the table. */
export function deltaPresence(min: number, max: number, population: string): DeltaPresence {
  return { model: "delta-presence", min, max, population };
}

/** The share of the people with a cohort's values who are in the table. */
function presence({ size, histogram }: CohortCounts): number {
  const population = histogram[0];
  if (population === 0) return size === 0 ? 0 : Number.POSITIVE_INFINITY;
  return size / population;
}

/**
 * δ-presence: for every combination of values in the population, also those that no record of the table has, the share
 * of its people who are in the table lies between the two bounds. Nergiz, Atzori, Clifton, *Hiding the presence of
 * individuals from shared databases*, SIGMOD 2007, definition 2. Asking for k-anonymity as well only adds to it.
 */
export const deltaPresenceEntry: ModelEntry<DeltaPresence> = {
  title: "δ-presence",
  sentence: "Among people with the same values, the share who are in the table lies between two bounds.",
  sensitive: false,
  start: { min: 0, max: 0.5, population: "" },
  population: "counted",
  ofRecords: true,
  everyClass: ({ min }) => min > 0,
  schema: z
    .strictObject({
      model: z.literal("delta-presence"),
      min: explained(
        "The least share of people with the same values who are in the table.",
        z.number().check(z.minimum(0), z.maximum(1)),
      ),
      max: explained(
        "The largest share of people with the same values who are in the table.",
        z.number().check(z.gt(0), z.maximum(1)),
      ),
      population: explained(
        "A file with the quasi-identifiers of everybody the table could be about.",
        z.string().check(z.minLength(1)),
      ),
    })
    .check(z.refine(({ min, max }) => min <= max, '"min" of delta-presence must not be above "max"')),
  create: ({ min, max }, table) => ({
    name: "delta-presence",
    asked: max,
    relation: "≤",
    definition: "largest and smallest share of a cohort's people in the population who are in the table",
    sensitive: peopleOf("delta-presence", table).index,
    least: min > 0 ? 1 : 0,
    bySize: false,
    monotone: true,
    scope: "cohort",
    relative: false,
    population: "all",
    holds: (cohort) => presence(cohort) <= max + slack && presence(cohort) >= min - slack,
    measure: presence,
    worse: Math.max,
    second: { name: "min", asked: min, relation: "≥", measure: presence, worse: Math.min },
    nearest: (whole) => ({
      found: `a share of ${shown(presence(whole), "up")} of the population is in it`,
      askable: `min and max must have ${shown(presence(whole), "up")} between them`,
    }),
  }),
};
