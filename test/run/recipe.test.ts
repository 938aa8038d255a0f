import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "../../src/base/index.ts";
import {
  anonymize,
  applyRecipe,
  audit,
  checkedRecipe,
  parseRecipe,
  parseRecipeKey,
  type Recipe,
  type RecipeKey,
} from "../../src/run/index.ts";
import { clinicCsv, clinicSpec } from "../../src/sample/index.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { readCsv, type Table, writeCsv } from "../../src/table/index.ts";

const clinic = readCsv(clinicCsv());

type Made = { recipe: Recipe; withKey: { recipeKey?: RecipeKey }; csv: string };

/** A recipe and its key, where it has one, as they are read from files. */
function recipeFor(table: Table, spec: SpecInCode): Made {
  const release = anonymize(table, spec);
  const made = finish(checkedRecipe(table, release, {}));
  const recipe = parseRecipe(JSON.stringify(made.recipe), "r.json");
  const withKey =
    made.key === undefined ? {} : { recipeKey: parseRecipeKey(JSON.stringify(made.key), "r.key.json", recipe) };
  return { recipe, withKey, csv: text(release.table) };
}

function text(table: Table): string {
  const written = writeCsv(table) as string | Uint8Array;
  return typeof written === "string" ? written : new TextDecoder().decode(written);
}

const spec: SpecInCode = {
  attributes: {
    age: { role: "quasi-identifying" },
    zip: { role: "quasi-identifying", kind: "category" },
    sex: { role: "quasi-identifying" },
    illness: { role: "sensitive" },
  },
  privacy: [{ model: "k-anonymity", k: 2 }],
};

const people = `age,zip,sex,illness
20,11,f,flu
22,11,f,cold
31,12,m,flu
33,12,m,cough
45,11,m,cold
48,11,f,flu
,12,f,flu
,12,f,cold
`;

const read = (csv: string): Table => readCsv(csv, { kinds: { zip: "category" } });

describe("a recipe", () => {
  it("gives the release again, byte for byte, from the table it was made of", () => {
    for (const k of [2, 5]) {
      for (const name of ["mondrian", "lattice"] as const) {
        const asked = {
          ...clinicSpec,
          algorithm: { name },
          privacy: [{ model: "k-anonymity" as const, k }],
          suppression: name === "lattice" ? 0.05 : 0,
        };
        const { recipe, withKey, csv } = recipeFor(clinic, asked);
        expect(text(applyRecipe(clinic, recipe, withKey).table)).toBe(csv);
      }
    }
  });

  it("does so for random tables, and whatever else it publishes passes the audit", () => {
    const row = fc.tuple(
      fc.option(fc.integer({ min: 0, max: 60 })),
      fc.constantFrom("11", "12", "13"),
      fc.constantFrom("f", "m"),
      fc.constantFrom("flu", "cold"),
    );
    const csv = (rows: readonly (readonly unknown[])[]): Table =>
      readCsv(`age,zip,sex,illness\n${rows.map((cells) => cells.map((cell) => cell ?? "").join(",")).join("\n")}\n`, {
        kinds: { age: "number", zip: "category" },
      });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 4, maxLength: 60 }),
        fc.array(row, { minLength: 4, maxLength: 60 }),
        (first, second) => {
          fc.pre(first.some(([age]) => age !== null) && second.some(([age]) => age !== null));
          const { recipe, withKey, csv: released } = recipeFor(csv(first), spec);
          expect(text(applyRecipe(csv(first), recipe, withKey).table)).toBe(released);
          for (const key of [{}, withKey]) {
            let applied: ReturnType<typeof applyRecipe>;
            try {
              applied = applyRecipe(csv(second), recipe, { ...key, suppressFailing: true });
            } catch (error) {
              expect((error as Error).message).toContain("no record of the table");
              continue;
            }
            expect(applied.table.rows + applied.suppressed).toBe(second.length);
            const privacy = [{ model: "k-anonymity", k: 2 }] as const;
            expect(audit(applied.table, { quasiIdentifiers: ["age", "zip", "sex"], privacy }).holds).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("holds no record and no more than the release says", () => {
    const { recipe } = recipeFor(read(people), spec);
    expect(JSON.stringify(recipe)).not.toMatch(/cough/);
    expect(Object.keys(recipe)).toEqual(["kohort", "version", "spec", "attributes", "cohorts"]);
  });

  it("names every drift that was planted, and leaves it out if told to", () => {
    const { recipe } = recipeFor(read(people), spec);
    const drifted = `${people.trimEnd()}\n21,99,f,flu\n21,99,f,cold\n99,11,m,flu\n`;
    const table = read(drifted);
    let where = "";
    try {
      applyRecipe(table, recipe);
    } catch (error) {
      where = (error as { where: string }).where;
    }
    expect(where).toContain('"zip" has values the recipe has not seen: "99" (2)');
    expect(where).toContain('"age" has values outside every cohort they could belong to: "99" (1)');
    const applied = applyRecipe(table, recipe, { suppressFailing: true });
    expect(applied.suppressed).toBe(3);
    expect(text(applied.table)).toBe(text(anonymize(read(people), spec).table));
  });

  it("names cohorts that are below what was asked, and how far values moved", () => {
    const { recipe } = recipeFor(read(people), spec);
    const fewer = readCsv(
      people
        .split("\n")
        .filter((line) => !line.startsWith("22,"))
        .join("\n"),
      { kinds: { zip: "category" } },
    );
    expect(() => applyRecipe(fewer, recipe)).toThrow("the recipe does not fit 1 of 7 records");
    const { drift } = applyRecipe(fewer, recipe, { suppressFailing: true });
    expect(drift.cohorts).toEqual([
      { values: { age: "[20..22]", zip: "11", sex: "f" }, records: 1, fails: ["k-anonymity"] },
    ]);
    expect(drift.attributes[0]!.distance).toBeCloseTo((2 / 8 - 1 / 7 + 3 * (2 / 7 - 2 / 8)) / 2, 10);
  });

  it("is refused by name where equal records are published in different ways", () => {
    for (const algorithm of [{ name: "cluster" }, { name: "mondrian", strict: false }] as const) {
      const release = anonymize(clinic, { ...clinicSpec, algorithm });
      expect(() => finish(checkedRecipe(clinic, release, {}))).toThrow(`a release by ${algorithm.name} has no recipe`);
    }
  });

  it("is refused for a column of another kind", () => {
    const { recipe } = recipeFor(read(people), spec);
    expect(() => applyRecipe(readCsv(people), recipe)).toThrow(
      'column "zip" is a number here and a category in the recipe',
    );
  });

  it("is refused when it is none", () => {
    expect(() => parseRecipe("{", "r.json")).toThrow('"r.json" is no recipe: it is not JSON');
    expect(() => parseRecipe("{}", "r.json")).toThrow('"r.json" is no recipe: "kohort"');
    const { recipe } = recipeFor(read(people), spec);
    const strange = { ...recipe, cohorts: [["1", "2", "3"]] };
    expect(() => parseRecipe(JSON.stringify(strange), "r.json")).toThrow("do not fit together");
    const fewer = { ...recipe, attributes: recipe.attributes.slice(1), cohorts: undefined };
    expect(() => parseRecipe(JSON.stringify(fewer), "r.json")).toThrow("not the quasi-identifiers of its spec");
  });

  it("refuses a key that is none, leads in circles or belongs to another recipe", () => {
    const asked = (k: number): SpecInCode => ({
      ...clinicSpec,
      algorithm: { name: "mondrian" },
      privacy: [{ model: "k-anonymity", k }],
    });
    const { recipe, withKey } = recipeFor(clinic, asked(5));
    const key = withKey.recipeKey!;
    const looping = { ...key, cuts: key.cuts!.map((cut) => ({ ...cut, left: 0 })) };
    expect(() => parseRecipeKey(JSON.stringify(looping), "k.json", recipe)).toThrow("do not fit together");
    expect(() => parseRecipeKey("{}", "k.json", recipe)).toThrow('"k.json" is not the key of this recipe: "kohort"');
    const other = recipeFor(clinic, asked(2)).recipe;
    expect(() => parseRecipeKey(JSON.stringify(key), "k.json", other)).toThrow("it belongs to another one");
  });
});
