import { formatNumber, largest } from "../../base/index.ts";
import { element, figure, label, type Mark, rule, shortened, stageColours, ticks } from "./svg.ts";

/** Bars that belong together, with a scale of their own. */
export type BarPanel = {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
};

const panelWidth = 190;
const panelHeight = 190;
const margin = { top: 46, left: 52, bottom: 30, right: 10 };

/** A bar chart per panel, side by side, each bar with its value; up to four in a row. */
export function barFigure(title: string, axis: string, panels: readonly BarPanel[]): string {
  const perRow = Math.min(4, Math.max(1, panels.length));
  const rows = Math.ceil(panels.length / perRow);
  const width = perRow * (panelWidth + margin.left + margin.right);
  const height = 30 + rows * (panelHeight + margin.top + margin.bottom);
  const content = panels.map((panel, i) => {
    const x = (i % perRow) * (panelWidth + margin.left + margin.right) + margin.left;
    const y = 30 + Math.floor(i / perRow) * (panelHeight + margin.top + margin.bottom) + margin.top;
    return element("g", { transform: `translate(${x} ${y})` }, ["", ...panelOf(panel, axis), ""]);
  });
  return figure(width, height, title, [label(12, 22, title, { "font-size": 14, "font-weight": 600 }), ...content]);
}

function panelOf({ title, bars }: BarPanel, axis: string): Mark[] {
  const top = Math.max(1, largest(bars.map(({ value }) => value)));
  const marks = ticks(0, top, 5);
  const height = (value: number): number => (value / (top * 1.08)) * panelHeight;
  const slot = panelWidth / Math.max(1, bars.length);
  const grid = marks.flatMap((mark) => [
    rule(0, panelHeight - height(mark), panelWidth, panelHeight - height(mark), "#ddd"),
    label(-6, panelHeight - height(mark) + 4, formatNumber(mark), { "text-anchor": "end", fill: "#666" }),
  ]);
  const drawn = bars.flatMap(({ name, value }, i) => {
    const middle = slot * (i + 0.5);
    const colour = stageColours[i % stageColours.length];
    const wide = Math.min(40, slot * 0.7);
    return [
      element("rect", {
        x: middle - wide / 2,
        y: panelHeight - height(value),
        width: wide,
        height: height(value),
        fill: colour,
      }),
      label(middle, panelHeight - height(value) - 4, formatNumber(value), { "text-anchor": "middle" }),
      label(middle, panelHeight + 16, name, { "text-anchor": "middle", "font-weight": 600 }),
    ];
  });
  return [
    label(0, -26, shortened(title, 34), { "font-weight": 600 }),
    label(0, -12, axis, { fill: "#666" }),
    ...grid,
    ...drawn,
    rule(0, panelHeight, panelWidth, panelHeight, "#333"),
  ];
}
