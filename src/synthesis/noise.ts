import { type Random, randomFrom } from "../base/index.ts";
import { ln } from "../learning/index.ts";

/** A seed of its own for a part of the work: the same parts give the same seed, others another. */
export function seedFor(seed: number, ...parts: readonly number[]): number {
  let mixed = seed;
  for (const part of parts) {
    const random = randomFrom(mixed + part * 0x9e3779b1);
    mixed = (random.next() % 0x20_0000) * 0x1_0000_0000 + random.next();
  }
  return mixed;
}

const cells = 4096;

/** Values at evenly spread chances; draws go between neighbours. */
function tableOf(quantile: (chance: number) => number): Float64Array {
  return Float64Array.from({ length: cells + 1 }, (_, index) => {
    const chance = Math.min(Math.max(index / cells, 0.25 / cells), 1 - 0.25 / cells);
    return quantile(chance);
  });
}

function drawFrom(table: Float64Array, random: Random): number {
  const bits = random.next();
  const cell = bits >>> 20;
  const low = table[cell];
  return low + (table[cell + 1] - low) * ((bits & 0xf_ffff) / 0x10_0000);
}

/** The normal quantile, to nine digits (P. J. Acklam's rational approximation). */
function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * ln(p));
    return (
      (((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
        4.374664141464968) *
        q +
        2.938163982698783) /
      ((((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1)
    );
  }
  const q = p - 0.5;
  const r = q * q;
  return (
    ((((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
      2.506628277459239) *
      q) /
    (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
      1)
  );
}

const normals = /* @__PURE__ */ tableOf(normalQuantile);
const gumbels = /* @__PURE__ */ tableOf((chance) => -ln(-ln(chance)));

/** A draw from the standard normal distribution, its far tails cut off. */
export function drawNormal(random: Random): number {
  return drawFrom(normals, random);
}

/** A draw from the Gumbel distribution; the place of the largest of scores plus such draws has the scores' softmax chances. */
export function drawGumbel(random: Random): number {
  return drawFrom(gumbels, random);
}

/** A place drawn by shares that add up to 1. */
export function drawShare(shares: ArrayLike<number>, random: Random): number {
  let wanted = random.unit();
  let last = 0;
  for (let index = 0; index < shares.length; index++) {
    if ((wanted -= shares[index]) < 0) return index;
    if (shares[index] > 0) last = index;
  }
  return last;
}

/**
 * A number from `low` to `high` in steps of the last decimal, each as likely. Where there are more steps than doubles
 * tell apart (14 decimals on numbers of three digits), any double between the two is as good.
 */
export function drawBetween(low: number, high: number, decimals: number, random: Random): number {
  const grain = 10 ** decimals;
  const steps = Math.round((high - low) * grain) + 1;
  if (!Number.isSafeInteger(steps)) {
    const share = random.unit();
    return Math.min(high, Math.max(low, low * (1 - share) + high * share));
  }
  return low + random.below(steps) / grain;
}

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
