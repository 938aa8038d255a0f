const z = 1.959963984540054;

/**
 * The 95 % score interval of a share (Wilson 1927), for `successes` of `trials`, which may be expected numbers; without
 * trials nothing is known.
 */
export function wilson(successes: number, trials: number): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const square = (z * z) / trials;
  const middle = share + square / 2;
  const half = z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials));
  const low = (middle - half) / (1 + square);
  const high = (middle + half) / (1 + square);
  return [share === 0 ? 0 : Math.max(0, low), share === 1 ? 1 : Math.min(1, high)];
}
