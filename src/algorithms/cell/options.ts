import * as z from "zod/mini";
import { explained, toggle, wholeNumber } from "../../base/index.ts";

/** What k means: cohorts of k records that are published alike, or k partners in complete assignments. */
export const meanings = ["classes", "matching"] as const;

/** What k means. */
export type Meaning = (typeof meanings)[number];

/** Exact search as the spec asks for it. */
export type ExactSpec = {
  readonly name: "exact";
  readonly meaning?: Meaning;
  /** How long to look for a proof; 30 unless stated. */
  readonly seconds?: number;
  /** How many of the tables that tie for the best are listed; 1 unless stated. */
  readonly optima?: number;
};

/** MinGen as the spec asks for it. */
export type MingenSpec = {
  readonly name: "mingen";
  readonly meaning?: Meaning;
  /** Looks at this many random tables instead of all. */
  readonly iterations?: number;
  /** Remembers what was found out about the first columns; true unless stated. */
  readonly cache?: boolean;
  /** Leaves out what cannot be better; true unless stated. */
  readonly prune?: boolean;
  readonly seconds?: number;
  readonly optima?: number;
  /** Keeps the tree of decisions for a replay. */
  readonly trace?: boolean;
};

/** The genetic algorithm as the spec asks for it. */
export type GeneticSpec = {
  readonly name: "genetic";
  readonly meaning?: Meaning;
  /** Tables that live at the same time; 100 unless stated. */
  readonly population?: number;
  /** 1000 unless stated. */
  readonly generations?: number;
  /** m: a share m / (m + 100) of the children comes from mutation, and m doubles each tenth; 10 unless stated. */
  readonly mutation?: number;
  readonly seconds?: number;
  readonly optima?: number;
  /** Keeps the generations for a replay. */
  readonly trace?: boolean;
};

const positive = z.number().check(z.gt(0));
const shared = {
  meaning: explained(
    "What k counts: records published alike (classes), or partners in complete assignments (matching).",
    z.optional(z.enum(meanings)),
  ),
  optima: wholeNumber("How many of the tables that tie for the best are listed.", 0, 1),
};
const secondsOf = (usual: number) =>
  explained("Seconds after which the search ends with the best so far.", z.optional(positive), usual);

/** The schema of `{ "name": "exact", … }`. */
export const exactSchema: z.ZodMiniType<ExactSpec> = z.strictObject({
  name: z.literal("exact"),
  ...shared,
  seconds: secondsOf(30),
});

/** The schema of `{ "name": "mingen", … }`. */
export const mingenSchema: z.ZodMiniType<MingenSpec> = z.strictObject({
  name: z.literal("mingen"),
  ...shared,
  seconds: secondsOf(60),
  iterations: wholeNumber("Looks at this many random tables instead of all.", 1),
  cache: toggle("Remembers what was found out about the first columns.", true),
  prune: toggle("Leaves out what cannot be better.", true),
  trace: toggle("Keeps the tree of decisions for a replay.", false),
});

/** The schema of `{ "name": "genetic", … }`. */
export const geneticSchema: z.ZodMiniType<GeneticSpec> = z.strictObject({
  name: z.literal("genetic"),
  ...shared,
  seconds: secondsOf(60),
  population: wholeNumber("Tables that live at the same time.", 1, 100),
  generations: wholeNumber("How many generations follow each other.", 0, 1000),
  mutation: explained(
    "m: a share m / (m + 100) of the children comes from mutation, and m doubles each tenth.",
    z.optional(z.number().check(z.minimum(0))),
    10,
  ),
  trace: toggle("Keeps the generations for a replay.", false),
});

/** Asks for the optimum with a proof. */
export function exact(options: Omit<ExactSpec, "name"> = {}): ExactSpec {
  return { name: "exact", ...options };
}

/** Asks for the teaching search through all tables. */
export function mingen(options: Omit<MingenSpec, "name"> = {}): MingenSpec {
  return { name: "mingen", ...options };
}

/** Asks for the genetic algorithm. */
export function genetic(options: Omit<GeneticSpec, "name"> = {}): GeneticSpec {
  return { name: "genetic", ...options };
}
