import { isSuppressed, type Problem, publishedShare, type Recoding } from "../cohort/index.ts";

/** Loss per attribute and over all of them, each 0 … 1. */
export type AttributeLoss = { readonly total: number; readonly perAttribute: readonly number[] };

/**
 * Normalised certainty penalty: the share of its attribute that a published value covers, averaged over all cells
 * (weighted, where attributes have weights). For a number or day (high − low) / range, for ordered names the same on
 * their places, for a hierarchy node leaves under it / all leaves and 0 for a leaf. Over a whole table the same figure
 * is also called GCP. Xu et al., *Utility-based anonymization using local recoding*, KDD 2006, section 4.
 */
export function ncp(problem: Problem, recoding: Recoding, sizes: Float64Array): AttributeLoss {
  return weightedLoss(problem, sizes, (attribute, cohort) => shareOf(problem, recoding, attribute, cohort));
}

/**
 * The loss of a hierarchy node counted as (leaves − 1) / (all leaves − 1), elsewhere as NCP: a single value costs
 * nothing and everything costs 1. Iyengar, *Transforming data to satisfy privacy constraints*, KDD 2002, section 3.
 */
export function loss(problem: Problem, recoding: Recoding, sizes: Float64Array): AttributeLoss {
  return weightedLoss(problem, sizes, (attribute, cohort) => {
    const axis = problem.attributes[attribute]!;
    const span = shareOf(problem, recoding, attribute, cohort);
    if (axis.tree === undefined || span === 0) return span;
    const all = axis.tree.tree.leaves.length;
    return all === 1 ? span : (span * all - 1) / (all - 1);
  });
}

/** The share of its attribute that a cohort's value covers; a record that is left out loses all of it. */
function shareOf(problem: Problem, recoding: Recoding, attribute: number, cohort: number): number {
  if (isSuppressed(recoding, cohort)) return 1;
  const stated = recoding.shares?.[attribute];
  if (stated !== undefined) return stated[cohort]!;
  return publishedShare(
    problem.attributes[attribute]!,
    recoding.low[attribute]![cohort]!,
    recoding.high[attribute]![cohort]!,
  );
}

function weightedLoss(
  problem: Problem,
  sizes: Float64Array,
  cell: (attribute: number, cohort: number) => number,
): AttributeLoss {
  let sum = 0;
  let weights = 0;
  const perAttribute = problem.attributes.map((attribute, index) => {
    let lost = 0;
    for (let cohort = 0; cohort < sizes.length; cohort++) lost += sizes[cohort]! * cell(index, cohort);
    const share = lost / problem.rows;
    const weight = Math.max(0, attribute.weight);
    sum += share * weight;
    weights += weight;
    return share;
  });
  return { total: weights === 0 ? 0 : sum / weights, perAttribute };
}
