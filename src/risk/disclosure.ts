import { sumOf } from "../base/index.ts";
import { distinctPairs, type Fold, type PersonRows, peopleIn } from "../cohort/index.ts";
import type { Codes } from "../table/index.ts";

/** What cohorts tell about a sensitive column to somebody who finds a person's cohort and no more. */
export type Disclosure = {
  /** The share of records in cohorts with one value: it is known. */
  readonly homogeneous: number;
  /** The largest rise of a value's share from the table to a cohort, q − p: a difference, not a ratio. */
  readonly largestGain: number;
  /** The mean, over records, of the largest rise in their cohort. */
  readonly meanGain: number;
};

/**
 * Counts what cohorts tell about a column of codes with `values` different values; `matches` lists the cohorts that
 * match each one, where missing values match anything.
 */
export function disclosureOf(
  cohorts: Fold,
  codes: Codes,
  values: number,
  matches?: readonly Uint32Array[],
): Disclosure {
  const rows = codes.length;
  const starts = new Uint32Array(cohorts.tuples + 1);
  for (let cohort = 0; cohort < cohorts.tuples; cohort++) starts[cohort + 1] = starts[cohort] + cohorts.weights[cohort];
  const next = starts.slice();
  const byCohort = new Uint32Array(rows);
  const totals = new Float64Array(values);
  for (let row = 0; row < rows; row++) {
    byCohort[next[cohorts.tupleOf[row]]++] = codes[row];
    totals[codes[row]] += 1;
  }
  const counts = new Uint32Array(values);
  let homogeneous = 0;
  let largestGain = 0;
  const gains = new Float64Array(cohorts.tuples);
  for (let cohort = 0; cohort < cohorts.tuples; cohort++) {
    const own = starts[cohort + 1] - starts[cohort];
    const members =
      matches === undefined
        ? byCohort.subarray(starts[cohort], starts[cohort + 1])
        : Uint32Array.from(
            [...matches[cohort]].flatMap((other) => [...byCohort.subarray(starts[other], starts[other + 1])]),
          );
    for (const code of members) counts[code]++;
    if (counts[members[0]] === members.length) homogeneous += own;
    let gain = Number.NEGATIVE_INFINITY;
    for (const code of members) gain = Math.max(gain, counts[code] / members.length - totals[code] / rows);
    for (const code of members) counts[code] = 0;
    largestGain = Math.max(largestGain, gain);
    gains[cohort] = gain * own;
  }
  return rows === 0
    ? { homogeneous: 0, largestGain: 0, meanGain: 0 }
    : { homogeneous: homogeneous / rows, largestGain, meanGain: Math.max(0, sumOf(gains) / rows) };
}

/**
 * As `disclosureOf` where people are counted: shares are of distinct (person, value) pairs, a person is known whose
 * value is known in one of their cohorts, and the mean is over the people of each cohort.
 */
export function disclosureToPeople(cohorts: Fold, codes: Codes, values: number, persons: PersonRows): Disclosure {
  const rows = codes.length;
  if (rows === 0) return { homogeneous: 0, largestGain: 0, meanGain: 0 };
  const whole = distinctPairs(persons, new Uint8Array(rows), 1, codes, values).list;
  const totals = new Float64Array(values);
  for (const row of whole) totals[codes[row]] += 1;
  const { starts, list } = distinctPairs(persons, cohorts.tupleOf, cohorts.tuples, codes, values);
  const counts = new Uint32Array(values);
  const isKnown = new Uint8Array(cohorts.tuples);
  let largestGain = 0;
  const gains = new Float64Array(cohorts.tuples);
  for (let cohort = 0; cohort < cohorts.tuples; cohort++) {
    const members = list.subarray(starts[cohort], starts[cohort + 1]);
    for (const row of members) counts[codes[row]]++;
    if (counts[codes[members[0]]] === members.length) isKnown[cohort] = 1;
    let gain = Number.NEGATIVE_INFINITY;
    for (const row of members) {
      const code = codes[row];
      gain = Math.max(gain, counts[code] / members.length - totals[code] / whole.length);
    }
    for (const row of members) counts[codes[row]] = 0;
    largestGain = Math.max(largestGain, gain);
    gains[cohort] = gain * members.length;
  }
  const everybody = peopleIn(persons, cohorts.tupleOf, new Uint8Array(cohorts.tuples).fill(1));
  return {
    homogeneous: peopleIn(persons, cohorts.tupleOf, isKnown) / everybody,
    largestGain,
    meanGain: Math.max(0, sumOf(gains) / list.length),
  };
}
