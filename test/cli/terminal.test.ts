import { describe, expect, it } from "vitest";
import { newProgress } from "../../src/cli/progress.ts";
import { defaultTalk, progressMode, wantsColor } from "../../src/cli/terminal.ts";
import { kohort } from "./run-kohort.ts";

describe("colours", () => {
  it.each([
    ["auto", {}, true, true],
    ["auto", {}, false, false],
    ["auto", { NO_COLOR: "1" }, true, false],
    ["auto", { NO_COLOR: "" }, true, true],
    ["auto", { FORCE_COLOR: "1" }, false, true],
    ["auto", { FORCE_COLOR: "0" }, true, false],
    ["auto", { NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    ["auto", { TERM: "dumb" }, true, false],
    ["always", { NO_COLOR: "1" }, false, true],
    ["never", { FORCE_COLOR: "1" }, true, false],
  ] as const)("%s with %o on a terminal: %s", (flag, environment, isTerminal, expected) => {
    expect(wantsColor(flag, environment, isTerminal)).toBe(expected);
  });

  it("reach the error only where they are wanted", () => {
    const colored = "\u001b[31merror:\u001b[39m";
    expect(kohort(["audti"]).stderr).not.toContain("\u001b");
    expect(kohort(["audti"], { env: { FORCE_COLOR: "1" } }).stderr).toContain(colored);
    expect(kohort(["explain", "x", "--color", "always"]).stderr).toContain(colored);
    expect(kohort(["explain", "x", "--color", "never"], { env: { FORCE_COLOR: "1" } }).stderr).not.toContain("\u001b");
    expect(kohort(["explain", "x"], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } }).stderr).not.toContain("\u001b");
  });
});

describe("progress", () => {
  it("is redrawn only on a terminal that can", () => {
    const mode = (settings: object, environment: object, isTerminal: boolean) =>
      progressMode({ ...defaultTalk, ...settings }, environment as Record<string, string>, isTerminal);
    expect(mode({}, {}, true)).toBe("redrawn");
    expect(mode({}, {}, false)).toBe("plain");
    expect(mode({}, { CI: "true" }, true)).toBe("plain");
    expect(mode({}, { TERM: "dumb" }, true)).toBe("plain");
    expect(mode({ progress: "plain" }, {}, true)).toBe("plain");
    expect(mode({ progress: "none" }, {}, true)).toBe("none");
    expect(mode({ quiet: true, progress: "plain" }, {}, true)).toBe("none");
  });

  it("says a line per 10 % of each stage", () => {
    let text = "";
    const { update } = newProgress(
      "plain",
      (more) => (text += more),
      () => ({ columns: 80, rows: 24 }),
    );
    for (let done = 0; done <= 100; done++) update({ kind: "progress", stage: "read", done, total: 100 });
    update({ kind: "progress", stage: "search", done: 35, total: 100 });
    update({ kind: "progress", stage: "search", done: 39, total: 100 });
    update({ kind: "progress", stage: "search", done: 0, total: 0 });
    const read = Array.from({ length: 10 }, (_, i) => `read ${(i + 1) * 10} %\n`).join("");
    update({ kind: "progress", stage: "search", done: 41, total: 100, note: "best 3\u001b, bound 2" });
    update({ kind: "progress", stage: "write", done: 0, total: 0 });
    update({ kind: "progress", stage: "write", done: 7, total: 0 });
    update({ kind: "progress", stage: "write", done: 2, total: 10 });
    expect(text).toBe(`${read}search 30 %\nsearch 40 %  best 3\\x1b, bound 2\nwrite\nwrite 20 %\n`);
  });

  it("redraws one line at most ten times a second and takes it away", () => {
    const written: string[] = [];
    let clock = 0;
    const display = newProgress(
      "redrawn",
      (more) => written.push(more),
      () => ({ columns: 40, rows: 24 }),
      () => clock,
    );
    for (; clock < 1000; clock += 10) display.update({ kind: "progress", stage: "search", done: clock, total: 1000 });
    display.settle();
    expect(written.length).toBeLessThanOrEqual(11);
    expect(written[5]).toBe("\r\u001b[2Ksearch     50 %  0.50 s");
    expect(written.at(-1)).toBe("\r\u001b[2K");
    expect(written.join("")).not.toContain("\n");
  });

  it("shows the best table of all under the line, in as many rows as fit, and takes it away", () => {
    const written: string[] = [];
    let clock = 0;
    const display = newProgress(
      "redrawn",
      (more) => written.push(more),
      () => ({ columns: 32, rows: 5 }),
      () => clock,
    );
    const told = (score: number, rows: string[][]): void => {
      clock += 200;
      const table = { score, columns: ["age", "job"], rows };
      display.update({ kind: "progress", stage: "search", done: 1, total: 4, note: `best ${score}`, table });
    };
    told(3, [["[21-25]", "a\u001bb"]]);
    told(4, [["*", "*"]]);
    told(2, [
      ["21", "*"],
      ["21", "*"],
      ["30", "x"],
    ]);
    display.settle();
    expect(written).toEqual([
      "\r\u001b[2Ksearch     25 %  0.00 s  best 3\nage      job\n[21-25]  a\\x1bb",
      "\r\u001b[2A\u001b[Jsearch     25 %  0.20 s  best 3\nage      job\n[21-25]  a\\x1bb",
      "\r\u001b[2A\u001b[Jsearch     25 %  0.40 s  best 2\nage  job\n21   *\n… and 2 more rows",
      "\r\u001b[3A\u001b[J",
    ]);
  });
});
