import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import { counted, shown } from "./goal.ts";
import { nearestBy, slack } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "highest-risk", "at-most": 0.2 }` */
export type HighestRisk = { readonly model: "highest-risk"; readonly "at-most": number };

/** Asks that nobody is recognised with a probability above the stated one. */
export function highestRisk(atMost: number): HighestRisk {
  return { model: "highest-risk", "at-most": atMost };
}

/** The fewest records with which 1 / size is at most a threshold. */
export function sizeForRisk(atMost: number): number {
  return Math.max(1, Math.ceil(1 / (atMost + slack)));
}

/**
 * Highest prosecutor risk: 1 / records of the smallest cohort. El Emam, *Guide to the De-Identification of Personal
 * Health Information*, 2013, chapter 16.
 */
export const highestRiskEntry: ModelEntry<HighestRisk> = {
  title: "highest risk",
  sentence: "Nobody is recognised with a probability above the threshold.",
  sensitive: false,
  start: { "at-most": 0.2 },
  bySize: true,
  chance: (goal) => goal["at-most"],
  certified: ({ model, "at-most": atMost }) => [{ model, "at-most": atMost }],
  forms: [{ model: z.literal("highest-risk"), "at-most": z.number().check(z.minimum(0), z.maximum(1)) }],
  schema: z.strictObject({
    model: z.literal("highest-risk"),
    "at-most": explained("The largest risk that anybody may have, 0 to 1.", z.number().check(z.gt(0), z.maximum(1))),
  }),
  create: ({ "at-most": atMost }) => {
    const least = sizeForRisk(atMost);
    return {
      name: "highest-risk",
      asked: atMost,
      relation: "≤",
      definition: "1 / records in the smallest cohort",
      sensitive: -1,
      least,
      bySize: true,
      monotone: true,
      scope: "cohort",
      relative: false,
      holds: ({ size }) => size >= least,
      measure: ({ size }) => 1 / size,
      worse: Math.max,
      nearest: ({ size }) => nearestBy(`it has ${counted(size, "record")}`, "least", "at-most", shown(1 / size, "up")),
    };
  },
};
