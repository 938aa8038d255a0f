import { ln } from "./objective.ts";

/** The normal quantile of 95 % intervals. */
const z = 1.959963984540054;

/** Rows by true class (first) and predicted class (second), row by row of the matrix. */
export type ConfusionMatrix = { readonly classes: readonly string[]; readonly counts: readonly (readonly number[])[] };

/** How well classes were predicted. */
export type Scores = {
  readonly accuracy: number;
  /** F1 of the second of two classes, or the mean of all classes' F1. */
  readonly f1: number;
  /** The chance that a row of a class is ranked above one that is not; for several classes the mean over them. */
  readonly auc: number;
  readonly logLoss: number;
};

/** The class each row is most likely of; chances stand row by row, one column for two classes. */
export function likeliest(chances: Float64Array, classes: number): Uint32Array {
  if (classes === 2) return Uint32Array.from(chances, (chance) => (chance > 0.5 ? 1 : 0));
  return Uint32Array.from({ length: chances.length / classes }, (_, row) => {
    let best = 0;
    for (let c = 1; c < classes; c++) if (chances[row * classes + c] > chances[row * classes + best]) best = c;
    return best;
  });
}

/** Counts true against predicted classes. */
export function confusionMatrix(
  truth: ArrayLike<number>,
  predicted: ArrayLike<number>,
  classes: readonly string[],
): ConfusionMatrix {
  const counts = classes.map(() => classes.map(() => 0));
  for (let row = 0; row < truth.length; row++) counts[truth[row]][predicted[row]] += 1;
  return { classes, counts };
}

/** The share of rows whose class was predicted. */
export function accuracy({ counts }: ConfusionMatrix): number {
  const all = counts.flat().reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, row, index) => sum + row[index], 0) / all;
}

/** 2 · precision · recall / (precision + recall) of one class, 0 when it is never predicted right. */
export function f1Of({ counts }: ConfusionMatrix, chosen: number): number {
  const hits = counts[chosen][chosen];
  const predicted = counts.reduce((sum, row) => sum + row[chosen], 0);
  const actual = counts[chosen].reduce((sum, count) => sum + count, 0);
  return predicted + actual === 0 ? 0 : (2 * hits) / (predicted + actual);
}

/**
 * The chance that a positive row has a higher score than a negative one, ties counted half (Mann–Whitney); a row without
 * a score ranks below all others.
 */
export function areaUnderCurve(scored: Float64Array, isPositive: (row: number) => boolean): number {
  const scores = scored.map((score) => (Number.isNaN(score) ? Number.NEGATIVE_INFINITY : score));
  const order = Uint32Array.from(scores, (_, row) => row).sort((a, b) =>
    scores[a] === scores[b] ? 0 : scores[a] - scores[b],
  );
  let rankSum = 0;
  let positives = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    let inRun = 0;
    while (end < order.length && scores[order[end]] === scores[order[start]]) if (isPositive(order[end++])) inRun++;
    rankSum += inRun * ((start + end + 1) / 2);
    positives += inRun;
    start = end;
  }
  const negatives = order.length - positives;
  if (positives === 0 || negatives === 0) return 0.5;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/**
 * The 95 % score interval of an area under the curve of as many positive as negative rows: the areas θ from which the one
 * seen lies no farther than z·√V(θ), V the variance of Hanley and McNeil (1982). Newcombe, *Confidence intervals for an
 * effect size measure based on the Mann–Whitney statistic*, part 2, 2006, method 5. Taking V at the area seen instead
 * would be sure of an area of 1 after a single pair.
 */
export function areaInterval(area: number, pairs: number): readonly [low: number, high: number] {
  const leastOf = (seen: number): number => {
    let [low, high] = [0, seen];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      const uneven = (1 - middle) / (2 - middle) + middle / (1 + middle);
      const variance = (middle * (1 - middle) * (1 + (pairs - 1) * uneven)) / (pairs * pairs);
      if (seen - middle > z * Math.sqrt(variance)) low = middle;
      else high = middle;
    }
    return low;
  };
  return [leastOf(area), 1 - leastOf(1 - area)];
}

/** −mean ln of the chance given to the true class. */
export function logLoss(chances: Float64Array, truth: ArrayLike<number>, classes: number): number {
  let sum = 0;
  for (let row = 0; row < truth.length; row++) sum -= ln(Math.max(1e-15, chanceOf(chances, row, truth[row], classes)));
  return sum / truth.length;
}

/** The chance given to a class; chances stand row by row, one column for two classes. */
export function chanceOf(chances: Float64Array, row: number, chosen: number, classes: number): number {
  if (classes > 2) return chances[row * classes + chosen];
  return chosen === 1 ? chances[row] : 1 - chances[row];
}

/** Judges chances against the truth. */
export function scoresOf(chances: Float64Array, truth: Float64Array, classes: readonly string[]): Scores {
  const matrix = confusionMatrix(truth, likeliest(chances, classes.length), classes);
  const kinds = classes.length === 2 ? [1] : classes.map((_, index) => index);
  const mean = (of: (chosen: number) => number): number =>
    kinds.reduce((sum, chosen) => sum + of(chosen), 0) / kinds.length;
  return {
    accuracy: accuracy(matrix),
    f1: mean((chosen) => f1Of(matrix, chosen)),
    auc: mean((chosen) => {
      const scores = truth.map((_, row) => chanceOf(chances, row, chosen, classes.length));
      return areaUnderCurve(scores, (row) => truth[row] === chosen);
    }),
    logLoss: logLoss(chances, truth, classes.length),
  };
}

/** One part of a calibration curve: rows whose chance lies in a tenth (or so), their mean chance and true share. */
export type CalibrationPart = { readonly rows: number; readonly chance: number; readonly share: number };

/** How far chances can be believed: per part the mean chance against the true share, and their mean distance. */
export function calibration(
  chances: Float64Array,
  truth: Float64Array,
  parts = 10,
): { readonly parts: readonly CalibrationPart[]; readonly error: number } {
  const sums = Array.from({ length: parts }, () => ({ rows: 0, chance: 0, hits: 0 }));
  for (let row = 0; row < truth.length; row++) {
    const part = sums[Math.min(parts - 1, Math.floor(chances[row] * parts))];
    part.rows += 1;
    part.chance += chances[row];
    part.hits += truth[row] > 0 ? 1 : 0;
  }
  const found = sums
    .filter(({ rows }) => rows > 0)
    .map(({ rows, chance, hits }) => ({ rows, chance: chance / rows, share: hits / rows }));
  const error = found.reduce((sum, part) => sum + part.rows * Math.abs(part.chance - part.share), 0) / truth.length;
  return { parts: found, error };
}

/** A mean over repeated runs and the 95 % interval around it (Student's t). */
export type MeanInterval = { readonly mean: number; readonly interval: readonly [number, number] };

/** Student's t, 97.5 %, for 1 … 30 degrees of freedom. */
const students = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Student's t, 97.5 %: from the table, past it by the expansion of Cornish and Fisher (1938), good to four digits there. */
function studentOf(freedom: number): number {
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  return students[freedom - 1] ?? z + first / freedom + second / freedom ** 2;
}

/** The mean of some runs with its interval; of one run the interval is that run. */
export function meanInterval(values: readonly number[]): MeanInterval {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { mean, interval: [mean, mean] };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const half = studentOf(n - 1) * Math.sqrt(variance / n);
  return { mean, interval: [mean - half, mean + half] };
}

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
