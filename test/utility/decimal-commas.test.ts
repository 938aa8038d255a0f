import fc from "fast-check";
import { expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { recipeFrom } from "../../src/recipe/recipe.ts";
import type { Release } from "../../src/release/release.ts";
import { rereadOptions } from "../../src/release/release-audit.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { labelStrings, readCsvResult, type Table, writeCsv, writeDialect } from "../../src/table/index.ts";
import { compare } from "../../src/utility/compare.ts";

type Row = readonly [age: number, tenths: number, sense: string];
const rows = fc.array(
  fc.tuple(fc.integer({ min: 20, max: 60 }), fc.integer({ min: 5, max: 120 }), fc.constantFrom("a", "b")),
  {
    minLength: 12,
    maxLength: 40,
  },
);

/** The same table with decimal points or commas, and with the comma or another mark between fields. */
function written(table: readonly Row[], mark: "," | ".", delimiter: string): string {
  const number = (tenths: number): string => {
    const text = (tenths / 10).toFixed(1).replace(".", mark);
    return delimiter === "," && mark === "," ? `"${text}"` : text;
  };
  const lines = table.map(([age, tenths, sense]) =>
    [age, number(tenths), sense, number(tenths * 3 + 1)].join(delimiter),
  );
  return `${["age,dose,sense,paid".replaceAll(",", delimiter), ...lines].join("\n")}\n`;
}

const pointed = (text: string): string => text.replace(/(\d),(\d)/g, "$1.$2");
const specOf = (algorithm: SpecInCode["algorithm"], hierarchy?: "intervals"): SpecInCode => ({
  attributes: {
    age: { role: "quasi-identifying" },
    dose: { role: "quasi-identifying", ...(hierarchy && { hierarchy: { kind: "intervals", width: 2.5 } }) },
    sense: { role: "sensitive" },
    paid: { role: "insensitive" },
  },
  privacy: [{ model: "k-anonymity", k: 3 }],
  warnings: "warn",
  ...(algorithm && { algorithm }),
});

function released(text: string, spec: SpecInCode): { release: Release; bytes: string; table: Table } {
  const { table, dialect } = readCsvResult(text, { delimiter: ";" });
  const release = anonymize(table, spec, { dialect: writeDialect(dialect) });
  return { release, bytes: new TextDecoder().decode(writeCsv(release.table, writeDialect(dialect))), table };
}

it.each([
  ["auto", undefined, undefined],
  ["mondrian", { name: "mondrian" }, undefined],
  ["mondrian with a hierarchy", { name: "mondrian" }, "intervals"],
  ["lattice", { name: "lattice" }, "intervals"],
] as const)(
  "a release of decimal commas is that of points, with commas in its labels: %s",
  (_, algorithm, hierarchy) => {
    let labels = 0;
    fc.assert(
      fc.property(rows, (table) => {
        const plain = released(written(table, ".", ";"), specOf(algorithm, hierarchy));
        const commas = released(written(table, ",", ";"), specOf(algorithm, hierarchy));
        const lines = (text: string): string[] => text.split("\n").map(pointed).sort();
        expect(lines(commas.bytes)).toEqual(lines(plain.bytes));
        expect(commas.bytes).not.toMatch(/\d\.\d/);
        labels += commas.bytes.match(/\d,\d+\.\.\d/g)?.length ?? 0;
        const again = readCsvResult(commas.bytes, { ...rereadOptions(commas.release), delimiter: ";" }).table;
        const dose = again.columns.find(({ name }) => name === "dose")!;
        const made = commas.release.table.columns.find(({ name }) => name === "dose")!;
        expect(new Set(labelStrings(dose.labels))).toEqual(new Set(labelStrings(made.labels)));
        const bare = readCsvResult(commas.bytes, { delimiter: ";", released: true }).table;
        const options = { quasiIdentifiers: ["age", "dose"], sensitive: ["sense"] };
        const found = audit(bare, { ...options, original: commas.table });
        expect(found.k).toBe(audit(plain.release.table, { ...options, original: plain.table }).k);
        const names = { quasiIdentifiers: ["age", "dose"] };
        expect(compare(commas.table, bare, names).ncp!).toBeCloseTo(
          compare(plain.table, plain.release.table, names).ncp!,
          12,
        );
      }),
      { numRuns: 60 },
    );
    expect(labels).toBeGreaterThan(50);
  },
);

it("a recipe made of decimal commas is applied to a table with commas and to one with points", () => {
  fc.assert(
    fc.property(rows, (table) => {
      const made = released(written(table, ",", ";"), specOf({ name: "mondrian" }));
      const recipe = recipeFrom(made.release, made.table);
      const commas = applyRecipe(made.table, recipe, { suppressFailing: true });
      const plain = applyRecipe(readCsvResult(written(table, ".", ";")).table, recipe, { suppressFailing: true });
      const text = (one: Table): string => new TextDecoder().decode(writeCsv(one, { delimiter: ";" }));
      expect(text(plain.table)).not.toMatch(/\d,\d/);
      expect(text(commas.table).split("\n").map(pointed).sort()).toEqual(text(plain.table).split("\n").sort());
      expect(text(commas.table)).not.toMatch(/\d\.\d/);
    }),
    { numRuns: 30 },
  );
});

it("hierarchies that are written with commas fit a column with commas", () => {
  const text = "dose;w\n1,5;x\n2,5;x\n3,5;y\n1,5;x\n2,5;x\n3,5;y\n";
  const file = new TextEncoder().encode("1,5;[1,5..2,5];*\n2,5;[1,5..2,5];*\n3,5;3,5;*\n");
  const tree = { "[1,5..2,5]": ["1,5", "2,5"], "3,5": ["3,5"] };
  for (const hierarchy of [
    { kind: "file", path: "dose.csv" },
    { kind: "tree", tree },
  ] as const) {
    const { table } = readCsvResult(text);
    const release = anonymize(
      table,
      {
        attributes: { dose: { role: "quasi-identifying", hierarchy, levels: [1, 2] }, w: { role: "insensitive" } },
        privacy: [{ model: "k-anonymity", k: 2 }],
        algorithm: { name: "lattice" },
        warnings: "warn",
      },
      { files: new Map([["dose.csv", file]]) },
    );
    const bytes = new TextDecoder().decode(writeCsv(release.table, { delimiter: ";" }));
    expect(bytes.split("\n").filter((line) => line.startsWith("[1,5..2,5];"))).toHaveLength(4);
  }
});
