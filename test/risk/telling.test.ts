import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GroupCodes, pairOf, peopleBelow, undone } from "../../src/risk/index.ts";

const codes = (size: number, rows: number) => fc.array(fc.nat({ max: size - 1 }), { minLength: rows, maxLength: rows });

const grouped = (list: readonly number[], size: number): GroupCodes => ({ codes: Uint32Array.from(list), size });

/** Whose record each row is: rows themselves without persons. */
const ownerOf = (persons: readonly number[] | undefined, row: number): number => persons?.[row] ?? row;

/** How many different people have rows of which a test holds. */
function slowPeople(rows: number, persons: readonly number[] | undefined, holds: (row: number) => boolean): number {
  const found = new Set<number>();
  for (let row = 0; row < rows; row++) if (holds(row)) found.add(ownerOf(persons, row));
  return found.size;
}

const drawn = fc.integer({ min: 1, max: 24 }).chain((rows) =>
  fc.record({
    a: codes(4, rows),
    b: codes(5, rows),
    c: codes(3, rows),
    persons: fc.option(codes(rows, rows), { nil: undefined }),
    least: fc.integer({ min: 1, max: 5 }),
    // sizes far past what occurs take the hash table instead of the table of all pairs
    wide: fc.boolean(),
  }),
);

describe("counting people by what columns tell", () => {
  it("finds those in groups of fewer people, as counting every pair of rows does", () => {
    fc.assert(
      fc.property(drawn, ({ a, b, persons, least, wide }) => {
        const size = wide ? 1_000_000 : 5;
        const groups = pairOf(grouped(a, size), grouped(b, size));
        const found = peopleBelow(groups, least, persons && grouped(persons, a.length));
        const slow = slowPeople(a.length, persons, (row) => {
          const others = slowPeople(a.length, persons, (other) => a[other] === a[row] && b[other] === b[row]);
          return others < least;
        });
        expect(found).toBe(slow);
      }),
    );
  });

  it("finds those whose original value a column fixes, by its definition", () => {
    fc.assert(
      fc.property(drawn, ({ a: original, b: column, c: published, persons }) => {
        const rows = original.length;
        const all = [...original.keys()];
        const people = (holds: (row: number) => boolean) => slowPeople(rows, persons, holds);
        const values = (holds: (row: number) => boolean) => new Set(all.filter(holds).map((row) => original[row])).size;
        const slow = people((row) => {
          const samePublished = (other: number) => published[other] === published[row];
          const sameColumn = (other: number) => column[other] === column[row];
          const sameBoth = (other: number) => samePublished(other) && sameColumn(other);
          if (values(samePublished) === 1 || values(sameBoth) !== 1) return false;
          if (people(sameColumn) < 2) return false;
          return people(sameBoth) >= 2 || values(sameColumn) === 1;
        });
        const found = undone({
          original: grouped(original, 4),
          column: grouped(column, 5),
          published: grouped(published, 3),
          persons: persons && grouped(persons, rows),
        });
        expect(found).toBe(slow);
      }),
    );
  });

  it("gives two rows one group if and only if both codes are the same, however large codes are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 1, maxLength: 40 }), (pairs) => {
        const far = (list: readonly number[]): GroupCodes =>
          grouped(
            list.map((code) => code * 4_000_001),
            40_000_000,
          );
        const { codes: found, size } = pairOf(far(pairs.map(([x]) => x)), far(pairs.map(([, y]) => y)));
        const keys = pairs.map(([x, y]) => `${x} ${y}`);
        expect(size).toBe(new Set(keys).size);
        for (const [row, key] of keys.entries())
          for (const [other, its] of keys.entries()) expect(found[row] === found[other]).toBe(key === its);
      }),
    );
  });
});
