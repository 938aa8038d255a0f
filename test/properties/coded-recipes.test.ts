/**
 * @file The month after, with coded columns: a table is published by the recipe of another one whose ages were top-coded,
 * bottom-coded or rounded and whose rare names were grouped. The audit accepts every file that `apply` writes, with the
 * transformations that the first release was made with, and so does `compare`. What is published is read again here: a
 * label holds the coded value, names that few records of the new table have are not printed, ends lie on the grid.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { finish, KohortError } from "../../src/base/index.ts";
import { prepareTable } from "../../src/problem/prepare.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { parseRecipe } from "../../src/recipe/recipe.ts";
import { checkedRecipe } from "../../src/recipe/recipe-check.ts";
import { parseRecipeKey } from "../../src/recipe/recipe-key.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { readCsv, type Table, writeCsv } from "../../src/table/index.ts";
import type { Transformation } from "../../src/transform/index.ts";
import { compare } from "../../src/utility/compare.ts";
import { runs } from "../setup/runs.ts";

type Person = { readonly age: number | null; readonly tag: string };

const below = 4;
const ages: Record<string, readonly Transformation[]> = {
  "round 5": [{ kind: "round", to: 5 }],
  "round 2.5": [{ kind: "round", to: 2.5 }],
  "top 60": [{ kind: "top", at: 60 }],
  "bottom 30": [{ kind: "bottom", at: 30 }],
  "bottom 30, top 60, round 10": [
    { kind: "bottom", at: 30 },
    { kind: "top", at: 60 },
    { kind: "round", to: 10 },
  ],
};
const algorithms: Record<string, SpecInCode["algorithm"]> = {
  auto: { name: "auto" },
  "best-cut": { name: "best-cut" },
  mondrian: { name: "mondrian" },
  "mondrian, sets": { name: "mondrian", values: "set" },
};

/** What `apply` publishes instead of an age, before it is generalised. */
function codedAge(age: number, stated: readonly Transformation[]): number {
  return stated.reduce((value, one) => {
    if (one.kind === "top") return Math.min(value, Number(one.at));
    if (one.kind === "bottom") return Math.max(value, Number(one.at));
    return one.kind === "round" ? Math.floor(value / one.to + 0.5) * one.to : value;
  }, age);
}

const ends = (label: string): number[] =>
  label
    .replace(/[[\]{})]/g, "")
    .split(/\.\.|\|/)
    .filter((end) => end !== "" && end !== "*")
    .map(Number);

function holdsAge(label: string, age: number): boolean {
  const range = /^\[(.*)\.\.(.*)([\])])$/.exec(label);
  if (range === null) return label === "*" || ends(label).includes(age);
  const [low, high] = [range[1] === "" ? -Infinity : Number(range[1]), range[2] === "" ? Infinity : Number(range[2])];
  return age >= low && (range[3] === "]" ? age <= high : age < high);
}

const members = (label: string): string[] => (label.startsWith("{") ? label.slice(1, -1).split("|") : [label]);

function tableOf(people: readonly Person[]): Table {
  const lines = people.map(({ age, tag }, row) => `r${row},${age ?? ""},${tag},${row % 3}`);
  return readCsv(`id,age,tag,ill\n${lines.join("\n")}\n`, { kinds: { age: "number", tag: "category" } });
}

/** What is wrong with a published table, read from its texts. */
function faults(released: Table, people: readonly Person[], stated: readonly Transformation[]): string[] {
  const [header = [], ...rows] = new TextDecoder()
    .decode(writeCsv(released))
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const counts = new Map<string, number>();
  for (const { tag } of people) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const width = stated.flatMap((one) => (one.kind === "round" ? [one.to] : []))[0];
  return rows.flatMap((row) => {
    const cell = (name: string): string => row[header.indexOf(name)];
    const { age, tag } = people[Number(cell("id").slice(1))];
    const printed = members(cell("tag"));
    const isRare = (name: string): boolean => counts.has(name) && counts.get(name)! < below;
    return [
      ...(["*", "other"].includes(cell("tag")) || printed.some((name) => name === tag || name === "other")
        ? []
        : [`${cell("tag")} for ${tag}`]),
      ...printed.filter(isRare).map((name) => `${name} has ${counts.get(name)} records`),
      ...(age === null || holdsAge(cell("age"), codedAge(age, stated)) ? [] : [`${cell("age")} for ${age}`]),
      ...ends(cell("age")).flatMap((end) => (width !== undefined && end % width !== 0 ? [`${end} is off`] : [])),
    ];
  });
}

const personOf = (low: number, high: number, tags: readonly string[]): fc.Arbitrary<Person> =>
  fc.record({
    age: fc.option(fc.integer({ min: low, max: high }), { freq: 15 }),
    tag: fc.constantFrom(...tags),
  });
const first = fc.array(personOf(20, 70, [..."aaaabbbbcccddef"]), { minLength: 25, maxLength: 70 });
const later = fc.array(personOf(5, 99, [..."aaabbcdeghhh"]), { minLength: 8, maxLength: 60 });

describe("tables with coded columns, published by the recipes of others", () => {
  it("are accepted by audit --original and compare with the same transformations", () => {
    let [tables, refused, rare] = [0, 0, 0];
    for (let turn = 0; turn < runs(5); turn++) {
      for (const [how, transform] of Object.entries(ages)) {
        for (const [method, algorithm] of Object.entries(algorithms)) {
          const seed = turn * 1000 + how.length * 31 + method.length;
          const [people, strangers] = fc.sample(fc.tuple(first, later), { numRuns: 1, seed })[0];
          const attributes: SpecInCode["attributes"] = {
            id: { role: "insensitive" },
            age: { role: "quasi-identifying", transform },
            tag: { role: "quasi-identifying", transform: [{ kind: "rare", below }] },
            ill: { role: "sensitive", kind: "category" },
          };
          const privacy = [{ model: "k-anonymity", k: 2 }] as const;
          const release = anonymize(tableOf(people), { attributes, privacy, algorithm, suppression: 0.2 });
          const made = finish(checkedRecipe(tableOf(people), release, {}));
          const recipe = parseRecipe(JSON.stringify(made.recipe), "r.json");
          const recipeKey = made.key && parseRecipeKey(JSON.stringify(made.key), "k.json", recipe);
          for (const key of recipeKey === undefined ? [{}] : [{}, { recipeKey }]) {
            const original = tableOf(strangers);
            try {
              const { table } = applyRecipe(original, recipe, key);
              tables++;
              const title = `${method}, ${how}, turn ${turn}${"recipeKey" in key ? ", key" : ""}`;
              expect(faults(table, strangers, transform), title).toEqual([]);
              const quasiIdentifiers = ["age", "tag"];
              const judged = audit(table, {
                ...{ quasiIdentifiers, privacy, attributes, sensitive: ["ill"] },
                ...{ original: finish(prepareTable(original, attributes)).table, uncoded: original },
              });
              expect(judged.uncoded, title).toBeUndefined();
              expect(judged.holds, title).toBe(true);
              expect(() => compare(original, table, { quasiIdentifiers, attributes }), title).not.toThrow();
              const counts = strangers.map(({ tag }) => strangers.filter((one) => one.tag === tag).length);
              if (counts.some((count) => count < below)) rare++;
            } catch (error) {
              if (!(error instanceof KohortError) || !["infeasible", "audit"].includes(error.code)) throw error;
              refused++;
            }
          }
        }
      }
    }
    expect(tables).toBeGreaterThan(24 * runs(5));
    expect(rare).toBeGreaterThan(12 * runs(5));
    expect(refused).toBeLessThan(tables / 4);
  });
});
