/**
 * Optima of full-domain search on Adult with nine attributes, as ARX 3.9.2 and an exhaustive search over all 12,960
 * nodes have them. ARX floors each attribute's value to ten decimals; figures are compared to 1e-9.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lattice } from "../../src/algorithms/index.ts";
import { kAnonymity, lDiversity, type PrivacyGoal, tCloseness } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Release } from "../../src/release/release.ts";
import type { MeasureName, Spec } from "../../src/spec/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { adultNine, sharedFile } from "../data/shared-data.ts";
import { needing } from "../setup/needs.ts";

/** ARX compares with the input, whoever is suppressed. */
const closeness = tCloseness("occupation", 0.2, { distance: "equal", reference: "input" });

function release(
  privacy: readonly PrivacyGoal[],
  suppression: number,
  measure: MeasureName,
  sensitive?: string,
): Release {
  const table = readCsv(readFileSync(sharedFile("adult-9/adult.csv"), "utf8"));
  const files = new Map<string, Uint8Array>();
  const attributes: Record<string, Spec["attributes"][string]> = {};
  for (const name of adultNine) {
    const path = `adult_hierarchy_${name}.csv`;
    files.set(path, readFileSync(sharedFile(`adult-9/${path}`)));
    attributes[name] =
      name === sensitive ? { role: "sensitive" } : { role: "quasi-identifying", hierarchy: { kind: "file", path } };
  }
  return anonymize(table, { version: 1, attributes, privacy, algorithm: lattice(), suppression, measure }, { files });
}

describe("Adult with nine attributes", needing("data sets"), () => {
  it.each([
    [0, "loss", "0,4,1,1,3,2,2,1,0", 0.5731509655590044, 0, 24],
    [0.04, "loss", "0,3,0,1,1,1,1,2,0", 0.26611081915757495, 1178, 370],
    [1, "loss", "0,3,0,0,2,1,1,1,0", 0.22041192847984292, 2553, 602],
    [0.04, "entropy-monotone", "1,0,1,1,3,2,2,0,1", 255559.85455731067, 906, 1046],
    [0.04, "entropy", "1,0,1,1,3,2,2,0,1", 264971.5825580817, 906, 1046],
  ] as const)("k = 5, suppression %d, %s", (suppression, measure, levels, loss, suppressed, cohorts) => {
    const made = release([kAnonymity(5)], suppression, measure);
    expect(String(made.search.levels)).toBe(levels);
    expect(made.search.loss as number).toSatisfy((found: number) => Math.abs(found - loss) <= 1e-9 * Math.max(1, loss));
    expect([made.suppressed, made.cohorts.count]).toEqual([suppressed, cohorts]);
    expect(made.search).toMatchObject({ latticeSize: 12960, optimal: true });
    expect(made.cohorts.smallest).toBeGreaterThanOrEqual(5);
    expect(made.table.rows).toBe(30162 - suppressed);
  });

  it.each([
    ["distinct l = 2", lDiversity("occupation", 2), 0.04, "0,3,0,1,1,1,1,0", 0.1965442564147104, 1204, 368],
    ["t = 0.2", closeness, 0.04, "1,4,1,1,3,1,2,1", 0.8150031862123897, 235, 6],
    ["t = 0.2", closeness, 1, "1,2,0,0,3,0,2,1", 0.6041652321342552, 8156, 23],
  ] as const)("k = 5 and %s for occupation", (_, goal, suppression, levels, loss, suppressed, cohorts) => {
    const made = release([kAnonymity(5), goal], suppression, "loss", "occupation");
    expect(String(made.search.levels)).toBe(levels);
    expect(made.search.loss as number).toSatisfy((found: number) => Math.abs(found - loss) <= 1e-9);
    expect([made.suppressed, made.cohorts.count]).toEqual([suppressed, cohorts]);
    expect(made.search).toMatchObject({ latticeSize: 4320, optimal: true });
  });
});
