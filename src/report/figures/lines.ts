import { largest, smallest } from "../../base/index.ts";
import {
  coordinate,
  type Drawing,
  element,
  heading,
  type Look,
  label,
  rule,
  stageColours,
  svgText,
  ticks,
} from "./svg.ts";

/** A named run of points; runs with the same name share a colour. */
export type Line = { readonly name: string; readonly x: readonly number[]; readonly y: readonly number[] };

/** What runs across and up. */
type Axes = { readonly x: string; readonly y: string };

/** Draws lines over a common axis, such as the losses of two nets over the epochs. */
export function linesFigure(lines: readonly Line[], title: string, axis: Axes): string {
  return svgText(drawLines(lines, title, axis));
}

/** The same as data; in ink the first line is solid and the others are dashed. */
export function drawLines(
  lines: readonly Line[],
  title: string,
  axis: Axes,
  { width = 474, plain = false }: Look = {},
): Drawing {
  const height = 290;
  const frame = { left: 52, right: width - 26, top: 42, bottom: 240 };
  const [lowX, highX] = extent(lines.flatMap(({ x }) => [...x]));
  const [lowY, highY] = extent(lines.flatMap(({ y }) => [...y]));
  const atX = (x: number): number => frame.left + ((x - lowX) / (highX - lowX || 1)) * (frame.right - frame.left);
  const atY = (y: number): number => frame.bottom - ((y - lowY) / (highY - lowY || 1)) * (frame.bottom - frame.top);
  const names = [...new Set(lines.map(({ name }) => name))];
  const colourOf = (name: string): string => {
    const place = names.indexOf(name);
    return plain ? (place === 0 ? "#333" : "#666") : stageColours[place % stageColours.length];
  };
  const dashOf = (name: string): string | undefined => (plain && name !== names[0] ? "5 3" : undefined);
  const marks = [
    ...heading(title, plain),
    label(12, frame.top - 6, axis.y),
    label(frame.right, frame.bottom + 30, axis.x, { "text-anchor": "end" }),
  ];
  for (const tick of ticks(lowY, highY)) {
    marks.push(
      element("path", { d: `M${frame.left} ${coordinate(atY(tick))}H${frame.right}`, stroke: "#ddd" }),
      label(frame.left - 6, atY(tick) + 4, String(tick), { "text-anchor": "end" }),
    );
  }
  for (const tick of ticks(lowX, highX)) {
    marks.push(label(atX(tick), frame.bottom + 16, String(tick), { "text-anchor": "middle" }));
  }
  for (const { name, x, y } of lines) {
    const points = x.map((value, index) => `${coordinate(atX(value))} ${coordinate(atY(y[index]))}`);
    const opacity = lines.length > names.length ? 0.55 : 0.95;
    const stroke = { stroke: colourOf(name), "stroke-opacity": opacity, "stroke-width": 1.3, fill: "none" };
    const dash = { "stroke-dasharray": dashOf(name) };
    marks.push(element("path", { class: "line", d: `M${points.join("L")}`, ...stroke, ...dash }));
  }
  names.forEach((name, index) => {
    const x = frame.left + index * 150;
    marks.push(
      plain
        ? rule(x, height - 14, x + 13, height - 14, colourOf(name), {
            "stroke-width": 2,
            "stroke-dasharray": dashOf(name),
          })
        : element("rect", { x, y: height - 16, width: 12, height: 4, fill: colourOf(name) }),
      label(x + 18, height - 10, name),
    );
  });
  return { width, height, title, marks };
}

function extent(values: readonly number[]): [number, number] {
  return values.length === 0 ? [0, 1] : [smallest(values), largest(values)];
}
