import { largest } from "../../base/index.ts";
import type { FrontierPoint } from "../../utility/index.ts";
import { element, figure, label, shortened, stageColours, ticks } from "./svg.ts";

const panel = { width: 250, height: 220, left: 52, top: 34, bottom: 60, gap: 28 };

type PanelAxis = { readonly title: string; readonly front: string; readonly of: (point: FrontierPoint) => number };

/** Loss against risk and against disclosure, a colour per method; points that no other one beats are filled and joined. */
export function frontierFigure(points: readonly FrontierPoint[]): string {
  const drawn = points.filter((point) => point.infeasible === undefined);
  const series = [...new Set(drawn.map(seriesOf))];
  const axes = axesOf(drawn);
  const width = panel.left + axes.length * (panel.width + panel.gap + panel.left);
  const height = panel.top + panel.height + panel.bottom + 16 * Math.ceil(series.length / 2);
  const content = axes.flatMap((axis, nth) => panelOf(drawn, series, axis, nth));
  const legend = series.flatMap((name, i) => {
    const x = panel.left + (i % 2) * (width / 2 - panel.left);
    const y = panel.top + panel.height + panel.bottom + 16 * Math.floor(i / 2);
    return [element("circle", { cx: x, cy: y - 4, r: 4, fill: colourOf(i) }), label(x + 10, y, shortened(name, 60))];
  });
  return figure(width, height, "Loss against risk and disclosure", [...content, ...legend]);
}

function seriesOf({ method, model, suppression }: FrontierPoint): string {
  const limit = suppression === 0 ? "" : `, suppression ${suppression}`;
  return `${model === "" ? method : `${method}, ${model}`}${limit}`;
}

function colourOf(series: number): string {
  return stageColours[series % stageColours.length];
}

function axesOf(points: readonly FrontierPoint[]): PanelAxis[] {
  const worst = (key: "homogeneity" | "inference") => (point: FrontierPoint) =>
    Math.max(0, largest(point.disclosure.map((one) => one[key])));
  const axes: PanelAxis[] = [
    { title: "highest risk, 1 / smallest cohort", front: "risk", of: (point) => point.highestRisk },
  ];
  if (points.some((point) => point.disclosure.length > 0)) {
    axes.push(
      { title: "records in cohorts with one value", front: "homogeneity", of: worst("homogeneity") },
      { title: "guessed right from the cohort", front: "inference", of: worst("inference") },
    );
  }
  return axes;
}

function panelOf(points: readonly FrontierPoint[], series: readonly string[], axis: PanelAxis, nth: number): string[] {
  const left = panel.left + nth * (panel.width + panel.gap + panel.left);
  const { top } = panel;
  const most = (of: (point: FrontierPoint) => number): number =>
    points.reduce((high, one) => Math.max(high, of(one)), 0);
  const [right, up] = [most(axis.of) || 1, most((point) => point.ncp) || 1];
  const x = (share: number): number => left + (panel.width * share) / right;
  const y = (share: number): number => top + panel.height * (1 - share / up);
  const grid = [
    ...ticks(0, right).map((tick) =>
      label(x(tick), top + panel.height + 16, percent(tick), { "text-anchor": "middle" }),
    ),
    ...ticks(0, up).flatMap((tick) => [
      element("line", { x1: left, x2: left + panel.width, y1: y(tick), y2: y(tick), stroke: "#ddd" }),
      label(left - 6, y(tick) + 4, percent(tick), { "text-anchor": "end" }),
    ]),
    label(left, top - 14, nth === 0 ? "NCP" : "", { "font-weight": "bold" }),
    label(left + panel.width / 2, top + panel.height + 32, axis.title, { "text-anchor": "middle" }),
  ];
  const marks = series.flatMap((name, i) => {
    const own = points.filter((point) => seriesOf(point) === name).sort((a, b) => axis.of(a) - axis.of(b) || a.k - b.k);
    return own.map((point) =>
      element(
        "circle",
        {
          cx: x(axis.of(point)),
          cy: y(point.ncp),
          r: 3,
          stroke: colourOf(i),
          fill: (point.front as readonly string[]).includes(axis.front) ? colourOf(i) : "#fff",
        },
        element("title", {}, `${name}, k=${point.k}`.replace(/[&<>]/g, " ")),
      ),
    );
  });
  const front = points
    .filter((point) => (point.front as readonly string[]).includes(axis.front))
    .sort((a, b) => axis.of(a) - axis.of(b) || b.ncp - a.ncp);
  const path = front.map((point) => `${x(axis.of(point)).toFixed(1)},${y(point.ncp).toFixed(1)}`).join(" ");
  return [
    ...grid,
    element("polyline", { points: path, fill: "none", stroke: "#999", "stroke-dasharray": "3 3" }),
    ...marks,
  ];
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}
