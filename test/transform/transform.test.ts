import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Column, cell, readCsv, type Table } from "../../src/table/index.ts";
import {
  resolveTransformations,
  type Transformation,
  transformColumn,
  untransformedValue,
} from "../../src/transform/index.ts";

function column(values: readonly string[], kind?: "number" | "date" | "category"): Column {
  const table = readCsv(`x,y\n${values.map((value) => `${value},1`).join("\n")}\n`, {
    ...(kind === undefined ? {} : { kinds: { x: kind } }),
  });
  return table.columns[0];
}

function texts(found: Column): string[] {
  const table: Table = { rows: found.codes.length, columns: [found] };
  return Array.from({ length: table.rows }, (_, row) => cell(table, row, 0));
}

const coded = (values: readonly string[], ...stated: Transformation[]): string[] =>
  texts(transformColumn(column(values), stated).column);

describe("coding", () => {
  it("publishes what is beyond a limit as the limit, and leaves what is missing missing", () => {
    expect(coded(["17", "90", "91", "", "104.5"], { kind: "top", at: 90 })).toEqual(["17", "90", "90", "", "90"]);
    expect(coded(["17", "-3", "18", ""], { kind: "bottom", at: 18 })).toEqual(["18", "18", "18", ""]);
    expect(coded(["1.3.1931", "24.12.1999"], { kind: "bottom", at: "1940-01-01" })).toEqual([
      "01.01.1940",
      "24.12.1999",
    ]);
  });

  it("rounds halves upward and without the noise of fractions", () => {
    const given = ["2.5", "7.4", "7.5", "-2.5", "12", "0.3"];
    expect(coded(given, { kind: "round", to: 5 })).toEqual(["5", "5", "10", "0", "10", "0"]);
    expect(coded(["0.25", "0.34", "1.05"], { kind: "round", to: 0.1 })).toEqual(["0.3", "0.3", "1.1"]);
  });

  it("groups rare names until the group is not rare itself", () => {
    const names = [..."aaaaabbbbccd"];
    expect(coded(names, { kind: "rare", below: 3 })).toEqual([..."aaaaabbbb", "other", "other", "other"]);
    expect(coded(names, { kind: "rare", below: 2 }).join("")).toBe("aaaaabbbbotherotherother");
    expect(coded([..."aab"], { kind: "rare", below: 5, as: "rest" })).toEqual(["rest", "rest", "rest"]);
  });

  it("counts every name at least as often as asked, and keeps each value's place on random columns", () => {
    const names = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "", "other"), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(names, fc.integer({ min: 2, max: 12 }), (given, below) => {
        const found = coded(given, { kind: "rare", below });
        const counts = new Map<string, number>();
        for (const value of found) if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
        expect([...counts.values()].every((count) => count >= below) || counts.size <= 1).toBe(true);
        found.forEach((value, row) => {
          expect(value === given[row] || (value === "other" && given[row] !== "")).toBe(true);
        });
        const [listed] = resolveTransformations(column(given), [{ kind: "rare", below }]);
        expect(coded(given, listed)).toEqual(found);
      }),
      { numRuns: 200 },
    );
  });

  it("says how many records each step changed", () => {
    const { changed } = transformColumn(column(["1", "9", "9", "12", ""]), [
      { kind: "top", at: 10 },
      { kind: "round", to: 5 },
    ]);
    expect(changed).toEqual([
      { kind: "top", records: 1 },
      { kind: "round", records: 3 },
    ]);
  });

  it("refuses columns of another kind and limits of another kind", () => {
    expect(() => coded(["a", "b"], { kind: "top", at: 3 })).toThrow(/is for numbers and days/);
    expect(() => coded(["1", "2"], { kind: "rare", below: 3 })).toThrow(/is for names/);
    expect(() => coded(["1", "2"], { kind: "top", at: "2020-01-01" })).toThrow(/has numbers/);
    expect(() => coded(["2020-01-01"], { kind: "top", at: 3 })).toThrow(/has days/);
  });

  it("finds a planted value that was not coded", () => {
    const before = column(["20", "95", "33", "90"]);
    const top: Transformation = { kind: "top", at: 90 };
    expect(untransformedValue(column(["[20..33]", "90"], "category"), before, top, false)).toBeUndefined();
    expect(untransformedValue(column(["[20..95]", "90"], "category"), before, top, false)).toBe("95");
    expect(untransformedValue(column(["[20..94]", "90"], "category"), before, top, true)).toBeUndefined();
    expect(untransformedValue(column(["20", "95"], "category"), before, top, true)).toBe("95");
    expect(untransformedValue(column(["20", "[90..94]"], "category"), before, top, false)).toBeUndefined();
    expect(untransformedValue(column(["20", "[80..94]"], "category"), before, top, false)).toBe("94");
    expect(untransformedValue(column(["[60..79]", "[80..94]"], "category"), before, top, false)).toBeUndefined();
    expect(untransformedValue(column(["[60..79]", "[91..95]"], "category"), before, top, true)).toBe("91");
    const bottom = { kind: "bottom", at: 18 } as const;
    expect(untransformedValue(column(["[15..18]", "[20..33]"], "category"), before, bottom, false)).toBeUndefined();
    expect(untransformedValue(column(["[15..17]", "[20..33]"], "category"), before, bottom, true)).toBe("17");
    const round: Transformation = { kind: "round", to: 5 };
    expect(untransformedValue(column(["{20|33}"], "category"), before, round, false)).toBe("33");
    const names = column([..."aaabbbc"]);
    expect(untransformedValue(column(["{a|c}"]), names, { kind: "rare", below: 3 }, false)).toBe("c");
    expect(untransformedValue(column(["{a|b}", "other"]), names, { kind: "rare", below: 3 }, false)).toBeUndefined();
  });
});
