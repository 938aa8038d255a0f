import { describe, expect, it } from "vitest";
import { KohortError } from "../../src/base/index.ts";
import {
  type CensusOptions,
  censusBlocks,
  censusColumns,
  censusQuasiIdentifiers,
  censusSensitive,
} from "../../src/sample/index.ts";
import { counts, fingerprint, rowsOf } from "./reading.ts";

const textOf = (options: CensusOptions): string => {
  const decoder = new TextDecoder();
  return [...censusBlocks(options)].map((block) => decoder.decode(block)).join("");
};

const small = textOf({ rows: 30_000, seed: 1 });
const rows = rowsOf(small);
const column = (name: string): string[] => rows.map((row) => row[censusColumns.indexOf(name)]);
const share = (values: readonly boolean[]): number => values.filter(Boolean).length / values.length;

/** The share of rows with `then` among those with `given`. */
function among(given: (row: Row) => boolean, then: (row: Row) => boolean): number {
  const chosen = records.filter(given);
  expect(chosen.length).toBeGreaterThan(200);
  return share(chosen.map(then));
}
type Row = Record<string, string>;
const records: Row[] = rows.map((row) => Object.fromEntries(censusColumns.map((name, at) => [name, row[at]])));

function distinctShare(table: readonly string[][]): number {
  const positions = censusQuasiIdentifiers.map((name) => censusColumns.indexOf(name));
  return new Set(table.map((row) => positions.map((at) => row[at]).join())).size / table.length;
}

describe("the census table", () => {
  it("has a header, the rows asked for and nothing else", () => {
    expect(small.slice(0, small.indexOf("\n"))).toBe(censusColumns.join(","));
    expect(small.endsWith("\n")).toBe(true);
    expect(rows).toHaveLength(30_000);
    expect(rows.every((row) => row.length === 15 && row.every((value) => value !== ""))).toBe(true);
    expect(textOf({ rows: 0 })).toBe(`${censusColumns.join(",")}\n`);
  });

  it("is the same for the same seed, byte for byte", () => {
    expect(fingerprint(textOf({ rows: 1000, seed: 1 }))).toBe("c07a725a3d32da9a");
    expect(fingerprint(textOf({ rows: 1000, seed: 20_000_000_007 }))).toBe("7ab2cdf7265830a8");
  });

  it("differs from seed to seed", () => {
    const seeds = [0, 1, 2, 3, 7, 100, 0xffff_ffff, 0x1_0000_0000, 0x1_0000_0001, 2 ** 40];
    expect(new Set(seeds.map((seed) => textOf({ rows: 20, seed }))).size).toBe(seeds.length);
  });

  it("comes in blocks of about a megabyte that end with a row", () => {
    const blocks = [...censusBlocks({ rows: 30_000, seed: 4 })];
    expect(blocks).toHaveLength(4);
    for (const block of blocks) expect(block.at(-1)).toBe(10);
    for (const block of blocks.slice(0, -1)) expect(block.length / 2 ** 20).toBeCloseTo(1, 2);
  });

  it("can be made in slices, across the groups it is drawn in", () => {
    const whole = textOf({ rows: 140_000, seed: 9 });
    const cuts = [0, 1, 65_535, 65_536, 65_537, 131_072, 139_999, 140_000];
    const slices = cuts.slice(1).map((to, at) => textOf({ rows: 140_000, seed: 9, from: cuts[at], to }));
    expect(slices.join("") === whole).toBe(true);
  });

  it("does not change its first rows with the number of rows", () => {
    expect(small.startsWith(textOf({ rows: 500, seed: 1 }))).toBe(true);
  });

  it("refuses rows it does not have", () => {
    for (const wrong of [{ rows: -1 }, { rows: 1.5 }, { rows: 10, to: 11 }, { rows: 10, from: 5, to: 4 }]) {
      expect(() => textOf(wrong)).toThrow(KohortError);
    }
  });

  it("takes about 123 bytes per row", () => {
    const bytes = new TextEncoder().encode(small).length / 30_000;
    expect(bytes).toBeGreaterThan(123 * 0.98);
    expect(bytes).toBeLessThan(123 * 1.02);
  });

  it("has as many values per column as a census extract", () => {
    const distinct = Object.fromEntries(censusColumns.map((name) => [name, new Set(column(name)).size]));
    expect(distinct).toMatchObject({
      workclass: 8,
      education: 16,
      "education-num": 16,
      "marital-status": 7,
      occupation: 14,
      relationship: 6,
      race: 5,
      sex: 2,
      "native-country": 41,
      income: 2,
    });
    expect(distinct.age).toBeGreaterThan(70);
    expect(distinct["hours-per-week"]).toBeGreaterThan(90);
    expect(distinct.weight).toBeGreaterThan(20_000);
  });

  it("has whole numbers in the columns of numbers", () => {
    const inside = (name: string, low: number, high: number) =>
      column(name).every((value) => /^(0|[1-9]\d*)$/.test(value) && Number(value) >= low && Number(value) <= high);
    expect(inside("age", 17, 90)).toBe(true);
    expect(inside("weight", 10_000, 1_000_000)).toBe(true);
    expect(inside("hours-per-week", 1, 99)).toBe(true);
    expect(inside("capital-gain", 0, 99_999)).toBe(true);
    expect(inside("capital-loss", 0, 5000)).toBe(true);
    expect(inside("education-num", 1, 16)).toBe(true);
  });

  it("ties each education to one number", () => {
    expect(new Set(records.map((row) => `${row.education}=${row["education-num"]}`)).size).toBe(16);
  });

  it("is as skewed as a census extract", () => {
    const top = (name: string) => Math.max(...counts(column(name)).values()) / rows.length;
    expect(top("native-country")).toBeGreaterThan(0.8);
    expect(top("race")).toBeGreaterThan(0.8);
    expect(top("workclass")).toBeGreaterThan(0.65);
    expect(top("occupation")).toBeLessThan(0.25);
    expect(share(column("hours-per-week").map((hours) => hours === "40"))).toBeCloseTo(0.5, 1);
    expect(share(column("capital-gain").map((gain) => gain === "0"))).toBeGreaterThan(0.9);
    expect(share(column("capital-loss").map((loss) => loss === "0"))).toBeGreaterThan(0.9);
    expect(share(column(censusSensitive).map((income) => income === "over 50k"))).toBeCloseTo(0.25, 1);
  });

  it("has columns that hang together", () => {
    const rich = (row: Row) => row.income === "over 50k";
    const schooled = (row: Row) => Number(row["education-num"]) >= 13;
    expect(among(schooled, rich)).toBeGreaterThan(2 * among((row) => !schooled(row), rich));
    const married = (row: Row) => row["marital-status"] === "Married";
    expect(among(married, rich)).toBeGreaterThan(3 * among((row) => !married(row), rich));
    expect(
      among(
        (row) => Number(row.age) < 23,
        (row) => row["marital-status"] === "Never married",
      ),
    ).toBeGreaterThan(0.7);
    expect(among((row) => Number(row.age) >= 45, married)).toBeGreaterThan(0.5);
    expect(
      among(
        (row) => row.relationship === "Husband",
        (row) => row.sex === "Male",
      ),
    ).toBeGreaterThan(0.99);
    const trades = (row: Row) => row.occupation === "Skilled trades";
    const male = (row: Row) => row.sex === "Male";
    expect(among(male, trades)).toBeGreaterThan(5 * among((row) => !male(row), trades));
    expect(among((row) => row["capital-gain"] !== "0", rich)).toBeGreaterThan(0.45);
  });

  it("has about as many distinct people as it should, in small tables and in large ones", () => {
    expect(distinctShare(rows)).toBeGreaterThan(0.55);
    expect(distinctShare(rows)).toBeLessThan(0.65);
    const large = distinctShare(rowsOf(textOf({ rows: 300_000, seed: 2 })));
    expect(large).toBeGreaterThan(0.37);
    expect(large).toBeLessThan(0.47);
  });
});
