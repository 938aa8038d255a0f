import fc from "fast-check";
import { expect, it } from "vitest";

it("draws the same examples in every run", () => {
  expect(fc.sample(fc.maxSafeNat(), 5)).toEqual(fc.sample(fc.maxSafeNat(), 5));
});
