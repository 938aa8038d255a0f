import { expect, it } from "vitest";
import type { ExploredLattice } from "../../src/algorithms/index.ts";
import { anonymize, audit, kAnonymity, lattice, markdownPage, quasiIdentifying, readCsv } from "../../src/index.ts";
import { anonymizeReport, type PageSection, releasePage } from "../../src/report/index.ts";

const rows = Array.from({ length: 80 }, (_, i) => `${20 + ((i * 13) % 47)},${1000 + ((i * 37) % 300)},${"fm"[i % 2]}`);
const table = readCsv(`age,zip,sex\n${rows.join("\n")}\n`);
const release = anonymize(table, {
  attributes: {
    age: quasiIdentifying({ kind: "intervals", width: 5 }),
    zip: quasiIdentifying({ kind: "masking", from: "right" }),
    sex: quasiIdentifying(),
  },
  privacy: [kAnonymity(4)],
  algorithm: lattice({ explored: true }),
  suppression: 0.1,
});
const { explored, levels, heights, loss } = release.search as {
  explored: ExploredLattice;
  levels: number[];
  heights: number[];
  loss: number;
};
const measured = audit(release.table, { quasiIdentifiers: ["age", "zip", "sex"], privacy: release.spec.privacy });
const facts = { version: "1.2.3", input: { rows: 80, leftOut: 0, columns: 3 }, sha256: "", time: {}, cpu: {} };
const page = releasePage({ report: anonymizeReport(release, measured, facts), release });
const parts = page.sections.flatMap(({ parts: inner = [] }) => inner);
const part = (title: string): PageSection => parts.find((one) => one.title === title)!;

it("tells the level of every attribute", () => {
  expect(part("The levels").table!.rows).toEqual(
    ["age", "zip", "sex"].map((name, at) => [name, String(levels[at]), String(heights[at])]),
  );
  expect(markdownPage(page)).toContain(`| age | ${levels[0]} | ${heights[0]} |`);
});

it("counts the nodes of every height as a list of all nodes does", () => {
  const all: number[][] = [];
  for (let a = 0; a <= heights[0]; a++)
    for (let b = 0; b <= heights[1]; b++) for (let c = 0; c <= heights[2]; c++) all.push([a, b, c]);
  const sum = (node: readonly number[]): number => node.reduce((total, level) => total + level, 0);
  const { table: counted, figures } = part("The lattice of levels");
  const lines = counted!.rows.map((row) => row.slice(0, 4).map(Number));
  expect(lines.length).toBe(sum(heights) + 1);
  for (const [height, nodes, looked, met] of lines) {
    const own = explored.nodes.filter((node) => sum(node.levels) === height);
    expect(nodes).toBe(all.filter((node) => sum(node) === height).length);
    expect([looked, met]).toEqual([own.length, own.filter(({ anonymous }) => anonymous).length]);
  }
  const least = counted!.rows.filter((row) => row[4] !== "–").map((row) => Number(row[4]));
  expect(Math.min(...least)).toBeCloseTo(loss, 5);
  expect(figures!.length).toBe(2);
});

it("draws how the best and the bound came together", async () => {
  await expect(part("The lattice of levels").figures![1]).toMatchFileSnapshot("../cases/figures/lattice-course.svg");
  const { course } = explored;
  for (let at = 1; at < course.length; at++) {
    expect(course[at].bound).toBeGreaterThanOrEqual(course[at - 1].bound);
    expect(course[at].loss ?? Infinity).toBeLessThanOrEqual(course[at - 1].loss ?? Infinity);
  }
  expect(course.at(-1)).toMatchObject({ loss, bound: loss });
});
