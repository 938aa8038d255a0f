/**
 * @file A recipe tells no more than its release. Every literal of a recipe, key or value, is found in the release (as an
 * end or a member of a printed label, a share that can be counted there, a header), in the spec, or among the few words
 * of the recipe's own form; and without its key a recipe publishes only labels that the release prints, ranges between
 * ends that it prints, sets of names that it prints, groups of a hierarchy that the spec states, and `*`.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish, KohortError } from "../../../src/base/index.ts";
import { hierarchyFor } from "../../../src/problem/axes.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import { applyRecipe } from "../../../src/recipe/apply-recipe.ts";
import { parseRecipe, type Recipe, recipeFrom } from "../../../src/recipe/recipe.ts";
import { checkedRecipe } from "../../../src/recipe/recipe-check.ts";
import { keyFrom, parseRecipeKey, type RecipeKey } from "../../../src/recipe/recipe-key.ts";
import { type SpecInCode, withDefaults } from "../../../src/spec/index.ts";
import { labelStrings, readCsv, type Table, writeCsv } from "../../../src/table/index.ts";
import { faulty, kohort, temporaryFolder } from "../../cli/run-kohort.ts";

/** Words of a recipe's own form and what a spec that says nothing means, which hold nothing of any table. */
const structure = new Set<unknown>([
  ...["kohort", "recipe", "version", 2, "spec", "attributes", "labels", "text", "share", "opaque", true, "cohorts"],
  ...["name", "kind", "number", "date", "category", "dateForm", "yyyy-mm-dd"],
  ...["transform", "group", "keep", "as"],
  ...literals(withDefaults({ attributes: {}, privacy: [] })),
  ...literals(withDefaults({ attributes: {}, privacy: [], algorithm: { name: "lattice" } })),
]);

/** Every literal of a JSON value: its strings, numbers, booleans and nulls, and the keys of its objects. */
function literals(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(literals);
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => [key, ...literals(inner)]);
  }
  return value === undefined ? [] : [value];
}

type Released = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Splits a release of ours again; the tables of this file have no quotes or commas in their cells. */
function split(csv: string): Released {
  const [header = [], ...rows] = csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return { header, rows };
}

/** What a printed label says by itself: itself, the ends of a range, the members of a set. */
function told(label: string): string[] {
  const range = /^\[(.+)\.\.(.+)[\])]$/.exec(label);
  const set = /^\{(.*)\}$/.exec(label);
  return [label, ...(range === null ? [] : [range[1], range[2]]), ...(set === null ? [] : set[1].split("|"))];
}

/** The literals of a recipe that neither the release nor the spec has. */
function untold(recipe: Recipe, spec: unknown, { header, rows }: Released): unknown[] {
  const printed = new Set<unknown>([...header, ...rows.flat().flatMap(told)]);
  const shares = new Set<unknown>();
  for (const column of header.keys()) {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row[column], (counts.get(row[column]) ?? 0) + 1);
    for (const count of counts.values()) shares.add(count / rows.length);
  }
  const stated = new Set(literals(spec));
  return literals(recipe).filter(
    (one) => !printed.has(one) && !shares.has(one) && !stated.has(one) && !structure.has(one),
  );
}

const text = (table: Table): string => new TextDecoder().decode(writeCsv(table));

type Made = { recipe: Recipe; key: RecipeKey | undefined; csv: string };

/** A hierarchy file in which a group has the name of one of its values. */
const regions = `${[
  "Ulm;Ulm;South",
  "Aalen;Ulm;South",
  "Aachen;Rhine;West",
  "Bonn;Rhine;West",
  "Ulmen;Ulmen;West",
  "Celle;Celle;Celle",
].join("\n")}\n`;
const files = new Map([["regions.csv", new TextEncoder().encode(regions)]]);

function make(table: Table, spec: SpecInCode): Made {
  const release = anonymize(table, spec, { files });
  const made = finish(checkedRecipe(table, release, { files }));
  const recipe = parseRecipe(JSON.stringify(made.recipe), "r.json");
  const key = made.key === undefined ? undefined : parseRecipeKey(JSON.stringify(made.key), "r.key.json", recipe);
  return { recipe, key, csv: text(release.table) };
}

/** Names of which some begin alike, so that first appearance, code unit order and prefixes differ. */
const towns = ["Ulm", "Aachen", "Ulmen", "Bonn", "Celle", "Aalen"];
const jobs = ["nurse", "clerk", "baker", "smith"];

const record = fc.record({
  age: fc.option(fc.integer({ min: 18, max: 90 }), { freq: 8 }),
  salary: fc.integer({ min: 10_000, max: 99_999 }),
  born: fc.integer({ min: 0, max: 4000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  town: fc.constantFrom(...towns),
  job: fc.constantFrom(...jobs),
  illness: fc.constantFrom("flu", "cold", "cough"),
});
type Person = { readonly [Key in keyof typeof empty]: string | number | null };
const empty = { age: 0, salary: 0, born: "", town: "", job: "", illness: "" };
const people = fc.array(record, { minLength: 12, maxLength: 60 });

function tableOf(rows: readonly Person[]): Table {
  const names = Object.keys(empty) as (keyof Person)[];
  const lines = rows.map((row) => names.map((name) => row[name] ?? "").join(","));
  const kinds = { age: "number", salary: "number", born: "date" } as const;
  const numbered = lines.map((line, row) => `row ${row},Person ${row},${line}`);
  return readCsv(`id,name,${names.join(",")}\n${numbered.join("\n")}\n`, { kinds });
}

const quasi = { role: "quasi-identifying" } as const;
const plain: SpecInCode["attributes"] = {
  id: { role: "insensitive" },
  name: { role: "identifying" },
  age: quasi,
  salary: quasi,
  born: quasi,
  town: quasi,
  job: { role: "insensitive" },
  illness: { role: "sensitive" },
};
const grouped: SpecInCode["attributes"] = {
  ...plain,
  age: { ...quasi, hierarchy: { kind: "intervals", width: 10 } },
  salary: { ...quasi, hierarchy: { kind: "intervals", width: 20_000 } },
  born: { ...quasi, hierarchy: { kind: "dates" } },
  town: { ...quasi, hierarchy: { kind: "masking" } },
};
const byTable: SpecInCode["attributes"] = {
  ...grouped,
  age: { ...quasi, hierarchy: { kind: "order", size: 3 } },
  town: { ...quasi, hierarchy: { kind: "frequency", keep: 2 } },
};
const snapped: SpecInCode["attributes"] = {
  ...plain,
  age: { ...quasi, snap: 10 },
  salary: { ...quasi, snap: 5000 },
  born: { ...quasi, snap: 90 },
};
const coded: SpecInCode["attributes"] = {
  ...plain,
  age: { ...quasi, transform: [{ kind: "top", at: 70 }] },
  town: { ...quasi, transform: [{ kind: "rare", below: 4 }] },
  job: { role: "insensitive", transform: [{ kind: "rare", below: 5, as: "another" }] },
};
const codedGroups: SpecInCode["attributes"] = {
  ...coded,
  town: { ...coded.town, hierarchy: { kind: "priority", first: ["Ulm"], levels: 2 } },
};
const tree = {
  kind: "tree",
  tree: { South: ["Ulm", "Aalen"], West: ["Aachen", "Bonn", "Ulmen"], North: ["Celle"], No: ["other"] },
} as const;
const filed: SpecInCode["attributes"] = {
  ...grouped,
  town: { ...quasi, hierarchy: { kind: "file", path: "regions.csv" } },
};
const stated: SpecInCode["attributes"] = {
  ...grouped,
  town: { ...quasi, hierarchy: tree },
};

const asked = (more: Partial<SpecInCode>): Omit<SpecInCode, "attributes"> => ({
  privacy: [{ model: "k-anonymity", k: 3 }],
  ...more,
});

/** Every method that can make a recipe, with what can stand in it beside plain ranges. */
const cases: Record<string, SpecInCode> = {
  auto: { attributes: plain, ...asked({}) },
  "auto, suppressing": {
    attributes: plain,
    ...asked({
      privacy: [
        { model: "k-anonymity", k: 3 },
        { model: "l-diversity", l: 2 },
      ],
      suppression: 0.3,
    }),
  },
  "best-cut": { attributes: plain, ...asked({ algorithm: { name: "best-cut" } }) },
  "best-cut, hierarchies": { attributes: byTable, ...asked({ algorithm: { name: "best-cut" } }) },
  mondrian: { attributes: plain, ...asked({ algorithm: { name: "mondrian" } }) },
  "mondrian, hierarchies": { attributes: grouped, ...asked({ algorithm: { name: "mondrian" } }) },
  "mondrian, hierarchies of the table": { attributes: byTable, ...asked({ algorithm: { name: "mondrian" } }) },
  "mondrian, a stated tree": { attributes: stated, ...asked({ algorithm: { name: "mondrian" } }) },
  "mondrian, a file": { attributes: filed, ...asked({ algorithm: { name: "mondrian" } }) },
  "lattice, a file": { attributes: filed, ...asked({ algorithm: { name: "lattice" }, suppression: 0.2 }) },
  "mondrian, snap": { attributes: snapped, ...asked({ algorithm: { name: "mondrian" } }) },
  "mondrian, rare names": { attributes: coded, ...asked({ algorithm: { name: "mondrian" } }) },
  "mondrian, rare names in groups": { attributes: codedGroups, ...asked({ algorithm: { name: "mondrian" } }) },
  "mondrian, sets": { attributes: plain, ...asked({ algorithm: { name: "mondrian", values: "set" } }) },
  "mondrian, prefixes": { attributes: plain, ...asked({ algorithm: { name: "mondrian", values: "prefix" } }) },
  "mondrian, means": { attributes: plain, ...asked({ algorithm: { name: "mondrian", values: "mean" } }) },
  lattice: { attributes: grouped, ...asked({ algorithm: { name: "lattice" } }) },
  "lattice, suppressing": { attributes: grouped, ...asked({ algorithm: { name: "lattice" }, suppression: 0.3 }) },
  "lattice, hierarchies of the table": {
    attributes: byTable,
    ...asked({ algorithm: { name: "lattice" }, suppression: 0.2 }),
  },
  "lattice, rare names in groups": {
    attributes: codedGroups,
    ...asked({ algorithm: { name: "lattice" }, suppression: 0.2 }),
  },
  datafly: { attributes: grouped, ...asked({ algorithm: { name: "datafly" }, suppression: 0.2 }) },
  incognito: { attributes: stated, ...asked({ algorithm: { name: "incognito" }, suppression: 0.2 }) },
};

const quasiNames = ["age", "salary", "born", "town"];

/** The published values of the quasi-identifiers by record, without those that are not published. */
function cellsOf(table: Table, recipe: Recipe, key: RecipeKey | undefined): Map<string, string[]> {
  try {
    const how = { suppressFailing: true, ...(key === undefined ? {} : { recipeKey: key }) };
    const { header, rows } = split(text(applyRecipe(table, recipe, how).table));
    return new Map(rows.map((row) => [row[0], quasiNames.map((name) => row[header.indexOf(name)])]));
  } catch (error) {
    if (hasNone(error)) return new Map();
    throw error;
  }
}

/** Whether what was thrown says only that this table has no such release or recipe. */
function hasNone(error: unknown): boolean {
  return error instanceof KohortError && error.code === "infeasible";
}

/** Whether a label has only ends and names that are printed; the number before a printed one ends a range below it. */
function isMadeOf(label: string, printed: readonly string[]): boolean {
  const known = new Set(["*", "", ...printed.flatMap(told)]);
  if (known.has(label)) return true;
  const range = /^\[(.*)\.\.(.*)[\])]$/.exec(label);
  const set = /^\{(.*)\}$/.exec(label);
  if (range !== null) return known.has(range[1]) && (known.has(range[2]) || known.has(`${Number(range[2]) + 1}`));
  if (set === null) return false;
  return set[1].split("|").every((name) => known.has(name));
}

/** The groups that a hierarchy stated in the spec has for the values of a table; none for those that only a file tells. */
function statedGroups({ attributes }: SpecInCode, name: string, table: Table): readonly string[] {
  const setting = attributes?.[name]?.hierarchy;
  if (typeof setting !== "object" || !["intervals", "masking", "dates", "tree"].includes(setting.kind)) return [];
  const column = table.columns.find((one) => one.name === name)!;
  if (setting.kind !== "masking") return hierarchyFor(column, setting, {}).levels.slice(1).flat();
  // masks are as long as those of the release, whatever the longest value of this table is
  const shortened = labelStrings(column.labels).flatMap((value) => [...value].map((_, at) => value.slice(0, at + 1)));
  return ["", ...shortened].flatMap((start) => [1, 2, 3, 4, 5, 6].map((stars) => start + "*".repeat(stars)));
}

describe.each(Object.entries(cases))("the recipe of a release by %s", (_, spec) => {
  let found: { table: Table; made: Made; others: Table }[] | undefined;
  const each = (check: (table: Table, made: Made, others: Table) => void): void => {
    found ??= fc.sample(fc.tuple(people, people), 10).flatMap(([rows, more]) => {
      const table = tableOf(rows);
      try {
        return [{ table, made: make(table, spec), others: tableOf(more) }];
      } catch (error) {
        if (!hasNone(error)) throw error;
        return [];
      }
    });
    expect(found.length).toBeGreaterThan(4);
    for (const { table, made, others } of found) check(table, made, others);
  };

  it("has no literal that is neither in the release nor in the spec", () => {
    each((_table, { recipe, csv }) => {
      const released = split(csv);
      expect(untold(recipe, spec, released)).toEqual([]);
      for (const { name, labels } of recipe.attributes) {
        const cells = released.rows.map((row) => row[released.header.indexOf(name)]);
        const shares = labels.map((label) => cells.filter((cell) => cell === label.text).length / cells.length);
        expect(labels.map(({ share }) => share)).toEqual(shares);
      }
    });
  });

  it("lists names in code unit order, never in that of their first appearance", () => {
    each((_table, { recipe }) => {
      for (const { labels } of recipe.attributes) {
        const texts = labels.map((label) => label.text);
        expect(texts).toEqual([...texts].sort());
      }
      const keys = (recipe.cohorts ?? []).map((texts) => texts.join("\u0000"));
      expect(keys).toEqual([...keys].sort());
      const grouping = Object.values(recipe.spec.attributes).flatMap(({ transform = [] }) => transform);
      for (const one of grouping) if (one.kind === "group") expect(one.keep).toEqual([...one.keep].sort());
    });
  });

  it("gives the release again with its key, or alone where it has none", () => {
    each((table, { recipe, key, csv }) => {
      const how = { suppressFailing: true, ...(key === undefined ? {} : { recipeKey: key }) };
      expect(text(applyRecipe(table, recipe, how).table)).toBe(csv);
    });
  });

  it("without its key publishes only what is made of printed labels, and it passes the audit", () => {
    each((table, { recipe, key, csv }, others) => {
      const { header, rows } = split(csv);
      const printed = quasiNames.map((name) => rows.map((row) => row[header.indexOf(name)]));
      for (const one of [table, others]) {
        for (const cells of cellsOf(one, recipe, undefined).values()) {
          for (const [column, cell] of cells.entries()) {
            if (!isMadeOf(cell, printed[column])) expect(statedGroups(spec, quasiNames[column], one)).toContain(cell);
          }
        }
        for (const own of [undefined, key]) {
          const counts = new Map<string, number>();
          for (const cells of cellsOf(one, recipe, own).values()) {
            counts.set(cells.join(), (counts.get(cells.join()) ?? 0) + 1);
          }
          expect(Math.min(3, ...counts.values())).toBe(3);
        }
      }
    });
  });
});

describe("what a recipe once held", () => {
  const rows = [
    { age: 30, salary: 31_111, born: "1980-01-02", town: "Ulm", job: "nurse", illness: "flu" },
    { age: 31, salary: 32_222, born: "1980-02-03", town: "Aachen", job: "nurse", illness: "cold" },
    { age: 52, salary: 53_333, born: "1981-03-04", town: "Ulm", job: "clerk", illness: "flu" },
    { age: 53, salary: 54_444, born: "1981-04-05", town: "Aachen", job: "clerk", illness: "cold" },
    { age: 95, salary: 98_765, born: "1979-12-31", town: "Celle", job: "baker", illness: "flu" },
  ];
  const table = tableOf(rows);

  it("exact salaries and days of birth under a hierarchy", () => {
    const spec: SpecInCode = {
      attributes: { ...plain, salary: grouped.salary, born: grouped.born, town: { role: "insensitive" } },
      privacy: [{ model: "k-anonymity", k: 2 }],
      algorithm: { name: "lattice" },
      suppression: 0.2,
    };
    const { recipe } = make(table, spec);
    expect(JSON.stringify(recipe)).not.toMatch(/31111|53333|98765|1980-01-02|1979-12-31/);
  });

  it("what snapping hid: only its key has the cuts", () => {
    const spec: SpecInCode = {
      attributes: {
        ...plain,
        age: { ...quasi, snap: 20 },
        salary: { role: "identifying" },
        born: { role: "identifying" },
      },
      privacy: [{ model: "k-anonymity", k: 2 }],
      algorithm: { name: "mondrian" },
    };
    expect(JSON.stringify(make(table, spec).recipe)).not.toMatch(/31|53|95/);
  });

  it("values of suppressed records, and names kept for them alone", () => {
    const crowd = Array.from({ length: 40 }, (_, i) => ({
      ...rows[i % 4],
      age: 30 + (i % 4),
      town: ["Ulm", "Aachen"][i % 2],
      job: ["nurse", "clerk"][i % 2],
      illness: ["flu", "cold", "cough", "cold"][(i >> 1) % 4],
    }));
    const few = Array.from({ length: 3 }, () => ({ ...rows[4], town: "Celle", job: "astronaut", illness: "flu" }));
    const attributes: SpecInCode["attributes"] = {
      ...plain,
      salary: { role: "unpublished" },
      born: { role: "unpublished" },
      job: { role: "insensitive", transform: [{ kind: "rare", below: 3 }] },
    };
    const spec: SpecInCode = {
      attributes,
      privacy: [
        { model: "k-anonymity", k: 3 },
        { model: "l-diversity", l: 2 },
      ],
      algorithm: { name: "lattice" },
      suppression: 0.1,
    };
    const { recipe, csv } = make(tableOf([...crowd, ...few]), spec);
    expect(split(csv).rows).toHaveLength(40);
    expect(JSON.stringify(recipe)).not.toMatch(/95|Celle|astronaut/);
    expect(untold(recipe, spec, split(csv))).toEqual([]);
    const cut = anonymize(tableOf([...crowd, ...few]), {
      ...spec,
      privacy: [{ model: "k-anonymity", k: 3 }],
      algorithm: { name: "mondrian" },
    });
    const towns = cut.published[cut.problem.attributes.findIndex(({ name }) => name === "town")];
    const suppressed = Uint8Array.from(towns.textOf, (place) => +(towns.texts[place] === "Celle"));
    const without = { ...cut, recoding: { ...cut.recoding, suppressed } };
    const left = recipeFrom(without, tableOf([...crowd, ...few]));
    expect(suppressed).toContain(1);
    expect(JSON.stringify([left.attributes, left.cohorts])).not.toMatch(/95|Celle/);
    // with the key they are published next month, when they are many, but not as what only they had
    const recipeKey = keyFrom(left, without, tableOf([...crowd, ...few]));
    const many = applyRecipe(tableOf([...crowd, ...few, ...few, ...few, ...few]), left, { recipeKey });
    expect(many.suppressed).toBe(0);
    expect(text(many.table)).not.toMatch(/95|Celle/);
  });

  it("a number chosen from the table: such a release has no recipe", () => {
    const spec: SpecInCode = { attributes: plain, privacy: [{ model: "k-anonymity", k: "auto" }] };
    expect(() => make(table, spec)).toThrow("a recipe cannot tell a number that was chosen from the table");
  });

  it("is the same for two tables that have the same release", () => {
    const spec: SpecInCode = {
      attributes: { ...snapped, town: grouped.town, born: { role: "identifying" } },
      privacy: [{ model: "k-anonymity", k: 2 }],
      algorithm: { name: "mondrian" },
    };
    const other = rows.map((row) => ({ ...row, salary: row.salary + 7, age: row.age === 95 ? 94 : row.age }));
    const [one, two] = [make(table, spec), make(tableOf(other), spec)];
    expect(two.csv).toBe(one.csv);
    expect(two.recipe).toEqual(one.recipe);
  });
});

describe("kohort anonymize --recipe", () => {
  const cwd = temporaryFolder();
  const at = (name: string): string => join(cwd, name);
  const lines = Array.from({ length: 60 }, (_, i) => `p${i},${20 + ((i * 7) % 40)},${10 + (i % 3)},${"abcd"[i % 4]}`);
  writeFileSync(at("a.csv"), `id,age,zip,illness\n${lines.join("\n")}\n`);
  const roles = ["--quasi", "age,zip", "--sensitive", "illness", "--identifying", "id", "--kind", "zip=category"];
  const words = ["anonymize", "a.csv", ...roles, "-k", "3", "--algorithm", "mondrian"];
  const secret = [...words, "--hierarchy", "zip=frequency(keep=1)", "--snap", "age=15"];

  it("writes no second file where the recipe alone gives the release again", () => {
    const made = kohort([...words, "-o", "plain.csv", "--recipe", "plain.json"], { cwd });
    expect(made.code).toBe(0);
    expect(existsSync(at("plain.key.json"))).toBe(false);
    const again = kohort(["apply", "plain.json", "a.csv", "-q"], { cwd });
    expect(again).toMatchObject({ code: 0, stdout: readFileSync(at("plain.csv"), "utf8") });
  });

  it("writes the key for its owner only and says so; apply gives the release with it and * without", () => {
    const made = kohort([...secret, "-o", "s.csv", "--recipe", "s.json"], { cwd });
    expect(made.code).toBe(0);
    expect(made.stderr).toContain("wrote s.key.json, which is secret");
    expect(statSync(at("s.key.json")).mode & 0o777).toBe(0o600);
    const release = readFileSync(at("s.csv"), "utf8");
    const keyed = kohort(["apply", "s.json", "a.csv", "-q", "--recipe-key", "s.key.json"], { cwd });
    expect(keyed).toMatchObject({ code: 0, stdout: release });
    const alone = kohort(["apply", "s.json", "a.csv", "-o", "alone.csv", "--suppress-failing", "--json"], { cwd });
    expect(alone.code).toBe(0);
    expect(alone.stderr).toMatch(/published as \* because the recipe alone does not tell more: .*--recipe-key/);
    expect(JSON.parse(alone.stdout).drift.attributes.some((one: { withheld: number }) => one.withheld > 0)).toBe(true);
    const printed = new Set(split(release).rows.flat());
    for (const cell of split(readFileSync(at("alone.csv"), "utf8")).rows.flat()) {
      expect(cell === "*" || printed.has(cell)).toBe(true);
    }
  });

  it("refuses a key's place that is taken, before anything is read, and one that is the release's", () => {
    writeFileSync(at("taken.key.json"), "mine");
    const taken = kohort([...words, "-o", "t.csv", "--recipe", "taken.json"], { cwd });
    expect(taken).toMatchObject({ code: 2, stderr: expect.stringContaining('file "taken.key.json" exists already') });
    expect(readFileSync(at("taken.key.json"), "utf8")).toBe("mine");
    const twice = kohort([...words, "-o", "x.key.json", "--recipe", "x.json", "--force"], { cwd });
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining("two files at once") });
    expect(["t.csv", "taken.json", "x.key.json", "x.json"].some((name) => existsSync(at(name)))).toBe(false);
  });

  it("publishes neither recipe nor key of a release that fails its audit", () => {
    const failed = kohort([...secret, "-o", "f.csv", "--recipe", "f.json"], { cwd, env: faulty("changed-cell") });
    expect(failed.code).toBe(1);
    expect(["f.csv", "f.json", "f.key.json"].some((name) => existsSync(at(name)))).toBe(false);
  });

  it("refuses a key that others may read, or of another recipe", () => {
    expect(kohort([...secret, "-o", "o.csv", "--recipe", "o.json", "-q"], { cwd }).code).toBe(0);
    writeFileSync(at("open.json"), readFileSync(at("o.key.json")), { mode: 0o644 });
    expect(kohort(["apply", "o.json", "a.csv", "--recipe-key", "open.json"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("can be read by others"),
      stdout: "",
    });
    const other = kohort([...secret, "-l", "2", "-o", "p.csv", "--recipe", "p.json", "-q"], { cwd });
    expect(other.code).toBe(0);
    expect(kohort(["apply", "p.json", "a.csv", "--recipe-key", "o.key.json"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("it belongs to another one"),
    });
  });
});
