import { labelAt } from "../table/index.ts";
import type { AttackEntry } from "./attack.ts";
import { percent } from "./words.ts";

/**
 * Skewness: in each cohort the attacker bets on the value that its members have most more often than the table
 * (largest q − p). The mean gain over records and the largest one are bounded by t of t-closeness. Li, Li and
 * Venkatasubramanian, *t-closeness*, 2007, section 3. Blind is the same bets made without looking at the cohort.
 */
export const skewness: AttackEntry = {
  title: "skewness",
  sentence: "Finds a person's cohort and bets on the sensitive value that is more frequent there than in the table.",
  knows: "the person's quasi-identifiers, and how often each sensitive value occurs in the table",
  mitigation: "t-closeness; β-likeness",
  also: ["skew"],
  sensitive: true,
  *run({ view }, sensitive) {
    const { starts, values, counts, totals } = sensitive!;
    const rows = view.table.rows;
    let right = 0;
    let blind = 0;
    let largest = { gain: 0, value: -1, share: 0, records: 0 };
    for (let cohort = 0; cohort < view.cohorts; cohort++) {
      const size = view.sizes[cohort]!;
      let best = { gain: Number.NEGATIVE_INFINITY, at: -1 };
      for (let at = starts[cohort]!; at < starts[cohort + 1]!; at++) {
        const gain = counts[at]! / size - totals[values[at]!]! / rows;
        if (gain > best.gain + 1e-12) best = { gain, at };
      }
      const value = values[best.at]!;
      right += counts[best.at]!;
      blind += (size * totals[value]!) / rows;
      if (best.gain > largest.gain) largest = { gain: best.gain, value, share: counts[best.at]! / size, records: size };
    }
    const value = largest.value < 0 ? undefined : labelAt(sensitive!.released.labels, largest.value);
    const most =
      value === undefined
        ? ""
        : `; at most "${value}" rises from ${percent(totals[largest.value]! / rows)} to ${percent(largest.share)} in a cohort of ${largest.records}`;
    return {
      successes: right,
      targets: rows,
      baseline: rows === 0 ? 0 : blind / rows,
      says: `bets on the value of ${sensitive!.name} that a cohort favours are right for ${percent(right / Math.max(1, rows))} of records${most}`,
      details: { largestGain: largest.gain, meanGain: rows === 0 ? 0 : (right - blind) / rows, value },
    };
  },
};
