import { expect, it } from "vitest";
import { wilson } from "../../src/learning/index.ts";

it("is the interval that Newcombe prints (1998, table I) for 81 of 263, 15 of 148 and 0 of 20", () => {
  for (const [hits, of, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
  ] as const) {
    const found = wilson(hits, of);
    expect(found[0]).toBeCloseTo(low, 4);
    expect(found[1]).toBeCloseTo(high, 4);
  }
});
