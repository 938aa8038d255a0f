/** @file Means and middles of numbers whose sum may be more than a double holds. */

/** The mean of numbers, each as often as counted; between the smallest and the largest of them, however large they are. */
export function meanOf(counted: Iterable<readonly [number: number, count: number]>): number {
  const pairs = [...counted];
  let records = 0;
  let sum = 0;
  for (const [number, count] of pairs) {
    records += count;
    sum += number * count;
  }
  if (Number.isFinite(sum)) return sum / records;
  return pairs.reduce((mean, [number, count]) => mean + number * (count / records), 0);
}

/** The number halfway between two. */
export function middleOf(a: number, b: number): number {
  const sum = a + b;
  return Number.isFinite(sum) ? sum / 2 : a / 2 + b / 2;
}
