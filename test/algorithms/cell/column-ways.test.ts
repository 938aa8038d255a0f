/** @file Columns too long to list are gone through row by row; the subsets of `exact` are another way to the same optimum. */
import { expect, it } from "vitest";
import { exact, mingen } from "../../../src/algorithms/index.ts";
import { randomFrom } from "../../../src/base/index.ts";
import type { SlowQuestion } from "./brute-force.ts";
import { ask } from "./random-questions.ts";

const groups = { low: ["a", "b"], high: ["c", "d"] };

function longQuestion(seed: number): SlowQuestion {
  const random = randomFrom(seed);
  const rows = 7 + random.below(2);
  const secret = random.below(3) === 0;
  const drawn = <T>(items: readonly T[]): T[] => Array.from({ length: rows }, () => items[random.below(items.length)]!);
  return {
    columns: Array.from({ length: 2 }, () => ({
      values: drawn(["a", "b", "c", "d"]),
      weight: [1, 1, 0.5, 0, -1][random.below(5)],
      integer: false,
      groups,
    })),
    metric: random.below(2) === 0 ? "certainty" : "minimal-distortion",
    k: 2 + random.below(2),
    meaning: secret || random.below(2) === 0 ? "classes" : "matching",
    ...(secret ? { secret: { values: drawn(["x", "y"]), l: 2 } } : {}),
  };
}

it("MinGen finds the optima of exact on tables of seven and eight rows (60 tables)", () => {
  let compared = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const question = longQuestion(seed);
    const best = ask(question, exact());
    // more ties than are counted say nothing
    if (best.optimaComplete !== true || (best.optima as number) > 20_000) continue;
    const found = ask(question, mingen());
    expect(found.score, `seed ${seed}`).toBeCloseTo(best.score as number, 8);
    expect([found.optima, found.optimal], `seed ${seed}`).toEqual([best.optima, true]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(40);
});
