/** @file What l-diversity and t-closeness cost on top of k, and how that grows with rows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { census, library, shared } from "./measure.mjs";

const quasi = "age,workclass,education-num,marital-status,occupation,race,sex,native-country".split(",");
const k = { model: "k-anonymity", k: 10 };
const others = [
  { model: "l-diversity", attribute: "income", l: 2 },
  { model: "t-closeness", attribute: "income", t: 0.2 },
];

function specFor(privacy) {
  const attributes = Object.fromEntries(quasi.map((name) => [name, { role: "quasi-identifying" }]));
  return {
    version: 1,
    attributes: { ...attributes, income: { role: "sensitive" } },
    privacy,
    algorithm: { name: "mondrian" },
    order: "input",
  };
}

/** Least processor seconds of a whole anonymization in memory, warm. */
function seconds(anonymize, table, privacy, times) {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage();
    anonymize(table, specFor(privacy));
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

/** Measures, prints, and returns the targets. */
export async function models({ large }) {
  const { anonymize } = await library("run/index.js");
  const { readCsv } = await library("table/index.js");
  const targets = [];
  const source = join(shared, "adult.csv");
  if (existsSync(source)) {
    const [header, ...rows] = readFileSync(source, "utf8").trimEnd().split("\n");
    const table = readCsv(`${[header, ...rows.slice(0, 32561).filter((row) => !row.includes("?"))].join("\n")}\n`);
    const plain = seconds(anonymize, table, [k], 12);
    const all = seconds(anonymize, table, [k, ...others], 12);
    console.log(
      `Adult, in memory: k ${(1000 * plain).toFixed(1)} ms, k + l + t ${(1000 * all).toFixed(1)} ms CPU, ${(all / plain).toFixed(2)} ×`,
    );
    targets.push({ name: "k + l + t on Adult against k", asked: 3, measured: all / plain, unit: "×" });
  }
  if (large) {
    const measured = [];
    for (const rows of [250_000, 1_000_000]) {
      const table = readCsv(readFileSync(await census(rows)));
      measured.push(seconds(anonymize, table, [k, ...others], 3));
      console.log(`census of ${rows} rows, in memory: k + l + t ${measured.at(-1).toFixed(2)} s CPU`);
    }
    targets.push({
      name: "k + l + t, 1 M rows against 250 k per row",
      asked: 1.3,
      measured: measured[1] / measured[0] / 4,
      unit: "×",
    });
  }
  return targets;
}
