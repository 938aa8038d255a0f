import { describe, expect, it } from "vitest";
import { clinicCsv, clinicSpec } from "../../src/sample/index.ts";
import { counts, fingerprint, rowsOf } from "./reading.ts";

const names = ["name", "age", "sex", "zip", "education", "job", "admission", "diagnosis"] as const;
type Admission = Record<(typeof names)[number], string>;

const admissionsOf = (text: string): Admission[] =>
  rowsOf(text).map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as Admission);

const text = clinicCsv();
const admissions = admissionsOf(text);
const many = admissionsOf(clinicCsv({ rows: 20_000, seed: 5 }));
const values = (name: keyof Admission): string[] => admissions.map((row) => row[name]);

/** The share of admissions with `then` among those with `given`, of the larger table. */
function among(given: (row: Admission) => boolean, then: (row: Admission) => boolean): number {
  const chosen = many.filter(given);
  expect(chosen.length).toBeGreaterThan(200);
  return chosen.filter(then).length / chosen.length;
}

describe("the clinic's table", () => {
  it("has a header and the rows asked for", () => {
    expect(text.slice(0, text.indexOf("\n"))).toBe(names.join(","));
    expect(admissions).toHaveLength(3000);
    expect(clinicCsv({ rows: 0 })).toBe(`${names.join(",")}\n`);
    expect(rowsOf(text).every((row) => row.length === names.length)).toBe(true);
  });

  it("has a name of their own for everybody, however many there are", () => {
    for (const rows of [3000, 60_000]) {
      const names = clinicCsv({ rows })
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => line.slice(0, line.indexOf(",")));
      expect(new Set(names).size).toBe(rows);
    }
  });

  it("is the same for the same seed, byte for byte", () => {
    expect(fingerprint(text)).toBe("3bf4c4459a4c86c5");
    expect(fingerprint(clinicCsv({ rows: 100, seed: 42 }))).toBe("1d1fdce9c96d1ba7");
  });

  it("differs from seed to seed", () => {
    const seeds = [0, 1, 2, 3, 7, 100, 0xffff_ffff, 2 ** 40];
    expect(new Set(seeds.map((seed) => clinicCsv({ rows: 10, seed }))).size).toBe(seeds.length);
  });

  it("holds values of the kinds it should", () => {
    for (const row of admissions) {
      expect(row.name).toMatch(/^\p{L}+ [A-Z]\. [\p{L}']+$/u);
      expect(Number(row.age)).toBeGreaterThanOrEqual(16);
      expect(Number(row.age)).toBeLessThanOrEqual(95);
      expect(row.zip).toMatch(/^\d{5}$/);
      expect(["2023", "2024"]).toContain(row.admission.slice(0, 4));
      expect(new Date(row.admission).toISOString().slice(0, 10)).toBe(row.admission);
    }
    expect(values("zip").some((zip) => zip.startsWith("0"))).toBe(true);
    expect(values("zip").some((zip) => !zip.startsWith("0"))).toBe(true);
  });

  it("lacks about one in a hundred educations and jobs and nothing else", () => {
    for (const name of names) {
      const missing = many.filter((row) => row[name] === "").length / many.length;
      if (name === "education" || name === "job") expect(Math.abs(missing - 0.01)).toBeLessThan(0.004);
      else expect(missing).toBe(0);
    }
  });

  it("has names that are nearly unique", () => {
    expect(new Set(values("name")).size).toBeGreaterThan(2900);
  });

  it("has crowded and nearly empty places", () => {
    const places = [...counts(values("zip")).values()].sort((a, b) => b - a);
    const inTopTen = places.slice(0, 10).reduce((sum, count) => sum + count);
    expect(inTopTen).toBeGreaterThan(1200);
    expect(places.filter((count) => count < 5).length).toBeGreaterThan(30);
  });

  it("has common and rare diagnoses", () => {
    const found = [...counts(values("diagnosis")).values()].sort((a, b) => b - a);
    expect(found).toHaveLength(14);
    expect(found[0] / 3000).toBeGreaterThan(0.12);
    expect(found.at(-1)! / 3000).toBeLessThan(0.01);
  });

  it("lets age bend work and diagnosis", () => {
    expect(
      among(
        ({ age }) => Number(age) >= 70,
        ({ job }) => job === "retired",
      ),
    ).toBeGreaterThan(0.85);
    expect(
      among(
        ({ age }) => Number(age) < 55,
        ({ job }) => job === "retired",
      ),
    ).toBe(0);
    expect(
      among(
        ({ age }) => Number(age) <= 18,
        ({ job }) => job === "student",
      ),
    ).toBeGreaterThan(0.8);
    const heart = ({ diagnosis }: Admission) => diagnosis === "heart failure";
    expect(among(({ age }) => Number(age) >= 75, heart)).toBeGreaterThan(
      10 * among(({ age }) => Number(age) < 45, heart),
    );
  });

  it("lets schooling bend work, and sex and season the diagnosis", () => {
    const physician = ({ job }: Admission) => job === "physician";
    expect(among(({ education }) => education === "doctorate", physician)).toBeGreaterThan(0.1);
    expect(among(({ education }) => education === "secondary", physician)).toBe(0);
    expect(
      among(
        ({ sex }) => sex === "female",
        ({ diagnosis }) => diagnosis === "prostate cancer",
      ),
    ).toBe(0);
    const influenza = ({ diagnosis }: Admission) => diagnosis === "influenza";
    const inMonths = (months: string[]) => (row: Admission) => months.includes(row.admission.slice(5, 7));
    const winter = inMonths(["12", "01", "02"]);
    expect(among(winter, influenza)).toBeGreaterThan(5 * among(inMonths(["06", "07", "08"]), influenza));
    expect(among(() => true, winter)).toBeGreaterThan(0.3);
  });

  it("comes with a spec for its columns that is plain JSON", () => {
    expect(Object.keys(clinicSpec.attributes)).toEqual([...names]);
    expect(JSON.parse(JSON.stringify(clinicSpec))).toEqual(clinicSpec);
  });
});
