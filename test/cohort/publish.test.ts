import { describe, expect, it } from "vitest";
import { mondrian } from "../../src/algorithms/index.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { cell, readCsv } from "../../src/table/index.ts";

const csv = "age,zip,sex\n21,02139,f\n22,02138,m\n25,02115,f\n61,10001,m\n64,10003,m\n66,10025,f\n";

/** The released rows, as they are written, of a table cut into two cohorts of three. */
function released(algorithm: NonNullable<SpecInCode["algorithm"]>, age: object = {}, text = csv): string[] {
  const table = readCsv(text);
  const release = anonymize(table, {
    attributes: {
      age: { role: "quasi-identifying", ...age },
      zip: { role: "quasi-identifying" },
      sex: { role: "insensitive" },
    },
    privacy: [kAnonymity(3)],
    algorithm,
  });
  const lines = Array.from({ length: release.table.rows }, (_, row) =>
    [0, 1].map((column) => cell(release.table, row, column)).join(" "),
  );
  return [...new Set(lines)].sort();
}

describe("published values", () => {
  it("are ranges of numbers and sets of names", () => {
    expect(released(mondrian())).toEqual(["[21..25] {02115|02138|02139}", "[61..66] {10001|10003|10025}"]);
  });

  it("do not tell the order in which the input has the names", () => {
    const [header, ...records] = csv.trimEnd().split("\n") as [string, ...string[]];
    const [young, old] = [records.slice(0, 3), records.slice(3)];
    const turned = [header, ...young.reverse(), ...old.reverse()].join("\n");
    for (const values of ["range", "set"] as const) {
      expect(released(mondrian({ values }), {}, turned)).toEqual(released(mondrian({ values })));
    }
  });

  it("are the values that occur with values=set", () => {
    expect(released(mondrian({ values: "set" }))).toEqual([
      "{21|22|25} {02115|02138|02139}",
      "{61|64|66} {10001|10003|10025}",
    ]);
  });

  it("are what they begin with in common with values=prefix", () => {
    expect(released(mondrian({ values: "prefix" }))).toEqual(["2* 021**", "6* 100**"]);
  });

  it("are means and medians", () => {
    expect(released(mondrian({ values: "mean" }))[0]).toBe("22.666667 {02115|02138|02139}");
    expect(released(mondrian({ values: "median" }))[0]).toBe("22 {02115|02138|02139}");
  });

  it("are nodes where there is a hierarchy", () => {
    const rows = released(mondrian(), { hierarchy: { kind: "intervals", width: 10 } });
    expect(rows.map((row) => row.split(" ")[0])).toEqual(["[20..29]", "[60..69]"]);
  });

  it("are widened to a grid with snap", () => {
    expect(released(mondrian(), { snap: 4 }).map((row) => row.split(" ")[0])).toEqual(["[20..27]", "[60..67]"]);
  });

  it("never become Infinity on a grid that is too fine, which is refused", () => {
    for (const snap of [1e-320, 1e-307, 1e-10]) expect(() => released(mondrian(), { snap })).toThrow(/1e-9/);
    const tall = readCsv("height\n1e308\n1e308\n1.5e308\n1.5e308\n");
    const spec = {
      attributes: { height: { role: "quasi-identifying", snap: 1e-9 } },
      privacy: [kAnonymity(2)],
    } as const;
    expect(() => anonymize(tall, spec)).toThrow('column "height" has numbers that a grid of width 1e-9 cannot hold');
  });
});
