/** How the values of the attributes become one figure. */
export const aggregates = ["sum", "arithmetic", "geometric", "maximum", "rank"] as const;

/** How the values of the attributes become one figure; `rank` compares the largest, then the next, and so on. */
export type Aggregate = (typeof aggregates)[number];

/** A figure of loss that two nodes are compared by: one number, or for `rank` all values, the largest first. */
export type Score = Float64Array;

/**
 * Puts values together, each weighed by w / max w: sum Σ v·w · arithmetic Σ v·w / m · geometric Π (v·w + 1)^(1/m) − 1 ·
 * maximum · rank. `mean` is Σ v·w / Σ w, as NCP has it. A measure with one value for all needs none of it.
 */
export function aggregator(
  form: Aggregate | "mean" | "scalar",
  weights: ArrayLike<number>,
): (values: Float64Array) => Score {
  if (form === "scalar") return (values) => values;
  const heaviest = Array.from(weights).reduce((most, weight) => Math.max(most, weight), 0);
  const shares = Float64Array.from(weights, (weight) => weight / heaviest);
  const m = shares.length;
  const added = (values: Float64Array): number => values.reduce((sum, value, i) => sum + value * shares[i], 0);
  switch (form) {
    case "sum":
      return (values) => Float64Array.of(added(values));
    case "arithmetic":
      return (values) => Float64Array.of(added(values) / m);
    case "mean": {
      const all = shares.reduce((sum, share) => sum + share, 0);
      return (values) => Float64Array.of(added(values) / all);
    }
    case "geometric":
      return (values) =>
        Float64Array.of(values.reduce((product, v, i) => product * (v * shares[i] + 1), 1) ** (1 / m) - 1);
    case "maximum":
      return (values) => Float64Array.of(values.reduce((most, v, i) => Math.max(most, v * shares[i]), 0));
    case "rank":
      return (values) =>
        values
          .map((value, i) => value * shares[i])
          .sort()
          .reverse();
  }
}

/** Differences below this, relative to figures above 1, are rounding and count as none. */
const rounding = 1e-12;

/** Compares two scores: negative when the first is less. */
export function compareScores(a: Score, b: Score): number {
  for (let i = 0; i < a.length; i++) {
    const difference = a[i] - b[i];
    if (Math.abs(difference) > rounding * Math.max(1, Math.abs(b[i]))) return difference;
  }
  return 0;
}
