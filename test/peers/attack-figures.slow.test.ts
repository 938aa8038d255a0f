/**
 * The three demonstrations of Padmaja and Jayashree (section 9) on all of UCI Adult, and disclosure rates measured with
 * separate prototypes on its complete rows.
 */
import { expect, it } from "vitest";
import { mondrian } from "../../src/algorithms/index.ts";
import { attack } from "../../src/examine/attack.ts";
import { kAnonymity, lDiversity, tCloseness } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { adultComplete, adultFull, adultQuasi, describeOnData } from "../data/shared-data.ts";

function specFor(
  quasi: readonly string[],
  sensitive: string,
  privacy: Spec["privacy"],
  more: Partial<Spec> = {},
): Spec {
  const attributes: Record<string, Spec["attributes"][string]> = {};
  for (const name of quasi) attributes[name] = { role: "quasi-identifying" };
  attributes[sensitive] = { role: "sensitive" };
  return { version: 1, attributes, privacy, ...more };
}

const paper = { algorithm: mondrian({ variant: "paper" }) };
const quasi = ["age", "education-num"];

describeOnData("attacks on Adult, k 5, l 2, t 0.2, age and education-num, income", () => {
  const all = readCsv(adultFull());
  const published = new Set([...quasi, "income"]);
  const table = { ...all, columns: all.columns.filter(({ name }) => published.has(name)) };
  const k = kAnonymity(5);
  const release = (privacy: Spec["privacy"], more: Partial<Spec> = {}) =>
    anonymize(table, specFor(quasi, "income", privacy, { ...paper, ...more }));
  const first = release([k]);
  const second = release([k, lDiversity("income", 2)]);
  const third = release([k, tCloseness("income", 0.2)]);

  it("homogeneity tells the income of 4088 people in 144 of 460 classes, and of nobody after l", () => {
    const found = attack(table, first, { kind: "homogeneity" });
    expect(found.details).toEqual({ cohorts: 144, of: 460, records: 4088 });
    expect(found.success).toBeCloseTo(4088 / 48842, 12);
    expect(found.interval[0]).toBeGreaterThan(found.baseline);
    expect(attack(table, second, { kind: "homogeneity" })).toMatchObject({ success: 0, baseline: 0 });
  });

  it("skewness is found after l and bounded by t after t", () => {
    const before = attack(table, second, { kind: "skewness" });
    const after = attack(table, third, { kind: "skewness" });
    expect(before.details.largestGain).toBeGreaterThan(0.5);
    expect(before.interval[0]).toBeGreaterThan(before.baseline);
    expect(after.details.largestGain).toBeLessThanOrEqual(0.2 + 1e-9);
    expect(after.success - after.baseline).toBeLessThanOrEqual(0.2);
    expect(after.success - after.baseline).toBeLessThan(before.success - before.baseline);
  });

  const ranges = { algorithm: mondrian({ variant: "paper", values: "range" }) };

  it.each(["input", "canonical", "shuffled"] as const)("unsorted matching on releases in %s order", (order) => {
    const made = release([k], { ...ranges, order });
    const again = release([k, lDiversity("income", 2)], { ...ranges, order });
    const joined = attack(table, made.table, { kind: "unsorted-matching", knows: quasi });
    const twice = attack(table, made.table, { kind: "unsorted-matching", knows: quasi, secondRelease: again.table });
    const exact = attack(table, anonymize(table, made.spec, { truth: true }), { kind: "unsorted-matching" });
    if (order === "input") {
      expect(joined.success).toBe(1);
      expect(twice.success).toBe(1);
      expect(exact.success).toBe(1);
      expect(joined.interval[0]).toBeGreaterThan(joined.baseline);
      expect(twice.interval[0]).toBeGreaterThan(twice.baseline);
    } else {
      for (const { interval, baseline } of [exact, joined]) {
        expect(interval[0]).toBeLessThanOrEqual(baseline);
        expect(interval[1]).toBeGreaterThanOrEqual(baseline);
      }
    }
  });
});

describeOnData("disclosure at k 10 on the complete rows of Adult", () => {
  const table = readCsv(adultComplete());

  it("16.8 % of records are in cohorts of one relationship, strict compatible", () => {
    const spec = specFor(adultQuasi, "relationship", [kAnonymity(10)], {
      algorithm: mondrian({ compatible: true, strict: true }),
    });
    const found = attack(table, anonymize(table, spec), { kind: "homogeneity" });
    expect((100 * found.success).toFixed(1)).toBe("16.8");
  });

  it("two releases of the same people isolate some of them", () => {
    const one = anonymize(table, specFor(adultQuasi, "income", [kAnonymity(10)]));
    const two = anonymize(
      table,
      specFor(adultQuasi, "income", [kAnonymity(10)], { algorithm: mondrian({ score: "entropy" }) }),
    );
    const found = attack(table, one, { kind: "intersection", secondRelease: two.table, targets: 1000 });
    expect(found.baseline).toBe(0);
    expect(found.interval[0]).toBeGreaterThan(0.08);
  });
});
