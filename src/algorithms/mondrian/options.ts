import * as z from "zod/mini";
import { explained, toggle } from "../../base/index.ts";

/** How the attribute to cut is chosen. */
export const cutScores = ["span", "normalised-span", "entropy", "negative-entropy"] as const;

/** How a cohort's values are published. */
export const valueForms = ["range", "set", "prefix", "node", "mean", "median"] as const;

/** Mondrian as the spec asks for it. */
export type MondrianSpec = {
  readonly name: "mondrian";
  /** True, the default, never parts equal records. */
  readonly strict?: boolean;
  /** Does exactly what the C and Python programs do. */
  readonly compatible?: boolean;
  /** `paper`: the cut order of Padmaja and Jayashree. */
  readonly variant?: "paper";
  readonly score?: (typeof cutScores)[number];
  readonly values?: (typeof valueForms)[number];
  /** Cohorts of k or k + 1 records. */
  readonly flat?: boolean;
  /** Writes categories as codes, as the C program can; with `compatible`. */
  readonly codes?: boolean;
};

/** The schema of `{ "name": "mondrian", … }` in a spec. */
export const mondrianSchema: z.ZodMiniType<MondrianSpec> = z.strictObject({
  name: z.literal("mondrian"),
  strict: toggle("Equal records are never parted; off, the records at the median are shared out.", true),
  compatible: toggle("The same cuts, order and text as the well-known C and Python programs.", false),
  variant: explained(
    "paper: the cut order and the published means of Padmaja and Jayashree.",
    z.optional(z.enum(["paper"])),
  ),
  score: explained("By what the attribute to cut is chosen.", z.optional(z.enum(cutScores)), "normalised-span"),
  values: explained(
    "How a cohort's values are published; range, or mean with the variant paper, unless stated.",
    z.optional(z.enum(valueForms)),
  ),
  flat: toggle("Cohorts of k or k + 1 records, where the remainder allows.", false),
  codes: toggle("With compatible: categories are written as numbers, as the C program can.", false),
});

/** Asks for Mondrian; `strict` cuts never separate equal records. */
export function mondrian(options: Omit<MondrianSpec, "name"> = {}): MondrianSpec {
  return { name: "mondrian", ...options };
}
