/** @file Small charts. Ink and shape tell series apart; colour is kept for what it means. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { formatNumber, formatShare, largest, smallest } from "../../base/index.ts";
import { useWidth } from "./canvas.ts";

/** A drawing as wide as its place, so that letters are as large as everywhere. */
export function Plot({
  height,
  most,
  label,
  draw,
}: {
  readonly height: number;
  /** The greatest width that helps it. */
  readonly most: number;
  /** What it is called, where it can be used; others are told by their sentence and table. */
  readonly label?: string;
  readonly draw: (width: number) => ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = Math.min(most, useWidth(box));
  return (
    <div ref={box} class="plot-box" style={{ minHeight: `${height}px` }}>
      {width === 0 ? null : (
        <svg
          class="plot"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role={label === undefined ? undefined : "group"}
          aria-label={label}
          aria-hidden={label === undefined}
        >
          {draw(width)}
        </svg>
      )}
    </div>
  );
}

/** About how many pixels a label takes. */
function widthOf(label: string): number {
  return label.length * 7;
}

/** Ticks at round numbers from 0 to a little above the most. */
export function ticksTo(most: number): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * unit).find((one) => one >= rough) ?? unit;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, i) => i * step);
}

/** Two bars per row on one axis: before in outline, after filled. */
export function PairedBars({
  rows,
  across,
  up,
}: {
  readonly rows: readonly { readonly label: string; readonly before: number; readonly after: number }[];
  /** What the shares are of. */
  readonly across: string;
  /** What the rows are. */
  readonly up: string;
}) {
  const most = largest([...rows.map(({ before, after }) => Math.max(before, after)), 1e-9]);
  const ticks = ticksTo(most);
  const top = ticks.at(-1)!;
  const left = Math.min(150, Math.max(40, widthOf(up) + 10, largest(rows.map(({ label }) => widthOf(label) + 10))));
  const letters = Math.floor((left - 10) / 7);
  const height = rows.length * 34 + 64;
  const bottom = height - 40;
  return (
    <Plot
      height={height}
      most={680}
      draw={(width) => {
        const x = (value: number): number => left + ((width - left - 56) * value) / top;
        const bar = (share: number, y: number, kind: string) => (
          <>
            <rect class={kind} x={left} y={y} width={Math.max(0, x(share) - left)} height={11} />
            <text x={x(share) + 6} y={y + 9.5} class="quiet minor">
              {formatShare(share, 1)}
            </text>
          </>
        );
        return (
          <>
            <text x={left - 8} y={12} text-anchor="end" class="quiet">
              {up}
            </text>
            <rect class="outline" x={left} y={3} width={16} height={10} />
            <text x={left + 22} y={12} class="quiet">
              before
            </text>
            <rect class="after" x={left + 84} y={3} width={16} height={10} />
            <text x={left + 106} y={12} class="quiet">
              after
            </text>
            {ticks.map((tick) => (
              <g key={tick}>
                <line class="grid-line" x1={x(tick)} x2={x(tick)} y1={22} y2={bottom} />
                <text x={x(tick)} y={bottom + 16} text-anchor="middle" class="quiet">
                  {formatShare(tick, 1)}
                </text>
              </g>
            ))}
            {rows.map(({ label, before, after }, row) => {
              const y = 26 + row * 34;
              return (
                <g key={label}>
                  <text x={left - 8} y={y + 17} text-anchor="end">
                    {label.length > letters ? `${label.slice(0, letters - 1)}…` : label}
                  </text>
                  {bar(before, y + 2, "outline")}
                  {bar(after, y + 15, "after")}
                </g>
              );
            })}
            <line class="axis" x1={left} x2={left} y1={22} y2={bottom} />
            <text x={(left + x(top)) / 2} y={height - 6} text-anchor="middle" class="quiet">
              {across}
            </text>
          </>
        );
      }}
    />
  );
}

/** Lines over steps; the first is solid, the others dashed. */
export function Lines({
  series,
  across,
  up,
}: {
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
  /** What the steps are. */
  readonly across: string;
  /** What rises and falls. */
  readonly up: string;
}) {
  const all = series.flatMap(({ points }) => points);
  if (all.length === 0) return null;
  const [height, left, right] = [260, 62, 110];
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [x0, x1] = [smallest(xs), largest(xs)];
  const ticks = ticksTo(largest([...ys, 0.1]));
  const [y0, y1] = [Math.min(0, smallest(ys)), ticks.at(-1)!];
  const y = (value: number): number => height - 44 - ((height - 60) * (value - y0)) / (y1 - y0 || 1);
  const ends = spaced(series.map(({ points }) => (points.length === 0 ? 0 : y(points.at(-1)![1]))));
  return (
    <Plot
      height={height}
      most={860}
      draw={(width) => {
        const x = (value: number): number => left + ((width - left - right) * (value - x0)) / (x1 - x0 || 1);
        return (
          <>
            {ticks.map((tick) => (
              <g key={tick}>
                <line class="grid-line" x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
                <text x={left - 6} y={y(tick) + 4} text-anchor="end" class="quiet">
                  {Number(tick.toPrecision(3))}
                </text>
              </g>
            ))}
            {series.map(({ name, points }, place) => (
              <g key={name}>
                <polyline
                  class={place === 0 ? "line" : "line other"}
                  points={points.map(([a, b]) => `${x(a)},${y(b)}`).join(" ")}
                />
                {points.length === 0 ? null : (
                  <text x={x(points.at(-1)![0]) + 6} y={ends[place] + 4}>
                    {name}
                  </text>
                )}
              </g>
            ))}
            <line class="axis" x1={left} x2={left} y1={14} y2={height - 44} />
            <line class="axis" x1={left} x2={width - right} y1={height - 44} y2={height - 44} />
            {[x0, x1].map((end, place) => (
              <text key={place} x={x(end)} y={height - 28} text-anchor={place === 0 ? "start" : "end"} class="quiet">
                {formatNumber(end)}
              </text>
            ))}
            <text x={(left + width - right) / 2} y={height - 10} text-anchor="middle" class="quiet">
              {across}
            </text>
            <text
              x={14}
              y={height / 2 - 15}
              text-anchor="middle"
              transform={`rotate(-90 14 ${height / 2 - 15})`}
              class="quiet"
            >
              {up}
            </text>
          </>
        );
      }}
    />
  );
}

/** Moves labels apart that would lie on each other. */
function spaced(places: readonly number[]): number[] {
  const order = [...places.keys()].sort((a, b) => places[a] - places[b]);
  const found = [...places];
  for (let i = 1; i < order.length; i++) {
    found[order[i]] = Math.max(found[order[i]], found[order[i - 1]] + 15);
  }
  return found;
}

/** A share with its interval and the blind guess beside it. */
export function Interval({
  success,
  interval,
  baseline,
  isExposed,
}: {
  readonly success: number;
  readonly interval: readonly [number, number];
  readonly baseline: number;
  readonly isExposed: boolean;
}) {
  const x = (share: number): number => 6 + 108 * Math.min(1, Math.max(0, share));
  return (
    <svg class="plot inline" width="120" height="20" viewBox="0 0 120 20" aria-hidden="true">
      <line class="grid-line" x1={6} x2={114} y1={10} y2={10} />
      <line class="axis" x1={x(interval[0])} x2={x(interval[1])} y1={10} y2={10} />
      <line class="axis" x1={x(baseline)} x2={x(baseline)} y1={2} y2={18} stroke-dasharray="2 2" />
      <circle class={isExposed ? "danger" : "after"} cx={x(success)} cy={10} r={4} />
    </svg>
  );
}

const shapes = [
  (x: number, y: number) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0`,
  (x: number, y: number) => `M${x - 4.5} ${y - 4.5}h9v9h-9z`,
  (x: number, y: number) => `M${x} ${y - 6}L${x + 6} ${y + 4.5}H${x - 6}z`,
  (x: number, y: number) => `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}z`,
  (x: number, y: number) => `M${x} ${y + 6}L${x + 6} ${y - 4.5}H${x - 6}z`,
  (x: number, y: number) => `M${x - 6} ${y - 2}h4v-4h4v4h4v4h-4v4h-4v-4h-4z`,
];

/** The shape that stands for a series. */
export function shapeOf(series: number, x: number, y: number): string {
  return shapes[series % shapes.length](x, y);
}
