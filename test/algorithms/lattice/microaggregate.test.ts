import { describe, expect, it } from "vitest";
import { audit } from "../../../src/audit/audit.ts";
import { randomFrom } from "../../../src/base/index.ts";
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import type { Release } from "../../../src/release/release.ts";
import type { Spec } from "../../../src/spec/index.ts";
import { cell, readCsv, type Table } from "../../../src/table/index.ts";

const grades = ["poor", "fair", "good", "very good"];
const columns = ["age", "day", "grade", "job"];

/** Numbers, days, names in an order and names without one, now and then a missing value. */
function people(seed: number): { table: Table; rows: string[][] } {
  const random = randomFrom(seed);
  const gap = (text: string): string => (seed % 3 === 0 && random.below(12) === 0 ? "" : text);
  const rows = Array.from({ length: 12 + random.below(40) }, () => [
    gap(String((20 + random.below(60)) / (seed % 2 === 0 ? 1 : 4))),
    gap(new Date(Date.UTC(2019, random.below(40), 1 + random.below(28))).toISOString().slice(0, 10)),
    gap(grades[random.below(4)]),
    gap(["nurse", "farmer", "judge"][random.below(3)]),
  ]);
  const lines = rows.map((row) => row.join(","));
  return { table: readCsv(`${columns.join(",")},illness\n${lines.map((line) => `${line},flu`).join("\n")}\n`), rows };
}

const plain: Spec["attributes"] = {
  age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10 } },
  day: { role: "quasi-identifying", hierarchy: { kind: "dates", levels: ["year"] } },
  grade: { role: "quasi-identifying", order: grades },
  job: { role: "quasi-identifying", hierarchy: { kind: "tree", tree: { some: ["nurse", "farmer"], law: ["judge"] } } },
};

function made(table: Table, microaggregate: string[] | undefined, local?: "levels" | "cells"): Release {
  const algorithm = {
    name: "lattice" as const,
    ...(microaggregate === undefined ? {} : { microaggregate }),
    ...(local === undefined ? {} : { local }),
  };
  const spec = { attributes: plain, privacy: [{ model: "k-anonymity" as const, k: 4 }], algorithm, suppression: 0.3 };
  return anonymize(table, spec, { truth: true });
}

const day = 86_400_000;

/** The centre of some values by its definition, from a list with one entry per record. */
function slowCentre(column: string, by: string, values: readonly string[]): string {
  const isNumber = column === "age";
  if (by === "mode") {
    const first = [...new Set(values)].sort((a, b) => placeOf(column, a) - placeOf(column, b));
    const count = (text: string): number => values.filter((value) => value === text).length;
    return first.reduce((best, text) => (count(text) > count(best) ? text : best));
  }
  if (values.includes("")) return "*";
  const sorted = [...values].sort((a, b) => placeOf(column, a) - placeOf(column, b));
  if (by === "mean") {
    const mean = values.reduce((sum, value) => sum + placeOf(column, value), 0) / values.length;
    return isNumber ? String(Number(mean.toFixed(6))) : new Date(Math.round(mean) * day).toISOString().slice(0, 10);
  }
  const [low, high] = [sorted[Math.ceil(values.length / 2) - 1], sorted[Math.floor(values.length / 2)]];
  return isNumber ? String(Number(((Number(low) + Number(high)) / 2).toFixed(6))) : low;
}

/** Where a value stands: its number, its day, its grade; jobs stand as their hierarchy lists them. */
function placeOf(column: string, value: string): number {
  if (value === "") return Number.POSITIVE_INFINITY;
  if (column === "age") return Number(value);
  if (column === "day") return Date.parse(value) / day;
  return (column === "grade" ? grades : ["nurse", "farmer", "judge"]).indexOf(value);
}

const usual: Record<string, string> = { age: "mean", day: "mean", grade: "median", job: "mode" };

describe.each([undefined, "levels", "cells"] as const)("microaggregate with local recoding %s", (local) => {
  it("publishes the centre of each cohort as a slow definition has it", () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 60; seed++) {
      const { table, rows } = people(seed);
      const random = randomFrom(1000 + seed);
      const word = (column: string): string => {
        const options = column === "age" || column === "day" ? ["mean", "median", "mode"] : ["median", "mode"];
        return random.below(3) === 0 ? column : `${column}:${options[random.below(options.length)]}`;
      };
      const chosen = columns.filter(() => random.below(2) === 0).map(word);
      if (chosen.length === 0) continue;
      const groups = new Map<string, number[]>();
      const before = made(table, undefined, local);
      const groupOf = new Map<number, number[]>();
      before.truth!.forEach((row, at) => {
        const key = columns.map((_, i) => cell(before.table, at, i)).join("\n");
        const members = groups.get(key) ?? [];
        groups.set(key, members);
        members.push(row);
        groupOf.set(row, members);
      });
      const after = made(table, chosen, local);
      expect(after.suppressed).toBe(before.suppressed);
      after.truth!.forEach((row, at) => {
        for (const one of chosen) {
          const [column, by = usual[column]] = one.split(":") as [string, string?];
          const place = columns.indexOf(column);
          const values = groupOf.get(row)!.map((member) => rows[member][place]);
          seen.add(`${column} ${by}`);
          expect(cell(after.table, at, place), `seed ${seed} ${one}`).toBe(slowCentre(column, by, values));
        }
      });
      expect(audit(after.table, { quasiIdentifiers: columns, privacy: [{ model: "k-anonymity", k: 4 }] }).holds).toBe(
        true,
      );
    }
    expect(seen.size).toBe(3 + 3 + 2 + 2);
  });
});

describe("microaggregate", () => {
  const table = readCsv("age,town\n20,a\n23,a\n40,b\n44,b\n47,b\n");
  const release = (microaggregate: string[], privacy: PrivacyGoal[] = [{ model: "k-anonymity", k: 2 }]): Release =>
    anonymize(table, {
      attributes: {
        age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10 } },
        town: { role: "quasi-identifying" },
      },
      privacy,
      algorithm: { name: "lattice", microaggregate },
    });

  it("publishes means and medians of a small table", () => {
    const ages = (word: string): string[] => Array.from({ length: 5 }, (_, row) => cell(release([word]).table, row, 0));
    expect(ages("age")).toEqual(["21.5", "21.5", "43.666667", "43.666667", "43.666667"]);
    expect(ages("age:median")).toEqual(["21.5", "21.5", "44", "44", "44"]);
    expect(ages("age:mode")).toEqual(["20", "20", "40", "40", "40"]);
  });

  it("says what cannot be microaggregated", () => {
    expect(() => release(["agee"])).toThrow('"agee" cannot be microaggregated: it is no quasi-identifier');
    expect(() => release(["town:mean"])).toThrow('"town" has no mean: it is not a number');
    expect(() => release(["town:median"])).toThrow('"town" has no median: it is without an order');
    expect(() => release(["town:sum"])).toThrow('"town:sum" cannot be microaggregated');
    expect(() => release(["age"], [{ model: "k-concealment", k: 2 }])).toThrow("k-concealment cannot be measured");
  });

  it("holds models that cohorts published alike could break together", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomFrom(seed);
      const rows = Array.from(
        { length: 40 },
        () => `${20 + random.below(6)},${"abcd"[random.below(4)]},${["flu", "ulcer", "asthma"][random.below(3)]}`,
      );
      const attributes: Spec["attributes"] = {
        age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 2 } },
        town: { role: "quasi-identifying" },
        illness: { role: "sensitive" },
      };
      const goal: PrivacyGoal =
        seed % 2 === 0
          ? { model: "delta-disclosure", delta: 1.2, variant: "present-values" }
          : { model: "population-uniqueness", "at-most": 0.05, fraction: 0.1 };
      const patients = readCsv(`age,town,illness\n${rows.join("\n")}\n`);
      const algorithm = { name: "lattice" as const, microaggregate: ["age:mode", "town"] };
      const { table: published, problem } = anonymize(patients, {
        attributes,
        privacy: [goal],
        algorithm,
        suppression: 0.5,
      });
      const reference = { rows: problem.rows, sensitive: problem.sensitive };
      const options = { quasiIdentifiers: ["age", "town"], sensitive: ["illness"], privacy: [goal], reference };
      expect(audit(published, options).holds, `seed ${seed}`).toBe(true);
    }
  });
});
