import { largest } from "../../base/index.ts";
import { element, figure, label, shortened, stageColours } from "./svg.ts";

/** Named amounts, one after another, of one or several series. */
export type FigureRow = { readonly name: string; readonly values: readonly number[] };

/** How a figure of lying bars is labelled. */
export type RowsOptions = {
  readonly title: string;
  /** What the bars of a row stand for, where there is more than one. */
  readonly series?: readonly string[];
  /** The amount of a whole bar; the largest of all unless stated. */
  readonly whole?: number;
  readonly text: (value: number) => string;
};

const [left, bars, right] = [176, 320, 110];

/** Bars that lie, a row per name, so that long names and many rows stay readable. */
export function rowsFigure(rows: readonly FigureRow[], { title, series = [], whole, text }: RowsOptions): string {
  const most = whole ?? rows.reduce((high, { values }) => Math.max(high, largest(values)), 0);
  const many = Math.max(1, series.length);
  const tall = 8 + 14 * many;
  const top = 34 + (series.length > 1 ? 18 : 0);
  const content = rows.flatMap(({ name, values }, nth) => {
    const y = top + nth * tall;
    return [
      label(left - 8, y + (tall - 8) / 2 + 4, shortened(name, 26), { "text-anchor": "end" }),
      ...values.flatMap((value, of) => {
        const width = most === 0 ? 0 : (bars * value) / most;
        return [
          element("rect", {
            x: left,
            y: y + 14 * of,
            width,
            height: 12,
            fill: stageColours[of % stageColours.length],
          }),
          label(left + width + 6, y + 14 * of + 10, text(value)),
        ];
      }),
    ];
  });
  const legend = series.flatMap((name, of) => [
    element("rect", { x: left + 130 * of, y: 32, width: 12, height: 8, fill: stageColours[of % stageColours.length] }),
    label(left + 130 * of + 18, 40, name),
  ]);
  const bottom = top + rows.length * tall;
  const axis = element("line", { x1: left, x2: left, y1: top - 4, y2: bottom, stroke: "#333" });
  return figure(left + bars + right, bottom + 8, title, [
    label(12, 20, title, { "font-weight": 600 }),
    ...(series.length > 1 ? legend : []),
    ...content,
    axis,
  ]);
}
