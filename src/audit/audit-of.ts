import { type CohortSizes, fittingSizes, ownSizes, sizesAtRisk } from "../cohort/index.ts";
import { type PrivacyGoal, sizeModel, statesSize } from "../privacy/index.ts";
import { estimatePopulation, riskOf } from "../risk/index.ts";
import type { Audit } from "./audit.ts";
import { isCombination } from "./combinations.ts";
import type { AttributeDisclosure } from "./disclosure.ts";
import { type FitCounts, withItems } from "./set-risk.ts";
import type { Verdict } from "./tally.ts";

/** What is known of a table beside how large its cohorts are. */
export type AuditFacts = {
  readonly goals: readonly PrivacyGoal[];
  readonly verdicts: readonly Verdict[];
  /** Records that carry nothing, and those that were left out for a missing value. */
  readonly blank: number;
  readonly leftOut: number;
  readonly disclosure: readonly AttributeDisclosure[];
  readonly fraction?: number;
  /** The people of a population that match each cohort. */
  readonly population?: Float64Array;
  /** How many records have the items that somebody may know, where columns of sets are published. */
  readonly items?: FitCounts;
  /** The column that says whose rows they are, where people are counted and it is one of the table. */
  readonly person?: { readonly column?: string; readonly taken?: true };
};

/** An audit of cohorts, wherever they were counted. */
export function auditOf(cohorts: CohortSizes, facts: AuditFacts): Audit {
  const { goals, verdicts, blank, leftOut, disclosure, fraction, items, person } = facts;
  const { weights, matching, people } = cohorts;
  let [rows, squares] = [0, 0];
  for (let cohort = 0; cohort < weights.length; cohort++) {
    rows += weights[cohort];
    squares += matching[cohort] * weights[cohort];
  }
  const ends = endsOf(fittingSizes(cohorts));
  const k = ends.smallest;
  const everybody = people?.total ?? rows;
  const atRisk = sizesAtRisk(cohorts);
  const ofCohorts = riskOf(atRisk, everybody, facts.population, ownSizes(cohorts));
  const risk = items === undefined ? ofCohorts : withItems(ofCohorts, items, everybody);
  const statesK = goals.some((goal) => statesSize(goal) && !isCombination(goal));
  const known = people?.known ?? rows;
  return {
    k,
    highestRisk: rows === 0 ? 0 : items === undefined ? 1 / Math.max(1, k) : risk.highest,
    holds: verdicts.every((verdict) => verdict.holds),
    release: {
      rows: rows + blank,
      cohorts: weights.length,
      ...endsOf(matching),
      squares,
      suppressed: blank,
      leftOut,
      people: person === undefined ? undefined : { ...ends, total: known, nameless: everybody - known, ...person },
    },
    privacy: statesK ? verdicts : [{ model: sizeModel, measured: k, holds: true, failing: 0 }, ...verdicts],
    warnings: [],
    risk: {
      ...risk,
      disclosure:
        disclosure.length === 0
          ? undefined
          : Object.fromEntries(disclosure.map(({ attribute, ...own }) => [attribute, own])),
      population: fraction === undefined ? undefined : estimatePopulation(atRisk, fraction),
    },
  };
}

function endsOf(sizes: ArrayLike<number>): { readonly smallest: number; readonly largest: number } {
  let smallest = sizes[0] ?? 0;
  let largest = smallest;
  for (let cohort = 1; cohort < sizes.length; cohort++) {
    smallest = Math.min(smallest, sizes[cohort]);
    largest = Math.max(largest, sizes[cohort]);
  }
  return { smallest, largest };
}
