import * as z from "zod/mini";
import { explained, toggle, wholeNumber } from "../../base/index.ts";

/** Named efforts. */
export const efforts = ["fast", "balanced", "best"] as const;

/** The chooser as the spec asks for it. */
export type AutoSpec = {
  readonly name: "auto";
  /** How long to search: `fast`, `balanced` (unless stated), `best`, or seconds. */
  readonly effort?: (typeof efforts)[number] | number;
  /** True, unless stated: boxes never overlap. False: local recoding, which loses less. */
  readonly partition?: boolean;
  /** Rounds of annealing that the temperature is planned for: repeats a search that was given seconds. */
  readonly planned?: number;
  /** Rounds of annealing to stop after: repeats a search that was stopped early. */
  readonly rounds?: number;
  /** Finds a loss that no release can stay below; takes seconds, and is off unless stated. */
  readonly bound?: boolean;
  /** `ncp,disclosure<=0.2`: the loss to keep low, and a bound on what is given away, `homogeneity` or `inference`. */
  readonly minimize?: string;
};

/** The schema of `{ "name": "auto", … }` in a spec. */
export const autoSchema: z.ZodMiniType<AutoSpec> = z
  .strictObject({
    name: z.literal("auto"),
    effort: explained(
      "How long to search: fast, balanced, best, or a number of seconds.",
      z.optional(z.union([z.enum(efforts), z.number().check(z.gt(0))])),
      "balanced",
    ),
    partition: toggle("Boxes never overlap; off, they may, which loses less.", true),
    planned: wholeNumber(
      "Rounds that the annealing is planned for, with partition off: repeats a search that was given seconds.",
      1,
    ),
    rounds: wholeNumber(
      "Rounds of annealing to stop after, with partition off: repeats a search that was stopped early.",
      0,
    ),
    bound: toggle("Also finds a loss that no release can stay below; takes seconds.", false),
    minimize: explained(
      "What is kept low, and a bound on what is given away, such as ncp,disclosure<=0.2.",
      z.optional(
        z
          .string()
          .check(
            z.regex(
              /^(ncp|loss)(,\s*(disclosure|homogeneity|inference)<=(0|1|0?\.\d+|1\.0*))?$/,
              "must be such as ncp,disclosure<=0.2",
            ),
          ),
      ),
    ),
  })
  .check(
    z.refine(
      ({ partition, planned, rounds }) => partition === false || (planned === undefined && rounds === undefined),
      '"planned" and "rounds" go with partition false only: a partition is not annealed',
    ),
    z.refine(
      ({ effort, planned, rounds }) =>
        rounds === undefined || planned !== undefined || effort === "best" || typeof effort === "number",
      '"rounds" stops what "planned" or an effort of best or seconds began; state one of them',
    ),
  );

/** Asks for the least loss that the effort allows. */
export function auto(options: Omit<AutoSpec, "name"> = {}): AutoSpec {
  return { name: "auto", ...options };
}
