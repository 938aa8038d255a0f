import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildHierarchy, suggestHierarchy } from "../../src/hierarchy/index.ts";

function levelsOf(numbers: readonly number[], counts?: readonly number[]): readonly (readonly string[])[] {
  const column = { values: numbers.map(String), numbers, kind: "number" as const, ...(counts ? { counts } : {}) };
  const { setting } = suggestHierarchy(column);
  return buildHierarchy(column.values, setting!, column).levels;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe("suggested intervals end where the data end", () => {
  it("ages from 17 to 93: no [80..159], and the end of the narrowest interval where few people are as old", () => {
    const levels = levelsOf(
      range(17, 93),
      range(17, 93).map((age) => (age < 90 ? 40 : 1)),
    );
    expect(levels.at(-2)).toEqual(["[17..79]", "[80..94]"]);
    expect(levels[1].at(-1)).toBe("[90..94]");
    expect(levels.flat().join()).not.toMatch(/99|119|159/);
  });

  it("a scale of 1 to 5: [1..3] and [4..5], no [4..7] and no [0..1]", () => {
    const levels = levelsOf(range(1, 5), [9, 20, 30, 20, 9]);
    expect(levels[1]).toEqual(["1", "[2..3]", "[4..5]"]);
    expect(levels[2]).toEqual(["[1..3]", "[4..5]"]);
    expect(levels[3]).toEqual(["*"]);
    expect(levels.length).toBe(4);
  });

  it("tells no extreme that fewer than five records hold", () => {
    const amounts = [5532, 7000, 8000, 20_000, 40_000, 95_431];
    const levels = levelsOf(amounts, [1, 9, 9, 9, 9, 4]);
    expect(levels.slice(1).flat().join()).not.toMatch(/5532|95431/);
    expect(levels.at(-2)).toEqual(["[5000..79999]", "[80000..99999]"]);
    expect(levelsOf(range(1, 5)).at(-2)).toEqual(["[0..3]", "[4..5]"]);
  });

  it("decimals end at the grid, and a value beyond lies in an open group", () => {
    const numbers = [0.25, 1.5, 3.75, 8.25, 9.5];
    const column = { values: numbers.map(String), numbers, kind: "number" as const, counts: [9, 9, 9, 9, 9] };
    const setting = suggestHierarchy(column).setting!;
    expect(setting).toMatchObject({ min: 0, max: 10 });
    const next = { kind: "number" as const, values: ["8.25", "12"], numbers: [8.25, 12] };
    expect(buildHierarchy(next.values, setting, next).levels[1]).toEqual(["[8..8.5)", ">=10"]);
  });

  it("holds of any numbers: labels contain their values, stay within one narrowest width of the data, and no level is one interval", () => {
    const number = fc.oneof(
      fc.integer({ min: -1000, max: 100_000 }),
      fc.double({ min: -50, max: 50, noNaN: true }).map((x) => Math.round(x * 100) / 100 + 0),
    );
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 3, maxLength: 60 }), fc.nat(20), (found, count) => {
        const numbers = found.map((x) => x + 0).filter((x, i, all) => all.indexOf(x) === i);
        fc.pre(numbers.length >= 3);
        const column = {
          values: numbers.map(String),
          numbers,
          kind: "number" as const,
          counts: numbers.map(() => count),
        };
        const setting = suggestHierarchy(column).setting!;
        if (setting.kind !== "intervals") return;
        const { levels, parents } = buildHierarchy(column.values, setting, column);
        const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)];
        const width = setting.width!;
        levels.slice(1, -1).forEach((labels, at) => {
          expect(labels.length).toBeGreaterThan(1);
          expect(labels).not.toEqual(levels[at]);
          for (const label of labels) {
            const [low, high] = endsOf(label);
            expect(low).toBeGreaterThan(least - width);
            expect(high).toBeLessThanOrEqual(greatest + width);
          }
        });
        levels[0].forEach((value, at) => {
          let place = at;
          for (let level = 1; level < levels.length - 1; level++) {
            place = parents[level - 1][place];
            const [low, high, isOpen] = endsOf(levels[level][place]);
            expect(Number(value)).toBeGreaterThanOrEqual(low);
            if (isOpen) expect(Number(value)).toBeLessThan(high);
            else expect(Number(value)).toBeLessThanOrEqual(high);
          }
        });
      }),
      { numRuns: 300 },
    );
  });
});

it("suggests something that can be built for any three numbers that are read, however large, small or close", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.uniqueArray(number, { minLength: 3, maxLength: 5, selector: (x) => x + 0 }), (numbers) => {
      const column = { values: numbers.map(String), numbers, kind: "number" as const };
      const { setting } = suggestHierarchy(column);
      if (setting?.kind === "intervals") expect(setting.min).toBeLessThan(setting.max!);
    }),
    { numRuns: 500 },
  );
});

/** The ends that a label states, and whether the upper one is left out; read here, not by the code under test. */
function endsOf(label: string): readonly [low: number, high: number, isOpen: boolean] {
  const span = /^\[(.+)\.\.(.+?)([\])])$/.exec(label);
  if (span === null) return [Number(label), Number(label), false];
  return [Number(span[1]), Number(span[2]), span[3] === ")"];
}
