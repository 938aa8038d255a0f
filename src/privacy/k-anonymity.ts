import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { type AutoK, orAuto, presetKey } from "./auto.ts";
import { counted, positive } from "./goal.ts";
import { nearestBy, type PrivacyModel } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "k-anonymity", "k": 5 }` */
export type KAnonymity = {
  readonly model: "k-anonymity";
  readonly k: number;
  /** The quasi-identifiers that are looked at together; all of them unless stated. */
  readonly of?: readonly string[];
  /** Looks at every set of this many quasi-identifiers instead. */
  readonly each?: number;
};

/** Asks that nobody is in a cohort of fewer than k records; `of` names the columns that are looked at, if not all. */
export function kAnonymity(k: number, of?: readonly string[]): KAnonymity {
  return { model: "k-anonymity", k, of };
}

/**
 * k-anonymity: every combination of published quasi-identifier values is shared by at least k records; the measured k
 * is the smallest cohort. Sweeney, *k-anonymity: a model for protecting privacy*, 2002, definition 3.
 */
export const kAnonymityEntry: ModelEntry<KAnonymity, KAnonymity | AutoK> = {
  title: "k-anonymity",
  sentence: "Nobody is in a cohort of fewer than k records.",
  sensitive: false,
  meaning:
    "Nobody is in a crowd smaller than {k}: whoever knows a person's quasi-identifiers is left with at least {k} records, a risk of at most {1/k}.",
  start: { k: 5 },
  usual: true,
  letter: "k",
  bySize: true,
  size: "k",
  chance: ({ k }) => 1 / k,
  certified: ({ model, k, of, each }, { quasiIdentifiers }) => {
    if (of !== undefined) return [{ model, k, of }];
    return [each === undefined ? { model, k } : { model, k, each: Math.min(each, quasiIdentifiers.length) }];
  },
  forms: [
    { model: z.literal("k-anonymity"), k: positive },
    { model: z.literal("k-anonymity"), k: positive, of: z.array(z.string()).check(z.minLength(1)) },
    { model: z.literal("k-anonymity"), k: positive, each: positive },
  ],
  schema: z
    .strictObject({
      model: z.literal("k-anonymity"),
      k: explained("Records that every cohort has at least, or auto.", orAuto(z.int().check(z.minimum(1)))),
      of: explained(
        "The quasi-identifiers that are looked at together, with commas between; all of them unless stated.",
        z.optional(z.array(z.string()).check(z.minLength(1))),
      ),
      each: explained(
        "Looks at every set of this many quasi-identifiers instead of all together.",
        z.optional(z.int().check(z.minimum(1))),
      ),
      ...presetKey,
    })
    .check(
      z.refine(({ of, each }) => of === undefined || each === undefined, '"of" and "each" cannot both be stated'),
      z.refine(
        ({ k, of, each }) => k !== "auto" || (of === undefined && each === undefined),
        'k "auto" is for all quasi-identifiers together',
      ),
      z.refine(({ k, preset }) => k === "auto" || preset === undefined, '"preset" goes with k "auto" only'),
    ) as z.ZodMiniType<KAnonymity | AutoK>,
  create: ({ k }) => leastSize(k, "k-anonymity", "records in the smallest cohort"),
};

/** A model that a cohort of k records meets. */
export function leastSize(k: number, name: string, definition: string): PrivacyModel {
  return {
    name,
    asked: k,
    relation: "≥",
    definition,
    sensitive: -1,
    least: k,
    bySize: true,
    monotone: true,
    scope: "cohort",
    relative: false,
    holds: (cohort) => cohort.size >= k,
    measure: (cohort) => cohort.size,
    worse: Math.min,
    nearest: ({ size }) => nearestBy(`it has ${counted(size, "record")}`, "most", "k", size),
  };
}
