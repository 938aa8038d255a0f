import type { AttackEntry } from "./attack.ts";
import { valuesAround } from "./sensitive-view.ts";
import { percent } from "./words.ts";

/**
 * Background knowledge: the attacker can rule out m values of a person (a man has no pregnancy), at best the m most
 * frequent ones that are not the person's. Machanavajjhala et al. 2006, section 2.1; Martin et al., *Worst-case
 * background knowledge for privacy-preserving data publishing*, 2007. Blind is who can rule out the same for the table.
 */
export const backgroundKnowledge: AttackEntry = {
  title: "background knowledge",
  sentence: "Finds a person's cohort, rules out a few values that cannot be the person's, and reads what is left.",
  knows: "the person's quasi-identifiers, and m sensitive values that the person does not have (1 unless stated)",
  mitigation: "l-diversity with l ≥ m + 2; recursive (c,l)",
  also: ["background", "excluded-values"],
  sensitive: true,
  *run({ view, excluded, confidence }, sensitive) {
    const { totals } = sensitive;
    let records = 0;
    for (let cohort = 0; cohort < view.cohorts; cohort++) {
      records += recordsKnown(valuesAround(sensitive, view, cohort), excluded, confidence);
    }
    const rows = view.table.rows;
    const whole = recordsKnown(
      [...totals].filter(Boolean).map((count) => ({ count, own: count })),
      excluded,
      confidence,
    );
    return {
      successes: records,
      targets: rows,
      baseline: rows === 0 ? 0 : whole / rows,
      says: `whoever can rule out ${excluded} of a person's possible values of ${sensitive.name} knows it for ${percent(records / Math.max(1, rows))} of records`,
      details: { excluded, records },
    };
  },
};

/** Records of a histogram whose value has the wanted share once the m most frequent others are ruled out. */
function recordsKnown(
  histogram: readonly { readonly count: number; readonly own: number }[],
  excluded: number,
  confidence: number,
): number {
  const sorted = [...histogram].sort((a, b) => b.count - a.count);
  const size = sorted.reduce((sum, { count }) => sum + count, 0);
  const ruledOut = sorted.slice(0, excluded).reduce((sum, { count }) => sum + count, 0);
  let known = 0;
  sorted.forEach(({ count, own }, place) => {
    // one of the most frequent values cannot rule itself out; the next in line goes in its stead
    const rest = place < excluded ? size - ruledOut + count - (sorted[excluded]?.count ?? 0) : size - ruledOut;
    if (count >= confidence * rest - 1e-9) known += own;
  });
  return known;
}
