import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { KohortError } from "../../src/base/index.ts";
import { drawError, exitCodeOf, isClosedPipe, translate } from "../../src/cli/errors.ts";
import type { Paint } from "../../src/cli/terminal.ts";

const same = (text: string): string => text;
const plain: Paint = { bold: same, dim: same, red: same, yellow: same, green: same, blue: same };

describe("errors", () => {
  it("are drawn as sentence, place and hint", () => {
    const error = new KohortError("spec", 'attribute "zipp" is not in the table', {
      where: "kohort.json:7:5   attributes.zipp",
      hint: 'did you mean "zip"? columns are: age, zip',
    });
    expect(drawError(error, plain, false)).toBe(`error: attribute "zipp" is not in the table
  at kohort.json:7:5   attributes.zipp
hint: did you mean "zip"? columns are: age, zip`);
  });

  it("stay one line, whatever a name in them holds", () => {
    const error = new KohortError("column", 'column "a\nerror: all is well" is not in the table');
    expect(drawError(error, plain, false)).toBe('error: column "a\\nerror: all is well" is not in the table');
  });

  it.each([
    ["infeasible", 1],
    ["audit", 1],
    ["usage", 2],
    ["spec", 2],
    ["file", 2],
    ["input", 2],
    ["column", 2],
    ["hierarchy", 2],
    ["cancelled", 130],
  ] as const)("%s exits with %d", (code, expected) => {
    expect(exitCodeOf(new KohortError(code, "x"))).toBe(expected);
  });

  it("admit a bug, with the stack only when asked", () => {
    const bug = new TypeError("x is not a function");
    expect(exitCodeOf(bug)).toBe(70);
    expect(drawError(bug, plain, false)).toContain("this is a bug in kohort");
    expect(drawError(bug, plain, false)).not.toContain("errors.test.ts");
    expect(drawError(bug, plain, true)).toContain("errors.test.ts");
  });

  it("translate what the file system says", () => {
    const thrown = (path: string): unknown => {
      try {
        return readFileSync(path);
      } catch (error) {
        return translate(error);
      }
    };
    expect(thrown("/nowhere/at-all.csv")).toMatchObject({
      code: "file",
      message: 'file "/nowhere/at-all.csv" does not exist',
    });
    expect(thrown(import.meta.dirname)).toMatchObject({ code: "file", message: expect.stringContaining("folder") });
    const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write", path: "x.csv" });
    expect(translate(full)).toMatchObject({ code: "file", message: 'there is no space left to write file "x.csv"' });
    const pipe = Object.assign(new Error("EPIPE"), { code: "EPIPE", syscall: "write" });
    expect(isClosedPipe(pipe)).toBe(true);
    const bug = new RangeError("x");
    expect(translate(bug)).toBe(bug);
  });
});
