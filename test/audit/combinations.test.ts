import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { type PrivacyGoal, privacyModels } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { clinicCsv, clinicSpec } from "../../src/sample/index.ts";
import { parseSpec, specFromFlags } from "../../src/spec/index.ts";
import { cell, columnIndex, readCsv, type Table } from "../../src/table/index.ts";

const quasi = ["a", "b", "c"];

/** The fewest records that agree in some columns, counted row against row. */
function fewest(table: Table, names: readonly string[]): number {
  const places = names.map((name) => columnIndex(table, name));
  const keys = Array.from({ length: table.rows }, (_, row) => places.map((place) => cell(table, row, place)).join("|"));
  return Math.min(...keys.map((key) => keys.filter((other) => other === key).length));
}

const row = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom("x", "y", "z"), fc.integer({ min: 0, max: 4 }));

function tableOf(rows: readonly (readonly unknown[])[]): Table {
  return readCsv(`a,b,c\n${rows.map((cells) => cells.join(",")).join("\n")}\n`);
}

const attributes = Object.fromEntries(quasi.map((name) => [name, { role: "quasi-identifying" as const }]));

describe("goals on combinations of columns", () => {
  it("hold in releases of every algorithm that takes them, counted independently", () => {
    const privacy: PrivacyGoal[] = [
      { model: "k-anonymity", k: 2 },
      { model: "k-anonymity", k: 7, of: ["a", "b"] },
      { model: "k-anonymity", k: 12, of: ["c"] },
    ];
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 12, maxLength: 70 }),
        fc.constantFrom("mondrian", "best-cut", "cluster", "lattice"),
        (rows, name) => {
          const hierarchies =
            name === "lattice"
              ? { a: { kind: "intervals", width: 5 }, b: { kind: "masking" }, c: { kind: "intervals", width: 2 } }
              : {};
          const stated = Object.fromEntries(
            quasi.map((column) => [
              column,
              { ...attributes[column], ...(column in hierarchies ? { hierarchy: hierarchies[column as "a"] } : {}) },
            ]),
          );
          const { table } = anonymize(tableOf(rows), { attributes: stated, privacy, algorithm: { name } } as never);
          expect(fewest(table, quasi)).toBeGreaterThanOrEqual(2);
          expect(fewest(table, ["a", "b"])).toBeGreaterThanOrEqual(7);
          expect(fewest(table, ["c"])).toBeGreaterThanOrEqual(12);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("hold in releases of cell methods, and are refused by name where k is a matter of matching", () => {
    const privacy: PrivacyGoal[] = [
      { model: "k-anonymity", k: 2 },
      { model: "k-anonymity", k: 4, of: ["a"] },
      { model: "k-anonymity", k: 3, each: 2 },
    ];
    const table = tableOf(Array.from({ length: 9 }, (_, i) => [(i * 7) % 11, "xyz"[i % 3], i % 2]));
    for (const algorithm of [
      { name: "exact" },
      { name: "genetic", population: 10, generations: 20 },
      { name: "mingen", iterations: 300 },
    ]) {
      const { table: released } = anonymize(table, { attributes, privacy, algorithm } as never);
      expect(fewest(released, ["a"])).toBeGreaterThanOrEqual(4);
      for (const pair of [
        ["a", "b"],
        ["a", "c"],
        ["b", "c"],
      ]) {
        expect(fewest(released, pair)).toBeGreaterThanOrEqual(3);
      }
    }
    for (const name of ["exact", "genetic", "mingen"]) {
      const asked = { attributes, privacy, algorithm: { name, meaning: "matching" } } as never;
      expect(() => anonymize(table, asked)).toThrow(
        `${name} with meaning=matching cannot respect goals on combinations of columns`,
      );
    }
  });

  it("are measured by the audit as they are counted row by row, all sets of a size included", () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (rows, k) => {
        const table = tableOf(rows);
        const privacy: PrivacyGoal[] = [
          { model: "k-anonymity", k, of: ["a", "c"] },
          { model: "k-anonymity", k, each: 2 },
          { model: "k-anonymity", k: 1 },
        ];
        const found = audit(table, { quasiIdentifiers: quasi, privacy });
        const pairs = [
          ["a", "b"],
          ["a", "c"],
          ["b", "c"],
        ].map((pair) => fewest(table, pair));
        expect(found.privacy.map(({ measured }) => measured)).toEqual([
          pairs[1],
          Math.min(...pairs),
          fewest(table, quasi),
        ]);
        expect(found.privacy.map(({ holds }) => holds)).toEqual([pairs[1] >= k, Math.min(...pairs) >= k, true]);
      }),
    );
  });

  it("keep more detail than asking the same k of every cohort", () => {
    const clinic = readCsv(clinicCsv());
    const of = ["sex"];
    const some = anonymize(clinic, {
      ...clinicSpec,
      privacy: [
        { model: "k-anonymity", k: 3 },
        { model: "k-anonymity", k: 20, of },
      ],
    });
    const all = anonymize(clinic, { ...clinicSpec, privacy: [{ model: "k-anonymity", k: 20 }] });
    expect(fewest(some.table, of)).toBeGreaterThanOrEqual(20);
    expect(some.quality.ncp).toBeLessThan(all.quality.ncp);
  });

  it("are asked for on the command line and in files, and name what is wrong", () => {
    const spec = specFromFlags(
      { quasi: ["a,b"], k: "2", require: ["k-anonymity(k=20,of=a+b)", "k-anonymity(k=9,each=1)"] },
      undefined,
      quasi,
    );
    expect(spec.privacy).toEqual([
      { model: "k-anonymity", k: 2 },
      { model: "k-anonymity", k: 20, of: ["a", "b"] },
      { model: "k-anonymity", k: 9, each: 1 },
    ]);
    expect(privacyModels["k-anonymity"].schema.safeParse({ model: "k-anonymity", k: 2, of: [] }).success).toBe(false);
    const both =
      '{"version":1,"attributes":{"a":{"role":"quasi-identifying"}},"privacy":[{"model":"k-anonymity","k":2,"of":["a"],"each":1}]}';
    expect(() => parseSpec(both)).toThrow('"of" and "each" cannot both be stated');
    expect(() =>
      anonymize(tableOf([[1, "x", 1]]), { attributes, privacy: [{ model: "k-anonymity", k: 1, of: ["d"] }] }),
    ).toThrow('"d" is not quasi-identifying, so no combination has it');
  });
});
