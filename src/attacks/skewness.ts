import { labelAt } from "../table/index.ts";
import type { AttackEntry } from "./attack.ts";
import { valuesAround } from "./sensitive-view.ts";
import { percent } from "./words.ts";

/**
 * Skewness: in each cohort the attacker bets on the value that its members have most more often than the table
 * (largest q − p). Both the mean gain over records and the largest one are at most t of t-closeness by equal distance;
 * of d values, ordered distance allows (d − 1)·t and hierarchical height·t. Li, Li and Venkatasubramanian,
 * *t-closeness*, 2007, section 3. Blind is the same bets made without looking at the cohort.
 */
export const skewness: AttackEntry = {
  title: "skewness",
  sentence: "Finds a person's cohort and bets on the sensitive value that is more frequent there than in the table.",
  knows: "the person's quasi-identifiers, and how often each sensitive value occurs in the table",
  mitigation: "t-closeness; β-likeness",
  also: ["skew"],
  sensitive: true,
  *run({ view }, sensitive) {
    const { totals } = sensitive;
    const rows = view.table.rows;
    let right = 0;
    let blind = 0;
    let largest = { gain: 0, value: -1, share: 0, records: 0 };
    for (let cohort = 0; cohort < view.cohorts; cohort++) {
      const size = view.around[cohort];
      let best = { gain: Number.NEGATIVE_INFINITY, value: -1, count: 0, own: 0 };
      for (const one of valuesAround(sensitive, view, cohort)) {
        const gain = one.count / size - totals[one.value] / rows;
        if (gain > best.gain + 1e-12) best = { gain, ...one };
      }
      const { gain, value, count, own } = best;
      right += own;
      blind += (view.sizes[cohort] * totals[value]) / rows;
      if (gain > largest.gain) largest = { gain, value, share: count / size, records: size };
    }
    const value = largest.value < 0 ? undefined : labelAt(sensitive.released.labels, largest.value);
    const most =
      value === undefined
        ? ""
        : `; at most "${value}" rises from ${percent(totals[largest.value] / rows)} to ${percent(largest.share)} in a cohort of ${largest.records}`;
    return {
      successes: right,
      targets: rows,
      baseline: rows === 0 ? 0 : blind / rows,
      says: `bets on the value of ${sensitive.name} that a cohort favours are right for ${percent(right / Math.max(1, rows))} of records${most}`,
      details: { largestGain: largest.gain, meanGain: rows === 0 ? 0 : (right - blind) / rows, value },
    };
  },
};
