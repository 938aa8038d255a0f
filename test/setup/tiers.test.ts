import { afterEach, expect, it, vi } from "vitest";
import { leftOut } from "./left-out.ts";
import { runs } from "./runs.ts";
import { fullFiles, propertyFiles, slowFiles } from "./tiers.ts";

afterEach(() => void vi.unstubAllEnvs());

it("no file is in two tiers, but for properties", () => {
  const both = slowFiles.filter((path) => fullFiles.includes(path) || propertyFiles.includes(path));
  expect(both).toEqual([]);
  expect(propertyFiles.filter((path) => fullFiles.includes(path))).toEqual([]);
});

it("properties try a tenth of their cases in the fast tier, and all in others", () => {
  vi.stubEnv("KOHORT_TIER", "fast");
  expect([runs(5), runs(1000)]).toEqual([1, 100]);
  vi.stubEnv("KOHORT_TIER", "slow");
  expect([runs(5), runs(1000)]).toEqual([5, 1000]);
});

it("a run says which tiers and what else it left out", () => {
  const ways = (run: readonly string[]): string[] => leftOut(run, []).map(([, how]) => how);
  expect(ways(["fast"])).toEqual(["npm run test:slow", "npm run test:full"]);
  expect(ways(["slow"])).toEqual(["npm run test:full"]);
  expect(ways([])).toEqual([]);
  expect(leftOut([], ["Spark", "Chromium", "Spark"])).toEqual([
    ["tests that need Spark: 2", "npm run setup:tests"],
    ["tests that need Chromium: 1", "npm run setup:tests"],
  ]);
});
