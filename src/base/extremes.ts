/**
 * @file Extremes and joins of lists of any length. A call with spread arguments (`Math.max(...values)`,
 * `list.push(...more)`) overflows the stack from about 80,000 values, so lists that come from data go through here.
 */

/** The largest of some numbers; −∞ of none, NaN where one is NaN, as `Math.max` has it. */
export function largest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) found = Math.max(found, value);
  return found;
}

/** The smallest of some numbers; ∞ of none, NaN where one is NaN, as `Math.min` has it. */
export function smallest(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** Puts values behind those of a list. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const value of more) list.push(value);
}

/** The item that costs least, the first of several. */
export function cheapest<Item>(items: Iterable<Item>, costOf: (item: Item) => number): Item | undefined {
  let best: Item | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const cost = costOf(item);
    if (cost >= least) continue;
    least = cost;
    best = item;
  }
  return best;
}
