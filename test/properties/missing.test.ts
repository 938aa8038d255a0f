import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { type Random, randomFrom } from "../../src/base/index.ts";
import { attack } from "../../src/examine/attack.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Release } from "../../src/release/release.ts";
import type { MissingMeaning, Spec, SpecInCode } from "../../src/spec/index.ts";
import { cell, readCsv, type Table, writeCsv } from "../../src/table/index.ts";
import { compare } from "../../src/utility/compare.ts";
import { runs } from "../setup/runs.ts";

const quasi = ["age", "job", "sex"] as const;
const names = [...quasi, "ill"] as const;
const tables = runs(500);

type Row = Readonly<Record<(typeof names)[number], string>>;

function randomRows(random: Random): Row[] {
  const gap = (value: string): string => (random.below(10) === 0 ? "" : value);
  return Array.from({ length: 14 + random.below(14) }, () => ({
    age: gap(String(20 + random.below(12))),
    job: gap(["clerk", "nurse", "baker", "mayor"][random.below(4)]),
    sex: gap(random.below(2) === 0 ? "f" : "m"),
    ill: ["flu", "cold", "gout"][random.below(3)],
  }));
}

function csvOf(rows: readonly Row[]): string {
  return `${names.join()}\n${rows.map((row) => names.map((name) => row[name]).join()).join("\n")}\n`;
}

function rowsOf(table: Table): Row[] {
  const places = names.map((name) => table.columns.findIndex((column) => column.name === name));
  return Array.from(
    { length: table.rows },
    (_, row) => Object.fromEntries(names.map((name, at) => [name, cell(table, row, places[at])])) as Row,
  );
}

const kinds = { age: "number", job: "category", sex: "category", ill: "category" } as const;

/** The slow definitions: everything is counted row by row from what is written. */
function slow(before: readonly Row[], after: readonly Row[], meaning: MissingMeaning) {
  const isWild = meaning === "wildcard";
  const same = (a: string, b: string): boolean => a === b || (isWild && (a === "" || b === ""));
  const around = after.map((one) => after.filter((other) => quasi.every((name) => same(one[name], other[name]))));
  const sizes = around.map((list) => list.length);
  const distinct = (rows: readonly Row[]): number =>
    new Set(rows.map((row) => quasi.map((name) => row[name]).join())).size;
  const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);
  const ncp = quasi.map(
    (name) =>
      sum(
        after.map((row) =>
          shareOf(
            row[name],
            before.map((one) => one[name]),
            name,
          ),
        ),
      ) /
        before.length +
      (before.length - after.length) / before.length,
  );
  const covers = (text: string, value: string): boolean => {
    if (isWild && (text === "" || value === "")) return true;
    if (text === "*" || text === value) return true;
    if (text.startsWith("{")) return text.slice(1, -1).split("|").includes(value);
    const [low, high] = /^\[(.*)\.\.(.*)\]$/.exec(text)?.slice(1).map(Number) ?? [];
    return low !== undefined && value !== "" && Number(value) >= low && Number(value) <= high;
  };
  const links = before.map((one) => after.filter((row) => quasi.every((name) => covers(row[name], one[name]))).length);
  const counts = (rows: readonly Row[]): Map<string, number> => {
    const found = new Map<string, number>();
    for (const { ill } of rows) found.set(ill, (found.get(ill) ?? 0) + 1);
    return found;
  };
  const whole = counts(after);
  const distances = around.map((list) => {
    const own = counts(list);
    return (
      sum([...whole].map(([value, count]) => Math.abs(count / after.length - (own.get(value) ?? 0) / list.length))) / 2
    );
  });
  /** Records told by the one value that is left when the most frequent other one is ruled out. */
  const ruledOut = after.filter((row, at) => {
    const others = [...counts(around[at])].filter(([value]) => value !== row.ill).map(([, count]) => count);
    return sum(others) - Math.max(0, ...others) === 0;
  }).length;
  return {
    sizes,
    values: around.map((list) => counts(list).size),
    distances,
    smallest: Math.min(...sizes),
    largest: Math.max(...sizes),
    squares: sum(sizes),
    risk: sum(sizes.map((size) => 1 / size)) / after.length,
    unique: sizes.filter((size) => size === 1).length / after.length,
    lost: distinct(before) - distinct(after),
    ncp,
    linkage: sum(links.map((count) => (count === 0 ? 0 : 1 / count))) / before.length,
    homogeneity: around.filter((list) => counts(list).size === 1).length / after.length,
    ruledOut: ruledOut / after.length,
  };
}

/** The share of its column that a released text covers. */
function shareOf(text: string, column: readonly string[], name: string): number {
  const values = [...new Set(column)].filter((value) => value !== "");
  if (text === "*") return 1;
  if (text.startsWith("{")) return (text.slice(1, -1).split("|").length - 1) / (values.length - 1);
  if (name !== "age" || !text.includes("..")) return 0;
  const [low, high] = text.slice(1, -1).split("..").map(Number) as [number, number];
  return (high - low) / (Math.max(...values.map(Number)) - Math.min(...values.map(Number)));
}

const algorithms: readonly NonNullable<Spec["algorithm"]>[] = [
  { name: "mondrian" },
  { name: "lattice" },
  { name: "best-cut" },
  { name: "cluster" },
];

function specFor(meaning: MissingMeaning, round: number): SpecInCode {
  const attribute = { role: "quasi-identifying", missing: meaning } as const;
  return {
    attributes: { age: attribute, job: attribute, sex: attribute, ill: { role: "sensitive" } },
    privacy: [
      { model: "k-anonymity", k: 2 + (round % 3) },
      ...(round % 5 === 0 ? [{ model: "l-diversity" as const, l: 2 }] : []),
    ],
    algorithm: algorithms[round % algorithms.length],
    suppression: round % 4 === 1 ? 0.2 : 0,
  };
}

describe.each(["category", "wildcard", "leave-out"] as const)("missing values as %s", (meaning) => {
  const random = randomFrom(["category", "wildcard", "leave-out"].indexOf(meaning) + 3);
  const cases = Array.from({ length: tables }, (_, round) => {
    const rows = randomRows(random);
    const original = readCsv(csvOf(rows), { kinds });
    const spec = specFor(meaning, round);
    const release = anonymize(original, spec);
    const isLeft = (row: Row): boolean => meaning === "leave-out" && quasi.some((name) => row[name] === "");
    const before = rows.filter((row) => !isLeft(row));
    const after = rowsOf(release.table);
    return { rows, before, after, original, spec, release, expected: slow(before, after, meaning) };
  });

  it(`anonymize gives the figures of a slow definition on ${tables} tables`, () => {
    for (const { rows, before, after, spec, release, expected } of cases) {
      expect(release.prepared.leftOut).toBe(rows.length - before.length);
      expect(release.suppressed).toBe(before.length - after.length);
      expect(expected.smallest).toBeGreaterThanOrEqual((spec.privacy[0] as { k: number }).k);
      if (spec.privacy.length > 1) expect(Math.min(...expected.values)).toBeGreaterThanOrEqual(2);
      expect(release.quality.distinctLost).toBe(expected.lost);
      const [age, job, sex] = expected.ncp as [number, number, number];
      expect(release.quality.ncp).toBeCloseTo((age + job + sex) / 3, 9);
      expect(release.disclosure[0].homogeneity).toBeCloseTo(expected.homogeneity, 9);
      if (!isApart(release)) continue;
      expect(release.cohorts.smallest).toBe(expected.smallest);
      expect(release.cohorts.largest).toBe(expected.largest);
      expect(release.quality.discernibility).toBe(expected.squares + before.length * release.suppressed);
      expect(release.quality.averageCohort).toBeCloseTo(1 / expected.risk, 9);
    }
  });

  it("audit gives them from the written bytes", () => {
    for (const { spec, release, expected } of cases) {
      const written = readCsv(writeCsv(release.table), { kinds: { ...kinds, age: "category" } });
      const found = audit(written, {
        quasiIdentifiers: quasi,
        sensitive: ["ill"],
        attributes: spec.attributes,
        privacy: [
          { model: "k-anonymity", k: 5 },
          { model: "l-diversity", l: 3 },
          { model: "t-closeness", t: 0.3, distance: "equal" },
          { model: "average-risk", "at-most": 0.2 },
          { model: "sample-uniqueness", "at-most": 0 },
        ],
      });
      const [k, l, t, average, unique] = found.privacy;
      expect(k).toMatchObject({
        measured: expected.smallest,
        failing: expected.sizes.filter((size) => size < 5).length,
      });
      expect(l).toMatchObject({
        measured: Math.min(...expected.values),
        failing: expected.values.filter((count) => count < 3).length,
      });
      expect(t.measured).toBeCloseTo(Math.max(...expected.distances), 9);
      expect(t.failing).toBe(expected.distances.filter((distance) => distance > 0.3 + 1e-9).length);
      expect(average.measured).toBeCloseTo(expected.risk, 9);
      expect(unique.measured).toBeCloseTo(expected.unique, 9);
      expect(found.risk.highest).toBeCloseTo(1 / expected.smallest, 9);
      expect(found.risk.average).toBeCloseTo(expected.risk, 9);
      expect(found.risk.disclosure!.ill.homogeneity).toBeCloseTo(expected.homogeneity, 9);
    }
  });

  it("compare gives them from the two tables", () => {
    for (const { original, rows, before, after, spec, release, expected } of cases) {
      const written = readCsv(writeCsv(release.table), { kinds: { ...kinds, age: "category" } });
      const found = compare(original, written, { quasiIdentifiers: quasi, attributes: spec.attributes, k: 2 });
      for (const [at, name] of quasi.entries()) expect(found.attributes[name]).toBeCloseTo(expected.ncp[at], 9);
      expect(found.discernibility).toBe(expected.squares + before.length * (before.length - after.length));
      expect(found.averageCohort).toBeCloseTo(1 / expected.risk, 9);
      expect(found.cAvg).toBeCloseTo(1 / expected.risk / 2, 9);
      expect(found.distinctLost).toBe(expected.lost);
      expect(found.suppressed).toBe(before.length - after.length);
      expect(found.leftOut).toBe(rows.length - before.length);
    }
  });

  it("attack gives them from the two tables", () => {
    for (const { original, spec, release, expected } of cases) {
      const written = readCsv(writeCsv(release.table), { kinds: { ...kinds, age: "category" } });
      const found = attack(original, written, {
        knows: quasi,
        sensitive: ["ill"],
        attributes: spec.attributes,
        kind: ["linkage", "homogeneity", "background-knowledge"],
      });
      const success = Object.fromEntries(found.map((one) => [one.attack, one.success]));
      expect(success.linkage).toBeCloseTo(expected.linkage, 9);
      expect(success.homogeneity).toBeCloseTo(expected.homogeneity, 9);
      expect(success["background-knowledge"]).toBeCloseTo(expected.ruledOut, 9);
    }
  });
});

/** Whether no two cohorts of a search are written alike; otherwise its figures count them apart. */
function isApart({ published, recoding }: Release): boolean {
  const texts = Array.from({ length: recoding.cohorts }, (_, cohort) =>
    recoding.suppressed?.[cohort] === 1 ? `${cohort}` : published.map(({ textOf }) => textOf[cohort]).join(),
  );
  return new Set(texts).size === texts.length;
}

describe("missing values that match anything", () => {
  it("make most random releases match more than what is written alike", () => {
    const random = randomFrom(9);
    let wider = 0;
    let finer = 0;
    for (let round = 0; round < 40; round++) {
      const table = readCsv(csvOf(randomRows(random)), { kinds });
      const [wild, apart] = (["wildcard", "category"] as const).map((meaning) => anonymize(table, specFor(meaning, 4)));
      const rows = rowsOf(wild.table);
      if (slow(rows, rows, "wildcard").squares > slow(rows, rows, "category").squares) wider++;
      if (wild.quality.ncp < apart.quality.ncp) finer++;
    }
    expect(wider).toBeGreaterThan(30);
    expect(finer).toBeGreaterThan(30);
  });

  it("are audited as a slow definition counts them on random tables as they stand", () => {
    const random = randomFrom(77);
    const attribute = { role: "quasi-identifying", missing: "wildcard" } as const;
    const attributes = { age: attribute, job: attribute, sex: attribute };
    for (let round = 0; round < runs(300); round++) {
      const rows = randomRows(random);
      const expected = slow(rows, rows, "wildcard");
      const found = audit(readCsv(csvOf(rows), { kinds }), {
        quasiIdentifiers: quasi,
        attributes,
        privacy: [
          { model: "k-anonymity", k: 2 },
          { model: "k-anonymity", k: 3, of: ["age", "sex"] },
        ],
      });
      const alike = (a: string, b: string): boolean => a === b || a === "" || b === "";
      const pairs = rows.map(
        (one) => rows.filter((other) => alike(one.age, other.age) && alike(one.sex, other.sex)).length,
      );
      expect(found.privacy[0]).toMatchObject({
        measured: expected.smallest,
        failing: expected.sizes.filter((size) => size < 2).length,
      });
      expect(found.privacy[1]).toMatchObject({
        measured: Math.min(...pairs),
        failing: pairs.filter((size) => size < 3).length,
      });
      expect(found.release).toMatchObject({ largest: expected.largest, squares: expected.squares });
    }
  });

  it("are refused by methods and models that cannot respect them, by name", () => {
    const table = readCsv("age,job\n1,a\n,b\n3,a\n4,b\n");
    const spec = (name: "exact" | "genetic" | "mingen"): SpecInCode => ({
      attributes: { age: { role: "quasi-identifying", missing: "wildcard" }, job: { role: "quasi-identifying" } },
      privacy: [{ model: "k-anonymity", k: 2 }],
      algorithm: { name },
    });
    for (const name of ["exact", "genetic", "mingen"] as const) {
      expect(() => anonymize(table, spec(name))).toThrow(`${name} cannot let missing values of "age" match anything`);
    }
    const compatible = { ...spec("exact"), algorithm: { name: "mondrian", compatible: true } } as const;
    expect(() => anonymize(table, compatible)).toThrow(/mondrian cannot let missing values/);
    const attributes = spec("exact").attributes;
    const asked = {
      quasiIdentifiers: ["age"],
      attributes,
      privacy: [{ model: "population-uniqueness", "at-most": 0.1, fraction: 0.1 }],
    } as const;
    expect(() => audit(table, asked)).toThrow(/population-uniqueness cannot be counted/);
    const sensitive: SpecInCode = {
      ...spec("exact"),
      attributes: { age: { role: "sensitive", missing: "wildcard" }, job: { role: "quasi-identifying" } },
    };
    expect(() => anonymize(table, sensitive)).toThrow(/"wildcard" is for quasi-identifying columns/);
  });
});
