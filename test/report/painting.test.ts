import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CutTree } from "../../src/cohort/index.ts";
import { painting } from "../../src/report/index.ts";

/** A node of a tree as a test writes it: records of a cohort, or what it is cut into. */
type Sketch = number | readonly Sketch[];

/** Children stand side by side behind everything that was there before, as a search leaves them. */
function treeFrom(sketch: Sketch): CutTree {
  const nodes: { sketch: Sketch; first: number; count: number; cohort: number }[] = [];
  nodes.push({ sketch, first: 0, count: 0, cohort: -1 });
  let cohorts = 0;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (typeof node.sketch === "number") node.cohort = cohorts++;
    else {
      node.first = nodes.length;
      node.count = node.sketch.length;
      for (const child of node.sketch) nodes.push({ sketch: child, first: 0, count: 0, cohort: -1 });
    }
  }
  return {
    attribute: Int32Array.from(nodes, ({ count }) => (count === 0 ? -1 : 0)),
    cut: new Uint32Array(nodes.length),
    first: Uint32Array.from(nodes, ({ first }) => first),
    count: Uint32Array.from(nodes, ({ count }) => count),
    records: Uint32Array.from(nodes, (node) => recordsIn(node.sketch)),
    cohort: Int32Array.from(nodes, ({ cohort }) => cohort),
  };
}

function recordsIn(sketch: Sketch): number {
  return typeof sketch === "number" ? sketch : sketch.reduce<number>((sum, child) => sum + recordsIn(child), 0);
}

function leavesOf(sketch: Sketch): number[] {
  return typeof sketch === "number" ? [sketch] : sketch.flatMap(leavesOf);
}

type Rectangle = { x: number; y: number; width: number; height: number; meaning: string };

function cellsIn(svg: string): Rectangle[] {
  const cells = /<g class="cells">(.*?)<\/g>/s.exec(svg)![1];
  const shape = /<rect class="(\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"\/>/g;
  return [...cells.matchAll(shape)].map(([, meaning, ...sides]) => {
    const [x, y, width, height] = sides.map(Number) as [number, number, number, number];
    return { meaning: meaning, x, y, width, height };
  });
}

const { sketch } = fc.letrec<{ sketch: Sketch }>((tie) => ({
  sketch: fc.oneof(
    { maxDepth: 6, depthSize: "medium" },
    fc.integer({ min: 2, max: 60 }),
    fc.array(tie("sketch"), { minLength: 2, maxLength: 3 }),
  ),
}));

describe("painting", () => {
  it("of a small tree is this text", async () => {
    const tree = treeFrom([
      [5, 7],
      [6, [5, 9]],
    ]);
    // of the cohorts with 5, 7, 6, 5 and 9 records, in this order
    const counts = [
      [2, 3],
      [6, 1],
      [3, 3],
      [5, 0],
      [4, 5],
    ];
    const svg = painting(
      { tree, isCut: true, k: 5, sensitive: { name: "a < b", counts } },
      { width: 320, height: 200 },
    );
    await expect(svg).toMatchFileSnapshot("painting.svg");
    expect(svg).toContain("at the limit (1)");
    expect(svg).toContain("(2, 1 at the limit too)");
    expect(cellsIn(svg).map(({ meaning }) => meaning)).toEqual(["limit", "alike", "plain", "alike", "plain"]);
  });

  it("gives every cohort an area in proportion to its records", () => {
    fc.assert(
      fc.property(sketch, (drawn) => {
        const cells = cellsIn(painting({ tree: treeFrom(drawn), isCut: true, k: 5 }, { width: 800, height: 500 }));
        const records = leavesOf(drawn);
        expect(cells.length).toBe(records.length);
        cells.forEach(({ width, height }, cell) => {
          const expected = (800 * 500 * records[cell]) / recordsIn(drawn);
          // each side is rounded to a hundredth
          expect(Math.abs(width * height - expected)).toBeLessThan(0.011 * (width + height) + 0.001);
        });
      }),
    );
  });

  it("covers the canvas without gap or overlap", () => {
    fc.assert(
      fc.property(sketch, (drawn) => {
        const cells = cellsIn(painting({ tree: treeFrom(drawn), isCut: true, k: 5 }, { width: 800, height: 500 }));
        const hundredths = (length: number): number => Math.round(100 * length);
        let area = 0;
        for (const [at, a] of cells.entries()) {
          area += hundredths(a.width) * hundredths(a.height);
          for (const b of cells.slice(at + 1)) {
            const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
            const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
            expect(Math.min(across, down)).toBeLessThan(0.001);
          }
        }
        expect(area).toBe(80_000 * 50_000);
      }),
    );
  });

  it("draws early cuts heavier than late ones, and over them", () => {
    const tree = treeFrom([[[[8, 8], 16], 32], 64]);
    const rules = /<g class="rules">(.*?)<\/g>/s.exec(painting({ tree, isCut: true, k: 5 }))![1];
    const weights = [...rules.matchAll(/stroke-width="([\d.]+)"/g)].map((found) => Number(found[1])).slice(0, -1);
    expect(weights.length).toBe(4);
    expect(weights).toEqual([...weights].sort((a, b) => a - b));
    expect(new Set(weights).size).toBe(4);
  });

  it("says what its colours mean, and only those it could see", () => {
    const tree = treeFrom([5, 6]);
    const blind = painting({ tree, isCut: true, k: 5 });
    expect(blind).toContain("11 records in 2 cohorts of 5 to 6");
    expect(blind).toContain("exactly k = 5 records, at the limit (1)");
    expect(blind).not.toContain("Dotted blue");
  });

  it("of the clinic is the one on the pages", async () => {
    const root = join(import.meta.dirname, "..", "..");
    const { clinicPainting } = (await import(join(root, "scripts", "pictures.mjs"))) as {
      clinicPainting: () => string;
    };
    const committed = readFileSync(join(root, "docs", "pictures", "painting.svg"), "utf8");
    expect(clinicPainting(), "run `npm run pictures`").toBe(committed);
    expect(cellsIn(committed).length).toBeGreaterThan(60);
  });
});
