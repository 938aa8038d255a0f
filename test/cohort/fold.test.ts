import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "../../src/base/index.ts";
import { type FoldColumn, fold, joinFolds, unpack } from "../../src/cohort/compress.ts";

/** Columns of small or very large sizes, so that one word, several words and a whole word per column all occur. */
const columnsOf = (rows: number): fc.Arbitrary<FoldColumn[]> =>
  fc.array(
    fc.constantFrom(1, 2, 3, 7, 300, 70_000, 200_000).chain((size) =>
      fc
        .array(fc.oneof(fc.nat(Math.min(2, size - 1)), fc.nat(size - 1)), { minLength: rows, maxLength: rows })
        .map((codes) => ({
          codes: Uint32Array.from(codes),
          rankOf: { length: size } as unknown as Uint32Array,
          size,
        })),
    ),
    { minLength: 1, maxLength: 5 },
  );

const identity = (column: FoldColumn): FoldColumn => ({
  ...column,
  rankOf: Uint32Array.from({ length: column.size }, (_, code) => code),
});

describe("folding", () => {
  it("counts equal rows as a map of texts does, in order of first appearance, however the rows are shared", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }).chain((rows) => fc.tuple(columnsOf(rows), fc.nat(rows), fc.constant(rows))),
        ([drawn, cut, rows]) => {
          const columns = drawn.map(identity);
          const slow = new Map<string, number>();
          for (let row = 0; row < rows; row++) {
            const key = columns.map(({ codes }) => codes[row]).join();
            slow.set(key, (slow.get(key) ?? 0) + 1);
          }
          const parts = [finish(fold(columns, 0, cut)), finish(fold(columns, cut, rows))];
          for (const whole of [finish(fold(columns, 0, rows)), finish(joinFolds(parts))]) {
            expect(whole.tuples).toBe(slow.size);
            expect([...whole.weights]).toEqual([...slow.values()]);
            const sizes = columns.map((column) => column.size);
            const ranks = columns.map((_, index) => unpack(whole.words, sizes, index, new Uint32Array(whole.tuples)));
            const keys = [...slow.keys()];
            for (let tuple = 0; tuple < whole.tuples; tuple++) {
              expect(ranks.map((column) => column[tuple]).join()).toBe(keys[tuple]);
            }
            for (let row = 0; row < rows; row++) {
              expect(keys[whole.tupleOf[row]]).toBe(columns.map(({ codes }) => codes[row]).join());
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
