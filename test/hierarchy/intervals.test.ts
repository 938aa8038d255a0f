import { describe, expect, it } from "vitest";
import { intervals, intervalsHierarchy } from "../../src/hierarchy/index.ts";
import { errorOf, lines } from "./lines.ts";

describe("intervals", () => {
  it("states the setting and nothing more", () => {
    expect(intervals({ width: 5 })).toEqual({ kind: "intervals", width: 5 });
  });

  it("doubles the width until one interval would hold everything", () => {
    expect(lines(intervalsHierarchy(["34", "20", "24", "7"], intervals({ width: 5 })))).toEqual([
      "7;[5..9];[0..9];[0..19];*",
      "20;[20..24];[20..29];[20..39];*",
      "24;[20..24];[20..29];[20..39];*",
      "34;[30..34];[30..39];[20..39];*",
    ]);
  });

  it("takes a factor, an origin and a number of levels", () => {
    expect(lines(intervalsHierarchy(["17", "90"], intervals({ width: 10, factor: 3, from: 5, levels: 2 })))).toEqual([
      "17;[15..24];[5..34];*",
      "90;[85..94];[65..94];*",
    ]);
  });

  it("keeps negative and positive numbers apart below the root", () => {
    expect(lines(intervalsHierarchy(["-1", "-7", "0", "3"], intervals({ width: 5 })))).toEqual([
      "-7;[-10..-6];[-10..-1];*",
      "-1;[-5..-1];[-10..-1];*",
      "0;[0..4];[0..9];*",
      "3;[0..4];[0..9];*",
    ]);
  });

  it("labels decimals without their upper end, at exact decimal boundaries", () => {
    expect(lines(intervalsHierarchy(["0.3", "0.29", "0.7"], intervals({ width: 0.1, levels: 1 })))).toEqual([
      "0.29;[0.2..0.3);*",
      "0.3;[0.3..0.4);*",
      "0.7;[0.7..0.8);*",
    ]);
  });

  it("gathers what lies below min and from max on, and clips intervals there", () => {
    const setting = intervals({ width: 20, min: 25, max: 90 });
    expect(lines(intervalsHierarchy(["20", "25", "39", "85", "90", "99"], setting))).toEqual([
      "20;<25;<25;<25;<25;*",
      "25;[25..39];[25..39];[25..79];[25..89];*",
      "39;[25..39];[25..39];[25..79];[25..89];*",
      "85;[80..89];[80..89];[80..89];[25..89];*",
      "90;>=90;>=90;>=90;>=90;*",
      "99;>=90;>=90;>=90;>=90;*",
    ]);
  });

  it("takes cuts level by level", () => {
    expect(lines(intervalsHierarchy(["5", "18", "30", "70"], intervals({ cuts: [[18, 30, 65], [65]] })))).toEqual([
      "5;<18;<65;*",
      "18;[18..29];<65;*",
      "30;[30..64];<65;*",
      "70;>=65;>=65;*",
    ]);
    const { code, message } = errorOf(() => intervalsHierarchy(["5"], intervals({ cuts: [[10], [20]] })));
    expect([code, message]).toEqual(["hierarchy", "level 2 is cut at 20, where level 1 is not"]);
  });

  it("chooses a round width", () => {
    const ages = Array.from({ length: 74 }, (_, i) => `${17 + i}`);
    expect(intervalsHierarchy(ages).levels[1][0]).toBe("[15..19]");
    expect(intervalsHierarchy(["0.001", "0.002", "0.0035"]).levels[1][0]).toBe("[0.001..0.0012)");
  });

  it("keeps 1, 1.0 and 01 apart as values and together as a number", () => {
    expect(lines(intervalsHierarchy(["1.0", "1", "01"], intervals({ width: 1 })))).toEqual([
      "01;1;*",
      "1;1;*",
      "1.0;1;*",
    ]);
  });

  it("names a value that is no number, and a width too narrow", () => {
    const odd = errorOf(() => intervalsHierarchy(["1", "n/a"], intervals(), { name: "age" }));
    expect(odd).toMatchObject({ code: "hierarchy", where: "age" });
    expect(odd.message).toContain('"n/a"');
    expect(odd.hint).toContain("missing");
    expect(errorOf(() => intervalsHierarchy(["1e300"], intervals({ width: 1e-5 }))).code).toBe("hierarchy");
  });

  it("makes a root of an empty column", () => {
    expect(intervalsHierarchy([])).toEqual({ levels: [[], ["*"]], parents: [new Uint32Array(0)] });
  });
});
