import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createModels, type Distance, type TableCounts, tCloseness } from "../../src/privacy/index.ts";

/** Two groups of values below a root: height 2. */
function tableOf(totals: readonly number[]): TableCounts {
  const half = totals.length >> 1;
  const tree = {
    parent: Int32Array.of(-1, 0, 0, ...totals.map((_, value) => (value < half ? 1 : 2))),
    nodeOf: Int32Array.from(totals, (_, value) => 3 + value),
  };
  const rows = totals.reduce((a, b) => a + b);
  return { rows, sensitive: [{ name: "s", totals: Float64Array.from(totals), kind: "number", tree }] };
}

function distanceOf(distance: Distance, totals: readonly number[], counts: readonly number[]): number {
  const [model] = createModels([tCloseness("s", 1, { distance })], tableOf(totals));
  return model.measure({ size: counts.reduce((a, b) => a + b), histogram: Float64Array.from(counts) });
}

function gainOf(totals: readonly number[], counts: readonly number[]): number {
  const share = (of: readonly number[], value: number): number => of[value] / of.reduce((a, b) => a + b);
  return Math.max(...totals.map((_, value) => share(counts, value) - share(totals, value)));
}

describe("how far a value's share can rise within t", () => {
  it("is t by equal distance, (d − 1)·t by ordered and height·t by hierarchical distance", () => {
    const cohort = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(9)), { minLength: 2, maxLength: 7 })
      .filter((values) => values.some(([, count]) => count > 0));
    fc.assert(
      fc.property(cohort, (values) => {
        const counts = values.map(([, count]) => count);
        const totals = values.map(([others, count]) => others + count);
        const gain = gainOf(totals, counts) - 1e-9;
        expect(gain).toBeLessThanOrEqual(distanceOf("equal", totals, counts));
        expect(gain).toBeLessThanOrEqual((totals.length - 1) * distanceOf("ordered", totals, counts));
        expect(gain).toBeLessThanOrEqual(2 * distanceOf("hierarchical", totals, counts));
      }),
    );
  });

  it("is more than t by the last two: a cohort of one value in the middle passes", () => {
    const totals = [1, 1, 1, 1, 9, 1, 1, 1, 1];
    const counts = [0, 0, 0, 0, 4, 0, 0, 0, 0];
    // eight of 17 go elsewhere, 2.5 steps of eight on average
    expect(distanceOf("ordered", totals, counts)).toBeCloseTo((8 / 17) * (2.5 / 8), 12);
    expect(gainOf(totals, counts)).toBeCloseTo(8 / 17, 12);
  });
});
