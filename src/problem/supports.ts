/** Calls back with every combination of `size` of the items given, in order. */
export function eachCombination(
  items: readonly number[],
  size: number,
  visit: (chosen: readonly number[]) => void,
): void {
  const chosen: number[] = [];
  const extend = (from: number): void => {
    if (chosen.length === size) {
      visit(chosen);
      return;
    }
    for (let at = from; at <= items.length - (size - chosen.length); at++) {
      chosen.push(items[at]);
      extend(at + 1);
      chosen.pop();
    }
  };
  extend(0);
}

/** How many sets have each combination of exactly `size` items, by the items joined with commas. */
export function supportsOf(sets: readonly (readonly number[])[], size: number): Map<string, number> {
  const supports = new Map<string, number>();
  for (const set of sets) {
    eachCombination(set, size, (chosen) => {
      const key = chosen.join();
      supports.set(key, (supports.get(key) ?? 0) + 1);
    });
  }
  return supports;
}

/** The rarest combination of up to `most` items that some set has, and the sets that have one in fewer than k. */
export function rarestOf(
  sets: readonly (readonly number[])[],
  most: number,
  k: number,
): { readonly support: number; readonly failing: number } {
  let support = Number.POSITIVE_INFINITY;
  const failing = new Set<number>();
  for (let size = 1; size <= most; size++) {
    const supports = supportsOf(sets, size);
    for (const count of supports.values()) support = Math.min(support, count);
    sets.forEach((set, at) => {
      if (failing.has(at)) return;
      eachCombination(set, size, (chosen) => {
        if (supports.get(chosen.join())! < k) failing.add(at);
      });
    });
  }
  return { support, failing: failing.size };
}
