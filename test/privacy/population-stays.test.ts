import { expect, it, vi } from "vitest";
import { exploreLattice } from "../../src/algorithms/lattice/explorer.ts";
import { audit } from "../../src/audit/audit.ts";
import { finish } from "../../src/base/index.ts";
import { axisOf, encode } from "../../src/cohort/index.ts";
import { createModels } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { estimatePopulation } from "../../src/risk/index.ts";
import { categoryColumn, readCsv } from "../../src/table/index.ts";

const sizes = [1, 1, 1, 1, 2, 2, 3, 5, 8];

it.each([undefined, "zayatz", "pitman", "snb"] as const)(
  "the population of population uniqueness does not shrink with records left out: %s",
  (estimator) => {
    const goal = { model: "population-uniqueness" as const, "at-most": 0.5, fraction: 0.25, estimator };
    const [model] = createModels([goal], { rows: 24, sensitive: [] });
    for (let gone = 0; gone < sizes.length; gone++) {
      const kept = sizes.slice(gone);
      const records = kept.reduce((sum, size) => sum + size, 0);
      // 24 records are a quarter of 96 people, and stay people of these
      const estimate = estimatePopulation(kept, records / 96);
      const share = estimator === undefined ? estimate.share : estimate.uniques[estimator] / 96;
      expect(model.ofTable!(Float64Array.from(kept)).measured).toBeCloseTo(share, 9);
    }
  },
);

it("a release with records left out has the same figure in the search and in its audit", () => {
  const rows = Array.from({ length: 60 }, (_, row) => `${(row * row) % 37},${row % 3}`);
  const table = readCsv(`a,b\n${rows.join("\n")}\n`);
  const attributes = { a: { role: "quasi-identifying" }, b: { role: "quasi-identifying" } } as const;
  const privacy = [{ model: "population-uniqueness" as const, "at-most": 0.02, fraction: 0.2 }];
  const release = anonymize(table, { attributes, privacy, algorithm: { name: "lattice" }, suppression: 0.5 });
  expect(release.suppressed).toBeGreaterThan(0);
  const found = audit(release.table, { quasiIdentifiers: ["a", "b"], privacy, original: table, attributes });
  const kept = release.cohorts.sizes;
  const records = kept.reduce((sum, size) => sum + size, 0);
  expect(found.privacy.find(({ model }) => model === "population-uniqueness")!.measured).toBeCloseTo(
    estimatePopulation(kept, (0.2 * records) / 60).share,
    6,
  );
  expect(found.holds).toBe(true);
});

it("leaving out cohorts fits few estimators: halving, not one after the other", () => {
  const rows = 3000;
  const column = categoryColumn(
    "a",
    Array.from({ length: rows }, (_, row) => String(row)),
  );
  const problem = finish(encode({ rows, columns: [column] }, [axisOf(column, 0)], []));
  const goal = {
    model: "population-uniqueness" as const,
    "at-most": 0.001,
    fraction: 0.5,
    estimator: "zayatz" as const,
  };
  const table = { rows, sensitive: [] };
  const question = { goals: [goal], table, threads: 1, seed: 1, suppression: 0.9, measure: "loss" };
  const explorer = exploreLattice(problem, question);
  const fits = vi.spyOn(explorer.rule.whole[0], "ofTable");
  explorer.check(explorer.lowest);
  expect(fits.mock.calls.length).toBeGreaterThan(0);
  expect(fits.mock.calls.length).toBeLessThan(20);
});
