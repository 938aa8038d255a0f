import { sumOf } from "../base/index.ts";
import type { MeasuredCohort } from "../cohort/index.ts";

/** What cohorts disclose about a sensitive column to somebody who finds a person's cohort and no more. */
export type Disclosure = {
  /** The share of records in cohorts with one value: it is known for certain. */
  readonly homogeneity: number;
  /** The share of records for which the most frequent value of their cohort is the right one. */
  readonly inference: number;
  /** The share for which the most frequent value of the whole table is the right one: what is known without looking. */
  readonly baseline: number;
  /** The largest rise of a value's share from the table to a cohort, q − p: a difference, not a ratio. */
  readonly largestGain: number;
  /** The mean, over records, of the largest rise in their cohort. */
  readonly meanGain: number;
};

/**
 * Measures what cohorts disclose, given how often each value occurs in the table. Where people are counted, cohorts and
 * totals are of distinct (person, value) pairs, and `peopleIn` says how many people are in the marked cohorts: somebody
 * is known whose value is known in one of theirs. Of equally frequent values the one is guessed that most of a cohort's
 * own records have.
 */
export function disclosureOf(
  cohorts: Iterable<MeasuredCohort>,
  totals: Float64Array,
  peopleIn?: (marks: Uint8Array) => number,
): Disclosure {
  const whole = totals.reduce((sum, count) => sum + count, 0);
  let [all, alike, right, largestGain] = [0, 0, 0, 0];
  const gains: number[] = [];
  const known: number[] = [];
  for (const { alike: times, histogram, values, own } of cohorts) {
    let [fitting, most, records, guessed] = [0, 0, 0, 0];
    for (const value of values) {
      fitting += histogram[value];
      most = Math.max(most, histogram[value]);
      records += own[value];
    }
    let gain = Number.NEGATIVE_INFINITY;
    for (const value of values) {
      if (histogram[value] === most) guessed = Math.max(guessed, own[value]);
      gain = Math.max(gain, histogram[value] / fitting - totals[value] / whole);
    }
    known.push(values.length === 1 ? 1 : 0);
    if (values.length === 0) continue;
    if (values.length === 1) alike += records * times;
    all += records * times;
    right += guessed * times;
    largestGain = Math.max(largestGain, gain);
    gains.push(gain * records * times);
  }
  const share = (count: number, of: number): number => count / Math.max(1, of);
  return {
    homogeneity:
      peopleIn === undefined
        ? share(alike, all)
        : share(peopleIn(Uint8Array.from(known)), peopleIn(new Uint8Array(known.length).fill(1))),
    inference: share(right, all),
    baseline: share(
      totals.reduce((most, count) => Math.max(most, count), 0),
      whole,
    ),
    largestGain,
    meanGain: Math.max(0, share(sumOf(gains), all)),
  };
}
