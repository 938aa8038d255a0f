import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exp, finish, randomFrom } from "../../src/base/index.ts";
import {
  areaUnderCurve,
  type BoostOptions,
  type Features,
  featuresOf,
  fitTrees,
  importances,
  labelOf,
  parseTrees,
  pick,
  pickRows,
  predictTrees,
} from "../../src/learning/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { madeUp } from "../peers/lightgbm-tables.ts";

function boosted(features: Features, target: Float64Array, options: BoostOptions) {
  return finish(fitTrees(features, target, options));
}

/** A category whose odd members are positive: a cut by order is of no use, a cut by sets is. */
function oddLetters(rows: number): { features: Features; target: Float64Array } {
  const random = randomFrom(2);
  const letter = Float64Array.from({ length: rows }, () => random.below(16));
  const noise = Float64Array.from({ length: rows }, () => random.unit());
  return {
    features: {
      rows,
      columns: [
        { name: "letter", kind: "category", values: letter },
        { name: "noise", kind: "number", values: noise },
      ],
    },
    target: letter.map((code) => (code % 2 === 1 ? 1 : 0)),
  };
}

describe("boosted trees", () => {
  it("are the same from the compiled kernels and from plain loops", () => {
    const { features, target } = madeUp("binary");
    const mixed = { ...features, columns: features.columns.map((c) => (c.name === "codes" ? asCategory(c) : c)) };
    for (const given of [features, mixed]) {
      const compiled = boosted(given, target, { objective: "binary", trees: 10 });
      const plain = boosted(given, target, { objective: "binary", trees: 10, kernels: "plain" });
      expect(JSON.stringify(plain)).toBe(JSON.stringify(compiled));
    }
  });

  it("survive JSON with the same predictions", () => {
    const { features, target } = madeUp("multiclass");
    const model = boosted(features, target, { objective: "multiclass", classes: 3, trees: 5 });
    expect(predictTrees(parseTrees(JSON.stringify(model)), features)).toEqual(predictTrees(model, features));
    expect(() => parseTrees('{"model":"other"}')).toThrow(/does not hold boosted trees/);
  });

  it("send sets of categories left with one cut", () => {
    const { features, target } = oddLetters(4000);
    const model = boosted(features, target, { objective: "binary", trees: 20, leaves: 2 });
    const chances = predictTrees(model, features);
    expect(areaUnderCurve(chances, (row) => target[row] === 1)).toBe(1);
    expect(model.trees[0].categories[0]!.every((code, _, all) => code % 2 === all[0] % 2)).toBe(true);
    const asNumber = {
      ...features,
      columns: features.columns.map((column) => ({ ...column, kind: "number" as const })),
    };
    const byOrder = predictTrees(boosted(asNumber, target, { objective: "binary", trees: 20, leaves: 2 }), asNumber);
    expect(areaUnderCurve(byOrder, (row) => target[row] === 1)).toBeLessThan(0.95);
  });

  it("learn from a value being missing", () => {
    const random = randomFrom(1);
    const values = Float64Array.from({ length: 2000 }, () => (random.below(3) === 0 ? Number.NaN : random.unit()));
    const features: Features = { rows: 2000, columns: [{ name: "x", kind: "number", values }] };
    const target = values.map((value) => (Number.isNaN(value) ? 1 : 0));
    const chances = predictTrees(boosted(features, target, { objective: "binary" }), features);
    chances.forEach((chance, row) => {
      expect(chance > 0.5).toBe(target[row] === 1);
    });
  });

  it("stop when the held-out loss no longer falls, and keep the best round", () => {
    const { features, target, train, test } = madeUp("binary");
    const validation = { features: pickRows(features, test), target: pick(target, test), patience: 5 };
    const options = { objective: "binary" as const, trees: 500, rate: 0.3 };
    const model = boosted(pickRows(features, train), pick(target, train), { ...options, validation });
    const losses = model.losses!;
    expect(losses.length).toBeLessThan(500);
    expect(losses.length - model.trees.length).toBe(5);
    expect(losses[model.trees.length - 1]).toBe(Math.min(...losses));
  });

  it("say which features mattered", () => {
    const { features, target } = oddLetters(1000);
    const [letter, noise] = importances(boosted(features, target, { objective: "binary", trees: 5 }));
    expect(letter.gain).toBeGreaterThan(100 * noise.gain);
    expect(letter.cuts).toBeGreaterThanOrEqual(5);
  });

  it("read a table's columns, and refuse others", () => {
    const table = readCsv("age,sex,sick\n30,f,no\n?,m,yes\n50,f,yes\n", { missing: ["?"] });
    const features = featuresOf(table, ["sick"]);
    expect(features.columns.map(({ kind }) => kind)).toEqual(["number", "category"]);
    expect([...features.columns[0].values]).toEqual([30, Number.NaN, 50]);
    expect(labelOf(table, "sick")).toEqual({ classes: ["no", "yes"], target: Float64Array.of(0, 1, 1) });
    expect(() => labelOf(table, "sick", ["no"])).toThrow(/"yes" is not a class/);
    const model = boosted(features, Float64Array.of(0, 1, 1), { objective: "binary", leastCount: 1 });
    expect(() => predictTrees(model, { rows: 0, columns: [] })).toThrow(/expects column "age"/);
  });
});

function asCategory(column: Features["columns"][number]): Features["columns"][number] {
  return { ...column, kind: "category" };
}

describe("what learning stands on", () => {
  it("e^x is within two units in the last place of the host's", () => {
    for (let x = -740; x < 709; x += 0.37)
      expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(x < -700 ? 0.6 : 5e-16);
    expect([exp(0), exp(-1e9), exp(1e9), exp(Number.NaN)]).toEqual([1, 0, Number.POSITIVE_INFINITY, Number.NaN]);
  });

  it("the embedded kernels are what their source compiles to", async () => {
    const script = join(import.meta.dirname, "..", "..", "scripts", "kernels.mjs");
    const { kernelModules, kernelModule } = await import(script);
    expect(kernelModules.length).toBeGreaterThan(0);
    for (const module of kernelModules) {
      const path = join(import.meta.dirname, "..", "..", module.target);
      expect(readFileSync(path, "utf8")).toBe(await kernelModule(module));
    }
  });
});
