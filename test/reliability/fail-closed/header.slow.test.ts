/** A file without a header: its first record is read, and would be published, as the names of columns. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finish } from "../../../src/base/index.ts";
import { anonymize, audit, kAnonymity, quasiIdentifying, readCsv, type Spec, sensitive } from "../../../src/index.ts";
import { applyRecipe } from "../../../src/recipe/apply-recipe.ts";
import { checkedRecipe } from "../../../src/recipe/recipe-check.ts";
import { kohort } from "../../cli/run-kohort.ts";
import { askSession } from "../../web/ask-session.ts";

const folder = mkdtempSync(join(tmpdir(), "header-"));
const at = (name: string): string => join(folder, name);
const sentence =
  "the names of columns look like a record of a file without a header, and names are published as they are";
const found = `${sentence}: "34" and "12163" are numbers`;

const people = ["20,100,flu", "20,100,cold", "21,100,flu", "21,100,cold", ""].join("\n");
writeFileSync(at("headless.csv"), `34,12163,HIV\n${people}`);
const headless = at("headless.csv");
const words = ["--quasi", "0,1", "--sensitive", "2", "-k", "2", "--algorithm", "mondrian"];

describe("a file without a header publishes its first person as the names of columns", () => {
  it.each(["memory", "duckdb"])("which --warnings refuse refuses in %s, and which is a warning otherwise", (engine) => {
    const out = at(`headless-${engine}.csv`);
    const making = ["anonymize", headless, ...words, "--engine", engine, "-o", out];
    const refused = kohort([...making, "--warnings", "refuse"]);
    expect(refused.stderr).toContain(`\n  ${found}`);
    expect([refused.code, existsSync(out)]).toEqual([1, false]);
    const warned = kohort(making);
    expect(warned.stderr).toContain(found);
    expect(warned.code).toBe(0);
  });

  it.each(["memory", "duckdb"])("which an audit in %s says", (engine) => {
    const told = kohort(["audit", headless, "--quasi", "0,1", "--engine", engine]);
    expect(`${told.stdout}${told.stderr}`).toContain(found);
  });

  it("which inspect and init say", () => {
    expect(kohort(["inspect", headless]).stderr).toContain(found);
    expect(kohort(["init", headless, "-o", at("kohort.json")]).stderr).toContain(found);
  });

  it("also where a recipe is applied to it", () => {
    const table = readCsv(readFileSync(headless));
    const attributes = { "34": quasiIdentifying(), "12163": quasiIdentifying(), HIV: sensitive() };
    const release = anonymize(table, { attributes, privacy: [kAnonymity(2)] });
    const { recipe } = finish(checkedRecipe(table, release, {}));
    expect(applyRecipe(table, recipe).warnings).toContain(found);
    expect(() => applyRecipe(table, recipe, { warnings: "refuse" })).toThrow(found);
    expect(audit(release.table, { quasiIdentifiers: ["34"] }).warnings).toContain(found);
  });

  it("in the studio", async () => {
    const { ask } = askSession();
    await ask("open", { name: "headless.csv", blob: new Blob([readFileSync(headless)]), source: 1 }).answer;
    const attributes = { "34": quasiIdentifying(), "12163": quasiIdentifying(), HIV: sensitive() };
    const spec: Spec = { version: 1, attributes, privacy: [kAnonymity(2)] };
    expect((await ask("run", { key: "said", spec }).answer).report.warnings).toContain(found);
    const refusing: Spec = { ...spec, warnings: "refuse" };
    await expect(ask("run", { key: "refused", spec: refusing }).answer).rejects.toMatchObject({
      message: expect.stringContaining(found),
    });
  });

  it("also where rows are made", () => {
    const row = (i: number): string => `${20 + (i % 7)},${100 + (i % 3)},${i % 2 === 0 ? "flu" : "cold"}`;
    writeFileSync(at("many.csv"), `34,12163,HIV\n${Array.from({ length: 80 }, (_, i) => row(i)).join("\n")}\n`);
    const out = at("made.csv");
    const told = kohort([
      ...["synthesize", at("many.csv"), "--label", "HIV", "--insensitive", "0", "--epochs", "1"],
      ...["--warnings", "refuse", "-o", out],
    ]);
    expect(told.stderr).toContain(`\n  ${found}`);
    expect([told.code, existsSync(out)]).toEqual([1, false]);
  });

  const warnings = (header: string, rows: string): readonly string[] => {
    const table = readCsv(`${header}\n${rows}`);
    const [age, illness] = table.columns.map(({ name }) => name);
    const attributes = { [age]: quasiIdentifying(), [illness]: sensitive() };
    const release = anonymize(table, { attributes, privacy: [kAnonymity(2)], rest: "drop" });
    return release.privacyWarnings.flatMap((one) => (one.kind === "header" ? [one.sentence] : []));
  };

  it("by what looks like a value, also of a column that is not published, and by nothing else", () => {
    const rows = "20,flu,Ann\n20,cold,Bob\n20,flu,Cy\n";
    expect(warnings("age,illness,who", rows)).toEqual([]);
    expect(warnings("age1,covid19,2nd", rows)).toEqual([]);
    expect(warnings("-3.5,illness,who", rows)).toEqual([`${sentence}: "-3.5" is a number`]);
    expect(warnings("1.2.2020,illness,who", rows)).toEqual([`${sentence}: "1.2.2020" is a day`]);
    expect(warnings("age,2020-01-02T10:30,who", rows)).toEqual([`${sentence}: "2020-01-02T10:30" is a day`]);
    expect(warnings("34-39,illness,+49 30 1234", rows)).toEqual([
      `${sentence}: "34-39" and "+49 30 1234" have digits and no letter`,
    ]);
    expect(warnings("age,illness,ann@x.org", rows)).toEqual([`${sentence}: "ann@x.org" is an e-mail address`]);
    expect(warnings("age,flu,who", rows)).toEqual([`${sentence}: "flu" is a value of its column`]);
    expect(warnings("age,illness,Cy", rows)).toEqual([`${sentence}: "Cy" is a value of its column`]);
    expect(warnings("age,illness,12", rows)).toEqual([`${sentence}: "12" is a number`]);
  });
});
