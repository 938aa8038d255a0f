import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxSearch } from "../../src/recipe/box-tree.ts";

describe("a search for boxes around a point", () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -1, max: 8 }));
  const box = fc.tuple(range, range, range);

  it("finds those that a look at every box finds, whatever axis is passed over", () => {
    fc.assert(
      fc.property(
        fc.array(box, { minLength: 1, maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(14), fc.nat(14), fc.nat(14)), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: -1, max: 2 }),
        (boxes, points, but) => {
          const low = [0, 1, 2].map((axis) => Int32Array.from(boxes, (one) => one[axis][0]));
          const high = [0, 1, 2].map((axis) => Int32Array.from(boxes, (one) => one[axis][0] + one[axis][1]));
          const search = boxSearch({ low, high });
          for (const point of points) {
            const found: number[] = [];
            search(point, (one) => found.push(one) > 0, but);
            const expected = boxes.flatMap((one, at) =>
              one.every(([from, width], axis) => axis === but || (point[axis] >= from && point[axis] <= from + width))
                ? [at]
                : [],
            );
            expect(found.sort((a, b) => a - b)).toEqual(expected);
          }
        },
      ),
    );
  });

  it("ends where it is told to", () => {
    const all = Int32Array.from({ length: 50 }, () => 0);
    let seen = 0;
    boxSearch({ low: [all], high: [all] })([0], () => ++seen < 3);
    expect(seen).toBe(3);
  });
});
