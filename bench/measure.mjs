/** @file Runs the built command line in a process of its own and says what it used. */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The folder in which generated tables are kept between runs. */
export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "kohort", "bench");

/** The folder of data sets that are not part of the project, if it is there. */
export const shared = process.env.KOHORT_DATA ?? join(root, "..", "shared", "data");

/** Processor seconds of this process so far. */
export function seconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Imports a module of the built library. */
export function library(path) {
  return import(join(root, "dist", path));
}

/** Runs `node` with the given words; its processor time and peak memory are those of all its threads. */
export function measure(words, options = {}) {
  const usage = join(tmpdir(), `kohort-usage-${process.pid}.json`);
  const started = process.hrtime.bigint();
  const ran = spawnSync(process.execPath, ["--require", join(import.meta.dirname, "usage.cjs"), ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, KOHORT_USAGE: usage },
    ...options,
  });
  const wall = Number(process.hrtime.bigint() - started) / 1e9;
  if (ran.status !== 0) throw new Error(`${words.join(" ")} exited with ${ran.status}: ${ran.stderr}`);
  const used = JSON.parse(readFileSync(usage, "utf8"));
  rmSync(usage);
  return { ...used, wall, stdout: ran.stdout };
}

/** Runs the command line. */
export function kohort(words) {
  return measure([join(root, "dist", "bin", "kohort.js"), ...words]);
}

/** The run of several with the least processor time: noise only ever adds. */
export function best(times, run) {
  let least;
  for (let i = 0; i < times; i++) {
    const one = run();
    if (least === undefined || one.cpu < least.cpu) least = one;
  }
  return least;
}

/** Writes blocks of bytes or text one after the other to a file. */
export function writeBlocks(path, blocks) {
  const file = openSync(path, "w");
  for (const block of blocks) writeSync(file, block);
  closeSync(file);
}

/** The path of a generated census table, made if it is not there. */
export async function census(rows) {
  const path = join(cache, `census-${rows}.csv`);
  if (existsSync(path) && statSync(path).size > 0) return path;
  mkdirSync(cache, { recursive: true });
  const { censusBlocks } = await library("sample/index.js");
  const draft = `${path}.${process.pid}`;
  writeBlocks(draft, censusBlocks({ rows, seed: 1 }));
  renameSync(draft, path);
  return path;
}
