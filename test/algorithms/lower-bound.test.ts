import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auto } from "../../src/algorithms/index.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { readCsv } from "../../src/table/index.ts";

/** The least loss of all ways to put a few numbers into groups of at least k, by trying them all. */
function leastLoss(points: readonly (readonly [number, number])[], k: number): number {
  const range = [0, 1].map((i) => Math.max(...points.map((p) => p[i])) - Math.min(...points.map((p) => p[i])) || 1);
  const width = (group: readonly number[]): number =>
    [0, 1].reduce((sum, i) => {
      const values = group.map((point) => points[point][i]);
      return sum + (Math.max(...values) - Math.min(...values)) / range[i] / 2;
    }, 0);
  let best = Number.POSITIVE_INFINITY;
  const place = (point: number, groups: number[][]): void => {
    if (point === points.length) {
      if (groups.some((group) => group.length < k)) return;
      best = Math.min(best, groups.reduce((sum, group) => sum + group.length * width(group), 0) / points.length);
      return;
    }
    for (const group of groups) {
      group.push(point);
      place(point + 1, groups);
      group.pop();
    }
    if (groups.length < Math.floor(points.length / k)) place(point + 1, [...groups, [point]]);
  };
  place(0, []);
  return best;
}

describe("the lower bound", () => {
  it("is never above the least loss there is", () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })), {
      minLength: 4,
      maxLength: 8,
    });
    fc.assert(
      fc.property(points, fc.integer({ min: 2, max: 3 }), fc.boolean(), (rows, k, partition) => {
        const role = "quasi-identifying" as const;
        const release = anonymize(readCsv(`a,b\n${rows.map((row) => row.join()).join("\n")}\n`), {
          attributes: { a: { role }, b: { role } },
          privacy: [kAnonymity(k)],
          algorithm: auto({ bound: true, partition }),
        });
        const bound = release.search.bound as number;
        expect(bound).toBeGreaterThanOrEqual(0);
        expect(bound).toBeLessThanOrEqual(leastLoss(rows, k) + 1e-9);
        expect(bound).toBeLessThanOrEqual(release.quality.ncp + 1e-9);
      }),
      { numRuns: 60 },
    );
  });
});
