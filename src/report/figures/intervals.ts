import { formatShare } from "../../base/index.ts";
import { type Drawing, element, heading, type Look, label, type Mark, rule, shortened, svgText, ticks } from "./svg.ts";

/** A share that was measured with its interval, and the share that it is held against. */
export type MeasuredShare = {
  readonly name: string;
  readonly share: number;
  readonly interval: readonly [low: number, high: number];
  readonly baseline: number;
};

const [left, tall, top] = [196, 24, 62];

/** Shares as dots with their intervals, each beside an upright mark at what a blind guess would reach. */
export function intervalsFigure(title: string, shares: readonly MeasuredShare[]): string {
  return svgText(drawIntervals(title, shares));
}

/** The same as data; in ink a dot that is not better than a blind guess is hollow. */
export function drawIntervals(
  title: string,
  shares: readonly MeasuredShare[],
  { width = 580, plain = false }: Look = {},
): Drawing {
  const at = (share: number): number => left + (width - left - 24) * share;
  const bottom = top + tall * shares.length;
  const [bad, good] = plain ? ["#c9261d", "#333"] : ["#d55e00", "#0072b2"];
  const dot = (cx: number, cy: number, isBad: boolean): Mark =>
    element("circle", {
      cx,
      cy,
      r: 4,
      fill: isBad ? bad : plain ? "#fff" : good,
      stroke: plain ? (isBad ? bad : good) : undefined,
    });
  const guess = (x: number, y: number): Mark => rule(x, y - 8, x, y + 8, "#333", { "stroke-width": 2 });
  const grid = ticks(0, 1, 5).flatMap((tick) => [
    rule(at(tick), top - 10, at(tick), bottom, "#ddd"),
    label(at(tick), bottom + 16, formatShare(tick, 0), { "text-anchor": "middle", fill: "#666" }),
  ]);
  const rows = shares.flatMap(({ name, share, interval: [low, high], baseline }, nth) => {
    const y = top + tall * nth;
    const isBad = low > baseline;
    return [
      label(left - 10, y + 4, shortened(name, 30), { "text-anchor": "end" }),
      guess(at(baseline), y),
      rule(at(low), y, at(high), y, isBad ? bad : good, { "stroke-width": 3 }),
      dot(at(share), y, isBad),
    ];
  });
  const key = [
    dot(left + 6, 36, true),
    label(left + 16, 40, "better than a blind guess"),
    dot(left + 166, 36, false),
    label(left + 176, 40, "not better"),
    guess(left + 246, 36),
    label(left + 254, 40, "a blind guess"),
  ];
  return { width, height: bottom + 26, title, marks: [...heading(title, plain), ...key, ...grid, ...rows] };
}
