import { describe, expect, it } from "vitest";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { cell, readCsv, type Table, writeCsv } from "../../src/table/index.ts";
import { compare } from "../../src/utility/compare.ts";

const quasi = { role: "quasi-identifying" } as const;
const published = { role: "insensitive" } as const;

function written(table: Table): Table {
  return readCsv(writeCsv(table), { released: true });
}

function cells(table: Table): string[] {
  return Array.from({ length: table.rows }, (_, row) => table.columns.map((_, at) => cell(table, row, at)).join());
}

describe("a record that is left out counts 1 in every attribute, and as all records in discernibility", () => {
  const original = readCsv("age,ward\n20,a\n20,b\n20,a\n90,b\n");
  const release = written(readCsv("age,ward\n20,a\n20,b\n20,a\n"));

  it("in compare as in anonymize", () => {
    const found = compare(original, release, { quasiIdentifiers: ["age"], k: 2 });
    expect(found).toMatchObject({ ncp: 0.25, discernibility: 9 + 4, averageCohort: 3, cAvg: 1.5, suppressed: 1 });
    const spec: SpecInCode = {
      attributes: {
        age: { ...quasi, hierarchy: { kind: "tree", tree: { old: ["20", "90"] } }, levels: [0, 0] },
        ward: published,
      },
      privacy: [{ model: "k-anonymity", k: 2 }],
      algorithm: { name: "lattice" },
      suppression: 0.3,
    };
    const own = anonymize(original, spec);
    expect(own.quality).toMatchObject({ ncp: 0.25, discernibility: 13, averageCohort: 3, cAvg: 1.5 });
  });

  it("and so does one that is kept without anything in it", () => {
    const blank = written(readCsv("age,ward\n20,a\n20,b\n20,a\n*,*\n"));
    expect(compare(original, blank, { quasiIdentifiers: ["age"] })).toMatchObject({
      ncp: 0.25,
      discernibility: 13,
      averageCohort: 3,
      suppressed: 1,
    });
  });
});

describe("C_avg is relative to the k that was asked", () => {
  const original = readCsv("age\n20\n20\n20\n20\n");

  it("and is left out by name where no k is known", () => {
    const found = compare(original, original, { quasiIdentifiers: ["age"] });
    expect(found.cAvg).toBeUndefined();
    expect(found.notKnown).toEqual([{ figure: "cAvg", reason: "no k is stated that cohorts had to have" }]);
    const spec: SpecInCode = {
      attributes: { age: quasi, ill: { role: "sensitive" } },
      privacy: [{ model: "l-diversity", l: 2 }],
    };
    const release = anonymize(readCsv("age,ill\n20,a\n20,b\n20,a\n20,b\n"), spec);
    expect(release.quality.cAvg).toBeUndefined();
    expect(release.quality.notKnown).toEqual(found.notKnown);
  });
});

describe("a group of a single leaf hides nothing", () => {
  it("and costs 0 in anonymize, in compare and as a lowest level", () => {
    const original = readCsv("city,ward\nWien,a\nWien,b\nBonn,a\nKöln,b\n");
    const hierarchy = { kind: "tree", tree: { Austria: ["Wien"], Germany: ["Bonn", "Köln"] } } as const;
    for (const algorithm of [{ name: "lattice" }, { name: "mondrian" }] as const) {
      const spec: SpecInCode = {
        attributes: { city: { ...quasi, hierarchy, levels: [1, 2] }, ward: published },
        privacy: [{ model: "k-anonymity", k: 2 }],
        algorithm,
      };
      const release = anonymize(original, spec);
      expect(cells(release.table)).toEqual(["Austria,a", "Austria,b", "Germany,a", "Germany,b"]);
      expect(release.quality).toMatchObject({ ncp: ((2 / 3) * 2) / 4, loss: (2 * (1 / 2)) / 4 });
      expect(compare(original, release).ncp).toBe(release.quality.ncp);
    }
  });
});

describe("means", () => {
  const original = readCsv("age,ward\n20,a\n23,b\n30,a\n40,b\n");
  const spec: SpecInCode = {
    attributes: { age: quasi, ward: published },
    privacy: [{ model: "k-anonymity", k: 2 }],
    algorithm: { name: "mondrian", values: "mean" },
  };
  const release = anonymize(original, spec);

  it("cost what the values of their cohort span, where the release is at hand", () => {
    // 20 … 23 and 30 … 40 of 20 … 40
    expect(release.quality.ncp).toBeCloseTo((3 + 3 + 10 + 10) / 20 / 4, 12);
    expect(compare(original, release).ncp).toBe(release.quality.ncp);
  });

  it("do not say what they cover: compare of two tables leaves NCP out by name", () => {
    const found = compare(original, written(release.table), { quasiIdentifiers: ["age"], k: 2 });
    expect(found.ncp).toBeUndefined();
    expect(found.notKnown).toMatchObject([{ figure: "ncp", attribute: "age" }]);
    expect(found).toMatchObject({ discernibility: 8, cAvg: 1 });
  });

  it("are found where they are values of the original, but in more records than had them", () => {
    const modes = readCsv("age\n20\n20\n20\n40\n");
    const found = compare(original, modes, { quasiIdentifiers: ["age"] });
    expect(found.ncp).toBeUndefined();
  });
});

describe("what a text covers", () => {
  it("is cut off where the data end", () => {
    const original = readCsv("age\n17\n23\n57\n57\n");
    const found = compare(original, readCsv("age\n[15..24]\n[15..24]\n57\n57\n"), { quasiIdentifiers: ["age"] });
    expect(found.ncp).toBeCloseTo((2 * ((24 - 17) / 40)) / 4, 12);
  });

  it("is the members of a set, and not the values between them in an order that nobody reads", () => {
    const original = readCsv("job\na\nb\nc\nd\n", { kinds: { job: "category" } });
    const found = compare(original, readCsv("job\n{a|d}\nb\nc\n{a|d}\n"), { quasiIdentifiers: ["job"] });
    expect(found.ncp).toBeCloseTo((2 * (1 / 3)) / 4, 12);
  });

  it("is the group where a label is a value and a group", () => {
    const original = readCsv("place\nNew York\nBuffalo\nBoston\n");
    const spec: SpecInCode = {
      attributes: {
        place: {
          ...quasi,
          hierarchy: { kind: "tree", tree: { "New York": ["New York", "Buffalo"], Massachusetts: ["Boston"] } },
          levels: [1, 1],
        },
      },
      privacy: [{ model: "k-anonymity", k: 1 }],
      algorithm: { name: "lattice" },
    };
    const release = anonymize(original, spec);
    expect(release.quality.ncp).toBeCloseTo((2 * (2 / 3)) / 3, 12);
    expect(compare(original, release).ncp).toBe(release.quality.ncp);
  });
});

it("refuses a release with more records than the original", () => {
  const original = readCsv("age\n20\n30\n");
  const release = readCsv("age\n[20..30]\n[20..30]\n[20..30]\n");
  expect(() => compare(original, release)).toThrow("the release has 3 records, and the original 2");
});

describe("1.5 and 1.50 are one value", () => {
  it("in distinctLost, with and without a hierarchy", () => {
    const original = readCsv("pay,ward\n1.5,a\n1.50,b\n2,a\n2.0,b\n");
    const hierarchies = [undefined, { kind: "intervals", width: 5 } as const];
    for (const hierarchy of hierarchies) {
      const spec: SpecInCode = {
        attributes: { pay: { ...quasi, hierarchy }, ward: published },
        privacy: [{ model: "k-anonymity", k: 2 }],
        algorithm: { name: "mondrian" },
      };
      const release = anonymize(original, spec);
      const after = new Set(cells(release.table).map((row) => Number(row.split(",")[0]))).size;
      expect(release.quality.distinctLost).toBe(2 - (hierarchy === undefined ? after : 1));
      expect(compare(original, release).distinctLost).toBe(release.quality.distinctLost);
    }
    expect(compare(original, original, { quasiIdentifiers: ["pay"] }).distinctLost).toBe(0);
    const plain = readCsv("pay,ward\n1.5,a\n1.5,b\n2,a\n2,b\n");
    expect(compare(original, plain, { quasiIdentifiers: ["pay"] })).toMatchObject({ distinctLost: 0, ncp: 0 });
  });
});
