import { describe, expect, it } from "vitest";
import { type Random, randomFrom } from "../../src/base/index.ts";
import {
  estimatePopulation,
  fitPitman,
  pitmanUniques,
  sizeCounts,
  snbUniques,
  zayatzUniques,
} from "../../src/risk/index.ts";

/** Draws each person of a population with the given probability and counts whom the sample has of each cohort. */
function sample(population: readonly number[], fraction: number, random: Random): number[] {
  return population
    .map((size) => {
      let drawn = 0;
      for (let person = 0; person < size; person++) if (random.unit() < fraction) drawn++;
      return drawn;
    })
    .filter((size) => size > 0);
}

/** Cohort sizes of N people by the two-parameter Chinese restaurant process, which is Pitman's model. */
function pitmanPopulation(people: number, theta: number, alpha: number, random: Random): number[] {
  const sizes: number[] = [];
  const seated: number[] = [];
  for (let person = 0; person < people; person++) {
    if (random.unit() * (person + theta) < theta + alpha * sizes.length) {
      seated.push(sizes.push(1) - 1);
      continue;
    }
    // a table with probability (size − α): a random person's table, refused with probability α / size
    for (;;) {
      const table = seated[random.below(seated.length)];
      if (random.unit() * sizes[table] < alpha) continue;
      sizes[table]++;
      seated.push(table);
      break;
    }
  }
  return sizes;
}

/** A Poisson draw by counting exponential waits; fine for small means. */
function poisson(mean: number, random: Random): number {
  let count = -1;
  for (let waited = 0; waited <= mean; count++) waited -= Math.log(1 - random.unit());
  return count;
}

/** A gamma draw with whole-number shape. */
function gamma(shape: number, scale: number, random: Random): number {
  let sum = 0;
  for (let i = 0; i < shape; i++) sum -= Math.log(1 - random.unit()) * scale;
  return sum;
}

function uniquesOf(population: readonly number[]): number {
  return population.filter((size) => size === 1).length;
}

describe("population estimates", () => {
  it("Zayatz by hand: two cohorts of one and one of two, half of the population", () => {
    // n = 4, N = 8: H(1; 8, 1, 4) = 1/2, H(1; 8, 2, 4) = 2·C(6,3)/C(8,4) = 40/70
    // P = 2·(1/2) / (2·(1/2) + 1·(4/7)) = 7/11; uniques = 2·(7/11)·2 = 28/11
    expect(
      zayatzUniques(
        [
          [1, 2],
          [2, 1],
        ],
        0.5,
      ),
    ).toBeCloseTo(28 / 11, 10);
  });

  it("say that a sample which is the population has the uniques it has", () => {
    const sizes = [1, 1, 1, 2, 3, 5, 9];
    expect(zayatzUniques(sizeCounts(sizes), 1)).toBeCloseTo(3, 8);
    expect(estimatePopulation(sizes, 1)).toMatchObject({ population: 22, sampleUniques: 3, populationUniques: 3 });
  });

  it("say zero where nobody is unique in the sample", () => {
    const { uniques, populationUniques } = estimatePopulation([2, 2, 7], 0.3);
    expect([uniques, populationUniques]).toEqual([{ zayatz: 0, pitman: 0, snb: 0 }, 0]);
  });

  it("Pitman finds its own parameters and the uniques of a population of 100,000 from a twentieth of it", () => {
    const random = randomFrom(11);
    const population = pitmanPopulation(100_000, 200, 0.5, random);
    const drawn = sample(population, 0.05, random);
    const { alpha, theta } = fitPitman(sizeCounts(drawn));
    expect(alpha).toBeGreaterThan(0.4);
    expect(alpha).toBeLessThan(0.6);
    expect(theta).toBeGreaterThan(100);
    expect(theta).toBeLessThan(350);
    const estimate = pitmanUniques(sizeCounts(drawn), 0.05);
    expect(Math.abs(estimate / uniquesOf(population) - 1)).toBeLessThan(0.2);
    expect(estimatePopulation(drawn, 0.05)).toMatchObject({ chosen: "pitman", populationUniques: estimate });
  });

  it("the slide negative binomial finds the uniques of a population made by it", () => {
    const random = randomFrom(5);
    // Y ~ negative binomial of shape 2 as a gamma mixture of Poissons, one more person each
    const population = Array.from({ length: 20_000 }, () => 1 + poisson(gamma(2, 1.5, random), random));
    const drawn = sample(population, 0.3, random);
    const estimate = snbUniques(sizeCounts(drawn), 0.3);
    expect(Math.abs(estimate / uniquesOf(population) - 1)).toBeLessThan(0.2);
  });

  it("the decision rule takes the smaller of Zayatz and the slide negative binomial above a tenth", () => {
    const random = randomFrom(8);
    const drawn = sample(pitmanPopulation(20_000, 100, 0.4, random), 0.3, random);
    const { uniques, chosen, populationUniques } = estimatePopulation(drawn, 0.3);
    expect(populationUniques).toBe(Math.min(uniques.zayatz, uniques.snb));
    expect(uniques[chosen]).toBe(populationUniques);
  });

  it("Zayatz comes near the truth where the sample is most of the population", () => {
    const random = randomFrom(3);
    const population = pitmanPopulation(30_000, 100, 0.4, random);
    const drawn = sample(population, 0.8, random);
    expect(Math.abs(zayatzUniques(sizeCounts(drawn), 0.8) / uniquesOf(population) - 1)).toBeLessThan(0.25);
  });
});
