import * as z from "zod/mini";

/** What k means: cohorts of k records that are published alike, or k partners in complete assignments. */
export const meanings = ["classes", "matching"] as const;

/** What k means. */
export type Meaning = (typeof meanings)[number];

/** Exact search as the spec asks for it. */
export type ExactSpec = {
  readonly name: "exact";
  readonly meaning?: Meaning | undefined;
  /** How long to look for a proof; 30 unless stated. */
  readonly seconds?: number | undefined;
  /** How many of the tables that tie for the best are listed; 1 unless stated. */
  readonly optima?: number | undefined;
};

/** MinGen as the spec asks for it. */
export type MingenSpec = {
  readonly name: "mingen";
  readonly meaning?: Meaning | undefined;
  /** Looks at this many random tables instead of all. */
  readonly iterations?: number | undefined;
  /** Remembers what was found out about the first columns; true unless stated. */
  readonly cache?: boolean | undefined;
  /** Leaves out what cannot be better; true unless stated. */
  readonly prune?: boolean | undefined;
  readonly seconds?: number | undefined;
  readonly optima?: number | undefined;
  /** Keeps the tree of decisions for a replay. */
  readonly trace?: boolean | undefined;
};

/** The genetic algorithm as the spec asks for it. */
export type GeneticSpec = {
  readonly name: "genetic";
  readonly meaning?: Meaning | undefined;
  /** Tables that live at the same time; 100 unless stated. */
  readonly population?: number | undefined;
  /** 1000 unless stated. */
  readonly generations?: number | undefined;
  /** m: a share m / (m + 100) of the children comes from mutation, and m doubles each tenth; 10 unless stated. */
  readonly mutation?: number | undefined;
  readonly seconds?: number | undefined;
  readonly optima?: number | undefined;
  /** Keeps the generations for a replay. */
  readonly trace?: boolean | undefined;
};

const positive = z.number().check(z.gt(0));
const count = z.int().check(z.minimum(1));
const shared = {
  meaning: z.optional(z.enum(meanings)),
  seconds: z.optional(positive),
  optima: z.optional(z.int().check(z.minimum(0))),
};

/** The schema of `{ "name": "exact", … }`. */
export const exactSchema: z.ZodMiniType<ExactSpec> = z.strictObject({ name: z.literal("exact"), ...shared });

/** The schema of `{ "name": "mingen", … }`. */
export const mingenSchema: z.ZodMiniType<MingenSpec> = z.strictObject({
  name: z.literal("mingen"),
  ...shared,
  iterations: z.optional(count),
  cache: z.optional(z.boolean()),
  prune: z.optional(z.boolean()),
  trace: z.optional(z.boolean()),
});

/** The schema of `{ "name": "genetic", … }`. */
export const geneticSchema: z.ZodMiniType<GeneticSpec> = z.strictObject({
  name: z.literal("genetic"),
  ...shared,
  population: z.optional(count),
  generations: z.optional(z.int().check(z.minimum(0))),
  mutation: z.optional(z.number().check(z.minimum(0))),
  trace: z.optional(z.boolean()),
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
