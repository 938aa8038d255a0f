/** @file From CSV to audited CSV: what each stage costs, how it grows, and what a second thread brings. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { best, cache, census, kohort, library, measure, shared } from "./measure.mjs";

const quasi = "age,workclass,education-num,marital-status,occupation,race,sex,native-country";

/** Anonymizes a file at k=10 and says what it used, per stage and in all. */
function anonymize(path, threads) {
  const output = join(cache, "release.csv");
  const words = [
    "anonymize",
    path,
    "--algorithm",
    "mondrian",
    "--quasi",
    quasi,
    "--sensitive",
    "income",
    "--rest",
    "insensitive",
    "-k",
    "10",
  ];
  const run = kohort([...words, "-o", output, "--force", "--json", "-q", "--threads", String(threads)]);
  const report = JSON.parse(run.stdout);
  const written = statSync(output).size;
  rmSync(output);
  return { ...run, report, written };
}

function line(name, rows, run, floor) {
  const { cpu: stages } = run.report;
  const parts = Object.entries(stages).map(([stage, seconds]) => {
    const speed = seconds > 0 ? `${(rows / seconds / 1e6).toFixed(2)} M rows/s` : "";
    return `${stage} ${seconds.toFixed(2)} s${speed === "" ? "" : ` (${speed})`}`;
  });
  console.log(
    `${name}: ${run.cpu.toFixed(2)} CPU s, ${run.wall.toFixed(2)} s wall, ${(run.memory / 1e9).toFixed(2)} GB`,
  );
  console.log(`    ${parts.join(", ")}`);
  if (floor !== undefined) {
    console.log(
      `    ${(run.cpu / floor.cpu).toFixed(1)} × the floor of one pass over input and output (${floor.cpu.toFixed(2)} CPU s)`,
    );
  }
}

/** The first 32561 rows of Adult without those that hold a `?`, if the data is there. */
function adult() {
  const source = join(shared, "adult.csv");
  if (!existsSync(source)) return undefined;
  const [header, ...rows] = readFileSync(source, "utf8").trimEnd().split("\n");
  const path = join(cache, "adult-complete.csv");
  writeFileSync(path, `${[header, ...rows.slice(0, 32561).filter((row) => !row.includes("?"))].join("\n")}\n`);
  return path;
}

/** Milliseconds of the search alone, warm, the least of many. */
async function warmSearch(path) {
  const { readCsv } = await library("table/index.js");
  const { axisOf, encode } = await library("cohort/index.js");
  const { algorithms } = await library("algorithms/index.js");
  const { finish } = await library("base/index.js");
  const table = readCsv(readFileSync(path));
  const names = quasi.split(",");
  const axes = table.columns.flatMap((column, place) => (names.includes(column.name) ? [axisOf(column, place)] : []));
  const problem = finish(encode(table, axes, []));
  const question = {
    goals: [{ model: "k-anonymity", k: 10 }],
    table: { rows: table.rows, sensitive: [] },
    threads: 1,
    seed: 1,
  };
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 60; i++) {
    const started = process.cpuUsage();
    finish(algorithms.mondrian.search(problem, question, { name: "mondrian" }));
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Runs the bench; returns the targets with what was measured. */
export async function spine({ large }) {
  const targets = [];
  const target = (name, asked, measured, unit) => targets.push({ name, asked, measured, unit });
  const bare = best(5, () => measure(["-e", "0"]));
  const version = best(5, () => kohort(["--version"]));
  target("kohort --version over bare node", 80, (version.cpu - bare.cpu) * 1000, "CPU ms");
  const runs = {};
  for (const rows of large ? [30_000, 1_000_000, 10_000_000] : [30_000, 1_000_000]) {
    const path = await census(rows);
    const times = rows > 1_000_000 ? 1 : 3;
    const one = best(times, () => anonymize(path, 1));
    const two = best(times, () => anonymize(path, 2));
    const pass = best(times, () => measure([join(import.meta.dirname, "floor.mjs"), path]));
    const floor = { cpu: bare.cpu + (pass.cpu - bare.cpu) * (1 + one.written / statSync(path).size) };
    line(`${rows} rows, 1 thread`, rows, one, floor);
    line(`${rows} rows, 2 threads`, rows, two, floor);
    console.log(`    2 threads take ${(two.wall / one.wall).toFixed(2)} × the wall time of 1`);
    runs[rows] = { one, two };
  }
  const million = runs[1_000_000];
  target("1 M rows, CSV to audited CSV", 4, Math.max(million.one.cpu, million.two.cpu), "CPU s");
  target("1 M rows, peak memory", 0.8, Math.max(million.one.memory, million.two.memory) / 1e9, "GB");
  const ten = runs[10_000_000];
  if (ten !== undefined) {
    const exponent = Math.log10(ten.one.cpu / million.one.cpu);
    console.log(`cost grows with the power ${exponent.toFixed(3)} of the rows from 1 M to 10 M`);
    target("10 M rows, CSV to audited CSV", 45, Math.max(ten.one.cpu, ten.two.cpu), "CPU s");
    target("10 M rows, peak memory", 3, Math.max(ten.one.memory, ten.two.memory) / 1e9, "GB");
    target("10 M rows, wall of 2 threads over 1", 0.65, ten.two.wall / ten.one.wall, "×");
    target("growth exponent, 1 M to 10 M rows", 1.1, exponent, "");
  }
  const complete = adult();
  if (complete === undefined) console.log("SKIPPED: no adult.csv; set KOHORT_DATA to the folder that holds it");
  else {
    const run = best(7, () => anonymize(complete, 2));
    line("Adult, 30162 rows, whole process", 30_162, run);
    target("Adult, whole process", 0.35, run.cpu, "CPU s");
    target("Adult, search alone, warm", 15, await warmSearch(complete), "CPU ms");
  }
  return targets;
}
