/** @file Full-domain search: against what ARX 3.9.2 takes for the same optima, and on a million rows. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache, census, kohort, library, shared } from "./measure.mjs";

/** CPU milliseconds of ARX for Adult with nine attributes, one thread, warm, search only. */
const arx = [
  ["loss", "k-anonymity", { 0: 36, 0.04: 1110, 1: 3220 }],
  ["entropy", "k-anonymity", { 0: 46, 0.04: 1070, 1: 7000 }],
  ["loss", "l-diversity", { 0: 48, 0.04: 500, 1: 800 }],
  ["loss", "t-closeness", { 0: 20, 0.04: 810, 1: 1700 }],
];

const goals = {
  "k-anonymity": [],
  "l-diversity": [{ model: "l-diversity", l: 2 }],
  "t-closeness": [{ model: "t-closeness", t: 0.2, distance: "equal", reference: "input" }],
};

/** Adult with nine attributes and their hierarchies, one of them sensitive if it is named. */
export async function adultNine(sensitive, folded = true) {
  const { readCsv } = await library("table/index.js");
  const { axisOf, encode } = await library("cohort/index.js");
  const { readHierarchy } = await library("hierarchy/index.js");
  const { finish } = await library("base/index.js");
  const folder = join(shared, "adult-9");
  const table = readCsv(readFileSync(join(folder, "adult.csv"), "utf8"));
  const hierarchyOf = (name) => readHierarchy(readFileSync(join(folder, `adult_hierarchy_${name}.csv`))).hierarchy;
  const axes = table.columns.map((column, place) =>
    axisOf(column, place, column.name === sensitive ? {} : { hierarchy: hierarchyOf(column.name) }),
  );
  const quasi = axes.filter(({ attribute }) => attribute.name !== sensitive);
  return finish(
    encode(
      table,
      quasi,
      axes.filter(({ attribute }) => attribute.name === sensitive),
      { folded, threads: 1 },
    ),
  );
}

async function searchAdult(target) {
  const { algorithms } = await library("algorithms/index.js");
  const { finish } = await library("base/index.js");
  for (const [measure, model, times] of arx) {
    const sensitive = model === "k-anonymity" ? undefined : "occupation";
    const problem = await adultNine(sensitive);
    for (const suppression of [0, 0.04, 1]) {
      const question = {
        goals: [{ model: "k-anonymity", k: 5 }, ...goals[model]],
        table: { rows: problem.rows, sensitive: problem.sensitive.map(({ name, totals }) => ({ name, totals })) },
        threads: 1,
        seed: 1,
        suppression,
        measure,
      };
      let least = Number.POSITIVE_INFINITY;
      let found;
      for (let round = 0; round < (suppression === 0 ? 8 : 3); round++) {
        const started = process.cpuUsage();
        found = finish(algorithms.lattice.search(problem, question, { name: "lattice" })).search;
        const { user, system } = process.cpuUsage(started);
        least = Math.min(least, (user + system) / 1000);
      }
      const speed = Math.round(found.checked / (least / 1000));
      console.log(
        `lattice, ${model}, ${measure}, suppression ${suppression}: ${least.toFixed(0)} CPU ms, ${found.checked} of ${found.latticeSize} nodes checked, ${speed} nodes/s; ARX ${times[suppression]} ms, ratio ${(least / times[suppression]).toFixed(2)}`,
      );
      const what = model === "k-anonymity" ? measure : model;
      target(`full-domain, ${what}, limit ${suppression}`, times[suppression], least, "CPU ms");
    }
  }
}

async function recodeLocally(target) {
  const { algorithms } = await library("algorithms/index.js");
  const { cohortSizes } = await library("cohort/index.js");
  const { loss } = await library("quality/index.js");
  const { finish } = await library("base/index.js");
  const problem = await adultNine();
  const question = {
    goals: [{ model: "k-anonymity", k: 5 }],
    table: { rows: problem.rows, sensitive: [] },
    threads: 1,
    seed: 1,
  };
  let least = Number.POSITIVE_INFINITY;
  let found;
  for (let round = 0; round < 3; round++) {
    const started = process.cpuUsage();
    found = finish(algorithms.lattice.search(problem, question, { name: "lattice", local: "levels" })).recoding;
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, (user + system) / 1000);
  }
  const lost = loss(problem, found, cohortSizes(problem, found)).total;
  console.log(`local recoding by levels: loss ${lost.toFixed(4)} in ${least.toFixed(0)} CPU ms; ARX 0.0591 in 3400 ms`);
  target("local recoding, loss", 0.0591, lost, "");
  target("local recoding, time", 3400, least, "CPU ms");
}

/** A million rows with eight attributes, from CSV to audited CSV, on one thread and on two. */
async function searchMillion(target, measure, suppression) {
  const output = join(cache, "lattice.csv");
  const words = [
    ...["anonymize", await census(1_000_000), "--rest", "insensitive", "--quasi"],
    ...["age,workclass,education-num,marital-status,occupation,race,sex,native-country", "-k", "5"],
    ...["--hierarchy", "age=intervals(width=5)", "--hierarchy", "education-num=intervals(width=2)"],
    ...["--hierarchy", "native-country=frequency(keep=5)", "--hierarchy", "occupation=frequency(keep=5)"],
    ...["--algorithm", "lattice", "--suppression", suppression, "--measure", measure],
    ...["-o", output, "--force", "--json", "-q"],
  ];
  const [one, two] = [1, 2].map((threads) => {
    const run = kohort([...words, "--threads", String(threads)]);
    rmSync(output);
    const { search, cpu, time } = JSON.parse(run.stdout);
    console.log(
      `lattice on a million rows, ${measure}, suppression ${suppression}, ${threads} thread${threads > 1 ? "s" : ""}: search ${cpu.search.toFixed(1)} CPU s, ${time.search.toFixed(1)} s on the clock, ${search.checked} of ${search.latticeSize} nodes checked, loss ${search.loss}, ${run.cpu.toFixed(1)} CPU s and ${(run.memory / 1e9).toFixed(2)} GB in all`,
    );
    return { cpu: cpu.search, clock: time.search };
  });
  console.log(
    `  two threads over one: ${(two.clock / one.clock).toFixed(2)} × on the clock, ${(two.cpu / one.cpu).toFixed(2)} × processor time`,
  );
  target(`a million rows, ${measure}, 2 threads over 1`, 1, two.clock / one.clock, "× clock");
}

/** Runs the bench; returns the targets with what was measured. */
export async function lattice() {
  const targets = [];
  const target = (name, asked, measured, unit) => targets.push({ name, asked, measured, unit });
  if (existsSync(join(shared, "adult-9"))) {
    await searchAdult(target);
    await recodeLocally(target);
  } else console.log(`SKIPPED: no adult-9 in ${shared}`);
  await searchMillion(target, "loss", "0.02");
  await searchMillion(target, "entropy", "1");
  return targets;
}
