import { isSuppressed, type Problem, publishedShare, type Recoding } from "../cohort/index.ts";
import { allLost, type TextShare } from "./text-share.ts";

/** Loss per attribute and over all of them, each 0 … 1. */
export type AttributeLoss = { readonly total: number; readonly perAttribute: readonly number[] };

/**
 * Normalised certainty penalty of a recoding as a search sees it, from its boxes: (high − low) / range for a number or
 * day, the same on their places for names, leaves / all leaves for a hierarchy's node and 0 for a leaf; a record that is
 * left out loses all. Of what is published `publishedLoss` tells. Xu et al., *Utility-based anonymization using local
 * recoding*, KDD 2006, section 4.
 */
export function ncp(problem: Problem, recoding: Recoding, sizes: Float64Array): AttributeLoss {
  return weightedLoss(problem, sizes, (attribute, cohort) => recodedShare(problem, recoding, attribute, cohort).ncp);
}

/**
 * The loss of a hierarchy node counted as (leaves − 1) / (all leaves − 1), elsewhere as NCP: a single value costs
 * nothing and everything costs 1. Iyengar, *Transforming data to satisfy privacy constraints*, KDD 2002, section 3.
 */
export function loss(problem: Problem, recoding: Recoding, sizes: Float64Array): AttributeLoss {
  return weightedLoss(problem, sizes, (attribute, cohort) => recodedShare(problem, recoding, attribute, cohort).loss);
}

/** The share of its attribute that a cohort's box covers, whatever is published for it; all where it is left out. */
export function recodedShare(problem: Problem, recoding: Recoding, attribute: number, cohort: number): TextShare {
  if (isSuppressed(recoding, cohort)) return allLost;
  const axis = problem.attributes[attribute];
  const stated = recoding.shares?.[attribute];
  const span =
    stated === undefined
      ? publishedShare(axis, recoding.low[attribute][cohort], recoding.high[attribute][cohort])
      : stated[cohort];
  if (axis.tree === undefined || span === 0) return { ncp: span, loss: span };
  const all = axis.tree.tree.leaves.length;
  return { ncp: span, loss: all === 1 ? span : (span * all - 1) / (all - 1) };
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
    for (let cohort = 0; cohort < sizes.length; cohort++) lost += sizes[cohort] * cell(index, cohort);
    const share = lost / problem.rows;
    const weight = Math.max(0, attribute.weight);
    sum += share * weight;
    weights += weight;
    return share;
  });
  return { total: weights === 0 ? 0 : sum / weights, perAttribute };
}
