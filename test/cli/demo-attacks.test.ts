import { describe, expect, it } from "vitest";
import { finish } from "../../src/base/index.ts";
import { demonstrate, demonstrationText } from "../../src/cli/demo-attacks.ts";
import { clinicCsv } from "../../src/sample/index.ts";
import { readCsv } from "../../src/table/index.ts";

describe("the three demonstrations on the built-in sample", () => {
  const shown = finish(demonstrate(readCsv(clinicCsv())));

  it("unsorted matching succeeds in input order and falls to chance in canonical order", () => {
    const [before, after] = shown.order;
    expect(before.success).toBe(1);
    expect(after.interval[0]).toBeLessThanOrEqual(after.baseline);
    expect(after.interval[1]).toBeGreaterThanOrEqual(after.baseline);
  });

  it("homogeneity is found in the k release and gone after l", () => {
    const [before, after] = shown.homogeneity;
    expect(before.interval[0]).toBeGreaterThan(before.baseline);
    expect(after.success).toBe(0);
  });

  it("skew is found in the l release and bounded after t", () => {
    const [before, after] = shown.skewness;
    expect(before.details.largestGain).toBeGreaterThan(0.5);
    expect(after.details.largestGain).toBeLessThanOrEqual(0.4);
    expect(demonstrationText(shown)).toContain("at most");
  });
});
