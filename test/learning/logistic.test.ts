import { describe, expect, it } from "vitest";
import { finish, randomFrom } from "../../src/base/index.ts";
import { areaUnderCurve, type Features, fitLogistic, likeliest, predictLogistic } from "../../src/learning/index.ts";

describe("logistic regression", () => {
  it("gives each category the chance that was counted, without a ridge", () => {
    // 30 of 40 a's and 10 of 50 b's are positive: a saturated model must reproduce the shares
    const codes = Float64Array.from({ length: 90 }, (_, row) => (row < 40 ? 0 : 1));
    const target = codes.map((code, row) => (code === 0 ? (row < 30 ? 1 : 0) : row < 50 ? 1 : 0));
    const features: Features = { rows: 90, columns: [{ name: "letter", kind: "category", values: codes }] };
    const model = finish(fitLogistic(features, target, { classes: 2, l2: 1e-8 }));
    const chances = predictLogistic(model, features);
    expect(chances[0]).toBeCloseTo(0.75, 5);
    expect(chances[89]).toBeCloseTo(0.2, 5);
  });

  it("stands where the gradient of its loss is zero", () => {
    const random = randomFrom(3);
    const x = Float64Array.from({ length: 400 }, () => random.unit() * 6);
    const target = x.map((value) => (random.unit() < 1 / (1 + Math.exp(3 - value)) ? 1 : 0));
    const features: Features = { rows: 400, columns: [{ name: "x", kind: "number", values: x }] };
    const model = finish(fitLogistic(features, target, { classes: 2, l2: 2 }));
    const loss = (change: number, place: number): number => {
      const weights = [model.weights[0].map((weight, index) => weight + (index === place ? change : 0))];
      const chances = predictLogistic({ ...model, weights }, features);
      const ridge = weights[0][1] ** 2;
      return chances.reduce((sum, p, row) => sum - Math.log(target[row] === 1 ? p : 1 - p), ridge);
    };
    for (const place of [0, 1]) {
      expect((loss(1e-4, place) - loss(-1e-4, place)) / 2e-4).toBeCloseTo(0, 4);
      expect(loss(0.1, place)).toBeGreaterThan(loss(0, place));
    }
    expect(areaUnderCurve(predictLogistic(model, features), (row) => target[row] === 1)).toBeGreaterThan(0.8);
  });

  it("tells three classes apart and takes what is missing for the mean", () => {
    const x = Float64Array.from({ length: 300 }, (_, row) => (row % 3) * 2 - 2 + (row % 7) / 10);
    const target = x.map((_, row) => row % 3);
    const letter = target.slice();
    const features: Features = {
      rows: 300,
      columns: [
        { name: "x", kind: "number", values: x.map((value, row) => (row === 0 ? Number.NaN : value)) },
        { name: "letter", kind: "category", values: letter },
      ],
    };
    const chances = predictLogistic(finish(fitLogistic(features, target, { classes: 3 })), features);
    expect([...likeliest(chances, 3)]).toEqual([...target]);
    expect(chances[0] + chances[1] + chances[2]).toBeCloseTo(1, 12);
  });
});
