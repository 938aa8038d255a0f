import * as z from "zod/mini";
import { type AutoK, orAuto, presetKey } from "./auto.ts";
import { counted } from "./goal.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "k-anonymity", "k": 5 }` */
export type KAnonymity = { readonly model: "k-anonymity"; readonly k: number };

/** Asks that nobody is in a cohort of fewer than k records. */
export function kAnonymity(k: number): KAnonymity {
  return { model: "k-anonymity", k };
}

/**
 * k-anonymity: every combination of published quasi-identifier values is shared by at least k records; the measured k
 * is the smallest cohort. Sweeney, *k-anonymity: a model for protecting privacy*, 2002, definition 3.
 */
export const kAnonymityEntry: ModelEntry<KAnonymity, KAnonymity | AutoK> = {
  title: "k-anonymity",
  sentence: "Nobody is in a cohort of fewer than k records.",
  sensitive: false,
  schema: z
    .strictObject({ model: z.literal("k-anonymity"), k: orAuto(z.int().check(z.minimum(1))), ...presetKey })
    .check(
      z.refine(({ k, preset }) => k === "auto" || preset === undefined, '"preset" goes with k "auto" only'),
    ) as z.ZodMiniType<KAnonymity | AutoK>,
  create: ({ k }) => ({
    name: "k-anonymity",
    asked: k,
    relation: "≥",
    definition: "records in the smallest cohort",
    sensitive: -1,
    least: k,
    bySize: true,
    monotone: true,
    scope: "cohort",
    relative: false,
    holds: (cohort) => cohort.size >= k,
    measure: (cohort) => cohort.size,
    worse: Math.min,
    nearest: ({ size }) => ({
      found: `it has ${counted(size, "record")}`,
      askable: `the most that can be asked is k ${size}`,
    }),
  }),
};
