import type { AttackEntry } from "./attack.ts";
import { valuesAround } from "./sensitive-view.ts";
import { counted, many, percent } from "./words.ts";

/**
 * Homogeneity: a cohort whose members share their sensitive value gives it away without a record being picked.
 * Machanavajjhala et al., *l-diversity: privacy beyond k-anonymity*, 2006, section 2.1. With a confidence below 1 a
 * cohort counts in which one value has at least that share.
 */
export const homogeneity: AttackEntry = {
  title: "homogeneity",
  sentence: "Finds a person's cohort and reads the sensitive value that all its members share.",
  knows: "the person's quasi-identifiers, and that the person is in the release",
  mitigation: "l-diversity; better its entropy or recursive (c,l) form",
  also: ["homogeneous"],
  sensitive: true,
  *run({ view, confidence }, sensitive) {
    const { totals } = sensitive;
    let records = 0;
    let cohorts = 0;
    for (let cohort = 0; cohort < view.cohorts; cohort++) {
      const most = valuesAround(sensitive, view, cohort).reduce((high, { count }) => Math.max(high, count), 0);
      if (most < confidence * view.around[cohort] - 1e-9) continue;
      cohorts++;
      records += view.sizes[cohort];
    }
    const rows = view.table.rows;
    const known = totals.some((count) => count >= confidence * rows - 1e-9);
    return {
      successes: records,
      targets: rows,
      baseline: known ? 1 : 0,
      says: `${counted(cohorts)} of ${many(view.cohorts, "cohort")} ${cohorts === 1 ? "has" : "have"} one value of ${sensitive.name}, which tells it of ${many(records, "record")} (${percent(records / Math.max(1, rows))})`,
      details: { cohorts, of: view.cohorts, records },
    };
  },
};
