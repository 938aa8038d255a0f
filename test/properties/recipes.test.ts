/**
 * @file The month after: 500 tables, each published by the recipe of another one. They have ages that the recipe never
 * saw, fractions, towns that it does not list and gaps. Every published label is read by a slow reader of its own, and
 * holds the value of the record that it is published for; every cohort has as many records as was asked.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish, KohortError } from "../../src/base/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { parseRecipe } from "../../src/recipe/recipe.ts";
import { type CheckedRecipe, checkedRecipe } from "../../src/recipe/recipe-check.ts";
import { parseRecipeKey } from "../../src/recipe/recipe-key.ts";
import type { Release } from "../../src/release/release.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { readCsv, type Table, writeCsv } from "../../src/table/index.ts";
import { runs } from "../setup/runs.ts";

const regions: Record<string, readonly string[]> = {
  South: ["Ulm", "Aalen", "Isny"],
  West: ["Aachen", "Bonn", "Ulmen"],
  North: ["Celle", "Emden"],
};
const towns = Object.values(regions).flat();
const files = new Map([
  [
    "regions.csv",
    new TextEncoder().encode(
      Object.entries(regions)
        .flatMap(([region, own]) => own.map((town) => `${town};${region}\n`))
        .join(""),
    ),
  ],
]);

/** Whether a label holds a value, read from the texts alone. */
function holds(label: string, value: string, kind: "number" | "date" | "category"): boolean {
  if (label === "*" || label === value) return true;
  if (value === "") return false;
  if (label.endsWith("*")) return value.startsWith(label.replace(/\*+$/, ""));
  const decade = /^\[(\d{4})\.\.(\d{4})\]$/.exec(label);
  if (kind === "date" && decade !== null) return value >= `${decade[1]}-01-01` && value <= `${decade[2]}-12-31`;
  const place = (text: string): number => (kind === "date" ? Date.parse(`${text}T00:00:00Z`) : Number(text));
  const range = /^\[(.*)\.\.(.*)([\])])$/.exec(label);
  if (range !== null && kind !== "category") {
    const [, low, high, close] = range as unknown as [string, string, string, string];
    const [at, from, to] = [place(value), place(low), place(high)];
    if ([at, low === "" ? 0 : from, high === "" ? 0 : to].some(Number.isNaN)) return false;
    return (low === "" || at >= from) && (high === "" || (close === "]" ? at <= to : at < to));
  }
  if (label.startsWith("{") && label.endsWith("}")) return label.slice(1, -1).split("|").includes(value);
  if (kind === "number") return Number(label) === Number(value);
  if (kind === "date") {
    const [year, month] = [value.slice(0, 4), Number(value.slice(5, 7))];
    const quarter = `${year}-Q${Math.ceil(month / 3)}`;
    return [year, value.slice(0, 7), quarter].includes(label);
  }
  return label === "Other" ? value === "Fulda" : (regions[label]?.includes(value) ?? false);
}

const quasi = { role: "quasi-identifying" } as const;
const plain: SpecInCode["attributes"] = {
  id: { role: "insensitive" },
  age: quasi,
  born: quasi,
  town: quasi,
  illness: { role: "sensitive" },
};
const grouped: SpecInCode["attributes"] = {
  ...plain,
  age: { ...quasi, hierarchy: { kind: "intervals", width: 10 } },
  born: { ...quasi, hierarchy: { kind: "dates" } },
  town: { ...quasi, hierarchy: { kind: "masking" } },
};
const tree: SpecInCode["attributes"] = {
  ...plain,
  town: { ...quasi, hierarchy: { kind: "tree", tree: { ...regions, Other: ["Fulda"] } } },
};
const filed: SpecInCode["attributes"] = {
  ...grouped,
  town: { ...quasi, hierarchy: { kind: "file", path: "regions.csv" } },
};
const snapped: SpecInCode["attributes"] = { ...plain, age: { ...quasi, snap: 10 }, born: { ...quasi, snap: 90 } };
const privacy = [{ model: "k-anonymity", k: 3 }] as const;
const diverse = [...privacy, { model: "l-diversity", l: 2 }] as const;

const cases: Record<string, SpecInCode> = {
  auto: { attributes: plain, privacy },
  "auto, diverse, suppressing": { attributes: plain, privacy: diverse, suppression: 0.2 },
  "best-cut": { attributes: plain, privacy, algorithm: { name: "best-cut" } },
  "best-cut, hierarchies": { attributes: grouped, privacy, algorithm: { name: "best-cut" } },
  mondrian: { attributes: plain, privacy, algorithm: { name: "mondrian" } },
  "mondrian, hierarchies": { attributes: grouped, privacy, algorithm: { name: "mondrian" } },
  "mondrian, a tree": { attributes: tree, privacy, algorithm: { name: "mondrian" } },
  "mondrian, a file": { attributes: filed, privacy, algorithm: { name: "mondrian" } },
  "mondrian, snap": { attributes: snapped, privacy, algorithm: { name: "mondrian" } },
  "mondrian, sets": { attributes: plain, privacy, algorithm: { name: "mondrian", values: "set" } },
  "mondrian, prefixes": { attributes: plain, privacy, algorithm: { name: "mondrian", values: "prefix" } },
  lattice: { attributes: grouped, privacy, algorithm: { name: "lattice" } },
  "lattice, a file": { attributes: filed, privacy, algorithm: { name: "lattice" }, suppression: 0.1 },
  incognito: { attributes: tree, privacy: diverse, algorithm: { name: "incognito" }, suppression: 0.1 },
  datafly: { attributes: grouped, privacy, algorithm: { name: "datafly" }, suppression: 0.1 },
};

type Person = { readonly age: number | null; readonly born: number; readonly town: string; readonly illness: string };

const day = (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10);
const illness = fc.constantFrom("flu", "cold", "cough", "none");
const first: fc.Arbitrary<Person> = fc.record({
  age: fc.option(fc.integer({ min: 20, max: 70 }), { freq: 20 }),
  born: fc.integer({ min: 1000, max: 4000 }),
  town: fc.constantFrom(...towns.slice(0, 6)),
  illness,
});
/** Older and younger people, fractions, towns of the hierarchy and beyond, gaps. */
const later = (isWhole: boolean): fc.Arbitrary<Person> =>
  fc.record({
    age: fc.option(
      fc.oneof(fc.integer({ min: 5, max: 99 }), ...(isWhole ? [] : [fc.constantFrom(25.5, 33.25, 70.01, 19.99)])),
      { freq: 12 },
    ),
    born: fc.integer({ min: 0, max: 6000 }),
    town: fc.constantFrom(...towns, "Fulda", "Ulmhof"),
    illness,
  });

function tableOf(people: readonly Person[]): Table {
  const lines = people.map(
    ({ age, born, town, illness: ill }, row) => `r${row},${age ?? ""},${day(born)},${town},${ill}`,
  );
  return readCsv(`id,age,born,town,illness\n${lines.join("\n")}\n`, { kinds: { age: "number", born: "date" } });
}

const kinds = { age: "number", born: "date", town: "category" } as const;
const names = Object.keys(kinds) as (keyof typeof kinds)[];

/** Labels of a published table that do not hold their values, and how many labels it has. */
function check(published: Table, people: readonly Person[]): { wrong: string[]; labels: number } {
  const [header = [], ...rows] = new TextDecoder()
    .decode(writeCsv(published))
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const wrong: string[] = [];
  const sizes = new Map<string, number>();
  for (const row of rows) {
    const { age, born, town } = people[Number(row[header.indexOf("id")].slice(1))];
    const original = { age: age === null ? "" : String(age), born: day(born), town };
    const cells = names.map((name) => row[header.indexOf(name)]);
    sizes.set(cells.join(), (sizes.get(cells.join()) ?? 0) + 1);
    for (const [at, name] of names.entries()) {
      if (!holds(cells[at], original[name], kinds[name])) wrong.push(`${name}: ${cells[at]} for ${original[name]}`);
    }
  }
  for (const [cells, size] of sizes) if (size < 3) wrong.push(`${cells}: ${size} records`);
  return { wrong, labels: rows.length * names.length };
}

const isRefusal = (error: unknown): boolean =>
  error instanceof KohortError && (error.code === "infeasible" || error.code === "audit");

/** The recipe of a release, or undefined where it has none. */
function recipeOf(table: Table, release: Release): CheckedRecipe | undefined {
  try {
    return finish(checkedRecipe(table, release, { files }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

describe(`${runs(500)} tables published by the recipes of others`, () => {
  it("have only labels that hold the values they are published for", () => {
    const applied = new Map(Object.keys(cases).map((name) => [name, 0]));
    const open = { lows: 0, highs: 0 };
    let [tables, labels, refused, without] = [0, 0, 0, 0];
    for (let round = 0; tables < runs(500); round++) {
      expect(round).toBeLessThan(60);
      for (const [name, spec] of Object.entries(cases)) {
        const seed = round * 100 + name.length;
        const [people] = fc.sample(fc.array(first, { minLength: 40, maxLength: 90 }), { numRuns: 1, seed });
        const release = anonymize(tableOf(people), spec, { files });
        const made = recipeOf(tableOf(people), release);
        // single records that were left out of a cohort make a release without cuts
        if (made === undefined) {
          without++;
          continue;
        }
        const recipe = parseRecipe(JSON.stringify(made.recipe), "r.json");
        const recipeKey = made.key && parseRecipeKey(JSON.stringify(made.key), "k.json", recipe);
        for (const key of recipeKey === undefined ? [{}] : [{}, { recipeKey }]) {
          const others = fc.array(later(round % 2 === 0), { minLength: 30, maxLength: 120 });
          const [strangers] = fc.sample(others, { numRuns: 1, seed: seed + 1 });
          try {
            const { table } = applyRecipe(tableOf(strangers), recipe, { files, ...key });
            const found = check(table, strangers);
            expect(found.wrong, `${name}, round ${round}`).toEqual([]);
            labels += found.labels;
            tables++;
            applied.set(name, applied.get(name)! + 1);
            const text = new TextDecoder().decode(writeCsv(table));
            open.lows += text.includes("[..") ? 1 : 0;
            open.highs += text.includes("..]") ? 1 : 0;
          } catch (error) {
            if (!isRefusal(error)) throw error;
            refused++;
          }
        }
      }
    }
    expect(labels).toBeGreaterThan(runs(50_000));
    expect(Math.min(open.lows, open.highs)).toBeGreaterThan(runs(20));
    expect([...applied].filter(([, count]) => count < runs(10))).toEqual([]);
    expect(refused).toBeLessThan(tables / 10);
    expect(without).toBeLessThan(tables / 20);
  });
});
