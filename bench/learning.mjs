/** @file Boosted trees against native LightGBM and nets against numpy, in processor time of the same run. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, library, seconds, shared } from "./measure.mjs";

/** Adult as numbers, parted as in test/peers/lightgbm.test.ts. */
async function adult() {
  const { readCsv } = await library("table/index.js");
  const { featuresOf, labelOf, pick, pickRows, splitRandomly } = await library("learning/index.js");
  const lines = readFileSync(join(shared, "adult.csv"), "utf8").split("\n").slice(0, 32562);
  const table = readCsv(`${lines.join("\n")}\n`);
  const { rows, columns } = featuresOf(table, ["income"]);
  const { train } = splitRandomly(rows, 0.2, 1);
  const numbers = { rows, columns: columns.map((column) => ({ ...column, kind: "number" })) };
  return { features: pickRows(numbers, train), target: pick(labelOf(table, "income").target, train) };
}

async function boosting({ features, target }) {
  const { finish } = await library("base/index.js");
  const { fitTrees } = await library("learning/index.js");
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run++) {
    const began = seconds();
    finish(fitTrees(features, target, { objective: "binary" }));
    best = Math.min(best, seconds() - began);
  }
  return best;
}

/** Steps per processor second of nets 130–256–256–108 and 110–256–256–1 on 500 real and 500 made rows. */
async function steps() {
  const { randomFrom } = await library("base/index.js");
  const { layout } = await library("learning/index.js");
  const { matrixKernels } = await library("synthesis/matrix.js");
  const { backward, clearGradients, forward, layNet, startNet, stepAdam } = await library("synthesis/network.js");
  const memory = layout();
  const generator = layNet(memory, [130, 256, 256, 108], 500);
  const discriminator = layNet(memory, [110, 256, 256, 1], 1000);
  const [noise, rows, pull] = [500 * 130, 1000 * 110, 500 * 110].map((count) => memory.take(count * 4));
  const kernels = matrixKernels(memory.size());
  const random = randomFrom(1);
  startNet(kernels, generator, random);
  startNet(kernels, discriminator, random);
  for (let i = 0; i < 1000 * 110; i++) kernels.floats[(rows >> 2) + i] = random.unit() - 0.5;
  for (let i = 0; i < 500 * 130; i++) kernels.floats[(noise >> 2) + i] = random.unit() - 0.5;
  const adam = { rate: 2e-4, beta1: 0.5, beta2: 0.999 };
  const last = discriminator.layers[2].valueGradients >> 2;
  const one = (step) => {
    forward(kernels, generator, noise, 500);
    clearGradients(kernels, discriminator);
    forward(kernels, discriminator, rows, 1000);
    kernels.floats.fill(1e-3, last, last + 1000);
    backward(kernels, discriminator, rows, 1000, { weights: true });
    stepAdam(kernels, discriminator, step, adam);
    forward(kernels, discriminator, rows, 500);
    backward(kernels, discriminator, rows, 500, { weights: false, input: pull });
    clearGradients(kernels, generator);
    backward(kernels, generator, noise, 500, { weights: true });
    stepAdam(kernels, generator, step, adam);
  };
  for (let step = 1; step <= 10; step++) one(step);
  let best = 0;
  for (let run = 0; run < 3; run++) {
    const began = seconds();
    for (let step = 1; step <= 20; step++) one(step);
    best = Math.max(best, 20 / (seconds() - began));
  }
  return best;
}

/** Measures learning; targets need a Python with the peers. */
export async function learning() {
  if (!existsSync(join(shared, "adult.csv"))) {
    console.log("learning: left out, Adult is not there");
    return [];
  }
  const table = await adult();
  const [fit, own] = [await boosting(table), await steps()];
  console.log(
    `boosted trees, Adult 26,048 rows, 100 trees: ${fit.toFixed(3)} CPU s; nets: ${own.toFixed(1)} steps per CPU s`,
  );
  const python = process.env.KOHORT_PYTHON;
  if (python === undefined) {
    console.log("    set KOHORT_PYTHON to a Python with lightgbm 4.7 and numpy to compare");
    return [];
  }
  mkdirSync(cache, { recursive: true });
  const path = join(cache, "adult-numbers.json");
  const columns = table.features.columns.map(({ values }) => [...values]);
  writeFileSync(path, JSON.stringify({ columns, target: [...table.target] }));
  const env = { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" };
  const ran = spawnSync(python, [join(import.meta.dirname, "peers.py"), path], { encoding: "utf8", env });
  if (ran.status !== 0) throw new Error(ran.stderr);
  const peer = JSON.parse(ran.stdout);
  console.log(`    native LightGBM ${peer.boosting.toFixed(3)} CPU s; numpy ${peer.steps.toFixed(1)} steps per CPU s`);
  return [
    { name: "boosted trees against LightGBM", asked: 2, measured: fit / peer.boosting, unit: "× its CPU" },
    { name: "nets against numpy", asked: 2, measured: peer.steps / own, unit: "× its CPU" },
  ];
}
