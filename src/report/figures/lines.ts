import { coordinate, element, figure, label, stageColours, ticks } from "./svg.ts";

/** A named run of points; runs with the same name share a colour. */
export type Line = { readonly name: string; readonly x: readonly number[]; readonly y: readonly number[] };

const [width, height] = [474, 290];
const frame = { left: 52, right: 448, top: 42, bottom: 240 };

/** Draws lines over a common axis, such as the losses of two nets over the epochs. */
export function linesFigure(
  lines: readonly Line[],
  title: string,
  axis: { readonly x: string; readonly y: string },
): string {
  const [lowX, highX] = extent(lines.flatMap(({ x }) => [...x]));
  const [lowY, highY] = extent(lines.flatMap(({ y }) => [...y]));
  const atX = (x: number): number => frame.left + ((x - lowX) / (highX - lowX || 1)) * (frame.right - frame.left);
  const atY = (y: number): number => frame.bottom - ((y - lowY) / (highY - lowY || 1)) * (frame.bottom - frame.top);
  const names = [...new Set(lines.map(({ name }) => name))];
  const colourOf = (name: string): string => stageColours[names.indexOf(name) % stageColours.length];
  const marks = [
    label(12, 20, title, { "font-weight": 600 }),
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
    marks.push(element("path", { class: "line", d: `M${points.join("L")}`, ...stroke }));
  }
  names.forEach((name, index) => {
    const x = frame.left + index * 150;
    marks.push(
      element("rect", { x, y: height - 16, width: 12, height: 4, fill: colourOf(name) }),
      label(x + 18, height - 10, name),
    );
  });
  return figure(width, height, title, marks);
}

function extent(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : [0, 1];
}
