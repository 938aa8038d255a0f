/** @file `apply` refuses what its recipe does not know: on the command line, in the library, and on engines. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finish } from "../../../src/base/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import { applyRecipe } from "../../../src/recipe/apply-recipe.ts";
import { parseRecipe, type Recipe } from "../../../src/recipe/recipe.ts";
import { checkedRecipe } from "../../../src/recipe/recipe-check.ts";
import type { SpecInCode } from "../../../src/spec/index.ts";
import { readCsv, type Table, writeCsv } from "../../../src/table/index.ts";
import { kohort, temporaryFolder } from "../../cli/run-kohort.ts";

const cwd = temporaryFolder();
const cells = Array.from({ length: 40 }, (_, i) => [
  `Person ${i}`,
  String(20 + ((i * 7) % 30)),
  String(11 + (i % 3)),
  "abcd"[i % 4],
]);
const header = ["name", "age", "zip", "illness"];
const csv = (names: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${[names, ...rows].map((row) => row.join(",")).join("\n")}\n`;
const read = (text: string): Table => readCsv(text, { kinds: { zip: "category" } });
const text = (table: Table): string => new TextDecoder().decode(writeCsv(table));

const before = csv(header, cells);
const renamed = csv(["Name", ...header.slice(1)], cells);
const quasiRenamed = csv(["name", "Age", "zip", "illness"], cells);
const sensitiveRenamed = csv(["name", "age", "zip", "ilness"], cells);
const wider = csv(
  [...header, "ssn", "dob"],
  cells.map((row, i) => [...row, `078-05-${1000 + i}`, `1980-01-${10 + (i % 20)}`]),
);
const without = csv(
  header.slice(1),
  cells.map((row) => row.slice(1)),
);
const files = { before, renamed, quasiRenamed, sensitiveRenamed, wider, without };
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(cwd, `${name}.csv`), bytes);

const methods = ["mondrian", "best-cut", "auto", "lattice"] as const;

function specFor(name: (typeof methods)[number]): SpecInCode {
  return {
    attributes: {
      name: { role: "identifying" },
      age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10 } },
      zip: { role: "quasi-identifying", kind: "category" },
      illness: { role: "sensitive" },
    },
    privacy: [{ model: "k-anonymity", k: 3 }],
    algorithm: { name },
  };
}

function recipeBy(name: (typeof methods)[number]): Recipe {
  const table = read(before);
  const { recipe } = finish(checkedRecipe(table, anonymize(table, specFor(name)), {}));
  return parseRecipe(JSON.stringify(recipe), "r.json");
}

describe.each(methods)("a recipe by %s, in the library", (method) => {
  const recipe = recipeBy(method);

  it("publishes no name when the column is renamed from name to Name, nor when a column of it is absent", () => {
    for (const [table, column, near] of [
      [renamed, "name", "Name"],
      [quasiRenamed, "age", "Age"],
      [sensitiveRenamed, "illness", "ilness"],
    ] as const) {
      const applying = (): unknown => applyRecipe(read(table), recipe, { suppressFailing: true });
      expect(applying).toThrow(`column "${column}" of the recipe is not in the table`);
      expect(applying).toThrow(expect.objectContaining({ code: "column", hint: expect.stringContaining(`"${near}"`) }));
    }
    expect(() => applyRecipe(read(without), recipe)).toThrow('column "name" of the recipe is not in the table');
  });

  it("does not publish the new columns ssn and dob, and names them", () => {
    const applied = applyRecipe(read(wider), recipe, { suppressFailing: true });
    expect(applied.table.columns.map((column) => column.name)).toEqual(["age", "zip", "illness"]);
    expect(applied.unpublished).toEqual([
      { column: "name", role: "identifying" },
      { column: "ssn" },
      { column: "dob" },
    ]);
    expect(text(applied.table)).not.toMatch(/078-05|1980-01|Person/);
  });

  it("lets in no column that its table did not have, though the rest was insensitive", () => {
    const { name: _, ...attributes } = specFor(method).attributes;
    const anything: SpecInCode = { ...specFor(method), attributes, rest: "insensitive" };
    const table = read(without);
    const { recipe: own } = finish(checkedRecipe(table, anonymize(table, anything), {}));
    for (const rest of [own.spec.rest, "insensitive"] as const) {
      const stated: Recipe = { ...own, spec: { ...own.spec, rest } };
      const applied = applyRecipe(read(wider), stated, { suppressFailing: true });
      expect(applied.table.columns.map((column) => column.name)).toEqual(["age", "zip", "illness"]);
      expect(applied.unpublished).toEqual([{ column: "name" }, { column: "ssn" }, { column: "dob" }]);
    }
  });

  it("knows every column that was published without a role, and misses it when it is gone", () => {
    const { illness: _, ...attributes } = specFor(method).attributes;
    const table = read(before);
    const release = anonymize(table, { ...specFor(method), attributes, rest: "insensitive" });
    const { recipe: own } = finish(checkedRecipe(table, release, {}));
    expect(own.spec.attributes.illness).toEqual({ role: "insensitive" });
    expect(() => applyRecipe(read(sensitiveRenamed), own)).toThrow(
      'column "illness" of the recipe is not in the table',
    );
  });

  it("does not tell the names of columns that were dropped because nobody spoke of them", () => {
    const table = read(wider);
    const { recipe: own } = finish(checkedRecipe(table, anonymize(table, specFor(method)), {}));
    expect(JSON.stringify(own)).not.toMatch(/ssn|dob/);
  });

  it("refuses a new column where its spec refuses columns without a role", () => {
    const table = read(before);
    const { recipe: own } = finish(checkedRecipe(table, anonymize(table, { ...specFor(method), rest: "refuse" }), {}));
    expect(applyRecipe(table, own, { suppressFailing: true }).unpublished).toHaveLength(1);
    expect(() => applyRecipe(read(wider), own)).toThrow('column "ssn" is unknown to the recipe');
  });
});

describe("a recipe of a form that knows no roles", () => {
  it("is refused with the hint to make it again", () => {
    const old = JSON.stringify({ ...recipeBy("mondrian"), version: 1 });
    expect(() => parseRecipe(old, "old.json")).toThrow(
      expect.objectContaining({
        code: "input",
        message: 'recipe "old.json" has version 1, which does not tell every column\'s role',
        hint: expect.stringContaining("make it again"),
      }),
    );
    writeFileSync(join(cwd, "old.json"), old);
    expect(kohort(["apply", "old.json", "before.csv"], { cwd })).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("kohort apply", () => {
  const words = ["--quasi", "age,zip", "--sensitive", "illness", "--identifying", "name", "--kind", "zip=category"];
  const made = kohort(
    ["anonymize", "before.csv", ...words, "-k", "3", "-o", "release.csv", "--recipe", "r.json", "-q"],
    { cwd },
  );

  it("exits with 2, a hint and no file when name is renamed to Name", () => {
    expect(made).toMatchObject({ code: 0 });
    const applied = kohort(["apply", "r.json", "renamed.csv", "-o", "never.csv"], { cwd });
    expect(applied.code).toBe(2);
    expect(applied.stderr).toContain('column "name" of the recipe is not in the table');
    expect(applied.stderr).toContain('did you mean "Name"?');
    expect(applied.stdout + applied.stderr).not.toContain("Person");
    expect(existsSync(join(cwd, "never.csv"))).toBe(false);
  });

  it("names ssn and dob in the summary and in the JSON, and publishes neither", () => {
    const applied = kohort(["apply", "r.json", "wider.csv", "-o", "wider-release.csv", "--json"], { cwd });
    expect(applied.code).toBe(0);
    expect(JSON.parse(applied.stdout).unpublished.slice(1)).toEqual([{ column: "ssn" }, { column: "dob" }]);
    expect(applied.stderr).toMatch(/not published +name \(identifying\); ssn, dob \(unknown to the recipe\)/);
    expect(readFileSync(join(cwd, "wider-release.csv"), "utf8")).toBe(readFileSync(join(cwd, "release.csv"), "utf8"));
  });

  it("works in memory only: engines write no recipe, and apply reads no store", () => {
    const stored = kohort(
      ["anonymize", "before.csv", ...words, "-k", "3", "-o", "s.csv", "--engine", "duckdb", "--recipe", "s.json"],
      { cwd },
    );
    expect(stored).toMatchObject({ code: 2, stderr: expect.stringContaining("the duckdb engine knows no --recipe") });
    const spark = kohort(
      ["anonymize", "before.csv", ...words, "-k", "3", "-o", "s.csv", "--engine", "spark", "--recipe", "s.json"],
      { cwd },
    );
    expect(spark).toMatchObject({ code: 2, stderr: expect.stringContaining("the spark engine knows no --recipe") });
    for (const source of ["before.parquet", "postgres://localhost/people?table=t"]) {
      expect(kohort(["apply", "r.json", source], { cwd })).toMatchObject({ code: 2, stdout: "" });
    }
    expect(kohort(["apply", "r.json", "before.csv", "--engine", "duckdb"], { cwd }).code).toBe(2);
    expect([existsSync(join(cwd, "s.csv")), existsSync(join(cwd, "s.json"))]).toEqual([false, false]);
  });
});
