/**
 * @file Grassberger's estimate of an entropy from a small sample: H = ln N − (1/N) Σ n G(n), with
 * G(n) = ψ(n) + ½ (−1)ⁿ (ψ((n + 1)/2) − ψ(n/2)). P. Grassberger, *Entropy estimates from insufficient samplings*, 2003
 * (arXiv:physics/0307138), equations 28 to 30. The entropy of the counts themselves is too low where a cohort is small;
 * this estimate corrects for it. It speaks of the distribution that a cohort was drawn from, so it may exceed the
 * logarithm of the number of values that occur.
 */
import { exp, log2 } from "../base/index.ts";

const eulerGamma = 0.5772156649015329;

/** Terms up to which a sum is added up; past it its expansion is exact to the last digit or two. */
const fewTerms = 32;

/** 1 + 1/2 + … + 1/n. */
function harmonic(n: number): number {
  if (n <= fewTerms) {
    let sum = 0;
    for (let i = n; i >= 1; i--) sum += 1 / i;
    return sum;
  }
  const square = 1 / (n * n);
  return log2(n) * Math.LN2 + eulerGamma + 1 / (2 * n) - square * (1 / 12 - square * (1 / 120 - square / 252));
}

/** G(n) of a count: G(1) = −γ − ln 2, G(2) = 2 − γ − ln 2, G(2m + 1) = G(2m), G(2m + 2) = G(2m) + 2 / (2m + 1). */
function correctedLog(count: number): number {
  const half = Math.floor(count / 2);
  return 2 * harmonic(2 * half) - harmonic(half) - eulerGamma - Math.LN2;
}

/** The number of equally frequent values of the estimated entropy, but never more than occur. */
export function estimatedValues(histogram: Float64Array): number {
  let records = 0;
  let values = 0;
  let sum = 0;
  for (let value = 0; value < histogram.length; value++) {
    const count = histogram[value];
    if (count === 0) continue;
    values += 1;
    records += count;
    sum += count * correctedLog(count);
  }
  return records === 0 ? 0 : Math.min(values, exp(log2(records) * Math.LN2 - sum / records));
}

/**
 * How many times as many values of the plain entropy are enough for the estimate: G(n) exceeds ln n by at most
 * G(2) − ln 2 = 0.0365.
 */
export const enoughTimes: number = /* @__PURE__ */ Math.exp(2 - eulerGamma - 2 * Math.LN2);
