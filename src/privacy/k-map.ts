import * as z from "zod/mini";
import { exp, explained } from "../base/index.ts";
import { counted, peopleOf } from "./goal.ts";
import { nearestBy, type PrivacyModel, slack, type TableCounts } from "./model.ts";
import type { ModelEntry } from "./registry.ts";

/** `{ "model": "k-map", "k": 5, "population": "voters.csv" }` or `{ "model": "k-map", "k": 5, "fraction": 0.01 }` */
export type KMap = {
  readonly model: "k-map";
  readonly k: number;
  /** A file that holds the quasi-identifiers of everybody the table could be about. */
  readonly population?: string;
  /** Without such a file: which share of the population the table is. */
  readonly fraction?: number;
  /** How the number of people like a record is estimated; `poisson` unless stated. */
  readonly estimator?: "poisson" | "zero-truncated";
  /** With which probability the estimate may fall short; 0.05 unless stated. */
  readonly significance?: number;
};

/** Asks that every published combination of values fits at least k people of the population. */
export function kMap(k: number, options: Omit<KMap, "model" | "k">): KMap {
  return { model: "k-map", k, ...options };
}

/**
 * The cohort size that makes it likely enough that k people of the population share a cohort's values. λ = k · records /
 * population people of the cohort are expected in the sample. Poisson: the least j with F_λ(j) ≥ 1 − α, then j + 2;
 * zero-truncated: the least j ≥ 1 with Σ_{i=1..j} P_λ(i) / (1 − P_λ(0)) ≥ 1 − α, then j + 1. Never more than k.
 */
export function sampleThreshold(
  k: number,
  fraction: number,
  estimator: "poisson" | "zero-truncated",
  significance: number,
): number {
  const lambda = k * fraction;
  const none = exp(-lambda);
  const truncated = estimator === "zero-truncated";
  let probability = none;
  let sum = truncated ? 0 : none;
  const scale = truncated ? 1 - none : 1;
  let j = 0;
  while (j < k && (sum < (1 - significance - slack) * scale || (truncated && j === 0))) {
    j += 1;
    probability *= lambda / j;
    sum += probability;
  }
  return Math.min(k, j + (truncated ? 1 : 2));
}

/**
 * k-map: every combination of values in the release fits at least k people of the population, who need not be in the
 * table. Sweeney, *Computational disclosure control*, MIT 2001, section 4.3; the estimate without a population file is
 * that of El Emam and Dankar, *Protecting privacy using k-anonymity*, JAMIA 2008.
 */
export const kMapEntry: ModelEntry<KMap> = {
  title: "k-map",
  sentence: "Every published combination of values fits at least k people of the population.",
  sensitive: false,
  start: { k: 5, fraction: 0.1 },
  population: "counted",
  schema: z
    .strictObject({
      model: z.literal("k-map"),
      k: explained(
        "People of the population that every published combination fits at least.",
        z.int().check(z.minimum(1)),
      ),
      population: explained(
        "A file with the quasi-identifiers of everybody the table could be about.",
        z.optional(z.string().check(z.minLength(1))),
      ),
      fraction: explained(
        "Without such a file: which share of the population the table is.",
        z.optional(z.number().check(z.gt(0), z.maximum(1))),
      ),
      estimator: explained(
        "With fraction: how the number of people like a record is estimated.",
        z.optional(z.enum(["poisson", "zero-truncated"])),
        "poisson",
      ),
      significance: explained(
        "With fraction: with which probability the estimate may fall short.",
        z.optional(z.number().check(z.gt(0), z.lt(1))),
        0.05,
      ),
    })
    .check(
      z.refine(
        ({ population, fraction }) => (population === undefined) !== (fraction === undefined),
        'k-map needs either "population", a file, or "fraction", the share of the population that the table is',
      ),
    ),
  create: (goal, table) => (goal.population === undefined ? estimated(goal) : counts(goal, table)),
};

const common = {
  name: "k-map",
  relation: "≥",
  sensitive: -1,
  monotone: true,
  scope: "cohort",
  relative: false,
  worse: Math.min,
} as const;

function estimated({ k, fraction = 1, estimator = "poisson", significance = 0.05 }: KMap): PrivacyModel {
  const least = sampleThreshold(k, fraction, estimator, significance);
  return {
    ...common,
    asked: least,
    definition: `records in the smallest cohort; ${counted(least, "record")} stand for ${k} people of the population (${estimator}, significance ${significance})`,
    least,
    bySize: true,
    holds: ({ size }) => size >= least,
    measure: ({ size }) => size,
    nearest: ({ size }) => ({
      found: `it has ${counted(size, "record")}, and ${counted(least, "record")} stand for ${k} people`,
      askable: `the most that can be asked is a k that ${counted(size, "record")} stand for`,
    }),
  };
}

function counts({ k }: KMap, table: TableCounts): PrivacyModel {
  const { index, total } = peopleOf("k-map", table);
  return {
    ...common,
    sensitive: index,
    asked: k,
    definition: "people of the population who fit the rarest published combination",
    least: 1,
    bySize: false,
    upward: true,
    population: "matched",
    holds: ({ histogram }) => histogram[0] >= k,
    measure: ({ histogram }) => histogram[0],
    nearest: () => nearestBy(`the population has ${total === 1 ? "1 person" : `${total} people`}`, "most", "k", total),
  };
}
