import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import type { ConcealmentSide } from "./concealment.ts";
import { leastSize } from "./k-anonymity.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "k-concealment", "k": 5 }` */
export type KConcealment = {
  readonly model: "k-concealment";
  readonly k: number;
  /** Whose partners are counted; the released rows' unless stated. */
  readonly side?: ConcealmentSide;
};

/** Asks that every released row could stand for k originals (or every original for k released rows) in complete assignments. */
export function kConcealment(k: number, side?: ConcealmentSide): KConcealment {
  return side === undefined ? { model: "k-concealment", k } : { model: "k-concealment", k, side };
}

/**
 * k-concealment: among all complete one-to-one assignments of released rows to originals, every row has at least k
 * partners. Weaker than k-anonymity, of which it is a consequence; a cohort of k records therefore always holds, and what
 * a table really has is measured from the table and its original together. Tassa, Mazza, Gionis, *k-Concealment: an
 * alternative model of k-type anonymity*, Transactions on Data Privacy 2012; they count per original, the teaching
 * program MG-GA per released row, which is the same at k = 2 and not from 3 on.
 */
export const kConcealmentEntry: ModelEntry<KConcealment> = {
  title: "k-concealment",
  sentence: "Every released row could stand for at least k originals in complete one-to-one assignments.",
  sensitive: false,
  start: { k: 5 },
  subject: "matching",
  ofRecords: true,
  bySize: true,
  size: "k",
  schema: z.strictObject({
    model: z.literal("k-concealment"),
    k: explained("Partners that every row keeps at least.", z.int().check(z.minimum(1))),
    side: explained("Whose partners are counted.", z.optional(z.enum(["released", "original"])), "released"),
  }),
  create: ({ k, side }) =>
    leastSize(
      k,
      "k-concealment",
      side === "original"
        ? "released rows that an original keeps in complete assignments"
        : "originals that a released row keeps in complete assignments",
    ),
};
