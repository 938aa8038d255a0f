/** @file What some tests need and the repository does not hold. Tests install nothing: without it they are skipped. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestOptions } from "vitest";
import { chromiumPath } from "../../scripts/chromium.mjs";
import { sparkHome } from "../../src/store/spark-session.ts";

declare module "vitest" {
  interface TaskMeta {
    missing?: Need;
  }
}

/** What a test may need. */
export type Need = "Chromium" | "Spark" | "data sets";

/** The folder of the data sets, which belong to others: `KOHORT_DATA`, or `../shared/data`. */
export const dataFolder: string =
  process.env.KOHORT_DATA ?? join(import.meta.dirname, "..", "..", "..", "shared", "data");

const isHere: Readonly<Record<Need, () => boolean>> = {
  Chromium: () => chromiumPath() !== undefined,
  Spark: () => sparkHome() !== undefined && spawnSync("java", ["-version"]).status === 0,
  "data sets": () => existsSync(join(dataFolder, "adult.csv")),
};

/** How to get what is missing. */
export const waysToGet: Readonly<Record<Need, string>> = {
  Chromium: "npm run setup:tests",
  Spark: "npm run setup:tests",
  "data sets": "set KOHORT_DATA to the folder that holds adult.csv",
};

/** The options of tests that are skipped where something is missing. */
export function needing(need: Need): TestOptions {
  return isHere[need]() ? {} : { skip: true, meta: { missing: need } };
}
