import { formatShare, largest, smallest } from "../../base/index.ts";
import type { FrontierPoint } from "../../utility/index.ts";
import {
  coordinate,
  type Drawing,
  element,
  type Look,
  label,
  type Mark,
  rule,
  shortened,
  stageColours,
  svgText,
  ticks,
} from "./svg.ts";

const panel = { left: 52, top: 34, bottom: 60, gap: 28 };

type Risk = { readonly title: string; readonly front: string; readonly of: (point: FrontierPoint) => number };

/** What a studio adds to the points of a sweep. */
type PointMarks = {
  /** What a point is called. */
  readonly nameOf?: (point: FrontierPoint) => string;
  readonly isChosen?: (point: FrontierPoint) => boolean;
  /** A release that is none of the points. */
  readonly current?: { readonly risk: number; readonly loss: number };
};

/** Loss against risk and against disclosure, a colour and a shape per method; points that no other one beats are filled. */
export function frontierFigure(points: readonly FrontierPoint[]): string {
  return svgText(drawFrontier(points));
}

/** The same as data; in ink loss against risk alone, each point with its place under `data-mark`. */
export function drawFrontier(
  points: readonly FrontierPoint[],
  { width: all, plain = false }: Look = {},
  marked: PointMarks = {},
): Drawing {
  const drawn = points.filter((point) => point.infeasible === undefined);
  const series = [...new Set(drawn.map(marked.nameOf ?? seriesOf))];
  const risks = plain ? [risk] : risksOf(drawn);
  const wide = all === undefined ? 250 : all - 2 * panel.left;
  const tall = plain ? 300 : 220;
  const width = all ?? panel.left + risks.length * (wide + panel.gap + panel.left);
  const height = panel.top + tall + panel.bottom + 16 * Math.ceil(series.length / 2);
  const panels = risks.flatMap((axis, nth) => {
    const left = panel.left + nth * (wide + panel.gap + panel.left);
    return panelOf(drawn, series, axis, { left, wide, tall, plain, isFirst: nth === 0, ...marked });
  });
  const legend = series.flatMap((name, i) => {
    const x = panel.left + (i % 2) * (width / 2 - panel.left);
    const y = panel.top + tall + panel.bottom + 16 * Math.floor(i / 2);
    const ink = inkOf(i, plain);
    return [
      element("path", { d: shapeOf(i, x, y - 4), stroke: ink, fill: ink }),
      label(x + 10, y, shortened(name, 60)),
    ];
  });
  return { width, height, title: "Loss against risk and disclosure", marks: [...panels, ...legend] };
}

function seriesOf({ method, model, suppression }: FrontierPoint): string {
  const limit = suppression === 0 ? "" : `, suppression ${suppression}`;
  return `${model === "" ? method : `${method}, ${model}`}${limit}`;
}

function inkOf(series: number, plain: boolean): string {
  return plain ? "#333" : stageColours[series % stageColours.length];
}

const risk: Risk = { title: "highest risk, 1 / smallest cohort", front: "risk", of: (point) => point.highestRisk };

function risksOf(points: readonly FrontierPoint[]): Risk[] {
  const worst = (key: "homogeneity" | "inference") => (point: FrontierPoint) =>
    Math.max(0, largest(point.disclosure.map((one) => one[key])));
  if (points.every((point) => point.disclosure.length === 0)) return [risk];
  return [
    risk,
    { title: "records in cohorts with one value", front: "homogeneity", of: worst("homogeneity") },
    { title: "guessed right from the cohort", front: "inference", of: worst("inference") },
  ];
}

type Panel = PointMarks & {
  readonly left: number;
  readonly wide: number;
  readonly tall: number;
  readonly plain: boolean;
  readonly isFirst: boolean;
};

/** Round risks, of which those in sight are marked. */
const roundRisks = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001];

/** Where shares lie across a panel: the highest risk by its logarithm, since it is one over k, and others as they are. */
function acrossOf(
  shares: readonly number[],
  isRisk: boolean,
  left: number,
  wide: number,
): { at: (share: number) => number; marks: number[] } {
  const most = largest(shares) || 1;
  if (!isRisk) return { at: (share) => left + (wide * share) / most, marks: ticks(0, most) };
  const [low, high] = [smallest(shares) * 0.85, Math.min(1, most * 1.18)];
  const span = Math.log(high / low) || 1;
  return {
    at: (share) => left + (wide * Math.log(share / low)) / span,
    marks: roundRisks.filter((share) => share >= low && share <= high),
  };
}

function panelOf(points: readonly FrontierPoint[], series: readonly string[], axis: Risk, box: Panel): Mark[] {
  const { left, wide, tall, plain, isFirst, nameOf = seriesOf, isChosen = () => false, current } = box;
  const bottom = panel.top + tall;
  const up = Math.max(largest(points.map(({ ncp }) => ncp)), current?.loss ?? 0) || 1;
  const shares = [...points.map(axis.of), ...(current === undefined ? [] : [current.risk])];
  const { at: x, marks: across } = acrossOf(shares, axis === risk, left, wide);
  const y = (loss: number): number => bottom - (tall * loss) / up;
  const isBest = (point: FrontierPoint): boolean => (point.front as readonly string[]).includes(axis.front);
  const best = points.filter(isBest).sort((a, b) => axis.of(a) - axis.of(b) || b.ncp - a.ncp);
  // the edge of what can be had: from each release that no other beats, across to the next and down
  const stairs = best.map((point, i) => {
    const place = coordinate(x(axis.of(point)));
    return `${i === 0 ? `M${place} ` : `H${place}V`}${coordinate(y(point.ncp))}`;
  });
  const dots = points.map((point, i) => {
    const nth = series.indexOf(nameOf(point));
    const [ink, hasWon] = [inkOf(nth, plain), isChosen(point)];
    const fill = hasWon ? "#f4c20d" : isBest(point) ? ink : "#fff";
    const [loss, share] = [formatShare(point.ncp), formatShare(axis.of(point))];
    const words = plain
      ? `k ${point.k} by ${nameOf(point)}: loss ${loss}, highest risk ${share}`
      : `${nameOf(point)}, k=${point.k}: loss ${loss}, ${share}`;
    const live = plain ? { class: hasWon ? "dot chosen" : "dot", "data-mark": i } : {};
    return element(
      "path",
      {
        d: shapeOf(nth, x(axis.of(point)), y(point.ncp)),
        stroke: ink,
        "stroke-width": hasWon ? 3 : 1.5,
        fill,
        ...live,
      },
      [element("title", {}, words)],
    );
  });
  return [
    ...across.flatMap((share) => [
      rule(x(share), panel.top, x(share), bottom, "#ddd"),
      label(x(share), bottom + 16, formatShare(share), { "text-anchor": "middle" }),
    ]),
    ...ticks(0, up).flatMap((loss) => [
      rule(left, y(loss), left + wide, y(loss), "#ddd"),
      label(left - 6, y(loss) + 4, formatShare(loss), { "text-anchor": "end" }),
    ]),
    ...(isFirst ? [label(left, panel.top - 14, "NCP", { "font-weight": "bold" })] : []),
    label(left + wide / 2, bottom + 32, axis.title, { "text-anchor": "middle" }),
    element("path", { d: stairs.join(""), fill: "none", stroke: "#999", "stroke-dasharray": "3 3" }),
    ...dots,
    ...(current === undefined ? [] : ringAt(x(current.risk), y(current.loss))),
  ];
}

/** A yellow ring around a place: what is shown. */
function ringAt(cx: number, cy: number): Mark[] {
  const ring = { class: "ring", cx, cy, r: 9, fill: "none" };
  return [
    element("circle", { ...ring, stroke: "#333", "stroke-width": 5 }),
    element("circle", { ...ring, stroke: "#f4c20d", "stroke-width": 2.5 }),
  ];
}

const shapes: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`,
  (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7z`,
  (x, y) => `M${x} ${y - 5}l5 8.5h-10z`,
  (x, y) => `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
  (x, y) => `M${x} ${y + 5}l5 -8.5h-10z`,
  (x, y) => `M${x - 5} ${y - 1.5}h3.5v-3.5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5z`,
];

/** The shape that stands for a series. */
function shapeOf(series: number, x: number, y: number): string {
  return shapes[series % shapes.length](Math.round(100 * x) / 100, Math.round(100 * y) / 100);
}
