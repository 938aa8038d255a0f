import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { nearestBy, slack } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "sample-uniqueness", "at-most": 0.01 }` */
export type SampleUniqueness = { readonly model: "sample-uniqueness"; readonly "at-most": number };

/** Asks that at most the stated share of records is alone in its cohort. */
export function sampleUniqueness(atMost: number): SampleUniqueness {
  return { model: "sample-uniqueness", "at-most": atMost };
}

/** Sample uniqueness: the share of records that are alone in their cohort. A release without such records always holds. */
export const sampleUniquenessEntry: ModelEntry<SampleUniqueness> = {
  title: "sample uniqueness",
  sentence: "At most the stated share of records is alone in its cohort.",
  sensitive: false,
  start: { "at-most": 0 },
  usual: true,
  scope: "table",
  certified: ({ model, "at-most": atMost }) => [{ model, "at-most": atMost }],
  forms: [{ model: z.literal("sample-uniqueness"), "at-most": z.number().check(z.minimum(0), z.maximum(1)) }],
  schema: z.strictObject({
    model: z.literal("sample-uniqueness"),
    "at-most": explained(
      "The largest share of records that may be alone in their cohort.",
      z.number().check(z.minimum(0), z.maximum(1)),
    ),
  }),
  create: ({ "at-most": atMost }) => {
    const least = atMost >= 1 ? 1 : 2;
    return {
      name: "sample-uniqueness",
      asked: atMost,
      relation: "≤",
      definition: "share of records that are alone in their cohort",
      sensitive: -1,
      least,
      bySize: true,
      monotone: true,
      upward: true,
      scope: "table",
      relative: false,
      holds: ({ size }) => size >= least,
      measure: ({ size }) => (size === 1 ? 1 : 0),
      worse: Math.max,
      ofTable: (sizes, own = sizes) => {
        let records = 0;
        let unique = 0;
        for (let cohort = 0; cohort < sizes.length; cohort++) {
          records += own[cohort];
          if (sizes[cohort] === 1) unique += own[cohort];
        }
        const measured = records === 0 ? 0 : unique / records;
        return { measured, failing: measured <= atMost + slack ? 0 : unique };
      },
      nearest: () => nearestBy("it has one record", "least", "at-most", 1),
    };
  },
};
