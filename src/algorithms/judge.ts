import type { Problem } from "../cohort/index.ts";
import { createModels, type PrivacyGoal, type TableCounts } from "../privacy/index.ts";

/** What every cohort must meet, as plain data that crosses to a thread. */
export type Requirement = { readonly goals: readonly PrivacyGoal[]; readonly table: TableCounts };

/** Decides whether cohorts are allowed. */
export type Judge = {
  /** No cohort may have fewer records. */
  readonly least: number;
  /** True when the number of records decides everything. */
  readonly sizeOnly: boolean;
  /** Whether one cohort is allowed. */
  readonly holds: (histograms: readonly Float64Array[], size: number) => boolean;
  /** Whether both sides of a cut are allowed, given the histograms of the whole and of its left side. */
  readonly allows: (
    whole: readonly Float64Array[],
    left: readonly Float64Array[],
    records: number,
    leftRecords: number,
  ) => boolean;
};

const none: Float64Array = /* @__PURE__ */ new Float64Array(0);

/** A judge for the requirement; it keeps its scratch arrays between calls. */
export function judgeOf({ goals, table }: Requirement): Judge {
  const models = createModels(goals, table);
  const least = models.reduce((most, model) => Math.max(most, model.least), 1);
  const others = models.filter((model) => !model.bySize);
  const right = table.sensitive.map(({ totals }) => new Float64Array(totals.length));
  const seen = { size: 0, histogram: none };
  const holds = (histograms: readonly Float64Array[], size: number): boolean => {
    if (size < least) return false;
    seen.size = size;
    for (const model of others) {
      seen.histogram = histograms[model.sensitive] ?? none;
      if (!model.holds(seen)) return false;
    }
    return true;
  };
  return {
    least,
    sizeOnly: others.length === 0,
    holds,
    allows: (whole, left, records, leftRecords) => {
      if (!holds(left, leftRecords)) return false;
      for (let nth = 0; nth < left.length; nth++) subtract(whole[nth], left[nth], right[nth]);
      return holds(right, records - leftRecords);
    },
  };
}

function subtract(whole: Float64Array, left: Float64Array, right: Float64Array): void {
  for (let value = 0; value < right.length; value++) right[value] = whole[value] - left[value];
}

/** Whether a cohort made of these tuples is allowed. */
export function allowsTuples(problem: Problem, judge: Judge, tuples: Iterable<number>): boolean {
  const size = recordsOf(problem, tuples);
  if (judge.sizeOnly || size < judge.least) return size >= judge.least;
  return judge.holds(histogramsOf(problem, tuples), size);
}

/** The records of some tuples. */
export function recordsOf({ weights }: Problem, tuples: Iterable<number>): number {
  let records = 0;
  for (const tuple of tuples) records += weights[tuple];
  return records;
}

/** How often each value of each sensitive column occurs among some tuples. */
export function histogramsOf({ sensitive, weights }: Problem, tuples: Iterable<number>): Float64Array[] {
  return sensitive.map(({ codes, totals, weights: counted = weights }) => {
    const histogram = new Float64Array(totals.length);
    for (const tuple of tuples) histogram[codes[tuple]] += counted[tuple];
    return histogram;
  });
}
