import * as z from "zod/mini";

/** How the attribute to cut is chosen. */
export const cutScores = ["span", "normalised-span", "entropy", "negative-entropy"] as const;

/** How a cohort's values are published. */
export const valueForms = ["range", "set", "prefix", "node", "mean", "median"] as const;

/** The schema of `{ "name": "mondrian", … }` in a spec. */
export const mondrianSchema = z.strictObject({
  name: z.literal("mondrian"),
  strict: z.optional(z.boolean()),
  compatible: z.optional(z.boolean()),
  variant: z.optional(z.enum(["paper"])),
  score: z.optional(z.enum(cutScores)),
  values: z.optional(z.enum(valueForms)),
  flat: z.optional(z.boolean()),
  codes: z.optional(z.boolean()),
});

/** Mondrian as the spec asks for it. */
export type MondrianSpec = z.infer<typeof mondrianSchema>;

/** Asks for Mondrian; `strict` cuts never separate equal records. */
export function mondrian(options: Omit<MondrianSpec, "name"> = {}): MondrianSpec {
  return { name: "mondrian", ...options };
}
