import * as z from "zod/mini";
import { explained, toggle, wholeNumber } from "../../base/index.ts";
import { type Aggregate, aggregates } from "../../quality/index.ts";

/** The ways to search a lattice. */
export const latticeSearches = ["optimal", "bottom-up", "top-down", "genetic"] as const;

/** How loss is weighed; all methods that choose levels have these. */
export type LevelOptions = {
  /** Generalization against suppression: 0 counts only the first, 1 only the second, ½ (the default) both in full. */
  readonly gs?: number;
  /** How the attributes' losses become one figure. */
  readonly aggregate?: Aggregate;
};

/** Full-domain search as the spec asks for it. */
export type LatticeSpec = LevelOptions & {
  readonly name: "lattice";
  /** `optimal`, the default, proves the best node; the others are quick and say how far from it they may be. */
  readonly search?: (typeof latticeSearches)[number];
  /** Takes every model for one that coarser nodes only help; faster, and no longer proven. */
  readonly assumeMonotone?: boolean;
  /** Nodes to check at most; the search then ends with its best so far and a bound. */
  readonly checks?: number;
  /** Seconds to search at most, likewise. */
  readonly seconds?: number;
  /**
   * Publishes records that one level for all would leave out: `levels` lets every cohort have levels of its own, `cells`
   * keeps the best levels and replaces single cells of the other records by `*`.
   */
  readonly local?: "levels" | "cells";
  /**
   * Attributes that are published as the centre of their cohort instead of their group: `age` by the mean of numbers and
   * dates, the median of names with an order and the mode of others, or as stated, `age:median`, `job:mode`.
   */
  readonly microaggregate?: readonly string[];
  /** Sets down every node that was checked in the report. */
  readonly explored?: boolean;
};

const levelOptions = {
  gs: explained(
    "Generalization against suppression: 0 counts only the first, 1 only the second, 0.5 both in full.",
    z.optional(z.number().check(z.minimum(0), z.maximum(1))),
    0.5,
  ),
  aggregate: explained(
    "How the attributes' losses become one figure; each measure has its own way unless stated.",
    z.optional(z.enum(aggregates)),
  ),
};

/** The schema of `{ "name": "lattice", … }` in a spec. */
export const latticeSchema: z.ZodMiniType<LatticeSpec> = z.strictObject({
  name: z.literal("lattice"),
  ...levelOptions,
  search: explained(
    "optimal proves the best; the others are quick and say how far from it they may be.",
    z.optional(z.enum(latticeSearches)),
    "optimal",
  ),
  assumeMonotone: toggle(
    "Takes every model for one that coarser values only help; faster, and no longer proven.",
    false,
  ),
  checks: wholeNumber("Nodes to check at most; the search then ends with its best so far and a bound.", 1),
  seconds: explained(
    "Seconds to search at most; the search then ends with its best so far and a bound.",
    z.optional(z.number().check(z.positive())),
  ),
  local: explained(
    "Publishes records that one level for all would leave out: each cohort at levels of its own, or with single cells as *.",
    z.optional(z.enum(["levels", "cells"])),
  ),
  microaggregate: explained(
    "Columns published as the centre of their cohort instead of their group, such as age, income:median, job:mode.",
    z.optional(z.array(z.string()).check(z.minLength(1))),
  ),
  explored: toggle("Sets down every node that was checked in the report.", false),
});

/** Asks for the best level per attribute. */
export function lattice(options: Omit<LatticeSpec, "name"> = {}): LatticeSpec {
  return { name: "lattice", ...options };
}

/** Datafly as the spec asks for it. */
export type DataflySpec = LevelOptions & { readonly name: "datafly" };

/** The schema of `{ "name": "datafly", … }` in a spec. */
export const dataflySchema: z.ZodMiniType<DataflySpec> = z.strictObject({
  name: z.literal("datafly"),
  ...levelOptions,
});

/** Asks for Datafly. */
export function datafly(options: Omit<DataflySpec, "name"> = {}): DataflySpec {
  return { name: "datafly", ...options };
}

/** Incognito as the spec asks for it. */
export type IncognitoSpec = LevelOptions & { readonly name: "incognito" };

/** The schema of `{ "name": "incognito", … }` in a spec. */
export const incognitoSchema: z.ZodMiniType<IncognitoSpec> = z.strictObject({
  name: z.literal("incognito"),
  ...levelOptions,
});

/** Asks for Incognito. */
export function incognito(options: Omit<IncognitoSpec, "name"> = {}): IncognitoSpec {
  return { name: "incognito", ...options };
}
