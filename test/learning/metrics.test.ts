import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../src/base/index.ts";
import {
  areaInterval,
  areaUnderCurve,
  calibration,
  confusionMatrix,
  crossValidation,
  f1Of,
  logLoss,
  meanInterval,
  scoresOf,
  splitRandomly,
  splitStratified,
} from "../../src/learning/index.ts";
import { drawNormal } from "../../src/synthesis/noise.ts";

describe("metrics", () => {
  it("score a hand-made example of two classes", () => {
    const truth = Float64Array.of(1, 1, 1, 0, 0, 0, 0, 0);
    const chances = Float64Array.of(0.9, 0.6, 0.3, 0.7, 0.4, 0.2, 0.1, 0.1);
    const found = scoresOf(chances, truth, ["no", "yes"]);
    expect(found.accuracy).toBe(6 / 8);
    expect(found.f1).toBeCloseTo(2 / 3, 12); // precision 2/3, recall 2/3
    expect(found.auc).toBeCloseTo(12 / 15, 12); // pairs ranked right: 5 + 4 + 3 of 15
    expect(confusionMatrix([1, 0, 1], [1, 1, 0], ["no", "yes"]).counts).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it("score three classes by the mean over them", () => {
    const truth = Float64Array.of(0, 1, 2);
    const chances = Float64Array.of(0.8, 0.1, 0.1, 0.2, 0.5, 0.3, 0.6, 0.1, 0.3);
    const { accuracy, f1, auc } = scoresOf(chances, truth, ["a", "b", "c"]);
    expect(accuracy).toBeCloseTo(2 / 3, 12);
    expect(f1).toBeCloseTo((2 / 3 + 1 + 0) / 3, 12);
    expect(auc).toBeCloseTo((1 + 1 + 0.75) / 3, 12);
  });

  it("area under the curve is the share of pairs ranked right, ties half", () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.boolean()), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(rows, (given) => {
        const positives = given.filter(([, is]) => is);
        const negatives = given.filter(([, is]) => !is);
        fc.pre(positives.length > 0 && negatives.length > 0);
        let won = 0;
        for (const [a] of positives) for (const [b] of negatives) won += a > b ? 1 : a === b ? 0.5 : 0;
        const found = areaUnderCurve(
          Float64Array.from(given, ([score]) => score),
          (row) => given[row][1],
        );
        expect(found).toBeCloseTo(won / (positives.length * negatives.length), 12);
      }),
    );
  });

  it("an interval of the area holds the true one in about 95 of 100 samples, and knows little from one pair", () => {
    const random = randomFrom(5);
    for (const shift of [0, 0.7, 1.8]) {
      // rows of two normal distributions a shift apart: the area is Φ(shift / √2), here counted on many
      const [n, samples] = [20, 400];
      const draw = (rows: number) =>
        Float64Array.from({ length: 2 * rows }, (_, row) => drawNormal(random) + (row < rows ? shift : 0));
      const truth = areaUnderCurve(draw(200_000), (row) => row < 200_000);
      let held = 0;
      for (let sample = 0; sample < samples; sample++) {
        const [low, high] = areaInterval(
          areaUnderCurve(draw(n), (row) => row < n),
          n,
        );
        if (low <= truth && truth <= high) held++;
      }
      expect(held / samples).toBeGreaterThan(0.92);
      expect(held / samples).toBeLessThan(0.99);
    }
    expect(areaInterval(1, 1)[0]).toBeLessThan(0.5);
    expect(areaInterval(1, 1)[1]).toBe(1);
  });

  it("log loss and calibration of chances that are right as often as they say", () => {
    expect(logLoss(Float64Array.of(0.5, 0.5), [1, 0], 2)).toBeCloseTo(Math.LN2, 12);
    const honest = calibration(Float64Array.of(0.25, 0.25, 0.25, 0.25), Float64Array.of(1, 0, 0, 0));
    expect(honest.error).toBeCloseTo(0, 12);
    expect(calibration(Float64Array.of(0.9, 0.9), Float64Array.of(0, 0)).error).toBeCloseTo(0.9, 12);
  });

  it("F1 of a class that is never predicted is 0", () => {
    expect(f1Of(confusionMatrix([1, 0], [0, 0], ["a", "b"]), 1)).toBe(0);
  });

  it("intervals over runs are Student's", () => {
    // three runs 1, 2, 3: s = 1, half = 4.303 / √3
    const { mean, interval } = meanInterval([1, 2, 3]);
    expect(mean).toBe(2);
    expect(interval[1] - mean).toBeCloseTo(2.4843, 3);
    // printed tables of t for 30, 31, 40, 60 and 120 degrees of freedom; runs of ±1 have s² = n / (n − 1)
    for (const [freedom, t] of [
      [30, 2.0423],
      [31, 2.0395],
      [40, 2.0211],
      [60, 2.0003],
      [120, 1.9799],
    ] as const) {
      const runs = Array.from({ length: freedom + 1 }, (_, run) => (run % 2 === 0 ? 1 : -1));
      const spread = meanInterval(runs);
      const deviation = Math.sqrt(runs.reduce((sum, run) => sum + (run - spread.mean) ** 2, 0) / freedom);
      expect(((spread.interval[1] - spread.mean) / deviation) * Math.sqrt(freedom + 1)).toBeCloseTo(t, 3);
    }
  });
});

describe("splits", () => {
  it("keep every row once and the same share of each class", () => {
    const target = Float64Array.from({ length: 1000 }, (_, row) => (row % 10 === 0 ? 1 : 0));
    const { train, test } = splitStratified(target, 0.2, 3);
    expect([...train, ...test].sort((a, b) => a - b)).toEqual(Array.from(target, (_, row) => row));
    expect(test.filter((row) => target[row] === 1).length).toBe(20);
    expect(test.length).toBe(200);
    expect(splitStratified(target, 0.2, 4).test).not.toEqual(test);
  });

  it("part 32561 rows into 26048 and 6513", () => {
    const { train, test } = splitRandomly(32561, 0.2, 1);
    expect([train.length, test.length, new Set([...train, ...test]).size]).toEqual([26048, 6513, 32561]);
  });

  it("cross-validation tests every row once, classes spread evenly", () => {
    const target = Float64Array.from({ length: 103 }, (_, row) => (row < 25 ? 1 : 0));
    const folds = crossValidation(target, 5, 1);
    expect(folds.flatMap(({ test }) => [...test]).sort((a, b) => a - b)).toEqual(Array.from(target, (_, row) => row));
    for (const { train, test } of folds) {
      expect(test.filter((row) => target[row] === 1).length).toBe(5);
      expect(train.length + test.length).toBe(103);
    }
    expect(() => crossValidation(target, 1, 1)).toThrow(/folds/);
  });
});
