import { eachCombination } from "./supports.ts";

/**
 * For each basket the fewest owners of baskets that have the same items, over all combinations of up to `most` of its
 * items; all owners for a basket without items. `owners` says whose basket each is, where somebody may have several;
 * −1 is nobody that is known, who adds nobody.
 */
export function fewestFitting(
  baskets: readonly (readonly number[])[],
  most: number,
  owners: readonly number[] = baskets.map((_, at) => at),
): number[] {
  const holders = new Map<string, Set<number>>();
  const add = (key: string, owner: number): void => {
    const known = holders.get(key) ?? new Set();
    if (owner >= 0) known.add(owner);
    holders.set(key, known);
  };
  const visitAll = (basket: readonly number[], visit: (key: string) => void): void => {
    visit("");
    for (let size = 1; size <= most; size++) eachCombination(basket, size, (chosen) => visit(chosen.join()));
  };
  baskets.forEach((basket, at) => {
    visitAll(basket, (key) => add(key, owners[at]));
  });
  return baskets.map((basket) => {
    let fewest = Number.POSITIVE_INFINITY;
    visitAll(basket, (key) => {
      fewest = Math.min(fewest, holders.get(key)!.size);
    });
    return Math.max(1, fewest);
  });
}
