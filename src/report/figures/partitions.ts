import { coordinate, element, figure, label, shortened, stageColours, ticks } from "./svg.ts";

/** An axis of the scatter: numbers, or places of names. */
export type FigureAxis = {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  /** Names by place; without them the axis shows numbers. */
  readonly names?: readonly string[];
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

/** Panels two in a row: records as dots, larger where more share a place, cohorts as rectangles over them. */
export function partitionFigure(
  title: string,
  axes: { readonly x: FigureAxis; readonly y: FigureAxis },
  panels: readonly PartitionPanel[],
  side = 300,
): string {
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

function panelOf(
  { title, points, boxes }: PartitionPanel,
  axes: { readonly x: FigureAxis; readonly y: FigureAxis },
  colour: string,
  side: number,
): string[] {
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
function dots(points: Float64Array, x: (value: number) => number, y: (value: number) => number): string[] {
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

/** Marks along one side: round numbers, or as many names as there is room for. */
function marks(axis: FigureAxis, at: (value: number) => number, side: number, isBelow: boolean): string[] {
  const { names } = axis;
  const every = names === undefined ? 1 : Math.ceil(names.length / (isBelow ? 6 : 18));
  const places =
    names === undefined
      ? ticks(axis.low, axis.high, 5)
      : names.map((_, place) => place).filter((place) => place % every === 0);
  return places.flatMap((place) => {
    const text = names === undefined ? String(place) : shortened(names[place], isBelow ? 9 : 8);
    const spot = at(place);
    return isBelow
      ? [
          element("line", { x1: spot, x2: spot, y1: side, y2: side + 4, stroke: "#333" }),
          label(spot, side + 17, text, { "text-anchor": "middle", fill: "#666", "font-size": names ? 9 : undefined }),
        ]
      : [
          element("line", { x1: -4, x2: 0, y1: spot, y2: spot, stroke: "#333" }),
          label(-7, spot + 4, text, { "text-anchor": "end", fill: "#666", "font-size": names ? 9 : undefined }),
        ];
  });
}
