import { coordinate, element, figure, label, type Mark, rule, shortened, stageColours, ticks } from "./svg.ts";

/** A place along an axis and what stands there. */
export type AxisTick = { readonly at: number; readonly label: string };

/** An axis of the scatter: numbers, or places of names. */
export type FigureAxis = {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** Names by place; without them the axis shows numbers. */
  readonly names?: readonly string[];
  /** What is marked along the axis; round numbers, or as many names as there is room for, unless stated. */
  readonly ticks?: readonly AxisTick[];
};

/** Points of two attributes and the boxes drawn over them. */
export type PartitionPanel = {
  readonly title: string;
  /** x, y and how many records, point after point. */
  readonly points: Float64Array;
  /** Left, right, bottom, top, box after box, both ends included. */
  readonly boxes: Float64Array;
};

const margin = { top: 34, left: 76, bottom: 42, right: 16 };

/** What runs across and up. */
type Axes = { readonly x: FigureAxis; readonly y: FigureAxis };

/** Panels two in a row: records as dots, larger where more share a place, cohorts as rectangles over them. */
export function partitionFigure(title: string, axes: Axes, panels: readonly PartitionPanel[], side = 300): string {
  const cellWidth = side + margin.left + margin.right;
  const cellHeight = side + margin.top + margin.bottom;
  const perRow = Math.min(2, panels.length);
  const content = panels.map((panel, i) => {
    const x = (i % perRow) * cellWidth + margin.left;
    const y = 28 + Math.floor(i / perRow) * cellHeight + margin.top;
    const colour = i === 0 ? "#555" : stageColours[(i - 1) % stageColours.length];
    return element("g", { transform: `translate(${x} ${y})` }, ["", ...panelOf(panel, axes, colour, side), ""]);
  });
  const height = 28 + Math.ceil(panels.length / perRow) * cellHeight;
  const heading = label(12, 20, title, { "font-size": 14, "font-weight": 600 });
  return figure(perRow * cellWidth, height, title, [heading, ...content]);
}

function panelOf({ title, points, boxes }: PartitionPanel, axes: Axes, colour: string, side: number): Mark[] {
  const x = scaleOf(axes.x, 0, side);
  const y = scaleOf(axes.y, side, 0);
  const rectangles: string[] = [];
  for (let i = 0; i < boxes.length; i += 4) {
    const [left, right] = [x.at(boxes[i] - x.half), x.at(boxes[i + 1] + x.half)];
    const [bottom, top] = [y.at(boxes[i + 2] - y.half), y.at(boxes[i + 3] + y.half)];
    const [width, height] = [right - left, bottom - top].map(coordinate);
    rectangles.push(`M${coordinate(left)} ${coordinate(top)}h${width}v${height}h-${width}z`);
  }
  const outline = {
    fill: colour,
    "fill-opacity": "0.08",
    stroke: colour,
    "stroke-width": "0.7",
    "stroke-opacity": "0.6",
  };
  return [
    label(0, -10, title, { "font-weight": 600 }),
    ...marks(axes.x, (place) => x.at(place), side, true),
    ...marks(axes.y, (place) => y.at(place), side, false),
    ...dots(
      points,
      (place) => x.at(place),
      (place) => y.at(place),
    ),
    ...(rectangles.length === 0 ? [] : [element("path", { d: rectangles.join(""), ...outline })]),
    element("rect", { width: side, height: side, fill: "none", stroke: "#333" }),
    label(side / 2, side + 36, axes.x.name, { "text-anchor": "middle" }),
    label(0, 0, axes.y.name, { transform: `translate(-62 ${side / 2}) rotate(-90)`, "text-anchor": "middle" }),
  ];
}

/** From values to pixels, with room for half a step around the outermost values. */
function scaleOf(
  { low, high, names }: FigureAxis,
  from: number,
  to: number,
): { at: (value: number) => number; half: number } {
  const half = names === undefined ? Math.min(0.5, (high - low) / 60) : 0.5;
  const [start, end] = [low - 2 * half, high + 2 * half];
  const span = end - start || 1;
  return { at: (value) => from + ((value - start) / span) * (to - from), half: half * 0.8 };
}

/** Dots in four sizes, each size one path of round points. */
function dots(points: Float64Array, x: (value: number) => number, y: (value: number) => number): Mark[] {
  const sizes = [1, 10, 100, Number.POSITIVE_INFINITY];
  const paths: string[][] = sizes.map(() => []);
  for (let i = 0; i < points.length; i += 3) {
    const size = sizes.findIndex((most) => points[i + 2] <= most);
    paths[size].push(`M${coordinate(x(points[i]))} ${coordinate(y(points[i + 1]))}h0`);
  }
  return paths.flatMap((path, size) =>
    path.length === 0
      ? []
      : [
          element("path", {
            d: path.join(""),
            stroke: "#888",
            "stroke-width": String(1.2 + 0.8 * size),
            "stroke-linecap": "round",
            fill: "none",
          }),
        ],
  );
}

/** Round numbers, or as many names as there is room for. */
function ticksOf({ low, high, names }: FigureAxis, isBelow: boolean): AxisTick[] {
  if (names === undefined) return ticks(low, high, 5).map((at) => ({ at, label: String(at) }));
  const every = Math.ceil(names.length / (isBelow ? 6 : 18));
  return names.map((label, at) => ({ at, label })).filter(({ at }) => at % every === 0);
}

/** Marks along one side. */
function marks(axis: FigureAxis, at: (value: number) => number, side: number, isBelow: boolean): Mark[] {
  const given = axis.ticks ?? ticksOf(axis, isBelow);
  const isNamed = axis.names !== undefined || axis.ticks !== undefined;
  const font = { fill: "#666", "font-size": isNamed ? 9 : undefined };
  return given.flatMap((tick) => {
    const text = isNamed ? shortened(tick.label, axis.ticks ? 12 : isBelow ? 9 : 8) : tick.label;
    const spot = at(tick.at);
    return isBelow
      ? [rule(spot, side, spot, side + 4, "#333"), label(spot, side + 17, text, { "text-anchor": "middle", ...font })]
      : [rule(-4, spot, 0, spot, "#333"), label(-7, spot + 4, text, { "text-anchor": "end", ...font })];
  });
}
