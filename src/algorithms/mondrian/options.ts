import * as z from "zod/mini";

/** How the attribute to cut is chosen. */
export const cutScores = ["span", "normalised-span", "entropy", "negative-entropy"] as const;

/** How a cohort's values are published. */
export const valueForms = ["range", "set", "prefix", "node", "mean", "median"] as const;

/** Mondrian as the spec asks for it. */
export type MondrianSpec = {
  readonly name: "mondrian";
  /** True, the default, never parts equal records. */
  readonly strict?: boolean | undefined;
  /** Does exactly what the C and Python programs do. */
  readonly compatible?: boolean | undefined;
  /** `paper`: the cut order of Padmaja and Jayashree. */
  readonly variant?: "paper" | undefined;
  readonly score?: (typeof cutScores)[number] | undefined;
  readonly values?: (typeof valueForms)[number] | undefined;
  /** Cohorts of k or k + 1 records. */
  readonly flat?: boolean | undefined;
  /** Writes categories as codes, as the C program can; with `compatible`. */
  readonly codes?: boolean | undefined;
};

/** The schema of `{ "name": "mondrian", … }` in a spec. */
export const mondrianSchema: z.ZodMiniType<MondrianSpec> = z.strictObject({
  name: z.literal("mondrian"),
  strict: z.optional(z.boolean()),
  compatible: z.optional(z.boolean()),
  variant: z.optional(z.enum(["paper"])),
  score: z.optional(z.enum(cutScores)),
  values: z.optional(z.enum(valueForms)),
  flat: z.optional(z.boolean()),
  codes: z.optional(z.boolean()),
});

/** Asks for Mondrian; `strict` cuts never separate equal records. */
export function mondrian(options: Omit<MondrianSpec, "name"> = {}): MondrianSpec {
  return { name: "mondrian", ...options };
}
