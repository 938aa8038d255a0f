import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomFrom, shuffle } from "../../src/base/index.ts";

describe("random numbers", () => {
  it("are drawn below any whole bound, above 2³² too, and end", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (seed, bound) => {
        const random = randomFrom(seed);
        for (let draws = 0; draws < 20; draws++) {
          const drawn = random.below(bound);
          expect(Number.isInteger(drawn)).toBe(true);
          expect(drawn).toBeGreaterThanOrEqual(0);
          expect(drawn).toBeLessThan(bound);
        }
      }),
    );
  });

  it("refuse a bound that no number is below", () => {
    for (const bound of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => randomFrom(1).below(bound), String(bound)).toThrow(RangeError);
    }
  });

  it("are the known ones of a seed", () => {
    const random = randomFrom(7);
    expect(Array.from({ length: 6 }, () => random.below(1000))).toEqual([400, 487, 449, 228, 727, 169]);
    expect([...shuffle([0, 1, 2, 3, 4, 5, 6, 7], randomFrom(7))]).toEqual([2, 1, 7, 4, 3, 5, 6, 0]);
  });

  it("are spread evenly over a bound that does not divide 2⁵³", () => {
    const random = randomFrom(3);
    const bound = 3 * 2 ** 50;
    const thirds = [0, 0, 0];
    for (let draws = 0; draws < 30_000; draws++) thirds[Math.floor(random.below(bound) / 2 ** 50)] += 1;
    for (const third of thirds) expect(Math.abs(third - 10_000)).toBeLessThan(400);
  });
});
