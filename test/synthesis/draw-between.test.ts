import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomFrom } from "../../src/base/index.ts";
import { drawBetween } from "../../src/synthesis/noise.ts";

describe("a number between two", () => {
  it("is drawn for any ends and any number of decimals, and lies between them", () => {
    const end = fc.double({ min: -1e12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(end, end, fc.integer({ min: 0, max: 400 }), fc.nat(), (a, b, decimals, seed) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const drawn = drawBetween(low, high, decimals, randomFrom(seed));
        // steps of the last decimal may end up to half a step past the upper end
        const step = 10 ** -decimals;
        expect(drawn).toBeGreaterThanOrEqual(low);
        expect(drawn).toBeLessThanOrEqual(high + step + Math.abs(high) * 1e-15);
      }),
    );
  });

  it("ends on values with 14 decimals", () => {
    const drawn = drawBetween(1.5, 96.12345678901234, 14, randomFrom(1));
    expect(drawn).toBeGreaterThanOrEqual(1.5);
    expect(drawn).toBeLessThanOrEqual(96.12345678901234);
  });
});
