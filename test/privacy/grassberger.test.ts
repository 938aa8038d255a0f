import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { randomFrom } from "../../src/base/index.ts";
import { createModels, stricterGoal } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { readCsv } from "../../src/table/index.ts";

/** ψ(x) by the recurrence ψ(x) = ψ(x + 1) − 1/x up to 40 and its asymptotic series there. */
function digamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 40; at += 1) shift -= 1 / at;
  return shift + Math.log(at) - 1 / (2 * at) - 1 / (12 * at ** 2) + 1 / (120 * at ** 4) - 1 / (252 * at ** 6);
}

/** G(n) as Grassberger defines it, by ψ. */
function slowG(n: number): number {
  return digamma(n) + 0.5 * (-1) ** n * (digamma((n + 1) / 2) - digamma(n / 2));
}

function slowEstimate(counts: readonly number[]): number {
  const present = counts.filter((count) => count > 0);
  const records = present.reduce((sum, count) => sum + count, 0);
  return Math.exp(Math.log(records) - present.reduce((sum, count) => sum + count * slowG(count), 0) / records);
}

function modelOf(l: number, variant: "entropy" | "grassberger", counts: readonly number[]) {
  const table = { rows: 1, sensitive: [{ name: "s", totals: Float64Array.from(counts) }] };
  return createModels([{ model: "l-diversity", l, variant }], table)[0];
}

const cohortOf = (counts: readonly number[]) => ({
  size: counts.reduce((sum, count) => sum + count, 0),
  histogram: Float64Array.from(counts),
});

function randomCounts(seed: number): number[] {
  const random = randomFrom(seed);
  const most = [3, 10, 200, 100_000][random.below(4)];
  return Array.from({ length: 1 + random.below(6) }, () => random.below(most + 1) + (random.below(2) === 0 ? 0 : 1));
}

describe("l-diversity with Grassberger's estimate", () => {
  it("is the formula by digamma, at most the number of values (500 cohorts)", () => {
    for (let seed = 1; seed <= 500; seed++) {
      const counts = randomCounts(seed);
      if (counts.every((count) => count === 0)) continue;
      const values = counts.filter((count) => count > 0).length;
      const expected = Math.min(values, slowEstimate(counts));
      expect(modelOf(2, "grassberger", counts).measure(cohortOf(counts)), `seed ${seed}`).toBeCloseTo(expected, 8);
    }
  });

  it("needs l different values, though an estimate may be higher", () => {
    expect(slowEstimate([1, 1])).toBeGreaterThan(7);
    expect(modelOf(3, "grassberger", [1, 1]).holds(cohortOf([1, 1]))).toBe(false);
    expect(modelOf(2, "grassberger", [1, 1]).holds(cohortOf([1, 1]))).toBe(true);
  });

  it("follows from a plain entropy that is a little larger, however cohorts are joined (2,000 cohorts)", () => {
    let held = 0;
    for (let seed = 1; seed <= 2000; seed++) {
      const counts = randomCounts(seed);
      const l = 1 + 3 * randomFrom(seed + 9000).unit();
      const strict = stricterGoal({ model: "l-diversity", l, variant: "grassberger" });
      expect(strict).toMatchObject({ variant: "entropy" });
      if (!modelOf((strict as { l: number }).l, "entropy", counts).holds(cohortOf(counts))) continue;
      held += 1;
      expect(modelOf(l, "grassberger", counts).holds(cohortOf(counts)), `seed ${seed}`).toBe(true);
    }
    expect(held).toBeGreaterThan(300);
  });

  it("is kept by releases, as their audit measures it", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomFrom(seed);
      const rows = Array.from({ length: 40 }, () => `${random.below(30)},${random.below(4)},d${random.below(5)}`);
      const table = readCsv(`a,b,s\n${rows.join("\n")}\n`);
      const roles = { a: { role: "quasi-identifying" }, b: { role: "quasi-identifying" }, s: { role: "sensitive" } };
      const attributes = roles as Parameters<typeof anonymize>[1]["attributes"];
      const privacy = [{ model: "l-diversity" as const, l: 2.5, variant: "grassberger" as const }];
      for (const name of ["auto", "mondrian", "lattice", "cluster"] as const) {
        const release = anonymize(table, { attributes, privacy, algorithm: { name } });
        const found = audit(release.table, { quasiIdentifiers: ["a", "b"], sensitive: ["s"], privacy });
        expect(found.holds, `${seed} ${name}`).toBe(true);
      }
    }
  });
});
