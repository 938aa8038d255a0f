import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { clinicCsv, toyCsv } from "../../src/sample/index.ts";
import { parseSpec } from "../../src/spec/index.ts";
import { kohort, shell, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();

beforeAll(() => {
  writeFileSync(join(cwd, "toy.csv"), toyCsv);
  writeFileSync(join(cwd, "clinic.csv"), clinicCsv({ rows: 400 }));
  writeFileSync(join(cwd, "odd.csv"), "age,town\n30,?\n31,a\n30,b\u001b[2J\n?,a\n");
});

describe("inspect", () => {
  it("tells kinds, distinct values, spans and roles, with reasons", () => {
    const { code, stdout } = kohort(["inspect", "toy.csv", "--json"], { cwd });
    expect(code).toBe(0);
    const { input, columns, together } = JSON.parse(stdout);
    expect(input).toEqual({ rows: 12, columns: 5 });
    const age = columns.find((column: { name: string }) => column.name === "age");
    expect(age).toMatchObject({ kind: "number", distinct: 12, span: 68 - 21, missing: 0, role: "quasi-identifying" });
    expect(age.reason.length).toBeGreaterThan(10);
    expect(columns.map((column: { role: string }) => column.role)[0]).toBe("identifying");
    expect(together).toMatchObject({ unique: 12, share: 1 });
    const words = kohort(["inspect", "toy.csv"], { cwd }).stdout;
    expect(words).toMatch(/^age +number +12 +47 +quasi-identifying +all 12 read as numbers$/m);
    expect(words).toContain("12 records are unique (100 %)");
    const one = kohort(["inspect", "-"], { cwd, input: "age,sex\n30,f\n30,f\n41,m\n30,f\n" }).stdout;
    expect(one).toContain("age: 1 record is unique (25 %)");
  });

  it("asks about marks that may mean missing, and lets no value steer the terminal", () => {
    const { stdout, stderr } = kohort(["inspect", "odd.csv"], { cwd });
    expect(stderr).toMatch(
      /warning: column "age" has 1 × "\?", column "town" has \d × "\?"; --missing or input.missing says whether that means missing \(yes: --missing 'age=,\?', no: --missing 'age='\)/,
    );
    expect(stdout + stderr).not.toContain("\u001b");
    const commas = kohort(["inspect", "-"], { cwd, input: "hba1c;sex\n3,5;f\n4,1;m\n4,2;m\n-;f\n" }).stderr;
    expect(commas).toContain("warning: hba1c: most values have a comma that may part decimals");
    const several = kohort(["inspect", "-"], { cwd, input: "age,sex\n30,f\nNA,-\n41,m\n-,f\n30,\n" }).stderr;
    const wanted = /column "age" has 1 × "NA" and 1 × "-", column "sex" has 1 × "-"; .* \(yes: (--missing '[^']+')/;
    expect(several.match(wanted)?.[1]).toBe("--missing 'age=,NA,-'");
    const told = kohort(["inspect", "odd.csv", "--missing", "?", "--json"], { cwd });
    expect(JSON.parse(told.stdout).columns[0]).toMatchObject({ kind: "number", missing: 1 });
  });

  it("takes the kinds that are stated, by name or index", () => {
    for (const kind of ["age=category", "1=category"]) {
      const { stdout } = kohort(["inspect", "toy.csv", "--kind", kind, "--json"], { cwd });
      expect(JSON.parse(stdout).columns[1].kind).toBe("category");
    }
  });
});

describe("init", () => {
  it("writes a spec beside the data that can be followed at once", () => {
    const first = kohort(["init", join(cwd, "clinic.csv"), "-k", "4"], {});
    expect(first).toMatchObject({ code: 0, stdout: "" });
    const { spec } = parseSpec(readFileSync(join(cwd, "kohort.json"), "utf8"));
    expect(spec.privacy).toEqual([{ model: "k-anonymity", k: 4 }]);
    expect(spec.attributes.name?.role).toBe("identifying");
    const made = kohort(["anonymize", "clinic.csv", "-c", "kohort.json", "-o", "release.csv", "-q"], { cwd });
    expect(made.code).toBe(0);
    expect(kohort(["audit", "release.csv", "-c", "kohort.json", "-q"], { cwd }).code).toBe(0);
    expect(kohort(["compare", "clinic.csv", "release.csv", "-c", "kohort.json", "-q"], { cwd }).code).toBe(0);
  });

  it("says what to type next, also for files whose names have spaces", () => {
    writeFileSync(join(cwd, "Übersicht 2024.csv"), toyCsv);
    const { stderr } = kohort(["init", "Übersicht 2024.csv", "-o", "my spec.json"], { cwd });
    const next = /next: (kohort .*)/.exec(stderr)![1];
    expect(shell(`${next} --force -q`, { cwd }).code).toBe(0);
    const { stderr: hint } = kohort(["anonymize", "Übersicht 2024.csv", "-k", "5"], { cwd });
    expect(hint).toContain("`kohort init 'Übersicht 2024.csv'`");
  });

  it("says the next command without flags of display, wherever they stand", () => {
    const words = ["--progress", "none", "inspect", "toy.csv", "--missing", "?,NA", "--color", "never"];
    const { stderr } = kohort(words, { cwd });
    expect(/next: (kohort .*?) {2}/.exec(stderr)![1]).toBe("kohort init toy.csv --missing '?,NA'");
  });

  it("keeps what is there unless forced", () => {
    writeFileSync(join(cwd, "mine.json"), "mine");
    const refused = kohort(["init", "toy.csv", "-o", "mine.json"], { cwd });
    expect(refused.code).toBe(2);
    expect(readFileSync(join(cwd, "mine.json"), "utf8")).toBe("mine");
    expect(kohort(["init", "toy.csv", "-o", "mine.json", "--force", "--sensitive", "zip"], { cwd }).code).toBe(0);
    expect(parseSpec(readFileSync(join(cwd, "mine.json"), "utf8")).spec.attributes.zip?.role).toBe("sensitive");
  });
});

describe("demo", () => {
  it("tells the story and keeps its files where it is told to", () => {
    const { code, stdout } = kohort(["demo", "-o", "story"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("k-anonymity: asked 5, measured 5.");
    expect(readdirSync(join(cwd, "story")).sort()).toEqual(["clinic.csv", "kohort.json", "release.csv"]);
    const commands = [...stdout.matchAll(/^ {2}kohort (\w+ story.*)$/gm)].map((match) => match[1].split(" "));
    expect(commands.length).toBe(5);
    for (const words of commands) expect(kohort(words, { cwd })).toMatchObject({ code: 0 });
    expect(kohort(["demo", "-o", "story"], { cwd }).code).toBe(2);
  });

  it("makes the files and says nothing with -q", () => {
    expect(kohort(["demo", "-o", "quiet", "-q"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(readdirSync(join(cwd, "quiet")).sort()).toEqual(["clinic.csv", "kohort.json", "release.csv"]);
  });
});
