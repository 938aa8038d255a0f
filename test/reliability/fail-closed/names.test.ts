/** Names of columns that are numbers: a number names one column. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort } from "../../cli/run-kohort.ts";

const folder = mkdtempSync(join(tmpdir(), "names-"));
const at = (name: string): string => join(folder, name);

function file(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

describe("a column named by a number beats the column with that index in silence", () => {
  const input = file("numbered.csv", "1,0,x\nBob,20,flu\nAnn,20,flu\nCy,20,cold\n");
  const problem = '"1" is the name of a column and the index of column "0"';
  const out = at("numbered-out.csv");

  it.each([
    ["anonymize --quasi", ["anonymize", input, "--quasi", "1", "-k", "2", "-o", out]],
    ["anonymize --quasi with spaces", ["anonymize", input, "--quasi", " 1 ", "-k", "2", "-o", out]],
    [
      "in DuckDB",
      ["anonymize", input, "--quasi", "1", "-k", "2", "--engine", "duckdb", "--algorithm", "mondrian", "-o", out],
    ],
    ["--sensitive", ["anonymize", input, "--quasi", "2", "--sensitive", "1", "-k", "2", "-o", out]],
    ["--person", ["anonymize", input, "--quasi", "2", "--person", "1", "-k", "2", "-o", out]],
    ["--kind", ["anonymize", input, "--quasi", "2", "--kind", "1=category", "-k", "2", "-o", out]],
    ["--require", ["anonymize", input, "--quasi", "2", "--require", "l-diversity(l=2,attribute=1)", "-o", out]],
    ["audit", ["audit", input, "--quasi", "1"]],
    ["init", ["init", input, "--quasi", "1", "-o", at("numbered.json")]],
    ["hierarchy build", ["hierarchy", "build", input, "--column", "1", "--using", "masking(from=right)"]],
  ])("so that a number which may mean either is refused: %s", (_, words) => {
    const told = kohort(words);
    expect(told.stderr).toContain(problem);
    expect([told.code, existsSync(out), existsSync(at("numbered.json"))]).toEqual([2, false, false]);
  });

  it("and one that means one column either way is not", () => {
    expect(kohort(["anonymize", input, "--quasi", "2", "-k", "1", "-o", at("two.csv")]).code).toBe(0);
    const same = file("same.csv", "0,1\n20,flu\n20,flu\n");
    const told = kohort(["anonymize", same, "--quasi", "0", "--sensitive", "1", "-k", "2", "-o", at("same-out.csv")]);
    expect(told.code).toBe(0);
    expect(readFileSync(at("same-out.csv"), "utf8")).toBe("0,1\n20,flu\n20,flu\n");
  });
});
