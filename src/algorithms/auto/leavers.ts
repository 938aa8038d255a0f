import type { Problem } from "../../cohort/index.ts";
import type { Judge } from "../judge.ts";

/** How many records of each value of the sensitive column have to leave a cohort, and how many in all. */
export type LeaverCounts = { readonly ofValue: Float64Array; readonly records: number };

/** Says who has to leave a cohort for it to be allowed. */
export type Leaver = (histograms: readonly Float64Array[], size: number) => LeaverCounts;

/** Steps in which the cap is looked for. */
const steps = 14;

/**
 * Caps every value at the same multiple of its share of the table, the highest at which the cohort is allowed; everybody
 * leaves a cohort that never is. With several sensitive columns nobody is taken out alone.
 */
export function leaverOf(problem: Problem, judge: Judge): Leaver {
  const totals = problem.sensitive[0].totals;
  const all = totals.reduce((sum, count) => sum + count, 0);
  const shares = totals.map((count) => count / all);
  const stay = new Float64Array(totals.length);
  const best = new Float64Array(totals.length);
  const nobody: LeaverCounts = { ofValue: new Float64Array(totals.length), records: 0 };
  return (histograms, size) => {
    if (judge.holds(histograms, size)) return nobody;
    const own = histograms[0];
    let kept = 0;
    if (histograms.length === 1) {
      let high = 0;
      own.forEach((count, value) => {
        if (count > 0) high = Math.max(high, count / shares[value]);
      });
      let low = 0;
      for (let step = 0; step < steps; step++) {
        const cap = (low + high) / 2;
        let staying = 0;
        for (let value = 0; value < stay.length; value++) {
          stay[value] = Math.min(own[value], Math.floor(cap * shares[value]));
          staying += stay[value];
        }
        if (judge.holds([stay], staying)) {
          low = cap;
          kept = staying;
          best.set(stay);
        } else high = cap;
      }
    }
    if (kept === 0) return { ofValue: own.slice(), records: size };
    return { ofValue: own.map((count, value) => count - best[value]), records: size - kept };
  };
}
