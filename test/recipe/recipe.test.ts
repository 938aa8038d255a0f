import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { finish, randomFrom } from "../../src/base/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { driftSentences, movedColumns } from "../../src/recipe/drift.ts";
import { parseRecipe, type Recipe } from "../../src/recipe/recipe.ts";
import { checkedRecipe } from "../../src/recipe/recipe-check.ts";
import { parseRecipeKey, type RecipeKey } from "../../src/recipe/recipe-key.ts";
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

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

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

  it("covers every value: strange names become *, ranges are widened, and the drift is told", () => {
    const { recipe } = recipeFor(read(people), spec);
    const drifted = `${people.trimEnd()}\n21,99,f,flu\n21,99,f,cold\n99,11,m,flu\n25,11,f,flu\n`;
    const applied = applyRecipe(read(drifted), recipe);
    expect(applied.suppressed).toBe(0);
    expect(text(applied.table)).toMatch(/^\[45\.\.\],11,\*,flu$/m);
    expect(text(applied.table)).toMatch(/^\[20\.\.30\],11,f,flu$/m);
    expect(text(applied.table).match(/^\[20\.\.22\],\*,f,/gm)).toHaveLength(2);
    const [age, zip] = applied.drift.attributes;
    expect(zip.unseen).toEqual([{ value: "99", records: 2 }]);
    expect(age.outside).toEqual([
      { value: "25", records: 1 },
      { value: "99", records: 1 },
    ]);
    expect(driftSentences(applied.drift)).toEqual([
      '"age": 2 records (2 values, for example "25") outside its cohort\'s label, which was widened',
      '"zip": 2 records (for example "99") not listed in the recipe; published as * or as the group that has it',
    ]);
  });

  it("merges cohorts below what was asked with their neighbours, and says how far values moved", () => {
    const { recipe } = recipeFor(read(people), spec);
    const fewer = readCsv(
      people
        .split("\n")
        .filter((line) => !line.startsWith("22,"))
        .join("\n"),
      { kinds: { zip: "category" } },
    );
    const { table, drift, suppressed } = applyRecipe(fewer, recipe);
    expect(suppressed).toBe(0);
    expect(drift.merged).toEqual({ cohorts: 2, records: 3 });
    expect(drift.cohorts).toEqual([]);
    const privacy = [{ model: "k-anonymity", k: 2 }] as const;
    expect(audit(table, { quasiIdentifiers: ["age", "zip", "sex"], privacy }).holds).toBe(true);
    expect(drift.attributes[0].distance).toBeCloseTo((2 / 8 - 1 / 7 + 3 * (2 / 7 - 2 / 8)) / 2, 10);
  });

  it("of the default method publishes every record of the same distribution, where one in seven was refused", () => {
    const random = randomFrom(18);
    const draw = (): string => {
      const age = Math.round(20 + 30 * (random.unit() + random.unit()));
      const pay = Math.round(1000 * Math.exp(3 * random.unit()) * 100) / 100;
      return `${age},${pay},${"abcdefgh"[Math.floor(8 * random.unit() ** 2)]},${["flu", "cold"][random.below(2)]}`;
    };
    const month = (): Table => readCsv(`age,pay,town,illness\n${Array.from({ length: 1000 }, draw).join("\n")}\n`);
    const role = { role: "quasi-identifying" } as const;
    const asked: SpecInCode = {
      attributes: { age: role, pay: role, town: role, illness: { role: "sensitive" } },
      privacy: [{ model: "k-anonymity", k: 5 }],
    };
    const { recipe } = recipeFor(month(), asked);
    const { table, suppressed, drift } = applyRecipe(month(), recipe);
    expect(table.rows).toBe(1000);
    expect(suppressed).toBe(0);
    expect(movedColumns(drift)).toEqual([]);
    const older = readCsv(
      `age,pay,town,illness\n${Array.from({ length: 1000 }, () => draw().replace(/^\d+/, "75")).join("\n")}\n`,
    );
    expect(movedColumns(applyRecipe(older, recipe).drift).join()).toMatch(
      /"age" moved by 0\.[6-9]\d \(0\.\d\d by chance\)/,
    );
    const strangers = drift.attributes.flatMap(({ unseen, outside }) => [...unseen, ...outside]);
    expect(strangers.reduce((sum, { records }) => sum + records, 0)).toBeGreaterThan(140);
    const privacy = [{ model: "k-anonymity", k: 5 }] as const;
    expect(audit(table, { quasiIdentifiers: ["age", "pay", "town"], privacy }).holds).toBe(true);
  });

  it("leaves out what no neighbour helps within the limit of the spec, and refuses more with an example", () => {
    const asked: SpecInCode = {
      ...spec,
      privacy: [
        { model: "k-anonymity", k: 2 },
        { model: "l-diversity", l: 2 },
      ],
    };
    const alike = read(people.replaceAll(/cold|cough/g, "flu"));
    const { recipe } = recipeFor(read(people), asked);
    const refused = thrownBy(() => applyRecipe(alike, recipe));
    expect(refused).toMatchObject({
      code: "audit",
      message: "8 of 8 records cannot be published as the recipe promises; at most 0 may be left out",
      where: expect.stringMatching(/^\d cohorts fail, for example: .* \(\d records, l-diversity\)$/),
      hint: "leave them out with `suppressFailing`, or make a new release",
    });
    const one = read(`${people}95,11,m,flu\n96,11,m,flu\n97,11,m,flu\n`);
    const lax = recipeFor(read(people), { ...asked, privacy: [{ model: "k-anonymity", k: 2 }], suppression: 0.5 });
    expect(applyRecipe(one, lax.recipe).suppressed).toBe(0);
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
