/** Full-domain search over a million rows and eight attributes: it ends, its bound tightens, and it can be stopped. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { censusBlocks, censusQuasiIdentifiers } from "../../src/sample/index.ts";
import { interrupted, kohort, type Outcome, temporaryFolder } from "../cli/run-kohort.ts";

const rows = 1_000_000;
const folder = temporaryFolder();
const data = join(folder, "census.csv");
const quasi = ["--quasi", censusQuasiIdentifiers.join(), "-k", "5"];
const words = [
  ...["anonymize", data, ...quasi, "--algorithm", "lattice", "--json", "--progress", "plain"],
  ...["--hierarchy", "age=intervals(width=5)", "--hierarchy", "education-num=intervals(width=2)"],
  ...["--hierarchy", "native-country=frequency(keep=5)", "--hierarchy", "occupation=frequency(keep=5)"],
];

type Search = {
  levels: number[];
  loss: number;
  bound: number;
  optimal: boolean;
  explored: { course: { checked: number; loss?: number; bound: number }[] };
};

function reportOf({ stdout }: Outcome): {
  search: Search;
  release: { rows: number; suppressed: number; smallest: number; sha256: string };
  cpu: { search: number };
} {
  return JSON.parse(stdout);
}

beforeAll(() => {
  const file = openSync(data, "w");
  for (const block of censusBlocks({ rows, seed: 1 })) writeSync(file, block);
  closeSync(file);
});

it("ends with a proof, told as it goes, and alike on one thread and on two", () => {
  const runs = ["1", "2"].map((threads) => {
    const output = join(folder, `release-${threads}.csv`);
    const run = kohort([...words, "--suppression", "0.02", "--threads", threads, "-o", output]);
    expect(run.code).toBe(0);
    return { run, report: reportOf(run) };
  });
  const [one, two] = runs.map(({ report: { search, release } }) => [search.levels, search.loss, release.sha256]);
  expect(two).toEqual(one);
  const { search, release, cpu } = runs[0].report;
  expect(search).toMatchObject({ optimal: true, bound: search.loss });
  expect(release.rows + release.suppressed).toBe(rows);
  expect(release.smallest).toBeGreaterThanOrEqual(5);
  const told = [...runs[0].run.stderr.matchAll(/^search \d+ % {2}best (\S+), bound (\S+)$/gm)].map(
    ([, best, bound]) => ({
      best: Number(best),
      bound: Number(bound),
    }),
  );
  expect(told.length).toBeGreaterThan(3);
  told.forEach(({ best, bound }, at) => {
    expect(bound).toBeLessThanOrEqual(best);
    if (at === 0) return;
    expect(bound).toBeGreaterThanOrEqual(told[at - 1].bound);
    expect(best).toBeLessThanOrEqual(told[at - 1].best);
  });
  console.log(
    `a million rows: ${cpu.search.toFixed(1)} CPU s for the search on one thread, loss ${search.loss.toFixed(4)}`,
  );
});

it("tightens its bound from the first node to the last", () => {
  const run = kohort([...words, "--suppression", "0.02", "--option", "explored=true", "--report-only"]);
  expect(run.code).toBe(0);
  const { loss, explored } = reportOf(run).search;
  const { course } = explored;
  expect(course.length).toBeGreaterThan(20);
  for (let at = 1; at < course.length; at++) {
    expect(course[at].checked).toBeGreaterThanOrEqual(course[at - 1].checked);
    expect(course[at].bound).toBeGreaterThanOrEqual(course[at - 1].bound);
    expect(course[at].loss ?? Infinity).toBeLessThanOrEqual(course[at - 1].loss ?? Infinity);
  }
  expect(course.at(-1)).toMatchObject({ loss, bound: loss });
  expect(course[0].bound).toBeLessThan(0.5 * loss);
});

it.each(["1", "2"])("is stopped by Ctrl-C on %s threads with the best so far, audited and written", async (threads) => {
  const output = join(folder, `stopped-${threads}.csv`);
  const long = [...words, "--suppression", "1", "--measure", "entropy", "--threads", threads, "-o", output];
  const run = await interrupted(long, /search \d+ %/, "SIGINT");
  expect(run.stderr).toContain("best so far");
  expect(run.code).toBe(0);
  const { search, release } = reportOf(run);
  expect(search.optimal).toBe(false);
  expect(search.bound).toBeLessThan(search.loss);
  expect(release.rows + release.suppressed).toBe(rows);
  const audit = kohort(["audit", output, ...quasi, "--json"]);
  expect(audit.code).toBe(0);
  expect(JSON.parse(audit.stdout).release.rows).toBe(release.rows);
});
