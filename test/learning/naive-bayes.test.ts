import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitNaiveBayes, scoreNaiveBayes } from "../../src/learning/index.ts";

describe("naive Bayes", () => {
  it("scores as worked out by hand", () => {
    // two classes seen 3 and 1 times; value 0 with class 0 twice, value 1 with each once
    const model = fitNaiveBayes(Float64Array.of(3, 1), [Float64Array.of(2, 0, 1, 1)]);
    const scores = new Float64Array(2);
    scoreNaiveBayes(model, [0], scores);
    // priors (3+1)/(4+2), (1+1)/(4+2); P(0 | 0) = (2+1)/(3+2), P(0 | 1) = (0+1)/(1+2)
    expect(Math.exp(scores[0])).toBeCloseTo((4 / 6) * (3 / 5), 12);
    expect(Math.exp(scores[1])).toBeCloseTo((2 / 6) * (1 / 3), 12);
    scoreNaiveBayes(model, [-1], scores);
    expect(Math.exp(scores[0])).toBeCloseTo(4 / 6, 12);
  });

  it("gives probabilities of values that sum to one for each class", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 6, maxLength: 6 }), (counts) => {
        const classCounts = Float64Array.of(counts[0] + counts[2] + counts[4], counts[1] + counts[3] + counts[5]);
        const { columns } = fitNaiveBayes(classCounts, [Float64Array.from(counts)]);
        for (const at of [0, 1]) {
          const sum = [0, 1, 2].reduce((total, value) => total + Math.exp(columns[0][value * 2 + at]), 0);
          expect(sum).toBeCloseTo(1, 10);
        }
      }),
    );
  });
});
