import { allLost, type TextShare } from "./text-share.ts";

/** What the published cells of an attribute cost: a share, and how many records have it. */
export type PricedCells = { readonly weight: number; readonly cells: readonly (readonly [TextShare, number])[] };

/** Loss over all attributes and of each, as NCP and as `loss` count it. */
export type PublishedLoss = {
  readonly ncp: number;
  readonly loss: number;
  readonly perAttribute: readonly number[];
};

/**
 * Normalised certainty penalty of a release: the mean over the original's `records` and all attributes (weighted, where
 * attributes have weights) of the share of its attribute that each published text covers; a record that is not published
 * counts 1 in every attribute. Over a whole table the same figure is also called GCP. Xu et al., *Utility-based
 * anonymization using local recoding*, KDD 2006, section 4. The result does not depend on the order of the cells.
 */
export function publishedLoss(
  attributes: readonly PricedCells[],
  { records, leftOut }: { readonly records: number; readonly leftOut: number },
): PublishedLoss {
  const mean = (cells: PricedCells["cells"], by: keyof TextShare): number =>
    records === 0 ? 0 : total([...cells, [allLost, leftOut]], by) / records;
  return weightedLoss(
    attributes.map(({ weight, cells }) => ({ weight, ncp: mean(cells, "ncp"), loss: mean(cells, "loss") })),
  );
}

/** Loss over all attributes, given that of each. */
export function weightedLoss(
  attributes: readonly { readonly weight: number; readonly ncp: number; readonly loss: number }[],
): PublishedLoss {
  const weights = attributes.map(({ weight }) => Math.max(0, weight));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const weighted = (by: keyof TextShare): number =>
    whole === 0 ? 0 : attributes.reduce((sum, share, i) => sum + share[by] * weights[i], 0) / whole;
  return { ncp: weighted("ncp"), loss: weighted("loss"), perAttribute: attributes.map(({ ncp }) => ncp) };
}

/** The sum over cells, equal shares together and small ones first, so that every order of cells gives the same bits. */
function total(cells: PricedCells["cells"], by: keyof TextShare): number {
  const records = new Map<number, number>();
  for (const [share, count] of cells) records.set(share[by], (records.get(share[by]) ?? 0) + count);
  const inOrder = [...records].sort(([a], [b]) => a - b);
  return inOrder.reduce((sum, [share, count]) => sum + share * count, 0);
}
