import { eachCombination } from "./supports.ts";

/**
 * For each set the fewest owners of sets that have the same items, over all combinations of up to `most` of its
 * items; all owners for a set without items. `owners` says whose set each is, where somebody may have several;
 * −1 is nobody that is known, who adds nobody.
 */
export function fewestFitting(
  sets: readonly (readonly number[])[],
  most: number,
  owners: readonly number[] = sets.map((_, at) => at),
): number[] {
  const holders = new Map<string, Set<number>>();
  const add = (key: string, owner: number): void => {
    const known = holders.get(key) ?? new Set();
    if (owner >= 0) known.add(owner);
    holders.set(key, known);
  };
  const visitAll = (set: readonly number[], visit: (key: string) => void): void => {
    visit("");
    for (let size = 1; size <= most; size++) eachCombination(set, size, (chosen) => visit(chosen.join()));
  };
  sets.forEach((set, at) => {
    visitAll(set, (key) => add(key, owners[at]));
  });
  return sets.map((set) => {
    let fewest = Number.POSITIVE_INFINITY;
    visitAll(set, (key) => {
      fewest = Math.min(fewest, holders.get(key)!.size);
    });
    return Math.max(1, fewest);
  });
}
