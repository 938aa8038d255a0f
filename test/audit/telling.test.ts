import { describe, expect, it } from "vitest";
import type { PrivacyWarning } from "../../src/audit/privacy-warnings.ts";
import { countsFor, pairsByFigure } from "../../src/audit/telling.ts";
import { randomFrom } from "../../src/base/index.ts";
import { anonymize, insensitive, kAnonymity, quasiIdentifying, readCsv, sensitive } from "../../src/index.ts";
import type { Spec } from "../../src/spec/index.ts";

const regions = ["north", "south", "east", "west"];

/** A household survey: a weight that is the same for everybody of a region and household size. */
function survey(rows: number): string {
  const random = randomFrom(11);
  const lines = Array.from({ length: rows }, () => {
    const region = random.below(4);
    const size = 1 + random.below(5);
    const weight = 1000 + region * 40 + size;
    return [20 + random.below(60), regions[region], size, weight, random.below(6), random.below(2) === 0 ? "a" : "b"];
  });
  return `age,region,size,weight,ward,arm\n${lines.map((line) => line.join(",")).join("\n")}\n`;
}

/** Patients with a note of their own, a column that repeats their day of birth, and places that few share. */
function patients(rows: number): string {
  const random = randomFrom(5);
  const lines = Array.from({ length: rows }, (_, row) => {
    const born = `19${40 + random.below(50)}-0${1 + random.below(9)}-1${random.below(10)}`;
    const ill = ["flu", "gout", "none"][random.below(3)];
    return [born, 40 + random.below(60), 10 + random.below(60), `seen ${row}`, born, ill];
  });
  return `born,north,east,note,key,ill\n${lines.map((line) => line.join(",")).join("\n")}\n`;
}

const kindsOf = (warnings: readonly PrivacyWarning[]): string[] =>
  warnings.map(({ kind, columns }) => `${kind} ${columns.join(" ")}`);

describe("columns that undo the release", () => {
  const table = readCsv(survey(3000));
  const base: Spec["attributes"] = {
    age: quasiIdentifying(),
    region: quasiIdentifying(),
    size: quasiIdentifying(),
  };
  const spec = (attributes: Spec["attributes"]): Spec => ({
    version: 1,
    attributes: { ...base, ...attributes },
    privacy: [kAnonymity(5)],
    algorithm: { name: "mondrian" },
  });

  it("a regional weight fixes region and household size, a ward of its own does neither", () => {
    const coarse: Spec = {
      version: 1,
      attributes: {
        region: {
          role: "quasi-identifying",
          hierarchy: { kind: "tree", tree: { first: ["north", "south"], second: ["east", "west"] } },
          levels: [1, 1],
        },
        size: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 3, factor: 2 }, levels: [1, 1] },
        weight: insensitive(),
        ward: insensitive(),
        arm: sensitive(),
      },
      privacy: [kAnonymity(5)],
      algorithm: { name: "lattice" },
    };
    const { told, privacyWarnings, warnings } = anonymize(table, coarse);
    const share = (column: string, of: string) =>
      told.undone.find((one) => one.column === column && one.of === of)?.share;
    expect([share("weight", "region"), share("weight", "size")]).toEqual([1, expect.closeTo(1, 1)]);
    expect([share("ward", "region"), share("ward", "size"), share("arm", "region")]).toEqual([0, 0, 0]);
    expect(kindsOf(privacyWarnings).filter((text) => text.startsWith("undone"))).toEqual([
      "undone weight region",
      "undone weight size",
    ]);
    expect(warnings).toContainEqual(
      expect.stringMatching(/"weight" fixes the original "region" of 3,000 of 3,000 people/),
    );
  });

  it("a sensitive column is a determiner, and never part of a key", () => {
    const { told, privacyWarnings } = anonymize(table, spec({ weight: sensitive(), ward: insensitive() }));
    expect(told.columns.find(({ column }) => column === "weight")).toEqual({
      column: "weight",
      role: "sensitive",
      alone: 0,
    });
    expect(told.pairs).toEqual([]);
    expect(told.undone.some(({ column }) => column === "weight")).toBe(true);
    expect(kindsOf(privacyWarnings)).not.toContain("cohort weight");
  });

  it("an insensitive column that breaks k for more people than may be suppressed is warned of", () => {
    const attributes = { ...base, ward: insensitive() };
    const strict = anonymize(table, { attributes, privacy: [kAnonymity(5)], algorithm: { name: "mondrian" } });
    expect(kindsOf(strict.privacyWarnings)).toContain("cohort ward");
    const { below } = strict.told.columns[0];
    expect(below).toBeGreaterThan(0);
    const lenient = anonymize(table, {
      attributes,
      privacy: [kAnonymity(5)],
      algorithm: { name: "lattice" },
      suppression: 0.999,
    });
    expect(kindsOf(lenient.privacyWarnings)).not.toContain("cohort ward");
  });

  it("a note, a copied day of birth and a pair of places are each named", () => {
    const { privacyWarnings, told } = anonymize(readCsv(patients(800)), {
      attributes: {
        born: quasiIdentifying(),
        ill: sensitive(),
        north: insensitive(),
        east: insensitive(),
        note: insensitive(),
        key: insensitive(),
      },
      privacy: [kAnonymity(5)],
      algorithm: { name: "mondrian" },
    });
    const found = kindsOf(privacyWarnings);
    expect(found).toContain("copy key born");
    expect(found).toContain("unique note");
    expect(found).toContain("unique key");
    expect(found).not.toContain("unique north");
    expect(found).toContain("unique north east");
    expect(found.filter((text) => /^unique .*note/.test(text))).toEqual(["unique note"]);
    expect(told.notChecked.pairs).toEqual({ count: 0, list: [] });
    const pair = told.pairs.find(({ columns }) => columns.includes("north") && columns.includes("east"));
    expect(pair!.alone).toBeGreaterThan(0.5);
  });

  it("a table without such columns is not warned of", () => {
    const { privacyWarnings } = anonymize(table, spec({ arm: sensitive() }));
    expect(privacyWarnings).toEqual([]);
  });

  it("headers such as dob, uuid, nhs, imei, lat and account are named", () => {
    const names = ["dob", "uuid", "nhs", "imei", "lat", "account", "nhs_number", "Account-No", "plate", "platform"];
    const rows = Array.from({ length: 20 }, (_, i) => [i % 2, ...names.map(() => "x")].join(","));
    const { privacyWarnings } = anonymize(readCsv(`age,${names.join(",")}\n${rows.join("\n")}\n`), {
      attributes: { age: quasiIdentifying() },
      rest: "insensitive",
      privacy: [kAnonymity(5)],
    });
    const named = privacyWarnings.filter(({ kind }) => kind === "name").flatMap(({ columns }) => columns);
    expect(named).toEqual(names.slice(0, 8));
    expect(privacyWarnings.filter(({ kind }) => kind === "copy")).toEqual([]);
  });

  it("counts pairs by decreasing single figure up to a number that depends on the records alone", () => {
    expect([countsFor(1), countsFor(30_000), countsFor(1_000_000), countsFor(1e9)]).toEqual([5000, 1000, 30, 20]);
    const columns = ["a", "b", "c", "d"].map((column, at) => ({ column, figure: [0.1, 0.4, 0.2, 0.3][at] }));
    const { pairs, notChecked } = pairsByFigure(columns, ({ figure }) => [figure], 3);
    expect(pairs.map(([one, other]) => one.column + other.column)).toEqual(["bd", "bc", "dc"]);
    expect(notChecked).toEqual({
      count: 3,
      list: [
        ["b", "a"],
        ["d", "a"],
        ["c", "a"],
      ],
    });
  });
});
