import type { ExploredLattice } from "../../algorithms/index.ts";
import { formatNumber } from "../../base/index.ts";
import { latticeFigure } from "../figures/lattice.ts";
import { linesFigure } from "../figures/lines.ts";
import type { PageSection } from "../page.ts";

/** What a search over levels has to say: the levels, and the lattice where it was asked for the nodes that it checked. */
export function latticeParts(search: Readonly<Record<string, unknown>>, attributes: readonly string[]): PageSection[] {
  const { levels, heights, explored } = search as {
    levels?: readonly number[];
    heights?: readonly number[];
    explored?: ExploredLattice;
  };
  if (levels === undefined) return [];
  const chosen: PageSection = {
    title: "The levels",
    text: "Level 0 is the data as it was; the highest level of an attribute is one value for all.",
    table: {
      head: ["attribute", "level", "highest"],
      rows: attributes.map((name, at) => [name, String(levels[at]), String(heights?.[at] ?? "–")]),
    },
  };
  return [chosen, ...(explored === undefined ? [] : [exploredPart(explored, levels)])];
}

function exploredPart(explored: ExploredLattice, levels: readonly number[]): PageSection {
  const { attributes, course } = explored;
  return {
    title: "The lattice of levels",
    text: `Every node is one choice of level per attribute (${attributes.join(", ")}), its height their sum; the release is the ringed one, ${levels.join(", ")}. Nodes that were never looked at are ruled out by the bound, or by nodes that were.`,
    table: {
      head: ["height", "nodes", "looked at", "meet the spec", "least loss of these"],
      rows: heightRows(explored).reverse(),
    },
    figures: [latticeFigure(explored, levels), ...(course.length < 2 ? [] : [courseFigure(course)])],
  };
}

/** Per height: all nodes, those looked at, those that meet the spec and what the best of these loses. */
function heightRows({ heights, nodes }: ExploredLattice): string[][] {
  const all = nodesPerHeight(heights);
  return all.map((count, height) => {
    const own = nodes.filter(({ levels }) => levels.reduce((sum, level) => sum + level, 0) === height);
    const met = own.filter(({ anonymous }) => anonymous === true);
    const least = met.reduce((low, { loss }) => Math.min(low, loss!), Number.POSITIVE_INFINITY);
    const figures = [count, own.length, met.length].map((figure) => formatNumber(figure));
    return [String(height), ...figures, met.length === 0 ? "–" : formatNumber(least, 6)];
  });
}

/** The coefficients of Π (1 + x + … + x^height). */
function nodesPerHeight(heights: readonly number[]): number[] {
  return heights.reduce<number[]>(
    (counts, height) =>
      Array.from({ length: counts.length + height }, (_, sum) =>
        counts.slice(Math.max(0, sum - height), sum + 1).reduce((total, count) => total + count, 0),
      ),
    [1],
  );
}

/** How the best and the bound came together. */
function courseFigure(course: ExploredLattice["course"]): string {
  const found = course.filter(({ loss }) => loss !== undefined);
  return linesFigure(
    [
      { name: "best so far", x: found.map(({ checked }) => checked), y: found.map(({ loss }) => loss!) },
      { name: "no node loses less", x: course.map(({ checked }) => checked), y: course.map(({ bound }) => bound) },
    ],
    "The best and the bound",
    { x: "nodes looked at", y: "loss" },
  );
}
