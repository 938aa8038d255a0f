/** @file A column nobody spoke of is not published: by any command, on any engine, in the studio and in the library. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anonymize, kAnonymity, quasiIdentifying, readCsv, sensitive } from "../../../src/index.ts";
import { applyRecipe } from "../../../src/recipe/apply-recipe.ts";
import { parseRecipe } from "../../../src/recipe/recipe.ts";
import { hasRole, parseSpec, roleOf, roles, type Spec } from "../../../src/spec/index.ts";
import { synthesize } from "../../../src/utility/synthesize.ts";
import { hasRole as hasRoleInPage, roleOf as roleInPage } from "../../../src/web/columns.ts";
import { setRole, stateRoles } from "../../../src/web/edits.ts";
import { kohort, temporaryFolder } from "../../cli/run-kohort.ts";
import { askSession } from "../../web/ask-session.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const rows = Array.from(
  { length: 60 },
  (_, i) => `p${i},${20 + (i % 9)},${["a", "b"][i % 2]},${["flu", "gout", "none"][i % 3]},note ${i},${i % 4},${i % 2}`,
);
const csv = `name,age,town,ill,notes,ward,constructor\n${rows.join("\n")}\n`;
const path = at("people.csv");
writeFileSync(path, csv);
const spoken = ["--quasi", "age,town", "--sensitive", "ill", "--identifying", "name", "-k", "3"];
const attributes = { age: quasiIdentifying(), town: quasiIdentifying(), ill: sensitive() };
const header = (name: string): string => readFileSync(at(name), "utf8").split("\n")[0];

describe("a column nobody spoke of is not published", () => {
  it.each(["memory", "duckdb"])("by anonymize on %s, and the summary and the JSON name it", (engine) => {
    const words = ["anonymize", path, ...spoken, "--algorithm", "mondrian", "--engine", engine];
    const said = kohort([...words, "-o", at(`${engine}.csv`)]);
    expect(said.code).toBe(0);
    expect(header(`${engine}.csv`)).toBe("age,town,ill");
    expect(said.stderr).toMatch(
      /not published +name \(identifying\); notes, ward, constructor \(no role; --rest insensitive publishes them\)\n/,
    );
    const { stdout } = kohort([...words, "-o", at(`${engine}-2.csv`), "--json"]);
    expect(JSON.parse(stdout).unpublished).toEqual([
      { column: "name", role: "identifying" },
      { column: "notes" },
      { column: "ward" },
      { column: "constructor" },
    ]);
  });

  it.each(["memory", "duckdb"])(
    "on %s unless --rest insensitive says so; --rest refuse makes it an error",
    (engine) => {
      const words = ["anonymize", path, ...spoken, "--algorithm", "mondrian", "--engine", engine];
      expect(kohort([...words, "--rest", "insensitive", "-o", at(`${engine}-all.csv`)]).code).toBe(0);
      expect(header(`${engine}-all.csv`)).toBe("age,town,ill,notes,ward,constructor");
      const refused = kohort([...words, "--rest", "refuse", "-o", at(`${engine}-none.csv`)]);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('columns "notes", "ward", "constructor" have no role');
      expect(existsSync(at(`${engine}-none.csv`))).toBe(false);
    },
  );

  it("by a spec, whose own key says otherwise", () => {
    const spec = (rest?: string) => JSON.stringify({ version: 1, attributes, rest, privacy: [kAnonymity(3)] });
    writeFileSync(at("drop.json"), spec());
    writeFileSync(at("all.json"), spec("insensitive"));
    writeFileSync(at("refuse.json"), spec("refuse"));
    const run = (name: string) => kohort(["anonymize", path, "-c", at(`${name}.json`), "-o", at(`${name}.csv`)]);
    expect([run("drop").code, header("drop.csv")]).toEqual([0, "age,town,ill"]);
    expect([run("all").code, header("all.csv")]).toEqual([0, "name,age,town,ill,notes,ward,constructor"]);
    expect([run("refuse").code, existsSync(at("refuse.csv"))]).toEqual([2, false]);
  });

  it("by the library, nor by a recipe made with every column published and applied to a wider table", () => {
    const table = readCsv(csv);
    const plain = { attributes, privacy: [kAnonymity(3)] };
    const release = anonymize(table, plain);
    expect(release.table.columns.map(({ name }) => name)).toEqual(["age", "town", "ill"]);
    expect(release.unpublished.map(({ column }) => column)).toEqual(["name", "notes", "ward", "constructor"]);
    expect(() => anonymize(table, { ...plain, rest: "refuse" })).toThrow(/have no role/);
    const all = anonymize(table, { ...plain, rest: "insensitive" });
    expect(all.table.columns.length).toBe(7);
    expect(all.unpublished).toEqual([]);
    expect(Object.keys(all.spec.attributes).length).toBe(7);
    expect(all.spec.rest).toBe("drop");
  });

  it("by apply", () => {
    const words = ["anonymize", path, ...spoken, "--rest", "insensitive", "--recipe", at("recipe.json")];
    expect(kohort([...words, "-o", at("first.csv")]).code).toBe(0);
    const wider = csv.split("\n").map((line, i) => (line === "" ? line : `${line},${i === 0 ? "ssn" : `s${i}`}`));
    const { table } = applyRecipe(
      readCsv(wider.join("\n")),
      parseRecipe(readFileSync(at("recipe.json"), "utf8"), "recipe.json"),
    );
    expect(table.columns.map(({ name }) => name)).toEqual(header("first.csv").split(","));
  });

  it("by synthesize", () => {
    const words = ["synthesize", path, "--label", "ill", "--model", "trees", "--attempts", "20"];
    const silent = kohort([...words, "-o", at("none-made.csv")]);
    expect([silent.code, existsSync(at("none-made.csv"))]).toEqual([2, false]);
    expect(silent.stderr).toContain("nothing to learn from");
    expect(kohort([...words, "--quasi", "age,town", "-o", at("made.csv")]).code).toBe(0);
    expect(header("made.csv")).toBe("age,town,ill");
    expect(() => synthesize(readCsv(csv), { label: "ill", attributes, rest: "refuse" })).toThrow(/without a role/);
  });

  it("by the studio", async () => {
    const { ask } = askSession();
    const opened = await ask("open", { name: "people.csv", blob: new Blob([csv]), source: 1 }).answer;
    expect(Object.keys(opened.suggestion.attributes)).toEqual(opened.columns.map(({ name }) => name));
    const spec: Spec = { version: 1, attributes, privacy: [kAnonymity(3)] };
    const { report, unpublished } = await ask("run", { key: "a", spec }).answer;
    expect(report.unpublished.map(({ column }) => column)).toEqual(["name", "notes", "ward", "constructor"]);
    expect(unpublished).toContain("notes");
    const shown = stateRoles(opened)(spec);
    expect(shown.attributes.notes).toEqual({ role: "unpublished" });
    expect(stateRoles(opened)({ ...spec, rest: "insensitive" }).attributes.notes).toEqual({ role: "insensitive" });
    expect(setRole("notes", "insensitive")(shown).attributes.notes).toEqual({ role: "insensitive" });
  });

  it("where the page and the spec decide on roles, they decide alike", () => {
    for (const rest of [undefined, "drop", "insensitive", "refuse"] as const) {
      for (const name of ["age", "toString", "__proto__", "none", ...roles]) {
        const spec = {
          attributes: { ...attributes, ...Object.fromEntries(roles.map((role) => [role, { role }])) },
          rest,
        };
        expect(roleInPage(spec, name)).toBe(roleOf(spec, name));
        expect(hasRoleInPage(spec, name)).toBe(hasRole(spec, name));
      }
    }
  });
});

describe("init", () => {
  it("gives every column a role, and with --quasi the rest no quasi role", () => {
    expect(kohort(["init", path, "-o", at("init.json")]).code).toBe(0);
    const all = parseSpec(readFileSync(at("init.json"), "utf8")).spec;
    expect(Object.keys(all.attributes)).toEqual(csv.split("\n")[0].split(","));
    expect(kohort(["init", path, "--quasi", "age,4", "-o", at("named.json")]).code).toBe(0);
    const { spec } = parseSpec(readFileSync(at("named.json"), "utf8"));
    expect(Object.keys(spec.attributes)).toEqual(Object.keys(all.attributes));
    const quasi = Object.keys(spec.attributes).filter((name) => spec.attributes[name].role === "quasi-identifying");
    expect(quasi.sort()).toEqual(["age", "notes"]);
    expect(spec.attributes.town).toEqual({ role: "unpublished" });
  });
});

describe("a release with privacy warnings", () => {
  const told = ["--insensitive", "ward,constructor", "--unpublished", "notes"];
  const leaky = [...spoken.slice(0, -2), "--insensitive", "notes", "-k", "3", "--algorithm", "mondrian"];
  const leak = 'column "notes" is published as it is and singles out 60 of 60 people (100 %) on its own';

  it.each(["memory", "duckdb"])("says them on %s, with the check's processor time, in text and in JSON", (engine) => {
    const words = ["anonymize", path, ...leaky, "--engine", engine];
    const said = kohort([...words, "-o", at(`said-${engine}.csv`)]);
    expect(said.code).toBe(0);
    expect(said.stderr).toContain(`warning: ${leak}`);
    expect(said.stderr).toMatch(/singles out +notes: 100 % of people alone, 100 % with the quasi-identifiers\n/);
    expect(said.stderr).toMatch(/\ncheck +.* of processor time\n/);
    const { stdout } = kohort([...words, "-o", at(`json-${engine}.csv`), "--json"]);
    const document = JSON.parse(stdout);
    expect(document.privacyWarnings).toContainEqual({ kind: "unique", columns: ["notes"], figure: 1, sentence: leak });
    expect(document.warnings).toContain(leak);
    expect(document.cpu.check).toBeGreaterThanOrEqual(0);
  });

  it("has the same figures in DuckDB as in memory", () => {
    const measure = (engine: string) => {
      const words = ["anonymize", path, ...spoken, ...told, "--algorithm", "mondrian", "--engine", engine];
      const { code, stdout, stderr } = kohort([...words, "-o", at(`same-${engine}.csv`), "--json"]);
      expect(code, stderr).toBe(0);
      const { told: figures, privacyWarnings } = JSON.parse(stdout);
      return { figures, privacyWarnings };
    };
    const [memory, duckdb] = [measure("memory"), measure("duckdb")];
    expect(memory.figures.columns.length).toBe(3);
    expect(memory.figures.pairs.length).toBe(1);
    expect(duckdb).toEqual(memory);
  });

  it.each(["memory", "duckdb"])("is refused on %s with --warnings refuse: exit code 1, nothing written", (engine) => {
    const words = ["anonymize", path, ...leaky, "--engine", engine, "--warnings", "refuse"];
    const refused = kohort([...words, "-o", at(`refused-${engine}.csv`)]);
    expect([refused.code, existsSync(at(`refused-${engine}.csv`))]).toEqual([1, false]);
    expect(refused.stderr).toContain(leak);
    const clean = [...spoken.slice(0, -2), "-k", "3", "--algorithm", "mondrian", "--warnings", "refuse"];
    const passed = kohort(["anonymize", path, ...clean, "--engine", engine, "-o", at(`clean-${engine}.csv`)]);
    expect(`${passed.code} ${passed.code === 0 ? "" : passed.stderr}`).toBe("0 ");
  });

  it("is refused by a spec, by the library, by apply and in the studio", async () => {
    const spec: Spec = {
      version: 1,
      attributes: { ...attributes, notes: { role: "insensitive" } },
      privacy: [kAnonymity(3)],
      algorithm: { name: "mondrian" },
    };
    const refusing: Spec = { ...spec, warnings: "refuse" };
    writeFileSync(at("refusing.json"), JSON.stringify(refusing));
    const byFile = kohort(["anonymize", path, "-c", at("refusing.json"), "-o", at("by-file.csv")]);
    expect([byFile.code, existsSync(at("by-file.csv"))]).toEqual([1, false]);
    const refusal = expect.objectContaining({ code: "audit", message: expect.stringContaining(leak) });
    expect(() => anonymize(readCsv(csv), refusing)).toThrowError(refusal);
    writeFileSync(at("saying.json"), JSON.stringify(spec));
    const made = ["anonymize", path, "-c", at("saying.json"), "-o", at("saying.csv"), "--recipe", at("saying.recipe")];
    expect(kohort(made).code).toBe(0);
    const apply = ["apply", at("saying.recipe"), path];
    const applied = kohort([...apply, "-o", at("applied.csv")]);
    expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining(`warning: ${leak}`)]);
    const unapplied = kohort([...apply, "--warnings", "refuse", "-o", at("unapplied.csv")]);
    expect([unapplied.code, existsSync(at("unapplied.csv"))]).toEqual([1, false]);
    const { ask } = askSession();
    await ask("open", { name: "people.csv", blob: new Blob([csv]), source: 1 }).answer;
    const { report } = await ask("run", { key: "said", spec }).answer;
    expect(report.warnings).toContain(leak);
    await expect(ask("run", { key: "refused", spec: refusing }).answer).rejects.toMatchObject({
      message: expect.stringContaining(leak),
    });
  });

  it("is refused by synthesize, which says that rows carry values of one person", () => {
    const words = [
      "synthesize",
      path,
      "--label",
      "ill",
      "--model",
      "trees",
      "--attempts",
      "20",
      "--insensitive",
      "notes",
    ];
    const refused = kohort([...words, "--warnings", "refuse", "-o", at("lone.csv")]);
    expect([refused.code, existsSync(at("lone.csv"))]).toEqual([1, false]);
  });
});

describe("audit", () => {
  it.each(["memory", "duckdb"])("warns on %s of a column that its spec calls identifying", (engine) => {
    const spec = { version: 1, attributes: { ...attributes, name: { role: "identifying" } }, privacy: [kAnonymity(1)] };
    writeFileSync(at("named-spec.json"), JSON.stringify(spec));
    const words = ["-c", at("named-spec.json"), "--engine", engine, "--json"];
    const { code, stdout, stderr } = kohort(["audit", path, ...words]);
    const sentence = 'column "name" is in the table, although its role is identifying';
    expect([code, stderr]).toEqual([0, expect.stringContaining(`warning: ${sentence}`)]);
    expect(JSON.parse(stdout).warnings).toContain(sentence);
  });
});
