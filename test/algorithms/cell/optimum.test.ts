import { describe, expect, it } from "vitest";
import { exact } from "../../../src/algorithms/index.ts";
import { bruteForce, type SlowQuestion } from "./brute-force.ts";
import { equalsBruteForce } from "./equality.ts";
import { ask, randomQuestion } from "./random-questions.ts";

describe("exact and mingen", () => {
  equalsBruteForce(40, 12);

  it("equal it when partners are counted per original", () => {
    for (let seed = 1; seed <= 15; seed++) {
      const question: SlowQuestion = { ...randomQuestion(4e6 + seed), meaning: "original" };
      const { cost, tables } = bruteForce(question);
      if (cost === Number.POSITIVE_INFINITY) continue;
      const found = ask(question, exact());
      expect(found.score).toBeCloseTo(cost, 8);
      expect(found.optima).toBe(tables);
    }
  });
});
