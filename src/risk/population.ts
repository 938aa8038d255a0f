/**
 * @file How many people are alone with their quasi-identifiers in the population from which a table was drawn. A record
 * that is unique in a sample may have twins outside it; these estimators judge how likely that is from the cohort sizes
 * of the sample and the share of the population that it is.
 */
import { logGamma } from "./gamma.ts";
import { peakOf } from "./maximise.ts";

/** The names of the estimators. */
export const populationEstimators = ["zayatz", "pitman", "snb"] as const;

/** An estimator of population uniques. */
export type PopulationEstimator = (typeof populationEstimators)[number];

/** What is thought of the population. */
export type PopulationEstimate = {
  /** The share of the population that is in the table. */
  readonly fraction: number;
  /** People in the population. */
  readonly population: number;
  /** Records that are alone in the table. */
  readonly sampleUniques: number;
  /** People who are alone in the population, by each estimator. */
  readonly uniques: Readonly<Record<PopulationEstimator, number>>;
  /** Which of them the decision rule takes, and what it says, as a number and as a share of the population. */
  readonly chosen: PopulationEstimator;
  readonly populationUniques: number;
  readonly share: number;
};

/** How many cohorts there are of each size: pairs of size and count, sizes ascending. */
export type SizeCounts = readonly (readonly [size: number, cohorts: number])[];

/** Counts cohorts by size. */
export function sizeCounts(sizes: Iterable<number>): SizeCounts {
  const counts = new Map<number, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].sort((a, b) => a[0] - b[0]);
}

/**
 * Estimates the people who are alone in the population. The choice follows Dankar, El Emam, Neisa and Roffey,
 * *Estimating the re-identification risk of clinical data sets*, 2012: Pitman's model up to a tenth of the population,
 * above it the smaller of Zayatz's and the slide negative binomial's figure.
 */
export function estimatePopulation(sizes: Iterable<number>, fraction: number): PopulationEstimate {
  const counts = sizeCounts(sizes);
  const sampleUniques = totals(counts).uniques;
  const whole = { zayatz: sampleUniques, pitman: sampleUniques, snb: sampleUniques };
  const estimated = (): typeof whole => ({
    zayatz: zayatzUniques(counts, fraction),
    pitman: pitmanUniques(counts, fraction),
    snb: snbUniques(counts, fraction),
  });
  const uniques = fraction === 1 ? whole : estimated();
  const small = fraction <= 0.1;
  const chosen = small ? "pitman" : uniques.snb < uniques.zayatz ? "snb" : "zayatz";
  const population = totals(counts).records / fraction;
  return {
    fraction,
    population,
    sampleUniques,
    uniques,
    chosen,
    populationUniques: uniques[chosen],
    share: population === 0 ? 0 : uniques[chosen] / population,
  };
}

/**
 * The estimated share of a population of so many people that is alone, fitting no estimator but those that decide: the one
 * stated, or those between which the rule chooses. The population stays what it is where records are left out of the
 * table; the table is then a smaller share of it.
 */
export function populationShare(sizes: Iterable<number>, population: number, estimator?: PopulationEstimator): number {
  const counts = sizeCounts(sizes);
  const { records, uniques } = totals(counts);
  if (population === 0 || uniques === 0) return 0;
  const fraction = Math.min(1, records / population);
  if (fraction === 1) return uniques / population;
  const estimate = { zayatz: zayatzUniques, pitman: pitmanUniques, snb: snbUniques };
  if (estimator !== undefined) return estimate[estimator](counts, fraction) / population;
  if (fraction <= 0.1) return pitmanUniques(counts, fraction) / population;
  return Math.min(zayatzUniques(counts, fraction), snbUniques(counts, fraction)) / population;
}

function totals(counts: SizeCounts): { records: number; cohorts: number; uniques: number } {
  let records = 0;
  let cohorts = 0;
  let uniques = 0;
  for (const [size, count] of counts) {
    records += size * count;
    cohorts += count;
    if (size === 1) uniques = count;
  }
  return { records, cohorts, uniques };
}

/**
 * Zayatz, *Estimation of the number of unique population elements using a sample*, 1991: takes the sample's shares of
 * cohort sizes for the population's and asks, by Bayes' rule, how often a cohort of one in the sample was one of one in
 * the population. P = s₁·(n/N) / Σ_j s_j·H(1; N, j, n), H hypergeometric; uniques = s₁·P·N/n.
 */
export function zayatzUniques(counts: SizeCounts, fraction: number): number {
  const { records, uniques } = totals(counts);
  if (uniques === 0) return 0;
  const population = records / fraction;
  let seen = 0;
  for (const [size, count] of counts) seen += count * onceInSample(size, records, population);
  return (uniques * uniques * fraction) / seen / fraction;
}

/** The probability that a sample has exactly one of a population's `size` equal people: size·C(N−size, n−1)/C(N, n). */
function onceInSample(size: number, sample: number, population: number): number {
  if (population - size < sample - 1) return 0;
  const choose = (of: number, take: number): number => logGamma(of + 1) - logGamma(take + 1) - logGamma(of - take + 1);
  return size * Math.exp(choose(population - size, sample - 1) - choose(population, sample));
}

/**
 * Pitman's sampling formula with parameters θ > −α, 0 < α < 1, fitted by maximum likelihood (Hoshino, *Applying Pitman's
 * sampling formula to microdata disclosure risk assessment*, 2001). Expected uniques among N people are
 * N · Γ(θ+1)·Γ(θ+α+N−1) / (Γ(θ+α)·Γ(θ+N)); Hoshino prints its limit for large N, Γ(θ+1)/Γ(θ+α)·N^α.
 */
export function pitmanUniques(counts: SizeCounts, fraction: number): number {
  const { records, cohorts, uniques } = totals(counts);
  if (uniques === 0) return 0;
  const population = records / fraction;
  if (cohorts === records) return population;
  const { theta, alpha } = fitPitman(counts);
  return Math.exp(
    Math.log(population) +
      logGamma(theta + 1) +
      logGamma(theta + alpha + population - 1) -
      logGamma(theta + alpha) -
      logGamma(theta + population),
  );
}

/** The most likely parameters of Pitman's sampling formula for a sample. */
export function fitPitman(counts: SizeCounts): { readonly theta: number; readonly alpha: number } {
  const { records, cohorts } = totals(counts);
  const likelihood = (theta: number, alpha: number): number => {
    let sum =
      (cohorts - 1) * Math.log(alpha) +
      logGamma(theta / alpha + cohorts) -
      logGamma(theta / alpha + 1) -
      logGamma(theta + records) +
      logGamma(theta + 1);
    const start = logGamma(1 - alpha);
    for (const [size, count] of counts) sum += count * (logGamma(size - alpha) - start);
    return sum;
  };
  const most = Math.log(1e3 * records + 1e3);
  const bestFor = (alpha: number) => peakOf((u) => likelihood(Math.exp(u) - alpha, alpha), -12, most, 60);
  const { at } = peakOf((logit) => bestFor(1 / (1 + Math.exp(-logit))).value, -9, 9, 50);
  const alpha = 1 / (1 + Math.exp(-at));
  return { theta: Math.exp(bestFor(alpha).at) - alpha, alpha };
}

/**
 * Slide negative binomial (Chen and Keller-McNulty, *Estimation of identification disclosure risk in microdata*, 1998):
 * the people of a population's cohort less one follow a negative binomial with shape α and β; a sample has each with
 * the sampling fraction. We fit α and β by maximum likelihood to the sizes seen (a cohort of which nobody was drawn is
 * not seen) where the paper solves two moments, since the moments often have no solution; uniques = cohorts·(1−β)^α.
 */
export function snbUniques(counts: SizeCounts, fraction: number): number {
  const { cohorts, uniques } = totals(counts);
  if (uniques === 0) return 0;
  const { shape, beta } = fitSnb(counts, fraction);
  const unseen = (1 - fraction) * thinned(shape, beta, fraction, 0);
  return (cohorts / (1 - unseen)) * (1 - beta) ** shape;
}

/** The most likely parameters of the slide negative binomial for a sample. */
export function fitSnb(counts: SizeCounts, fraction: number): { readonly shape: number; readonly beta: number } {
  const { cohorts } = totals(counts);
  const likelihood = (shape: number, beta: number): number => {
    let sum = 0;
    for (const [size, count] of counts) {
      const probability =
        (1 - fraction) * thinned(shape, beta, fraction, size) + fraction * thinned(shape, beta, fraction, size - 1);
      sum += count * Math.log(Math.max(probability, 1e-300));
    }
    return sum - cohorts * Math.log(1 - (1 - fraction) * thinned(shape, beta, fraction, 0));
  };
  const bestFor = (shape: number) => peakOf((logit) => likelihood(shape, 1 / (1 + Math.exp(-logit))), -12, 14, 60);
  const { at } = peakOf((u) => bestFor(Math.exp(u)).value, -9, 7, 50);
  const shape = Math.exp(at);
  return { shape, beta: 1 / (1 + Math.exp(-bestFor(shape).at)) };
}

/** The probability of `count` drawn from a negative binomial of people, each drawn with the sampling fraction. */
function thinned(shape: number, beta: number, fraction: number, count: number): number {
  const drawn = (beta * fraction) / (1 - beta * (1 - fraction));
  return Math.exp(
    logGamma(shape + count) -
      logGamma(shape) -
      logGamma(count + 1) +
      count * Math.log(drawn) +
      shape * Math.log1p(-drawn),
  );
}
