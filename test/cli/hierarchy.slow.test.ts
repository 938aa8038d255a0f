import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();

beforeAll(() => {
  writeFileSync(join(cwd, "people.csv"), "age,zip\n17,12163\n18,12167\n24,12205\n31,12163\n");
  writeFileSync(join(cwd, "wrong.csv"), "5;[0..4];*\n3;[0..4];*\n7;[5..9];*\n8;[5..9];*\n");
  writeFileSync(join(cwd, "twice.csv"), "a;b;*\na;c;*\n");
});

describe("hierarchy", () => {
  it("builds levels from a column, to stdout or to a file", () => {
    const expected = "17;[15..19];[10..19];[0..19];*\n18;[15..19];[10..19];[0..19];*\n";
    const words = [
      "hierarchy",
      "build",
      "people.csv",
      "--column",
      "age",
      "--using",
      "intervals(width=5)",
      "--progress",
      "none",
    ];
    const printed = kohort(words, { cwd });
    expect(printed.code).toBe(0);
    expect(printed.stdout.startsWith(expected)).toBe(true);
    const written = kohort([...words, "-o", "age.csv"], { cwd });
    expect(written).toMatchObject({ code: 0, stdout: "", stderr: "wrote age.csv: 4 values, 5 levels\n" });
    expect(readFileSync(join(cwd, "age.csv"), "utf8")).toBe(printed.stdout);
    expect(kohort([...words, "-o", "age.csv"], { cwd })).toMatchObject({ code: 2, stdout: "" });
  });

  it("takes a column by its index", () => {
    const { stdout } = kohort(["hierarchy", "build", "people.csv", "--column", "1", "--using", "masking"], { cwd });
    expect(stdout.split("\n")[0]).toBe("12163;1216*;121**;12***;1****;*");
  });

  it("names values outside the interval above them and exits with 0 on warnings only", () => {
    const { code, stdout } = kohort(["hierarchy", "check", "wrong.csv"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('5 under "[0..4]"');
  });

  it("exits with 1 when a value of the data is missed or stands there twice", () => {
    const missed = kohort(["hierarchy", "check", "wrong.csv", "--data", "people.csv", "--column", "age"], { cwd });
    expect(missed.code).toBe(1);
    expect(missed.stdout).toContain("17, 18, 24, 31");
    const twice = kohort(["hierarchy", "check", "twice.csv", "--json"], { cwd });
    expect(twice.code).toBe(1);
    expect(JSON.parse(twice.stdout)).toMatchObject({ errors: 1, warnings: 0 });
  });

  it("shows the outline, counted in records when data is given", () => {
    expect(kohort(["hierarchy", "show", "wrong.csv"], { cwd }).stdout).toContain("└─ [5..9]  2 values");
    writeFileSync(join(cwd, "zip.csv"), "12163;1216*;*\n12167;1216*;*\n12205;1220*;*\n");
    const { stdout } = kohort(["hierarchy", "show", "zip.csv", "--data", "people.csv", "--column", "zip"], { cwd });
    expect(stdout).toContain("├─ 1216*  3 records");
  });

  it("says what is missing", () => {
    expect(kohort(["hierarchy", "bild", "x"]).stderr).toContain('did you mean "build"?');
    expect(kohort(["hierarchy", "check"]).stderr).toContain("hierarchy check needs <file>");
    expect(kohort(["hierarchy", "build", "people.csv"], { cwd }).stderr).toContain("add --column NAME");
    const missing = kohort(["hierarchy", "build", "nowhere.csv", "--column", "age"], { cwd });
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toContain('error: file "nowhere.csv" does not exist\n');
  });
});
