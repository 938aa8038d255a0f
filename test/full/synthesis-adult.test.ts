import { describe, expect, it } from "vitest";
import { finish } from "../../src/base/index.ts";
import { meanInterval, splitRandomly } from "../../src/learning/index.ts";
import {
  classify,
  generateRows,
  possibleRows,
  type Rows,
  rowsLike,
  type Shape,
  type SynthesizerName,
  similarity,
  trainModel,
} from "../../src/synthesis/index.ts";
import { readCsv, type Table, takeRows } from "../../src/table/index.ts";
import { adultFull, hasSharedData } from "../data/shared-data.ts";

/** Adult's first 32561 rows, 26048 to train on and 6513 to judge by. */
function adult() {
  const table = readCsv(`${adultFull().split("\n").slice(0, 32562).join("\n")}\n`);
  const { train, test } = splitRandomly(table.rows, 0.2, 1);
  const part = (rows: Uint32Array): Table => ({
    rows: rows.length,
    columns: table.columns.map((column) => takeRows(column, rows)),
  });
  const possible = possibleRows(part(train));
  const shapes = possible.columns.map(({ shape }) => shape);
  return { possible, shapes, training: rowsLike(part(train), shapes), tested: rowsLike(part(test), shapes) };
}

describe.skipIf(!hasSharedData)("rows made from Adult", () => {
  const { possible, shapes, training, tested } = adult();
  const seeds = [1, 2, 3];

  function made(name: SynthesizerName, seed: number, epochs: number): { rows: Rows; auc: number; worst: number } {
    const model = finish(trainModel({ name, possible, options: { label: "income", seed, epochs } }));
    const rows = finish(generateRows(model, possible.rows, seed));
    const { columns } = finish(similarity(training, rows, shapes, seed));
    const names = shapes.filter((shape: Shape) => shape.kind === "category").map(({ name: column }) => column);
    const worst = Math.max(...names.map((column) => columns[column]!));
    return { rows, auc: finish(classify(rows, tested, shapes, "income")).auc, worst };
  }

  it("by the paper's conditional GAN teach a classifier and keep every category's shares", () => {
    for (const seed of seeds) {
      const { auc, worst } = made("cgan", seed, 60);
      console.log(`cgan, seed ${seed}, 60 epochs: AUC ${auc.toFixed(4)}, largest total variation ${worst.toFixed(3)}`);
      expect(auc).toBeGreaterThanOrEqual(0.8);
      expect(worst).toBeLessThanOrEqual(0.2);
    }
  });

  it("by trees and by the CTGAN-style model lose little AUC", () => {
    const original = finish(classify(training, tested, shapes, "income")).auc;
    const trees = meanInterval(seeds.map((seed) => made("trees", seed, 1).auc));
    console.log(`original ${original.toFixed(4)}; trees ${JSON.stringify(trees)}`);
    expect(original - trees.mean).toBeLessThan(0.03);
    const ctgan = meanInterval(seeds.map((seed) => made("ctgan", seed, 300).auc));
    console.log(`ctgan, 300 epochs: ${JSON.stringify(ctgan)}`);
    expect(original - ctgan.mean).toBeLessThan(0.06);
  });
});
