import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { type Random, randomFrom } from "../../src/base/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Release } from "../../src/release/release.ts";
import type { Spec, SpecInCode } from "../../src/spec/index.ts";
import { cell, readCsv, type Table, writeCsv } from "../../src/table/index.ts";

const items = ["flu", "cold", "cough", "ulcer", "gout", "acne", "wart"];
const tree = { lung: ["flu", "cold", "cough"], belly: ["ulcer"], skin: ["acne", "wart"], joint: ["gout"] };
/** What an item may be published as, itself first. */
const above = (item: string): string[] => {
  const group = Object.entries(tree).find(([, members]) => members.includes(item))![0];
  return [item, group, "*"];
};

function people(random: Random, rows: number): Table {
  const lines = Array.from({ length: rows }, () => {
    const size = random.below(5);
    const own = new Set(Array.from({ length: size }, () => items[Math.min(random.below(7), random.below(7))]));
    return `${20 + random.below(30)},${random.below(2) === 0 ? "f" : "m"},${[...own].join("|")}`;
  });
  return readCsv(`age,sex,ill\n${lines.join("\n")}\n`);
}

function specFor(
  k: number,
  m: number,
  algorithm: NonNullable<Spec["algorithm"]> | undefined,
  withTree: boolean,
): SpecInCode {
  const hierarchy = { kind: "tree", tree } as const;
  const sets = { role: "quasi-identifying" as const, separator: "|", ...(withTree ? { hierarchy } : {}) };
  const others = { age: { role: "quasi-identifying" }, sex: { role: "quasi-identifying" } } as const;
  return {
    attributes: algorithm === undefined ? { ill: sets } : { ...others, ill: sets },
    privacy: [
      ...(algorithm === undefined ? [] : [{ model: "k-anonymity" as const, k }]),
      { model: "km-anonymity", k, m },
    ],
    ...(algorithm === undefined ? {} : { algorithm }),
    order: "input",
    rest: "insensitive",
  };
}

/** Every subset of up to m items of every set, looked up in every other set of the same group: the definition, slowly. */
function rarest(rows: readonly { group: string; set: readonly string[] }[], m: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { group, set } of rows) {
    for (let mask = 1; mask < 1 << set.length; mask++) {
      const known = set.filter((_, at) => (mask >> at) & 1);
      if (known.length > m) continue;
      const alike = rows.filter((other) => other.group === group && known.every((item) => other.set.includes(item)));
      least = Math.min(least, alike.length);
    }
  }
  return least;
}

function rowsOf(table: Table, quasi: readonly string[]): { group: string; set: string[] }[] {
  const place = (name: string): number => table.columns.findIndex((column) => column.name === name);
  return Array.from({ length: table.rows }, (_, row) => ({
    group: quasi.map((name) => cell(table, row, place(name))).join(),
    set: cell(table, row, place("ill"))
      .split("|")
      .filter((item) => item !== ""),
  }));
}

const algorithms: readonly (NonNullable<Spec["algorithm"]> | undefined)[] = [
  undefined,
  { name: "mondrian" },
  { name: "lattice" },
  { name: "cluster" },
  { name: "auto", effort: "fast" },
];

function bytesOf(release: Release): Table {
  return readCsv(writeCsv(release.table), { kinds: { age: "category", sex: "category", ill: "category" } });
}

describe("k^m-anonymity of sets", () => {
  it("holds on generated baskets by brute force, alone and beside other columns, and the audit measures the same", () => {
    const random = randomFrom(17);
    let generalised = 0;
    for (let round = 0; round < 150; round++) {
      const table = people(random, 30 + random.below(30));
      const [k, m] = [2 + random.below(4), 1 + random.below(3)];
      const algorithm = algorithms[round % algorithms.length];
      const spec = specFor(k, m, algorithm, round % 3 !== 0);
      const release = anonymize(table, spec);
      const quasi = algorithm === undefined ? [] : ["age", "sex"];
      const written = bytesOf(release);
      const rows = rowsOf(written, quasi);
      const least = rarest(rows, m);
      expect(least).toBeGreaterThanOrEqual(k);
      const options = {
        quasiIdentifiers: [...quasi, "ill"],
        attributes: spec.attributes,
        privacy: release.spec.privacy,
      };
      const verdict = audit(written, options).privacy.find(({ model }) => model === "km-anonymity")!;
      expect(verdict).toMatchObject({ measured: Math.min(least, table.rows), holds: true, failing: 0 });
      // sets say only what is true of the people, and each item once
      const before = rowsOf(table, []);
      rows.forEach(({ set }, row) => {
        expect(new Set(set).size).toBe(set.length);
        for (const item of set) expect(before[row].set.some((own) => above(own).includes(item))).toBe(true);
      });
      if (release.sets[0].loss > 0) generalised++;
    }
    expect(generalised).toBeGreaterThan(100);
  });

  it("finds a planted violation, and counts the records that have it", () => {
    const rows = ["a|b", "a|b", "a|b", "a|c", "c|a", "c", "a", "b|c"];
    const table = readCsv(`sex,ill\n${rows.map((set) => `f,${set}`).join("\n")}\n`);
    const attributes: Spec["attributes"] = { ill: { role: "quasi-identifying", separator: "|" } };
    const measure = (m: number, privacyK: number) =>
      audit(table, {
        quasiIdentifiers: ["ill"],
        attributes,
        privacy: [{ model: "km-anonymity", k: privacyK, m }],
      }).privacy.find(({ model }) => model === "km-anonymity");
    expect(measure(1, 2)).toMatchObject({ measured: 4, holds: true });
    expect(measure(2, 2)).toMatchObject({ measured: 1, holds: false, failing: 1 });
    expect(measure(2, 3)).toMatchObject({ measured: 1, holds: false, failing: 3 });
  });

  it("generalises no further than it must on a hand-made table", () => {
    const rows = ["flu|ulcer", "cold|ulcer", "flu|ulcer", "cold", "ulcer"];
    const table = readCsv(`x,ill\n${rows.map((set, at) => `${at},${set}`).join("\n")}\n`);
    const spec = { ...specFor(2, 2, undefined, true) };
    const release = anonymize(table, spec);
    expect(rowsOf(release.table, []).map(({ set }) => set.join())).toEqual([
      "lung,ulcer",
      "lung,ulcer",
      "lung,ulcer",
      "lung",
      "ulcer",
    ]);
  });

  it("is refused where nothing says which column holds sets, or nothing is asked of one", () => {
    const table = people(randomFrom(3), 20);
    const spec = specFor(2, 2, { name: "mondrian" }, false);
    const { ill: _, ...others } = spec.attributes;
    expect(() => anonymize(table, { ...spec, attributes: others })).toThrow(/does not say of which column of sets/);
    const unasked = { ...spec, privacy: [{ model: "k-anonymity" as const, k: 2 }] };
    expect(() => anonymize(table, unasked)).toThrow(/holds sets, and no km-anonymity is asked/);
  });
});
