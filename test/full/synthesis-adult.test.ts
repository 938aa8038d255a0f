/**
 * @file What rows made from Adult teach a classifier, over three seeds: the figures of docs/synthesis.md. Each seed is a
 * test of its own, so that one can be run by its name.
 */
import { afterAll, describe, expect, it } from "vitest";
import { mondrian } from "../../src/algorithms/index.ts";
import { finish, randomFrom } from "../../src/base/index.ts";
import { meanInterval, splitRandomly } from "../../src/learning/index.ts";
import { kAnonymity, lDiversity, tCloseness } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import {
  type CtganModel,
  classify,
  drawRows,
  generateRows,
  type PossibleTable,
  possibleRows,
  rowsLike,
  type SynthesisModel,
  type SynthesizerName,
  similarity,
  trainModel,
} from "../../src/synthesis/index.ts";
import { readCsv, type Table, takeRows } from "../../src/table/index.ts";
import { adultFull } from "../data/shared-data.ts";
import { needing } from "../setup/needs.ts";

const label = "income";
const seeds = [1, 2, 3];
const figures = new Map<string, number[]>();

/** Adult's first 32561 rows, 26048 to train on and 6513 to judge by. */
function adult() {
  const table = readCsv(`${adultFull().split("\n").slice(0, 32562).join("\n")}\n`);
  const { train, test } = splitRandomly(table.rows, 0.2, 1);
  const part = (rows: Uint32Array): Table => ({
    rows: rows.length,
    columns: table.columns.map((column) => takeRows(column, rows)),
  });
  return { kept: part(train), heldOut: part(test) };
}

/** The t-close release of the paper's last case, from the training rows alone. */
function tClose(kept: Table): Table {
  const quasi = ["age", "education-num", "hours-per-week"].map((name) => [
    name,
    { role: "quasi-identifying" as const },
  ]);
  return anonymize(kept, {
    version: 1,
    attributes: { ...Object.fromEntries(quasi), [label]: { role: "sensitive" } },
    rest: "insensitive",
    privacy: [kAnonymity(5), lDiversity(label, 2), tCloseness(label, 0.2)],
    algorithm: mondrian({ variant: "paper" }),
  }).table;
}

describe("rows made from Adult", needing("data sets"), () => {
  const { kept, heldOut } = adult();
  const original = possibleRows(kept);

  function note(name: string, value: number): number {
    figures.set(name, [...(figures.get(name) ?? []), value]);
    console.log(`${name}: ${value.toFixed(4)}`);
    return value;
  }

  function train(name: SynthesizerName, possible: PossibleTable, seed: number, epochs: number): SynthesisModel {
    return finish(trainModel({ name, possible, options: { label, seed, epochs } }));
  }

  /** AUC on the held-out rows of boosted trees trained on some rows. */
  function auc(rows: ReturnType<typeof drawRows>, possible: PossibleTable): number {
    const shapes = possible.columns.map(({ shape }) => shape);
    return finish(classify(rows, rowsLike(heldOut, shapes), shapes, label)).auc;
  }

  const own = auc(drawRows(original, randomFrom(1)), original);

  afterAll(() => {
    console.log(`trained on the original: AUC ${own.toFixed(4)}`);
    for (const [name, values] of figures) {
      const found = values.length > 1 ? JSON.stringify(meanInterval(values)) : "";
      console.log(`${name}: ${values.map((value) => value.toFixed(4)).join(", ")} ${found}`);
    }
  });

  for (const seed of seeds) {
    it(`by the paper's conditional GAN teach a classifier and keep every category's shares, seed ${seed}`, () => {
      const model = train("cgan", original, seed, 60);
      const rows = finish(generateRows(model, original.rows, seed));
      const { columns } = finish(similarity(rowsLike(kept, model.shapes), rows, model.shapes, seed));
      const names = model.shapes.filter(({ kind }) => kind === "category").map(({ name }) => name);
      const worst = note("cgan, largest total variation", Math.max(...names.map((name) => columns[name])));
      expect(note("cgan, AUC", auc(rows, original))).toBeGreaterThanOrEqual(0.8);
      expect(worst).toBeLessThanOrEqual(0.2);
    });

    it(`by trees lose at most 3 points of AUC, seed ${seed}`, () => {
      const rows = finish(generateRows(train("trees", original, seed, 1), original.rows, seed));
      expect(own - note("trees, AUC", auc(rows, original))).toBeLessThanOrEqual(0.03);
    });

    it(`by the CTGAN-style model lose at most 3 points of AUC, seed ${seed}`, () => {
      const model = train("ctgan", original, seed, 60) as CtganModel;
      const asked = { ...model, settings: { ...model.settings, labels: "asked" as const } };
      note("ctgan with labels as asked, AUC", auc(finish(generateRows(asked, original.rows, seed)), original));
      const rows = finish(generateRows(model, original.rows, seed));
      expect(own - note("ctgan, AUC", auc(rows, original))).toBeLessThanOrEqual(0.03);
    });

    it(`by the CTGAN-style model from a t-close release are reported beside the release, seed ${seed}`, () => {
      const release = possibleRows(tClose(kept), { original: kept });
      const itself = note("t-close release itself, AUC", auc(drawRows(release, randomFrom(seed)), release));
      const rows = finish(generateRows(train("ctgan", release, seed, 60), release.rows, seed));
      expect(itself - note("ctgan from the t-close release, AUC", auc(rows, release))).toBeLessThanOrEqual(0.03);
    });
  }
});
