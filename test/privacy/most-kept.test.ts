import { describe, expect, it } from "vitest";
import { randomFrom } from "../../src/base/index.ts";
import { createModels, type PrivacyGoal } from "../../src/privacy/index.ts";

const cases: readonly (readonly [string, (asked: number) => PrivacyGoal])[] = [
  ["t-closeness, equal", (asked) => ({ model: "t-closeness", t: asked, distance: "equal" })],
  ["t-closeness, ordered", (asked) => ({ model: "t-closeness", t: asked, distance: "ordered" })],
  ["(α,k)-anonymity", (asked) => ({ model: "alpha-k-anonymity", alpha: 0.3 + asked, k: 1 })],
  ["β-likeness", (asked) => ({ model: "beta-likeness", beta: 2 * asked })],
  ["enhanced β-likeness", (asked) => ({ model: "beta-likeness", beta: 3 * asked, variant: "enhanced" })],
  ["δ-disclosure", (asked) => ({ model: "delta-disclosure", delta: 4 * asked })],
  ["entropy l-diversity", (asked) => ({ model: "l-diversity", l: 1 + 3 * asked, variant: "entropy" })],
];

/** All ways to keep some of the records of a cohort, as counts per value. */
function partsOf(counts: readonly number[]): number[][] {
  return counts.reduce<number[][]>(
    (parts, count) => parts.flatMap((part) => Array.from({ length: count + 1 }, (_, n) => [...part, n])),
    [[]],
  );
}

describe.each(cases)("the records that %s loses at least", (_, goalOf) => {
  it("are no more than the best choice of records loses, and often as many", () => {
    const random = randomFrom(4);
    let [failing, exact] = [0, 0];
    for (let round = 0; round < 400; round++) {
      const values = 2 + random.below(3);
      const counts = Array.from({ length: values }, () => random.below(6));
      const totals = Float64Array.from(counts, (count) => count + 1 + random.below(20));
      const size = counts.reduce((sum, count) => sum + count, 0);
      const table = { rows: totals.reduce((a, b) => a + b), sensitive: [{ name: "s", totals, ordered: true }] };
      const [model] = createModels([goalOf(0.02 + 0.4 * random.unit())], table);
      const histogram = Float64Array.from(counts);
      if (size === 0 || model.holds({ size, histogram })) continue;
      let most = 0;
      for (const part of partsOf(counts)) {
        const kept = part.reduce((sum, count) => sum + count, 0);
        if (kept > most && model.holds({ size: kept, histogram: Float64Array.from(part) })) most = kept;
      }
      failing += 1;
      const least = Math.max(0, Math.ceil(size * model.leastLost!({ size, histogram }) - 1e-6));
      expect(least, `round ${round}`).toBeLessThanOrEqual(size - most);
      if (least === size - most) exact += 1;
    }
    expect(failing).toBeGreaterThan(50);
    expect(exact).toBeGreaterThan(5);
  });
});
