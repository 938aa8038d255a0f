import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MondrianSpec, mondrian } from "../../src/algorithms/index.ts";
import { coverOf, covers, daysIn, dayText } from "../../src/cohort/index.ts";
import { readHierarchy } from "../../src/hierarchy/index.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { labelStrings, readCsv } from "../../src/table/index.ts";
import { compare } from "../../src/utility/compare.ts";

/** The values of a column that a released text covers, as text. */
function covered(original: string, text: string, options: Parameters<typeof coverOf>[2] = {}): string[] {
  const before = readCsv(`x\n${original}\n`).columns[0];
  const after = readCsv(`x\n"${text}"\nzzz\n`).columns[0];
  const only = { ...after, labels: { ...after.labels, size: 1 } };
  const cover = coverOf(before, only, options);
  return labelStrings(before.labels).filter((_, code) => covers(cover, 0, cover.rankOf[code]));
}

const numbers = "1\n5\n-3\n2.5\n10";
const days = "2024-01-05\n2024-01-31\n2024-02-29\n2025-01-01";

describe("what a released value covers", () => {
  it.each([
    [numbers, "[1..5]", ["1", "5", "2.5"]],
    [numbers, "[1..5)", ["1", "2.5"]],
    [numbers, "[-4..2]", ["1", "-3"]],
    [numbers, "5.0", ["5"]],
    [numbers, "*", ["1", "5", "-3", "2.5", "10"]],
    [numbers, "[1-5]", ["1", "5", "2.5"]],
    [numbers, ">=5", ["5", "10"]],
    [days, "[2024-01-05..2024-02-29]", ["2024-01-05", "2024-01-31", "2024-02-29"]],
    [days, "[2024-01-01..2024-02-28]", ["2024-01-05", "2024-01-31"]],
    [days, "2024-01", ["2024-01-05", "2024-01-31"]],
    ["red\ngreen\nblue", "{red|blue}", ["red", "blue"]],
    ["red\ngreen\nblue", "green", ["green"]],
    ["02114\n02117\n10907", "021**", ["02114", "02117"]],
    ["*\n{a}\nb", "\\*", ["*"]],
  ])("of %j, %s covers %j", (original, text, expected) => {
    expect(covered(original, text)).toEqual(expected);
  });

  it("reads nodes of a hierarchy and runs of the C program", () => {
    const hierarchy = readHierarchy(new TextEncoder().encode("a;A;*\nb;A;*\nc;B;*\n")).hierarchy;
    expect(covered("c\na\nb", "A", { hierarchy })).toEqual(["a", "b"]);
    expect(covered("c\na\nb", "*", { hierarchy })).toEqual(["c", "a", "b"]);
    expect(covered("3\n1\n2\n9", "1~3", { form: "tilde" })).toEqual(["3", "1", "2"]);
    expect(covered("c\na\nb", "a~b", { form: "tilde" })).toEqual(["a", "b"]);
  });

  it("refuses a value that the original cannot have had", () => {
    expect(() => covered("red\ngreen", "blue")).toThrow('the release\'s value "blue" of column "x"');
  });

  it("holds every record's own values, however they are published", () => {
    const forms: MondrianSpec[] = [
      mondrian(),
      mondrian({ values: "set" }),
      mondrian({ values: "prefix" }),
      mondrian({ values: "mean" }),
      mondrian({ compatible: true }),
      mondrian({ strict: false }),
    ];
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.integer({ min: -9, max: 9 }),
            fc.constantFrom("ab", "ac", "b", ""),
            fc.integer({ min: 0, max: 60 }),
          ),
          {
            minLength: 4,
            maxLength: 30,
          },
        ),
        fc.constantFrom(...forms),
        fc.constantFrom(undefined, 7),
        (rows, algorithm, snap) => {
          const table = readCsv(`n,c,d\n${rows.map(([n, c, d]) => `${n},${c},${dayText(19_000 + d)}`).join("\n")}\n`);
          const wide = snap === undefined || algorithm.compatible === true ? {} : { snap };
          const kinds = Object.fromEntries(table.columns.map(({ name, kind }) => [name, kind]));
          const release = anonymize(
            table,
            {
              attributes: {
                n: { role: "quasi-identifying", ...(kinds.n === "number" ? wide : {}) },
                c: { role: "quasi-identifying" },
                d: { role: "quasi-identifying", ...(kinds.d === "date" ? wide : {}) },
              },
              privacy: [kAnonymity(2)],
              algorithm,
              order: "shuffled",
            },
            { truth: true },
          );
          const form = algorithm.compatible === true ? "tilde" : "kohort";
          release.table.columns.forEach((after, place) => {
            const before = table.columns[place];
            const cover = coverOf(before, after, { form });
            release.truth!.forEach((row, released) => {
              expect(covers(cover, after.codes[released], cover.rankOf[before.codes[row]])).toBe(true);
            });
          });
          expect([...release.truth!].sort((a, b) => a - b)).toEqual(rows.map((_, row) => row));
          if (algorithm.values === undefined) compare(table, release, { form });
        },
      ),
      { numRuns: 120 },
    );
  });
});

describe("days as text", () => {
  it("is the calendar's own", () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (day) => {
        const text = new Date(day * 86_400_000).toISOString().slice(0, 10);
        expect(dayText(day)).toBe(text);
        expect(daysIn(text)).toBe(day);
      }),
    );
    expect(daysIn("2023-02-29")).toBeNaN();
    expect(daysIn("1.2.2023")).toBeNaN();
  });
});

describe("snap", () => {
  const spec = (column: string, snap: number) => ({
    attributes: { [column]: { role: "quasi-identifying" as const, snap } },
    privacy: [kAnonymity(2)],
  });
  const published = (csv: string, column: string, snap: number): string[] =>
    [...new Set(labelStrings(anonymize(readCsv(csv), spec(column, snap)).table.columns[0].labels))].sort();

  it("widens numbers outward to multiples of the width", () => {
    expect(published("age\n17\n23\n31\n38\n", "age", 5)).toEqual(["[15..24]", "[30..39]"]);
    expect(published("x\n-7\n-1\n0.5\n0.7\n", "x", 0.25)).toEqual(["[-7..-0.75]", "[0.5..0.75]"]);
  });

  it("widens days to weeks of the count from 1970, as ISO text", () => {
    // 2024-01-01 is day 19723 = 2817·7 + 4, so its cell of seven days begins on 2023-12-28
    const days = "day\n2024-01-01\n2024-01-02\n2024-02-10\n2024-02-20\n";
    expect(published(days, "day", 7)).toEqual(["[2023-12-28..2024-01-03]", "[2024-02-08..2024-02-21]"]);
  });
});
