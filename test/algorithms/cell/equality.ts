import { expect, it } from "vitest";
import { KohortError } from "../../../src/base/index.ts";
import { bruteForce } from "./brute-force.ts";
import { ask, randomQuestion, searches } from "./random-questions.ts";

/** Declares that exact and MinGen equal trying everything, on as many random tables of each kind as stated. */
export function equalsBruteForce(plain: number, special: number): void {
  const compare = (seed: number, more: Parameters<typeof randomQuestion>[1]): void => {
    const question = randomQuestion(seed, more);
    const { cost, tables } = bruteForce(question);
    for (const algorithm of searches) {
      const what = `seed ${seed} ${JSON.stringify(algorithm)} ${JSON.stringify(question)}`;
      try {
        const found = ask(question, algorithm);
        expect(found.score, what).toBeCloseTo(cost, 8);
        expect([found.optima, found.optimal], what).toEqual([tables, true]);
      } catch (error) {
        if (!(error instanceof KohortError) || error.code !== "infeasible") throw error;
        expect(cost, what).toBe(Number.POSITIVE_INFINITY);
      }
    }
  };
  it(`equal trying every table, with all ties (${plain} tables)`, () => {
    for (let seed = 1; seed <= plain; seed++) compare(seed, {});
  });
  it(`equal it with weights of −1, 0, 0.5 and 20 (${special} tables)`, () => {
    for (let seed = 1; seed <= special; seed++) compare(1e6 + seed, { weights: [-1, 0, 0.5, 20] });
  });
  it(`equal it with two different secrets in every cohort (${special} tables)`, () => {
    for (let seed = 1; seed <= special; seed++) compare(2e6 + seed, { secret: "l" });
  });
  it(`equal it with secrets spread as in the table up to 0.3 (${special} tables)`, () => {
    for (let seed = 1; seed <= special; seed++) compare(3e6 + seed, { secret: "t" });
  });
}
