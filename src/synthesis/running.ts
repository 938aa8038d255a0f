import type { Random } from "../base/index.ts";

/** The running sums of counts. */
export function running(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map((count) => (sum += count));
}

/** Draws a place, each as often as its stretch of the running sums is long. */
export function drawRunning(sums: ArrayLike<number>, random: Random): number {
  const wanted = random.unit() * sums[sums.length - 1];
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
