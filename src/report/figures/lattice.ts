import type { ExploredLattice } from "../../algorithms/index.ts";
import { formatNumber } from "../../base/index.ts";
import { rowsFigure } from "./rows.ts";
import { element, figure, heading, label, type Mark } from "./svg.ts";

/** What is drawn of the nodes that full-domain search checked. */
export type LatticeNodes = Pick<ExploredLattice, "attributes" | "heights"> & {
  readonly nodes: readonly Pick<ExploredLattice["nodes"][number], "levels" | "anonymous" | "loss">[];
};

type State = "met" | "not" | "skipped" | "unseen";

const colours: Readonly<Record<State, string>> = { met: "#009e73", not: "#d55e00", skipped: "#56b4e9", unseen: "none" };
const words: Readonly<Record<State, string>> = {
  met: "meets the spec",
  not: "does not",
  skipped: "passed over",
  unseen: "never looked at",
};

/** Of larger lattices only the nodes that were looked at are drawn, and of very many only their number per height. */
const [mostNodes, mostLooked] = [1500, 4000];

/** The lattice of levels, from nothing generalised at the bottom to everything at the top; the chosen node is ringed. */
export function latticeFigure(explored: LatticeNodes, chosen: readonly number[]): string {
  const { heights, nodes, attributes } = explored;
  if (nodes.length > mostLooked) return heightsFigure(explored);
  const all = heights.reduce((product, height) => product * (height + 1), 1);
  const known = new Map<string, State>();
  for (const { levels, anonymous } of nodes) {
    known.set(levels.join(), anonymous === null ? "skipped" : anonymous ? "met" : "not");
  }
  const drawn = all <= mostNodes ? everyNode(heights) : nodes.map(({ levels }) => levels);
  const rows: { levels: readonly number[]; state: State }[][] = [];
  for (const levels of drawn) {
    const height = levels.reduce((sum, level) => sum + level, 0);
    while (rows.length <= height) rows.push([]);
    rows[height].push({ levels, state: known.get(levels.join()) ?? "unseen" });
  }
  const wide = rows.reduce((widest, row) => Math.max(widest, row.length), 1);
  const [left, canvas, step] = [52, 620, 26];
  const gap = Math.min(step, canvas / wide);
  const size = Math.max(0.7, Math.min(tall, gap * 0.7));
  const bottom = 62 + rows.length * step;
  const marks = rows.flatMap((row, height) => {
    const y = bottom - (height + 0.5) * step;
    const start = left + canvas / 2 - (row.length * gap) / 2;
    return [
      label(left - 10, y + 4, String(height), { "text-anchor": "end", fill: "#666" }),
      ...row.flatMap(({ levels, state }, nth) => nodeMark(start + (nth + 0.5) * gap, y, size, levels, state, chosen)),
    ];
  });
  const states = (Object.keys(colours) as State[]).filter((state) => rows.flat().some((node) => node.state === state));
  const legend = states.flatMap((state, nth) => [
    element("rect", { x: left + 140 * nth, y: 34, width: 11, height: 11, fill: colours[state], stroke: "#333" }),
    label(left + 140 * nth + 17, 44, words[state]),
  ]);
  const names = attributes.join(", ");
  const title = `Lattice of ${names.length > 60 ? `${attributes.length} attributes` : names}: ${formatNumber(nodes.length)} of ${formatNumber(all)} nodes looked at`;
  return figure(left + canvas + 16, bottom + 14, title, [...heading(title), ...legend, ...marks]);
}

/** How many nodes of each height were looked at. */
function heightsFigure({ heights, nodes }: LatticeNodes): string {
  const counts = new Array<number>(heights.reduce((sum, height) => sum + height, 1)).fill(0);
  for (const { levels } of nodes) counts[levels.reduce((sum, level) => sum + level, 0)] += 1;
  const rows = counts.map((count, height) => ({ name: `height ${height}`, values: [count] })).reverse();
  return rowsFigure(rows, { title: "Nodes of the lattice looked at", text: (count) => formatNumber(count) });
}

/** How tall a node is drawn, however narrow. */
const tall = 14;

function nodeMark(
  x: number,
  y: number,
  size: number,
  levels: readonly number[],
  state: State,
  chosen: readonly number[],
): Mark[] {
  const box = { x: x - size / 2, y: y - tall / 2, width: size, height: tall, fill: colours[state] };
  const said = element("title", {}, `levels ${levels.join(", ")}: ${words[state]}`);
  const outline = state === "unseen" ? { stroke: "#ddd" } : {};
  const isChosen = levels.join() === chosen.join();
  return [
    element("rect", { class: state, ...box, ...outline }, [said]),
    ...(isChosen
      ? [
          element("circle", {
            class: "chosen",
            cx: x,
            cy: y,
            r: Math.max(10, size * 0.9 + 2),
            fill: "none",
            stroke: "#333",
            "stroke-width": 2,
          }),
        ]
      : []),
  ];
}

function everyNode(heights: readonly number[]): number[][] {
  return heights.reduce<number[][]>(
    (nodes, height) => nodes.flatMap((node) => Array.from({ length: height + 1 }, (_, level) => [...node, level])),
    [[]],
  );
}
