import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { nearestBy } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "km-anonymity", "k": 5, "m": 2 }` */
export type KmAnonymity = {
  readonly model: "km-anonymity";
  readonly k: number;
  /** How many items of a person's set an attacker may know. */
  readonly m: number;
  /** The column of sets; may be left out when there is one. */
  readonly attribute?: string;
};

/** Asks that whoever knows up to m items of a set finds at least k records that have them, or none. */
export function kmAnonymity(k: number, m: number, attribute?: string): KmAnonymity {
  return { model: "km-anonymity", k, m, attribute };
}

/**
 * k^m-anonymity: every combination of up to m items that a published set has is in at least k of the sets published with
 * the same quasi-identifiers. Terrovitis, Mamoulis and Kalnis, *Privacy-preserving anonymization of set-valued data*,
 * VLDB 2008, definition 1; beside other quasi-identifiers it is the (k, k^m)-anonymity of Poulis et al., *Anonymizing
 * data with relational and transaction attributes*, 2013. Sets are generalised once cohorts are found, so whatever a
 * cohort is, it can hold: items go up their hierarchy, and out where even its top is too rare.
 */
export const kmAnonymityEntry: ModelEntry<KmAnonymity> = {
  title: "k^m-anonymity",
  sentence: "Whoever knows up to m items of a person's set finds at least k records that have them.",
  sensitive: false,
  start: { k: 5, m: 2 },
  subject: "sets",
  ofRecords: true,
  schema: z.strictObject({
    model: z.literal("km-anonymity"),
    k: explained("Records that have the same items at least.", z.int().check(z.minimum(1))),
    m: explained("How many items of a person's set an attacker may know.", z.int().check(z.minimum(1), z.maximum(5))),
    attribute: explained("The column of sets; may be left out when there is one.", z.optional(z.string())),
  }),
  create: ({ k }) => ({
    name: "km-anonymity",
    asked: k,
    relation: "≥",
    definition: "sets of a cohort that have the same up to m items, the fewest",
    sensitive: -1,
    least: 1,
    bySize: true,
    monotone: true,
    upward: true,
    scope: "cohort",
    relative: false,
    holds: ({ size }) => size >= 1,
    measure: ({ size }) => size,
    worse: Math.min,
    nearest: () => nearestBy("it has no record", "most", "k", 1),
  }),
};
