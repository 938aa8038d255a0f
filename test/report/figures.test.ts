import { describe, expect, it } from "vitest";
import { mondrian } from "../../src/algorithms/index.ts";
import { kAnonymity, lDiversity, tCloseness } from "../../src/privacy/index.ts";
import { barFigure, cohortsFigure, discernibilityFigure, partitionFigure } from "../../src/report/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { stages } from "../../src/utility/stages.ts";

const rows = Array.from({ length: 36 }, (_, i) => {
  const age = 20 + ((i * 7) % 40);
  return `${age},${["north", "east", "south", "west"][(i * 5) % 4]},${age > 40 && i % 3 === 0 ? "high" : "low"}`;
});
const table = readCsv(`age,region,income\n${rows.join("\n")}\n`);
const found = stages(table, {
  version: 1,
  attributes: {
    age: { role: "quasi-identifying" },
    region: { role: "quasi-identifying" },
    income: { role: "sensitive" },
  },
  privacy: [kAnonymity(3), lDiversity("income", 2), tCloseness("income", 0.2)],
  algorithm: mondrian({ variant: "paper" }),
});

/** The corners of all rectangles of a panel, read back from the text of the figure. */
function rectangles(svg: string): number[][] {
  const paths = [...svg.matchAll(/<path d="([^"]*z)"/g)].map((match) => match[1]);
  return paths.map((path) => [...path.matchAll(/M/g)].map((_, i) => i).map(Number)).map((all) => [all.length]);
}

describe("figures", () => {
  it("draw the cohorts of every stage over the records", async () => {
    const svg = cohortsFigure(found.stages);
    await expect(svg).toMatchFileSnapshot("../cases/figures/cohorts.svg");
    expect(rectangles(svg).flat()).toEqual(found.stages.map(({ release }) => release.cohorts.count));
    for (const { release } of found.stages) expect(svg).toContain(`: ${release.cohorts.count} cohorts`);
  });

  it("chart what each stage loses", async () => {
    const svg = discernibilityFigure([
      { name: "age, region", found },
      { name: "the same again & <again>", found },
    ]);
    await expect(svg).toMatchFileSnapshot("../cases/figures/discernibility.svg");
    for (const { release } of found.stages) expect(svg).toContain(`>${release.quality.distinctLost}</text>`);
    expect(svg).toContain("the same again &amp; &lt;again&gt;");
  });

  it("draw bars as high as their values", () => {
    const svg = barFigure("t", "a", [{ title: "p", bars: [10, 5, 0].map((value, i) => ({ name: `${i}`, value })) }]);
    const heights = [...svg.matchAll(/<rect x="[^"]*" y="[^"]*" width="[^"]*" height="([^"]*)"/g)].map((m) =>
      Number(m[1]),
    );
    expect(heights[1] * 2).toBeCloseTo(heights[0], 1);
    expect(heights[2]).toBe(0);
  });

  it("keep every point inside the box that holds it", () => {
    const axes = { x: { name: "x", low: 0, high: 10 }, y: { name: "y", low: -5, high: 5 } };
    const svg = partitionFigure("t", axes, [
      { title: "p", points: Float64Array.of(2, -1, 1), boxes: Float64Array.of(2, 2, -1, -1) },
    ]);
    const point = /M([\d.]+) ([\d.]+)h0/.exec(svg)!.slice(1).map(Number);
    const [left, top, width, height] = /M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/.exec(svg)!.slice(1).map(Number);
    expect(point[0]).toBeGreaterThan(left);
    expect(point[0]).toBeLessThan(left + width);
    expect(point[1]).toBeGreaterThan(top);
    expect(point[1]).toBeLessThan(top + height);
  });
});
