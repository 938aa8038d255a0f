import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "../../src/base/index.ts";
import { combinationsOf } from "../../src/risk/index.ts";
import { categoryColumn, type Table } from "../../src/table/index.ts";

const names = ["a", "b", "c", "d"];

function tableOf(rows: readonly (readonly string[])[]): Table {
  return {
    rows: rows.length,
    columns: names.map((name, place) =>
      categoryColumn(
        name,
        rows.map((row) => row[place]),
      ),
    ),
  };
}

function subsets(size: number): number[][] {
  const all: number[][] = [];
  for (let bits = 1; bits < 1 << names.length; bits++) {
    const set = names.flatMap((_, place) => (bits & (1 << place) ? [place] : []));
    if (set.length <= size) all.push(set);
  }
  return all;
}

/** The rows that are alone with their values of some columns, by comparing every row with every other. */
function aloneIn(rows: readonly (readonly string[])[], set: readonly number[]): Set<number> {
  const alike = (a: number, b: number) => set.every((place) => rows[a][place] === rows[b][place]);
  return new Set(rows.flatMap((_, row) => (rows.some((__, other) => other !== row && alike(row, other)) ? [] : [row])));
}

const anyRows = fc.array(fc.array(fc.constantFrom("0", "1", "2"), { minLength: 4, maxLength: 4 }), {
  minLength: 1,
  maxLength: 14,
});

describe("combinations", () => {
  it("equal a comparison of every row with every other, for every set of columns", () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1, max: 4 }), (rows, most) => {
        const found = new Map(
          finish(combinationsOf(tableOf(rows), names, { most })).map((one) => [one.columns.join(), one]),
        );
        const keys = subsets(4).filter((set) => aloneIn(rows, set).size === rows.length);
        for (const set of subsets(most)) {
          const inside = keys.some((key) => key.length < set.length && key.every((place) => set.includes(place)));
          const one = found.get(set.map((place) => names[place]).join());
          expect(one === undefined).toBe(inside);
          if (one === undefined) continue;
          const alone = aloneIn(rows, set);
          const smaller = subsets(4).filter(
            (other) => other.length < set.length && other.every((p) => set.includes(p)),
          );
          const before = new Set(smaller.flatMap((other) => [...aloneIn(rows, other)]));
          expect(one.unique).toBe(alone.size);
          expect(one.minimal).toBe([...alone].filter((row) => !before.has(row)).length);
          const values = rows.map((row) => set.map((place) => row[place]).join());
          expect(one.distinction).toBeCloseTo(new Set(values).size / rows.length, 12);
          let apart = 0;
          for (const value of values) for (const other of values) if (value !== other) apart++;
          const pairs = rows.length * (rows.length - 1);
          expect(one.separation).toBeCloseTo(pairs === 0 ? 0 : apart / pairs, 12);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("gives the same for the set of all columns when only that is asked for", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const [only] = finish(combinationsOf(tableOf(rows), names, { only: true }));
        expect(only.unique).toBe(aloneIn(rows, [0, 1, 2, 3]).size);
      }),
    );
  });
});
