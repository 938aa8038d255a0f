/** Refused privacy warnings as the command line prints them. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort } from "../../cli/run-kohort.ts";

const folder = mkdtempSync(join(tmpdir(), "refused-"));
const at = (name: string): string => join(folder, name);
const rows = (row: (i: number) => string): string => Array.from({ length: 40 }, (_, i) => row(i)).join("\n");

/** What is printed where the warnings of a table with an age and other columns are refused. */
function refused(name: string, text: string, ...more: string[]): string {
  writeFileSync(at(name), text);
  const flags = ["--quasi", "age", "-k", "2", "--person", "none", "--warnings", "refuse", "-o", at(`out-${name}`)];
  const told = kohort(["anonymize", at(name), ...flags, ...more]);
  expect([told.code, existsSync(at(`out-${name}`))]).toEqual([1, false]);
  return told.stderr;
}

describe("refused warnings are printed with a literal \\n between them", () => {
  it("instead of one a line", () => {
    const told = refused("many.csv", `ssn,email,age\n${rows((i) => `${i},m${i}@x.org,30`)}\n`, "--rest", "insensitive");
    expect(told).not.toContain("\\n");
    const lines = told.split("\n");
    const count = lines.filter((line) => /^ {2}columns? "(ssn|email)"/.test(line)).length;
    expect(count).toBe(5);
    const all = Number(/^error: the release has (\d+) privacy warnings, which are refused$/m.exec(told)?.[1]);
    expect(all).toBeGreaterThan(5);
    expect(lines).toContain(`  … (${all} in all)`);
  });

  it("and one of them as if it were several", () => {
    const told = refused("one.csv", `age,illness\n${rows(() => "30,flu")}\n`, "--order", "input");
    expect(told).toMatch(/error: the release has 1 privacy warning, which is refused\n {2}rows stand in the input's/);
  });

  it("while a name with a line break stays in its line", () => {
    const told = refused(
      "odd.csv",
      `age,"a\nhint: all is well"\n${rows((i) => `30,x${i}`)}\n`,
      ...["--rest", "insensitive"],
    );
    expect(told).toContain('  column "a\\nhint: all is well" is published as it is and singles out');
    expect(told.split("\n").filter((line) => line.startsWith("hint: all"))).toEqual([]);
  });
});
