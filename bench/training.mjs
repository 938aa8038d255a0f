/**
 * @file What training on Adult costs: both GANs step by step in turns, so that they share whatever else the machine
 * does. `KOHORT_EPOCHS=300` trains as long as the target states; otherwise a few epochs stand for the rest, which holds
 * because time and memory per step stay flat (also measured).
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { library, seconds, shared } from "./measure.mjs";

const asked = 300;

/** Steps a training of one model through its epochs; `epoch` trains one and gives its processor seconds. */
async function trainingOf(name, possible, epochs) {
  const { trainModel } = await library("synthesis/index.js");
  const task = trainModel({ name, possible, options: { label: "income", seed: 1, epochs } });
  const steps = Math.floor(possible.rows / 500);
  const spent = [];
  return {
    spent,
    epoch() {
      const began = seconds();
      for (let step = 0; step < steps; step++) task.next();
      spent.push(seconds() - began);
    },
  };
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Measures both GANs on the 26,048 training rows of Adult. */
export async function training() {
  if (!existsSync(join(shared, "adult.csv"))) {
    console.log("training: left out, Adult is not there");
    return [];
  }
  const { readCsv, takeRows } = await library("table/index.js");
  const { splitRandomly } = await library("learning/index.js");
  const { possibleRows } = await library("synthesis/index.js");
  const lines = readFileSync(join(shared, "adult.csv"), "utf8").split("\n").slice(0, 32562);
  const table = readCsv(`${lines.join("\n")}\n`);
  const { train } = splitRandomly(table.rows, 0.2, 1);
  const possible = possibleRows({
    rows: train.length,
    columns: table.columns.map((column) => takeRows(column, train)),
  });
  const epochs = Number(process.env.KOHORT_EPOCHS ?? 7);
  const runs = [await trainingOf("cgan", possible, epochs), await trainingOf("ctgan", possible, epochs)];
  const memory = [];
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const run of runs) run.epoch();
    memory.push(process.memoryUsage.rss() / 1e6);
  }
  const [cgan, ctgan] = runs.map(({ spent }) => (mean(spent) * asked) / 60);
  const third = Math.floor((epochs - 1) / 3);
  const flat = runs.map(({ spent }) => mean(spent.slice(-third)) / mean(spent.slice(1, 1 + third)));
  const grown = Math.max(...memory.slice(-third)) - Math.max(...memory.slice(0, 1 + third));
  console.log(
    `${epochs} epochs of ${train.length} rows: cgan ${mean(runs[0].spent).toFixed(2)}, ctgan ${mean(runs[1].spent).toFixed(2)} CPU s an epoch; ${memory.at(-1).toFixed(0)} MB`,
  );
  return [
    { name: "300 epochs of cgan on Adult", asked: 15, measured: cgan, unit: "CPU min" },
    { name: "300 epochs of ctgan, against cgan", asked: 2.5, measured: ctgan / cgan, unit: "×" },
    { name: "ctgan within 2.5 × 15 minutes", asked: 37.5, measured: ctgan, unit: "CPU min" },
    { name: "cgan step, last third against first", asked: 1.25, measured: flat[0], unit: "×" },
    { name: "ctgan step, last third against first", asked: 1.25, measured: flat[1], unit: "×" },
    { name: "memory grown from first to last third", asked: 64, measured: Math.max(0, grown), unit: "MB" },
  ];
}
