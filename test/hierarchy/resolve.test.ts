import { describe, expect, it } from "vitest";
import { intervals, parseHierarchySetting, resolveHierarchy } from "../../src/hierarchy/index.ts";
import { errorOf, lines } from "./lines.ts";

const files = new Map([["sex.csv", new TextEncoder().encode("Male;*\nFemale;*")]]);

describe("resolveHierarchy", () => {
  it("builds what a setting states", () => {
    expect(lines(resolveHierarchy(intervals({ width: 50 }), { values: ["1", "60"] }))).toEqual([
      "1;[0..49];*",
      "60;[50..99];*",
    ]);
    const counted = resolveHierarchy({ kind: "frequency", keep: 1 }, { values: ["a", "b"], counts: [1, 2] });
    expect(lines(counted)).toEqual(["b;b;*", "a;other;*"]);
  });

  it("reads files that were handed in and takes what is already built", () => {
    const built = resolveHierarchy({ kind: "file", path: "sex.csv" }, { values: ["Female"] }, files);
    expect(built.levels).toEqual([["Male", "Female"], ["*"]]);
    expect(resolveHierarchy(built, { values: ["Male"] })).toBe(built);
  });

  it("names up to five of the values that are missed, and the place", () => {
    const values = ["Male", "u", "v", "w", "x", "y", "z"];
    expect(
      errorOf(() => resolveHierarchy({ kind: "file", path: "sex.csv" }, { name: "sex", values }, files)),
    ).toMatchObject({
      code: "hierarchy",
      message: 'hierarchy misses 6 values of "sex": u, v, w, x, y and 1 more',
      where: "sex.csv",
    });
    const nested = { kind: "tree" as const, tree: { G: ["a"] } };
    expect(errorOf(() => resolveHierarchy(nested, { name: "letter", values: ["b"] })).where).toBe("letter");
  });

  it("refuses a file that was not handed in and a built hierarchy that is no tree", () => {
    const lost = errorOf(() => resolveHierarchy({ kind: "file", path: "sx.csv" }, { values: [] }, files));
    expect(lost).toMatchObject({ code: "file", message: 'hierarchy file "sx.csv" is not there' });
    expect(lost.hint).toContain('did you mean "sex.csv"?');
    const broken = { levels: [["a"], ["g", "h"]], parents: [Uint32Array.of(0)] };
    expect(errorOf(() => resolveHierarchy(broken, { values: ["a"] })).code).toBe("hierarchy");
  });
});

describe("parseHierarchySetting", () => {
  it.each([
    ["intervals(width=5,factor=2)", { kind: "intervals", width: 5, factor: 2 }],
    ["intervals", { kind: "intervals" }],
    ["intervals(cuts=18+30+65/65)", { kind: "intervals", cuts: [[18, 30, 65], [65]] }],
    ["intervals(min=-5, max=1e3)", { kind: "intervals", min: -5, max: 1000 }],
    ["masking(from=right)", { kind: "masking", from: "right" }],
    ["masking()", { kind: "masking" }],
    ['masking(character=",",step=2)', { kind: "masking", character: ",", step: 2 }],
    ["dates(levels=month+year)", { kind: "dates", levels: ["month", "year"] }],
    ["order(order=numeric,size=3)", { kind: "order", order: "numeric", size: 3 }],
    ["order(order=s+m+l)", { kind: "order", order: ["s", "m", "l"] }],
    ["order(groups=a+b/c)", { kind: "order", groups: [["a", "b"], ["c"]] }],
    ["frequency(minimum=5,other=rest)", { kind: "frequency", minimum: 5, other: "rest" }],
    ["file(path=x.csv,delimiter=;)", { kind: "file", path: "x.csv", delimiter: ";" }],
    ["age.csv", { kind: "file", path: "age.csv" }],
    ["some dir/age (1).csv", { kind: "file", path: "some dir/age (1).csv" }],
    ["tree", { kind: "file", path: "tree" }],
  ])("reads %s", (text, setting) => {
    expect(parseHierarchySetting(text)).toEqual(setting);
  });

  it.each([
    ["interval(width=5)", 'there is no hierarchy "interval"', 'did you mean "intervals"?'],
    ["intervals(widht=5)", 'intervals has no option "widht"', 'did you mean "width"?'],
    ["intervals(width)", 'option "width" of intervals has no value', "width="],
    ["tree(tree=x)", "a tree is too much for the command line", "kohort.json"],
    ["dates(levels=month+years)", 'option "levels" of dates must be one of minute', 'did you mean "year"?'],
    ["masking(from=top)", 'option "from" of masking must be one of right, left', '"top" was given'],
    ["intervals(width=-1)", 'option "width" of intervals must be above 0', "-1 was given"],
    ["intervals(factor=2.5)", 'option "factor" of intervals must be a whole number', "2.5 was given"],
    ["dates(levels=month+eon)", 'option "levels" of dates must be one of minute, hour, day, week', "eon"],
    ["masking(character=xx)", 'option "character" of masking is refused: must be one character', "xx"],
    ["order(order=random)", 'option "order" of order is not understood', "random"],
    ["file()", 'option "path" of file must be stated', "path="],
  ])("refuses %s", (text, message, hint) => {
    const error = errorOf(() => parseHierarchySetting(text));
    expect(error.code).toBe("usage");
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  });

  it("refuses what is no number and what is empty", () => {
    expect(errorOf(() => parseHierarchySetting("intervals(width=five)")).message).toBe(
      'option "width" takes a number, not "five"',
    );
    expect(errorOf(() => parseHierarchySetting("")).code).toBe("usage");
    expect(errorOf(() => parseHierarchySetting("intervals(width=5,cuts=3)")).message).toContain("cuts stand alone");
    expect(errorOf(() => parseHierarchySetting("constructor()")).code).toBe("usage");
  });
});
