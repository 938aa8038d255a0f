import { describe, expect, it } from "vitest";
import { formatPoints, formatShare } from "../../src/base/index.ts";

describe("shares as people read them", () => {
  it("never shows as nothing what is not nothing", () => {
    expect([0, 0.00003, 0.00005, 0.112435, 1].map((share) => formatShare(share))).toEqual([
      "0 %",
      "< 0.01 %",
      "0.01 %",
      "11.24 %",
      "100 %",
    ]);
    expect(formatShare(0.004, 0)).toBe("< 1 %");
    expect(formatShare(0.1 + 0.2 - 0.3)).toBe("0 %");
  });

  it("tells a difference of shares in points", () => {
    expect(formatPoints(0.5 - 0.125)).toBe("37.5 points");
  });
});
