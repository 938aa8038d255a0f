/** @file What each attack costs on a table of a million rows, against making the release it attacks. */
import { readFileSync } from "node:fs";
import { census, library } from "./measure.mjs";

const quasi = "age,workclass,education-num,marital-status,occupation,race,sex,native-country".split(",");

function seconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Measures, prints, and returns the targets. */
export async function attacksBench({ large }) {
  const { anonymize, attack } = await library("run/index.js");
  const { attackNames } = await library("attacks/index.js");
  const { readCsv } = await library("table/index.js");
  const rows = large ? 1_000_000 : 100_000;
  const table = readCsv(readFileSync(await census(rows)));
  const attributes = Object.fromEntries(quasi.map((name) => [name, { role: "quasi-identifying" }]));
  const spec = {
    version: 1,
    attributes: { ...attributes, income: { role: "sensitive" } },
    privacy: [{ model: "k-anonymity", k: 10 }],
    algorithm: { name: "mondrian" },
  };
  let release;
  const making = seconds(() => {
    release = anonymize(table, spec);
  });
  console.log(`census of ${rows} rows, in memory: the release ${making.toFixed(2)} s CPU`);
  const cost = {};
  for (const kind of attackNames) {
    if (kind === "similarity") continue;
    const more = kind === "intersection" ? { secondRelease: release.table } : {};
    cost[kind] = seconds(() => attack(table, release, { kind, ...more }));
    console.log(`  ${kind.padEnd(22)} ${cost[kind].toFixed(2)} s CPU`);
  }
  const histograms = Math.max(cost.homogeneity, cost["background-knowledge"], cost.skewness);
  return [
    { name: "attack by histograms against the release", asked: 2, measured: histograms / making, unit: "×" },
    {
      name: "the dearest attack against the release",
      asked: 10,
      measured: Math.max(...Object.values(cost)) / making,
      unit: "×",
    },
  ];
}
