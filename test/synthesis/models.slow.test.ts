import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { finish, randomFrom } from "../../src/base/index.ts";
import {
  type CganModel,
  type CtganModel,
  classify,
  drawRows,
  generateRows,
  judge,
  judgeCgan,
  keepModel,
  parseModel,
  possibleRows,
  rowsLike,
  type SynthesizerName,
  sampleModel,
  settingsFrom,
  similarity,
  type TrainRequest,
  tableOf,
  trainModel,
} from "../../src/synthesis/index.ts";
import { cell, readCsv, type Table } from "../../src/table/index.ts";

/** A made-up table in which age and job tell the income, with zeros, decimals and missing values. */
function people(rows: number, seed: number): Table {
  const random = randomFrom(seed);
  const jobs = ["clerk", "nurse", "judge", "smith"];
  const lines = Array.from({ length: rows }, () => {
    const age = 18 + random.below(50);
    const job = random.below(4);
    const rich = random.unit() < (job === 2 ? 0.8 : job === 0 ? 0.1 : 0.3) * (age > 40 ? 1.2 : 0.5);
    const gain = random.below(10) === 0 ? random.below(5000) : 0;
    const rate = random.below(20) === 0 ? "?" : (1 + random.below(300) / 100).toFixed(2);
    return `${age},${jobs[job]},${gain},${rate},${rich ? "high" : "low"}`;
  });
  return readCsv(`age,job,gain,rate,income\n${lines.join("\n")}\n`, { missing: ["?"] });
}

const possible = possibleRows(people(900, 1));
const shapes = possible.columns.map(({ shape }) => shape);
const small = { hidden: 32, noise: 16, batch: 100 };

function train(name: SynthesizerName, epochs: number, more: Partial<TrainRequest["options"]> = {}, from?: string) {
  const options = { label: "income", seed: 5, epochs, ...small, ...more };
  return finish(trainModel({ name, possible, options, ...(from && { from: parseModel(from) }) }));
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("models", () => {
  for (const name of ["cgan", "ctgan", "trees"] as const) {
    it(`${name}: the same seed gives the same model and rows, another gives others`, () => {
      const [a, b] = [train(name, 2), train(name, 2)];
      expect(sha256(keepModel(b))).toBe(sha256(keepModel(a)));
      expect(finish(sampleModel(b, 50, 3))).toEqual(finish(sampleModel(parseModel(keepModel(a)), 50, 3)));
      expect(finish(sampleModel(a, 50, 4))).not.toEqual(finish(sampleModel(a, 50, 3)));
      if (name !== "trees") expect(keepModel(train(name, 2, { seed: 6 }))).not.toBe(keepModel(a));
    });

    it(`${name}: made rows have the kinds and ranges of the training rows`, () => {
      const made = tableOf(finish(sampleModel(train(name, 1), 300, 1)), shapes);
      for (let row = 0; row < 300; row++) {
        const [age, job, gain, rate, income] = [0, 1, 2, 3, 4].map((column) => cell(made, row, column));
        expect(age).toMatch(/^\d+$/);
        expect(Number(age) >= 18 && Number(age) <= 67).toBe(true);
        expect(["clerk", "nurse", "judge", "smith"]).toContain(job);
        expect(Number(gain) >= 0 && Number(gain) < 5000).toBe(true);
        expect(rate).toMatch(/^(\?|[1-4](\.\d\d?)?)$/);
        expect(["high", "low"]).toContain(income);
      }
    });
  }

  for (const name of ["cgan", "ctgan"] as const) {
    it(`${name}: stopping at epoch 20 and going on to 40 is the same as not stopping`, () => {
      const stopped = keepModel(train(name, 20));
      expect(sha256(keepModel(train(name, 40, {}, stopped)))).toBe(sha256(keepModel(train(name, 40))));
    });

    it(`${name}: the plain loops train to the same bits`, () => {
      expect(keepModel(train(name, 1, { kernels: "plain" }))).toBe(keepModel(train(name, 1)));
    });

    it(`${name}: is stopped from outside and keeps what it has, with its loss log`, () => {
      const control = new Int32Array(new SharedArrayBuffer(4));
      const options = { label: "income", seed: 5, epochs: 1000, logEvery: 3, control, ...small };
      const task = trainModel({ name, possible, options });
      let step = task.next();
      const told: unknown[] = [];
      for (let i = 0; !step.done; i++) {
        if (i === 30) Atomics.store(control, 0, 2);
        if (step.value.kind === "progress" && step.value.figures !== undefined) told.push(step.value.figures);
        step = task.next();
      }
      const model = step.value;
      expect(model.losses.map(({ step: _, ...losses }) => losses)).toEqual(told.filter((_, i) => i % 3 === 2));
      expect(model.epoch).toBe(4);
      expect(model.losses.map((entry) => entry.step)).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36]);
      expect(model.losses.every(({ discriminator, generator }) => Number.isFinite(discriminator + generator))).toBe(
        true,
      );
    });
  }

  it("pause at the end of an epoch and go on when told", () => {
    const shared = new Int32Array(new SharedArrayBuffer(8));
    const options = { label: "income", seed: 5, epochs: 2, control: shared, ...small };
    const task = trainModel({ name: "cgan", possible, options });
    let step = task.next();
    for (let i = 1; i < 9; i++) step = task.next();
    Atomics.store(shared, 0, 1);
    const code = `const { workerData } = require("node:worker_threads");
      setTimeout(() => {
        Atomics.store(workerData, 1, 1);
        Atomics.store(workerData, 0, 0);
        Atomics.notify(workerData, 0);
      }, 300);`;
    new Worker(code, { eval: true, workerData: shared });
    expect(Atomics.load(shared, 1)).toBe(0);
    while (!step.done) step = task.next();
    expect(Atomics.load(shared, 1)).toBe(1);
    expect(keepModel(step.value)).toBe(keepModel(train("cgan", 2)));
  });

  it("do not grow with the steps they train", () => {
    for (const name of ["cgan", "ctgan"] as const) {
      const size = (epochs: number): number =>
        keepModel({ ...(train(name, epochs) as CganModel), epoch: 0, step: 0, losses: [] }).length;
      expect(size(12)).toBe(size(2));
    }
  });

  it("make rows with the class that was asked for, or with one that goes with the rest of the row", () => {
    const model = train("ctgan", 3) as CtganModel;
    const made = (labels: "asked" | "classified") =>
      finish(sampleModel({ ...model, settings: { ...model.settings, labels } }, 2000, 1)).columns;
    const [asked, classified] = [made("asked"), made("classified")];
    asked.forEach((column, place) => {
      if (place === 4) expect(column).not.toEqual(classified[place]);
      else expect(column.slice(0, 100)).toEqual(classified[place].slice(0, 100));
    });
    const real = drawRows(possible, randomFrom(1)).columns[4];
    const share = (column: Float64Array): number => column.reduce((sum, value) => sum + value, 0) / column.length;
    expect(Math.abs(share(asked[4]) - share(real))).toBeLessThan(0.04);
  });

  it("are set by name, and refuse what they cannot be", () => {
    expect(settingsFrom("cgan", ["penalty=0", "rate=0.0002", "sampling=eight-positives"])).toEqual({
      penalty: 0,
      rate: 0.0002,
      sampling: "eight-positives",
    });
    const plain = train("cgan", 1, settingsFrom("cgan", ["penalty=0"])) as CganModel;
    expect(plain.settings).toMatchObject({ penalty: 0, rate: 1e-3, smooth: 0.9, hidden: 32 });
    const refusals: [SynthesizerName, string, RegExp][] = [
      ["cgan", "pack=2", /cgan has no setting "pack"/],
      ["ctgan", "pack", /pack cannot be ""/],
      ["ctgan", "pack=2.5", /pack cannot be "2.5"/],
      ["ctgan", "labels=best", /labels cannot be "best"/],
      ["trees", "leaves=1", /leaves cannot be "1"/],
      ["trees", "constructor=1", /no setting "constructor"/],
    ];
    for (const [name, text, message] of refusals) expect(() => settingsFrom(name, [text])).toThrow(message);
  });

  it("learn what tells the income", () => {
    const test = rowsLike(people(1500, 2), shapes);
    const real = drawRows(possible, randomFrom(1));
    const original = finish(classify(real, test, shapes, "income"));
    const found = Object.fromEntries(
      (["trees", "ctgan", "cgan"] as const).map((name) => {
        const model = train(name, name === "trees" ? 1 : 150, { hidden: 64, batch: 60, rate: 1e-3 });
        const made = finish(sampleModel(model, 900, 1));
        const alike = finish(similarity(real, made, shapes, 1));
        return [name, { auc: finish(classify(made, test, shapes, "income")).auc, job: alike.columns.job, model }];
      }),
    );
    expect(original.auc).toBeGreaterThan(0.72);
    for (const { auc, job } of Object.values(found)) {
      expect(auc).toBeGreaterThan(original.auc - 0.12);
      expect(job).toBeLessThan(0.2);
    }
    const chances = finish(judgeCgan(found.cgan.model as CganModel, test));
    const { confusion } = judge(chances, test.columns[4], ["high", "low"]);
    expect(confusion.counts.flat().reduce((sum, count) => sum + count, 0)).toBe(1500);
  });

  it("keep to constraints, and say when they cannot", () => {
    const model = train("trees", 1);
    const noCopiesOf = possible;
    const rows = finish(
      generateRows(model, 200, 1, { ranges: { age: [30, 40] }, only: { job: ["judge"] }, noCopiesOf }),
    );
    const made = tableOf(rows, shapes);
    const real = people(900, 1);
    const known = new Set(
      Array.from({ length: 900 }, (_, row) => [0, 1, 2, 3, 4].map((column) => cell(real, row, column)).join()),
    );
    for (let row = 0; row < 200; row++) {
      expect(Number(cell(made, row, 0)) >= 30 && Number(cell(made, row, 0)) <= 40).toBe(true);
      expect(cell(made, row, 1)).toBe("judge");
      expect(known.has([0, 1, 2, 3, 4].map((column) => cell(made, row, column)).join())).toBe(false);
    }
    expect(() => finish(generateRows(model, 50, 1, { ranges: { age: [10, 12] } }))).toThrow(/only 0 of 50 rows/);
    expect(() => finish(generateRows(model, 5, 1, { ranges: { aged: [10, 12] } }))).toThrow(
      /"aged" is not in the table/,
    );
    expect(() => finish(generateRows(model, 5, 1, { only: { age: ["x"] } }))).toThrow(/holds no categories/);
  });

  it("refuse labels and files that are none", () => {
    expect(() => train("cgan", 1, { label: "age" })).toThrow(/is a number/);
    expect(() => train("cgan", 1, { label: "salary" })).toThrow(/"salary" is not in the table/);
    expect(() => parseModel("{}")).toThrow(/does not hold a model/);
    expect(() => parseModel("nothing")).toThrow(/not JSON/);
    expect(() => train("cgan", 2, {}, keepModel(train("trees", 1)))).toThrow(/is a trees model/);
  });

  it("train in batches of eight of the rarest class and the rest of the others", () => {
    const plain = train("cgan", 1);
    const eight = train("cgan", 1, { sampling: "eight-positives" });
    expect(keepModel(eight)).not.toBe(keepModel(plain));
    expect(eight.losses.length).toBe(1);
  });
});
