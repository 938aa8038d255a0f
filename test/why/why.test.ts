import { describe, expect, it } from "vitest";
import { type Random, randomFrom } from "../../src/base/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Release } from "../../src/release/release.ts";
import type { Spec, SpecInCode } from "../../src/spec/index.ts";
import { cell, readCsv, type Table } from "../../src/table/index.ts";
import { type FinerValue, type Why, why } from "../../src/why/why.ts";
import { whySentences } from "../../src/why/why-words.ts";

const quasi = ["age", "zip", "sex"];

/** A table in which some columns go together, so that cohorts are neither all alike nor all apart. */
function people(random: Random, rows: number): Table {
  const lines = Array.from({ length: rows }, () => {
    const zip = 1000 + 10 * random.below(4) + random.below(3);
    const ill = ["flu", "cold", "acne", "gout"][random.below(4)];
    return `${20 + random.below(25)},z${zip},${random.below(2) === 0 ? "f" : "m"},${ill}`;
  });
  return readCsv(`age,zip,sex,ill\n${lines.join("\n")}\n`);
}

const goalSets: readonly SpecInCode["privacy"][] = [
  [{ model: "k-anonymity", k: 4 }],
  [
    { model: "k-anonymity", k: 3 },
    { model: "l-diversity", l: 3 },
  ],
  [
    { model: "k-anonymity", k: 2 },
    { model: "l-diversity", l: 2.5, variant: "entropy" },
  ],
  [
    { model: "k-anonymity", k: 3 },
    { model: "t-closeness", t: 0.45 },
  ],
  [
    { model: "k-anonymity", k: 2 },
    { model: "k-anonymity", k: 6, of: ["age", "sex"] },
  ],
];

const algorithms: readonly NonNullable<Spec["algorithm"]>[] = [
  { name: "mondrian" },
  { name: "mondrian", strict: false },
  { name: "lattice" },
  { name: "cluster" },
];

type Row = Readonly<Record<string, string>>;

/** The release as rows of texts, with the record of the original that each one is. */
function rowsOf(release: Release): { row: Row; record: number }[] {
  const names = [...quasi, "ill"];
  return Array.from(release.truth!, (record, released) => ({
    record,
    row: Object.fromEntries(
      names.map((name) => [
        name,
        cell(
          release.table,
          released,
          release.table.columns.findIndex((one) => one.name === name),
        ),
      ]),
    ),
  }));
}

/** Whether a value of the original lies in a published text. */
function isIn(value: string, text: string): boolean {
  if (text === "*" || value === text) return true;
  if (text.startsWith("{")) return text.slice(1, -1).split("|").includes(value);
  if (text.includes("..")) {
    const [low, high] = text.slice(1, -1).split("..").map(Number) as [number, number];
    return Number(value) >= low && Number(value) <= high;
  }
  return text.endsWith("*") && value.startsWith(text.replaceAll("*", ""));
}

/** Every goal, counted anew from rows of texts for the group that one row is in. */
function holdsFor(group: readonly Row[], all: readonly Row[], goals: SpecInCode["privacy"]): boolean {
  const shares = (rows: readonly Row[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { ill } of rows) counts.set(ill, (counts.get(ill) ?? 0) + 1 / rows.length);
    return counts;
  };
  return goals.every((goal) => {
    if (goal.model === "k-anonymity") {
      const set = (goal as { of?: readonly string[] }).of ?? quasi;
      const alike = all.filter((row) => set.every((name) => row[name] === group[0][name]));
      return alike.length >= (goal.k as number);
    }
    if (goal.model === "l-diversity" && goal.variant === "entropy") {
      let entropy = 0;
      for (const share of shares(group).values()) entropy -= share * Math.log(share);
      return entropy >= Math.log(goal.l as number) - 1e-9;
    }
    if (goal.model === "l-diversity") return shares(group).size >= (goal.l as number);
    const whole = shares(all);
    const own = shares(group);
    let distance = 0;
    for (const [value, share] of whole) distance += Math.abs(share - (own.get(value) ?? 0)) / 2;
    return distance <= ((goal as { t: number }).t as number) + 1e-9;
  });
}

/** The release with the finer value in one cell's cohort and some rows added: do the two groups hold? */
function accepts(release: Release, found: Why, attribute: string, finer: FinerValue, added: readonly Row[]): boolean {
  const rows = rowsOf(release);
  const cohort = rows.find(({ record }) => record === found.record)!.row;
  const isOfCohort = (row: Row): boolean => quasi.every((name) => row[name] === cohort[name]);
  const column = release.original.columns.findIndex(({ name }) => name === attribute);
  const changed = rows.map(({ row, record }) => {
    const isFiner = isOfCohort(row) && isIn(cell(release.original, record, column), finer.value);
    return isFiner ? { ...row, [attribute]: finer.value } : row;
  });
  const all = [...changed, ...added];
  const fine = all.filter((row) =>
    quasi.every((name) => row[name] === (name === attribute ? finer.value : cohort[name])),
  );
  const rest = all.filter(isOfCohort);
  const goals = release.spec.privacy;
  const groups = [fine, rest].filter((group) => group.length > 0);
  if (!groups.every((group) => holdsFor(group, all, goals))) return false;
  // what other cohorts count together with this one must not get too few either
  const combinations = goals.filter((goal) => goal.model === "k-anonymity" && "of" in goal);
  return all.every((row) => holdsFor([row], all, combinations));
}

const spell = ({ values, records }: { values: Row; records: number }): Row[] => Array<Row>(records).fill(values);

describe("why", () => {
  it("names records with which the finer value is accepted and without one of which it is not", () => {
    const random = randomFrom(41);
    let cells = 0;
    let lacking = 0;
    for (let round = 0; cells < 240; round++) {
      const table = people(random, 60);
      const spec: SpecInCode = {
        attributes: {
          age: { role: "quasi-identifying" },
          zip: {
            role: "quasi-identifying",
            ...(round % 2 === 0 ? { hierarchy: { kind: "masking", from: "right" } } : {}),
          },
          sex: { role: "quasi-identifying" },
          ill: { role: "sensitive" },
        },
        privacy: goalSets[round % goalSets.length],
        algorithm: algorithms[Math.floor(round / 2) % algorithms.length],
        // shares are those of the rows themselves only where none is left out
        suppression: round % goalSets.length === 3 ? 0 : 0.1,
      };
      const release = anonymize(table, spec, { truth: true });
      for (let nth = 0; nth < 8; nth++) {
        const row = random.below(release.table.rows);
        const attribute = quasi[random.below(3)];
        const found = why(table, release, { row, column: attribute });
        expect(found.record).toBe(release.truth![row]);
        for (const finer of found.cells[0].finer) {
          expect(finer.missing).toBeDefined();
          const added = finer.missing!.flatMap(spell);
          cells++;
          expect(accepts(release, found, attribute, finer, added)).toBe(true);
          if (added.length > 0) lacking++;
          for (let out = 0; out < added.length; out++) {
            const fewer = added.filter((_, place) => place !== out);
            expect(accepts(release, found, attribute, finer, fewer)).toBe(false);
          }
        }
      }
    }
    expect(lacking).toBeGreaterThan(150);
  });

  it("finds the same from the two tables alone where cohorts do not overlap", () => {
    const table = people(randomFrom(5), 80);
    const spec: SpecInCode = {
      attributes: Object.fromEntries(quasi.map((name) => [name, { role: "quasi-identifying" as const }])),
      privacy: [{ model: "k-anonymity", k: 4 }],
      algorithm: { name: "mondrian" },
    };
    const release = anonymize(table, spec);
    for (let record = 0; record < 80; record += 7) {
      expect(why(table, release.table, { record, spec })).toEqual(why(table, release, { record }));
    }
  });

  const quasiSpec: SpecInCode["attributes"] = Object.fromEntries(
    quasi.map((name) => [name, { role: "quasi-identifying" as const }]),
  );

  it("never names a wrong cohort without the truth, and never leaves out the right one", () => {
    const random = randomFrom(12);
    let open = 0;
    let settled = 0;
    for (const suppression of [0, 0.1]) {
      for (const algorithm of [
        { name: "cluster" },
        { name: "mondrian", strict: false },
        { name: "auto", partition: false },
      ]) {
        const table = people(random, 90);
        const spec: SpecInCode = {
          attributes: { ...quasiSpec, ill: { role: "sensitive" } },
          privacy: [{ model: "k-anonymity", k: 4 }],
          algorithm: algorithm as NonNullable<Spec["algorithm"]>,
          suppression,
        };
        const release = anonymize(table, spec, { truth: true });
        for (let record = 0; record < table.rows; record += 2) {
          const told = why(table, release.table, { record, spec });
          const known = why(table, release, { record });
          const published = Object.fromEntries(known.cells.map((one) => [one.attribute, one.published]));
          if (told.possible !== undefined) {
            open++;
            expect(told.certain || told.exact).toBe(false);
            expect(told.cells).toEqual([]);
            if (known.suppressed === undefined)
              expect(told.possible.map(({ values }) => values)).toContainEqual(published);
            else expect(told.leftOut).toBe(release.suppressed);
            const said = whySentences(told).join("\n");
            expect(said).toContain(`fits ${told.possible.length} cohorts of the release`);
          } else if (told.certain) {
            settled++;
            expect(told.cohort).toBe(known.cohort);
            expect(Object.fromEntries(told.cells.map((one) => [one.attribute, one.published]))).toEqual(published);
            if (told.exact) expect(told.cells).toEqual(known.cells);
            // the record itself is always among those that are counted
            for (const { finer } of told.cells) expect(finer.every(({ records }) => records > 0)).toBe(true);
          }
        }
      }
    }
    expect(open).toBeGreaterThan(5);
    expect(settled).toBeGreaterThan(20);
  });

  it("knows the record by a column that was left alone and is nearly unique", () => {
    const few = people(randomFrom(3), 120);
    const rows = Array.from({ length: 120 }, (_, row) => [0, 1, 2, 3].map((at) => cell(few, row, at)).join(","));
    const table = readCsv(`age,zip,sex,ill,cost\n${rows.map((row, at) => `${row},${at * 7}`).join("\n")}\n`);
    const spec: SpecInCode = {
      attributes: { ...quasiSpec, ill: { role: "sensitive" }, cost: { role: "insensitive" } },
      privacy: [{ model: "k-anonymity", k: 5 }],
      algorithm: { name: "cluster" },
    };
    const release = anonymize(table, spec, { truth: true });
    for (let record = 0; record < table.rows; record += 5) {
      expect(why(table, release.table, { record, spec })).toEqual(why(table, release, { record }));
      const row = release.truth!.indexOf(record);
      expect(why(table, release.table, { row, spec })).toEqual(why(table, release, { row }));
    }
  });

  it("names the records that a row may be, where they are several", () => {
    const table = readCsv("age,ill\n20,x\n21,x\n22,y\n30,x\n31,y\n32,y\n");
    const spec: SpecInCode = {
      attributes: { age: { role: "quasi-identifying" }, ill: { role: "sensitive" } },
      privacy: [{ model: "k-anonymity", k: 3 }],
    };
    const release = anonymize(table, spec).table;
    const found = why(table, release, { row: 0, spec });
    expect(found).toMatchObject({ certain: false, exact: true, records: [0, 1] });
    expect(whySentences(found)[0]).toContain("fits 2 records of the original (1, 2)");
    expect(why(table, release, { row: 2, spec })).toMatchObject({ certain: true, record: 2 });
  });

  it("says the nearest finer step in short, every step and record at length, and names what is empty", () => {
    const table = readCsv("age,sex\n20,\n21,\n22,f\n23,f\n24,f\n");
    const spec: SpecInCode = {
      attributes: { age: { role: "quasi-identifying" }, sex: { role: "quasi-identifying" } },
      privacy: [{ model: "k-anonymity", k: 3 }],
    };
    const found = why(table, anonymize(table, spec), { record: 1 });
    const short = whySentences(found);
    const long = whySentences(found, { long: true });
    expect(short.filter((line) => line.startsWith("  To say"))).toHaveLength(2);
    expect(short.join(" ")).not.toContain(" × (");
    expect(short).toContain("sex is published as *, where no value was read.");
    expect(short.some((line) => line.startsWith("  To say no value: 2 records"))).toBe(true);
    expect(long.length).toBeGreaterThan(short.length);
    expect(long.join(" ")).toContain(" × (");
  });

  it("says why a record was left out, and what would have kept it", () => {
    const csv = ["a", "a", "a", "b", "b", "b", "c"].map((zip, at) => `${zip},${at % 2 === 0 ? "x" : "y"}`);
    const table = readCsv(`zip,ill\n${csv.join("\n")}\n`);
    const spec: SpecInCode = {
      attributes: { zip: { role: "quasi-identifying" }, ill: { role: "sensitive" } },
      privacy: [{ model: "k-anonymity", k: 3 }],
      algorithm: { name: "lattice" },
      suppression: 0.2,
    };
    const release = anonymize(table, spec);
    expect(release.suppressed).toBe(1);
    const found = why(table, release, { record: 6 });
    expect(found.suppressed).toMatchObject({
      values: { zip: "c" },
      records: 1,
      binds: [{ model: "k-anonymity", asked: 3, measured: 1 }],
      missing: [{ values: { zip: "c" }, records: 2 }],
    });
    expect(whySentences(found).join(" ")).toContain("With 2 more records they could be published");
    expect(why(table, release.table, { record: 6, spec }).suppressed).toEqual(found.suppressed);
  });

  it("counts records as they were read, and says which value one misses that was left out for it", () => {
    const table = readCsv("age,ill\n,x\n20,x\n21,y\n,y\n30,x\n31,y\n");
    const spec: SpecInCode = {
      attributes: { age: { role: "quasi-identifying", missing: "leave-out" } },
      privacy: [{ model: "k-anonymity", k: 2 }],
    };
    for (const release of [anonymize(table, spec), anonymize(table, spec).table]) {
      expect(why(table, release, { record: 3, spec }).misses).toEqual(["age"]);
      expect(why(table, release, { record: 4, spec })).toMatchObject({ record: 4, cells: [{ value: "30" }] });
      expect([1, 2, 4, 5]).toContain(why(table, release, { row: 3, spec }).record);
    }
    expect(whySentences(why(table, anonymize(table, spec), { record: 0 }))).toEqual([
      "Record 1 of the original was left out before the search: it misses age.",
    ]);
  });

  it("refuses rows and columns that are not there", () => {
    const table = people(randomFrom(1), 20);
    const spec: SpecInCode = {
      attributes: { age: { role: "quasi-identifying" } },
      privacy: [{ model: "k-anonymity", k: 2 }],
    };
    const release = anonymize(table, spec);
    expect(() => why(table, release, { row: 20 })).toThrow(/row 21 is not in the release/);
    expect(() => why(table, release, { row: 0, column: "sex" })).toThrow(/not quasi-identifying/);
    expect(() => why(table, release, {})).toThrow(/neither a row nor a record/);
  });
});
