import { describe, expect, it } from "vitest";
import {
  checkHierarchy,
  type Hierarchy,
  hierarchyOutline,
  liesIn,
  parseIntervalLabel,
  readHierarchy,
  suggestHierarchy,
} from "../../src/hierarchy/index.ts";

const read = (text: string): Hierarchy => readHierarchy(new TextEncoder().encode(text)).hierarchy;
const messages = (hierarchy: Hierarchy, values?: readonly string[]): string[] =>
  checkHierarchy(hierarchy, values).map(({ severity, message }) => `${severity}: ${message}`);

describe("checkHierarchy", () => {
  it("finds nothing in a sound hierarchy", () => {
    expect(messages(read("1;1-2;*\n2;1-2;*\n3;3-4;*\n4;3-4;*"), ["1", "4"])).toEqual([]);
  });

  it("names the values that are missed", () => {
    const findings = checkHierarchy(read("x;*\ny;*"), ["a", "x", "b", "c"]);
    expect(findings).toEqual([
      { severity: "error", message: "hierarchy misses 3 values: a, b, c", values: ["a", "b", "c"] },
    ]);
  });

  it("refuses what is no tree", () => {
    const up = (...parents: number[]): Uint32Array => Uint32Array.from(parents);
    expect(messages({ levels: [["a", "b"]], parents: [] })).toEqual([
      "error: the last level holds 2 labels instead of one",
    ]);
    expect(messages({ levels: [["a"], ["*"]], parents: [] })).toEqual(["error: 2 levels need 1 lists of parents"]);
    expect(messages({ levels: [["a", "a"], ["*"]], parents: [up(0, 0)] })).toEqual(["error: level 0 names a twice"]);
    expect(messages({ levels: [["a", "b"], ["*"]], parents: [up(0, 7)] })).toEqual([
      "error: level 0 has labels without a group: b",
    ]);
    expect(messages({ levels: [["a", "b"], ["g", "h"], ["*"]], parents: [up(0, 0), up(0, 0)] })).toContain(
      "error: no value stands below h",
    );
  });

  it("warns of values outside the interval above them, of any written form", () => {
    expect(messages(read("19;<20;*\n20;<20;*\n90;>=90;*\n89;>=90;*"))).toEqual([
      'warning: 2 values lie outside the interval named above: 20 under "<20", 89 under ">=90"',
    ]);
  });

  it("warns of levels that merge nothing, of values that are groups, and of groups of one", () => {
    expect(messages(read("a;A;*\nb;B;*"))).toEqual([
      "warning: level 1 merges nothing of level 0",
      "warning: 2 groups hold a single value: A, B",
    ]);
    expect(messages(read("a;b;*\nc;b;*\nb;d;*\ne;d;*"))).toEqual(["warning: 1 label is both a value and a group: b"]);
    expect(messages(read("a;*\nb;B;*\nc;B;*"))).toEqual([]);
  });
});

describe("parseIntervalLabel", () => {
  it.each([
    ["15-19", [15, 19], []],
    ["[15..19]", [15, 17.5, 19], [14, 20]],
    ["15..19", [15, 19], [19.5]],
    ["[20..25)", [20, 24.9], [25]],
    ["[20, 25[", [20, 24.9], [25]],
    ["]20, 25]", [25], [20]],
    ["<20", [-1e9, 19], [20]],
    ["<=20", [20], [21]],
    [">=90", [90], [89]],
    [">90", [91], [90]],
    ["90+", [90, 1000], [89]],
    ["1900,1904", [1900, 1904], [1905]],
    ["-5--1", [-5, -1], [0]],
    ["-5..5", [0], [6]],
    ["1.5–2.5", [2], [3]],
  ])("reads %s", (label, inside, outside) => {
    const interval = parseIntervalLabel(label)!;
    expect(inside.map((value) => liesIn(value, interval))).toEqual(inside.map(() => true));
    expect(outside.map((value) => liesIn(value, interval))).toEqual(outside.map(() => false));
  });

  it.each(["*", "Married", "2024-03", "0213*", "[1..2", "12", "a-b", ""])("leaves %j alone", (label) => {
    expect(parseIntervalLabel(label)).toBeUndefined();
  });
});

describe("suggestHierarchy", () => {
  const many = Array.from({ length: 30 }, (_, i) => i);

  it("proposes by what the column holds", () => {
    const ages = many.map((i) => `${20 + 2 * i}`);
    expect(suggestHierarchy({ kind: "number", values: ages }).setting).toEqual({
      kind: "intervals",
      width: 5,
      factor: 2,
      min: 20,
      max: 80,
    });
    expect(suggestHierarchy({ kind: "date", values: ["2024-01-01", "2024-01-02", "2024-01-03"] }).setting).toEqual({
      kind: "dates",
    });
    const zips = many.map((i) => `0${2100 + i}`);
    expect(suggestHierarchy({ kind: "number", values: zips }).setting).toEqual({ kind: "masking", from: "right" });
    const codes = many.map((i) => `A${100 + i}`);
    expect(suggestHierarchy({ kind: "category", values: codes }).setting).toEqual({ kind: "masking", from: "right" });
    expect(suggestHierarchy({ kind: "category", values: ["a", "b", "c"] }).setting).toBeUndefined();
    expect(suggestHierarchy({ kind: "number", values: ["0", "1"] }).setting).toBeUndefined();
  });

  it("says what keeping the most frequent keeps", () => {
    const names = many.map((i) => `name ${"x".repeat(i)}`);
    const { setting, reason } = suggestHierarchy({
      kind: "category",
      values: names,
      counts: many.map((i) => (i < 10 ? 8 : 1)),
    });
    expect(setting).toEqual({ kind: "frequency", keep: 10 });
    expect(reason).toBe("30 categories: the 10 most frequent hold 80 % of the records and stay, the rest become one");
  });
});

describe("hierarchyOutline", () => {
  it("shows levels, smallest groups and the first groups", () => {
    const hierarchy = read("a;A;*\nb;A;*\nc;c;*\nd;D;*\ne;D;*\nf;D;*\ng;D;*\nh;D;*\ni;D;*");
    expect(hierarchyOutline(hierarchy)).toEqual([
      "level 0  9 values",
      "level 1  3 groups  smallest c (1 value)",
      "level 2  1 group   smallest * (9 values)",
      "",
      "*  9 values",
      "├─ A  2 values",
      "│  ├─ a",
      "│  └─ b",
      "├─ c",
      "└─ D  6 values",
      "   ├─ d",
      "   ├─ e",
      "   ├─ f",
      "   ├─ g",
      "   └─ … 2 more",
    ]);
  });

  it("counts records when it is given them", () => {
    const counts = new Map([
      ["a", 5],
      ["b", 7],
    ]);
    expect(hierarchyOutline(read("a;*\nb;*"), counts).slice(-3)).toEqual([
      "*  12 records",
      "├─ a  5 records",
      "└─ b  7 records",
    ]);
  });
});
