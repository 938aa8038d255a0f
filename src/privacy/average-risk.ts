import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { counted, shown } from "./goal.ts";
import { sizeForRisk } from "./highest-risk.ts";
import { nearestBy, slack } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "average-risk", "at-most": 0.05 }` */
export type AverageRisk = { readonly model: "average-risk"; readonly "at-most": number };

/** Asks that a record is recognised with at most the stated probability, on average over all records. */
export function averageRisk(atMost: number): AverageRisk {
  return { model: "average-risk", "at-most": atMost };
}

/**
 * Average prosecutor risk: the mean of 1 / cohort size over records, which is cohorts / records. (Some tools average
 * over cohorts instead; that figure is larger.) A release whose cohorts each hold 1 / threshold records always holds.
 */
export const averageRiskEntry: ModelEntry<AverageRisk> = {
  title: "average risk",
  sentence: "Averaged over records, nobody is recognised with a probability above the threshold.",
  sensitive: false,
  start: { "at-most": 0.1 },
  usual: true,
  scope: "table",
  certified: ({ model, "at-most": atMost }) => [{ model, "at-most": atMost }],
  forms: [{ model: z.literal("average-risk"), "at-most": z.number().check(z.minimum(0), z.maximum(1)) }],
  schema: z.strictObject({
    model: z.literal("average-risk"),
    "at-most": explained(
      "The largest risk on average over all records, 0 to 1.",
      z.number().check(z.gt(0), z.maximum(1)),
    ),
  }),
  create: ({ "at-most": atMost }) => {
    const least = sizeForRisk(atMost);
    return {
      name: "average-risk",
      asked: atMost,
      relation: "≤",
      definition: "cohorts / records: the mean of 1 / cohort size over records",
      sensitive: -1,
      least,
      bySize: true,
      monotone: true,
      upward: true,
      scope: "table",
      relative: false,
      holds: ({ size }) => size >= least,
      measure: ({ size }) => 1 / size,
      worse: Math.max,
      ofTable: (sizes, own = sizes) => {
        let records = 0;
        let risks = own === sizes ? sizes.length : 0;
        for (let cohort = 0; cohort < sizes.length; cohort++) {
          records += own[cohort];
          if (own !== sizes) risks += own[cohort] / sizes[cohort];
        }
        const measured = records === 0 ? 0 : risks / records;
        return { measured, failing: measured <= atMost + slack ? 0 : records };
      },
      nearest: ({ size }) => nearestBy(`it has ${counted(size, "record")}`, "least", "at-most", shown(1 / size, "up")),
    };
  },
};
