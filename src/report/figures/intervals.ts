import { formatShare } from "../../base/index.ts";
import { element, figure, label, shortened, ticks } from "./svg.ts";

/** A share that was measured with its interval, and the share that it is held against. */
export type MeasuredShare = {
  readonly name: string;
  readonly share: number;
  readonly interval: readonly [low: number, high: number];
  readonly baseline: number;
};

const [left, wide, tall, top] = [196, 360, 24, 62];

/** Shares as dots with their intervals, each beside an upright mark at what a blind guess would reach. */
export function intervalsFigure(title: string, shares: readonly MeasuredShare[]): string {
  const at = (share: number): number => left + wide * share;
  const bottom = top + tall * shares.length;
  const grid = ticks(0, 1, 5).flatMap((tick) => [
    element("line", { x1: at(tick), x2: at(tick), y1: top - 10, y2: bottom, stroke: "#ddd" }),
    label(at(tick), bottom + 16, formatShare(tick, 0), { "text-anchor": "middle", fill: "#666" }),
  ]);
  const rows = shares.flatMap(({ name, share, interval: [low, high], baseline }, nth) => {
    const y = top + tall * nth;
    const colour = low > baseline ? "#d55e00" : "#0072b2";
    return [
      label(left - 10, y + 4, shortened(name, 30), { "text-anchor": "end" }),
      element("line", { x1: at(baseline), x2: at(baseline), y1: y - 8, y2: y + 8, stroke: "#333", "stroke-width": 2 }),
      element("line", { x1: at(low), x2: at(high), y1: y, y2: y, stroke: colour, "stroke-width": 3 }),
      element("circle", { cx: at(share), cy: y, r: 4, fill: colour }),
    ];
  });
  const key = [
    element("circle", { cx: left + 6, cy: 36, r: 4, fill: "#d55e00" }),
    label(left + 16, 40, "better than a blind guess"),
    element("circle", { cx: left + 166, cy: 36, r: 4, fill: "#0072b2" }),
    label(left + 176, 40, "not better"),
    element("line", { x1: left + 246, x2: left + 246, y1: 28, y2: 44, stroke: "#333", "stroke-width": 2 }),
    label(left + 254, 40, "a blind guess"),
  ];
  return figure(left + wide + 24, bottom + 26, title, [
    label(12, 20, title, { "font-weight": 600 }),
    ...key,
    ...grid,
    ...rows,
  ]);
}
