import { describe, expect, it } from "vitest";
import { anonymize, kAnonymity, quasiIdentifying, readCsv } from "../../src/index.ts";
import {
  intervalsFigure,
  type LatticeNodes,
  latticeFigure,
  releasedCohortsFigure,
  riskCurveFigure,
  rowsFigure,
} from "../../src/report/index.ts";

const folder = "../cases/figures";

/** The points of every line of a figure, read back from its text in the order in which they were drawn. */
function linesIn(svg: string): number[][][] {
  return [...svg.matchAll(/<path class="line" d="M([^"]*)"/g)].map(([, points]) =>
    points.split("L").map((point) => point.split(" ").map(Number)),
  );
}

describe("figures of a report", () => {
  it("lie bars as long as their values", async () => {
    const rows = [
      { name: "age", values: [0.25, 0.5] },
      { name: "a & <b>", values: [0, 1] },
    ];
    const svg = rowsFigure(rows, {
      title: "Shares",
      series: ["before", "after"],
      whole: 1,
      text: (share) => `${share}`,
    });
    await expect(svg).toMatchFileSnapshot(`${folder}/rows.svg`);
    const widths = [...svg.matchAll(/<rect x="176" y="[\d.]+" width="([\d.]+)" height="12"/g)].map((found) =>
      Number(found[1]),
    );
    expect(widths).toEqual([80, 160, 0, 320]);
    expect(svg).toContain("a &amp; &lt;b&gt;");
  });

  it("set attacks against a blind guess", async () => {
    const svg = intervalsFigure("Attacks", [
      { name: "better", share: 0.5, interval: [0.4, 0.6], baseline: 0.2 },
      { name: "not better", share: 0.5, interval: [0.4, 0.6], baseline: 0.45 },
    ]);
    await expect(svg).toMatchFileSnapshot(`${folder}/intervals.svg`);
    const dots = [...svg.matchAll(/<circle cx="376" cy="\d+" r="4" fill="(#\w+)"/g)].map((found) => found[1]);
    expect(dots).toEqual(["#d55e00", "#0072b2"]);
  });

  it("draw for every risk the share of records above it", async () => {
    const sizes = Float64Array.of(1, 1, 2, 4);
    const svg = riskCurveFigure([{ name: "before", sizes }], "records");
    await expect(svg).toMatchFileSnapshot(`${folder}/risk-curve.svg`);
    const [line] = linesIn(svg);
    const [left, right] = [line[0][0], line.at(-1)![0]];
    const [high, low] = [line[0][1], line.at(-1)![1]];
    const shareAbove = (risk: number): number => {
      const at = left + risk * (right - left);
      const [, y] = line.filter(([x]) => x <= at + 1e-6).at(-1)!;
      return (y - low) / (high - low);
    };
    for (const risk of [0.1, 0.25, 0.3, 0.5, 0.75]) {
      let above = 0;
      for (const size of sizes) if (1 / size > risk) above += size;
      expect(shareAbove(risk)).toBeCloseTo(above / 8, 2);
    }
  });

  it("draw the rectangles that are published and no value that is not", async () => {
    const table = readCsv(
      `age,town,job\n${Array.from({ length: 24 }, (_, i) => `${20 + ((i * 7) % 31)},${["Ulm", "Ems", "Pau", "Lod"][i % 4]},${i === 5 ? "hermit" : "clerk"}`).join("\n")}\n`,
    );
    const release = anonymize(table, {
      attributes: { age: quasiIdentifying(), town: quasiIdentifying(), job: quasiIdentifying() },
      privacy: [kAnonymity(4)],
      algorithm: { name: "mondrian" },
    });
    const svg = releasedCohortsFigure(release)!;
    await expect(svg).toMatchFileSnapshot(`${folder}/released-cohorts.svg`);
    const outlines = /<path d="(M[^"]*z)"/.exec(svg)![1].split("M").length - 1;
    const [age, town] = release.published;
    const boxes = new Set(age.textOf.map((_, cohort) => cohort).keys());
    const shown = new Set([...boxes].map((cohort) => `${age.textOf[cohort]} ${town.textOf[cohort]}`));
    expect(outlines).toBe(shown.size);
    expect(svg).not.toMatch(/h0"/);
  });

  it("draw the lattice with the chosen node ringed", async () => {
    const explored: LatticeNodes = {
      attributes: ["age", "zip"],
      heights: [2, 1],
      nodes: [
        { levels: [0, 0], anonymous: false },
        { levels: [1, 0], anonymous: true, loss: 0.2 },
        { levels: [2, 1], anonymous: true, loss: 0.9 },
        { levels: [2, 0], anonymous: null },
      ],
    };
    const svg = latticeFigure(explored, [1, 0]);
    await expect(svg).toMatchFileSnapshot(`${folder}/lattice.svg`);
    const count = (state: string): number => svg.split(`<rect class="${state}"`).length - 1;
    expect([count("met"), count("not"), count("skipped"), count("unseen")]).toEqual([2, 1, 1, 2]);
    const [, ringX, ringY] = /<circle class="chosen" cx="([\d.]+)" cy="([\d.]+)"/.exec(svg)!.map(Number);
    const [, x, y, size] = /<rect class="met" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/.exec(svg)!.map(Number);
    expect([ringX, ringY]).toEqual([x + size / 2, y + size / 2]);
  });

  it("count the nodes of lattices too large to draw", () => {
    const nodes = Array.from({ length: 5000 }, (_, i) => ({
      levels: [i % 100, Math.floor(i / 100)],
      anonymous: false,
    }));
    const svg = latticeFigure({ attributes: ["a", "b"], heights: [99, 99], nodes }, [0, 0]);
    expect(svg.length).toBeLessThan(100_000);
    expect(svg).toContain(">height 0</text>");
  });
});
