import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finish } from "../../src/base/index.ts";
import { fitTrees, pick, pickRows, predictTrees, scoresOf } from "../../src/learning/index.ts";
import { needing } from "../setup/needs.ts";
import { adultNumbers, madeUp, type Peer } from "./lightgbm-tables.ts";

type Kept = { readonly mean: number; readonly first: readonly number[] };

const fixture = join(import.meta.dirname, "lightgbm.json");
const native = existsSync(fixture) ? (JSON.parse(readFileSync(fixture, "utf8")) as Record<string, unknown>) : {};

function ours(peer: Peer, trees: number): Float64Array {
  const model = finish(
    fitTrees(pickRows(peer.features, peer.train), pick(peer.target, peer.train), {
      objective: peer.objective,
      classes: 3,
      trees,
    }),
  );
  return predictTrees(model, pickRows(peer.features, peer.test));
}

/** Writes a table for predict_lightgbm.py when asked to. */
function keep(name: string, { objective, features, target, train, test }: Peer): void {
  const folder = process.env.KOHORT_PEERS;
  if (folder === undefined) return;
  const columns = features.columns.map(({ values }) => Array.from(values, (v) => (Number.isNaN(v) ? null : v)));
  const table = { objective, columns, target: [...target], train: [...train], test: [...test] };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(table));
}

function expectNear(found: Float64Array, name: string): void {
  const { mean, first } = native[name] as Kept;
  let worst = 0;
  first.forEach((value, index) => {
    worst = Math.max(worst, Math.abs(value - found[index]));
  });
  expect(worst).toBeLessThan(1e-9);
  expect(found.reduce((sum, value) => sum + value, 0) / found.length).toBeCloseTo(mean, 9);
}

describe("boosted trees against LightGBM 4.7", () => {
  for (const objective of ["binary", "multiclass", "regression"] as const) {
    it(`predicts the same for ${objective}, with missing values, zeros and negatives`, () => {
      const peer = madeUp(objective);
      keep(objective, peer);
      expectNear(ours(peer, 30), objective);
    });
  }

  it("predicts the same on Adult with categories as numbers", needing("data sets"), () => {
    const peer = adultNumbers();
    keep("adult", peer);
    expect([peer.train.length, peer.test.length]).toEqual([26048, 6513]);
    const found = ours(peer, 100);
    expectNear(found, "adult");
    const { accuracy, f1, auc } = scoresOf(found, pick(peer.target, peer.test), ["<=50K", ">50K"]);
    // .8692, .7076, .92601 on another split of the same rows: within three standard errors of 6513 rows
    expect(Math.abs(accuracy - 0.8692)).toBeLessThan(0.0125);
    expect(Math.abs(f1 - 0.7076)).toBeLessThan(0.03);
    expect(Math.abs(auc - 0.92601)).toBeLessThan(0.01);
  });
});
