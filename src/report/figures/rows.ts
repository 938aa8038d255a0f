import { formatShare, largest } from "../../base/index.ts";
import { type Drawing, element, heading, type Look, label, rule, shortened, stageColours, svgText } from "./svg.ts";

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

/** Shares before and after, as rows of two bars. */
export function drawPairs(
  title: string,
  pairs: readonly { readonly label: string; readonly before: number; readonly after: number }[],
  look: Look,
): Drawing {
  const rows = pairs.map(({ label: name, before, after }) => ({ name, values: [before, after] }));
  return drawRows(rows, { title, series: ["before", "after"], text: (share) => formatShare(share, 1) }, look);
}

/** Bars that lie, a row per name, so that long names and many rows stay readable. */
export function rowsFigure(rows: readonly FigureRow[], options: RowsOptions): string {
  return svgText(drawRows(rows, options));
}

/** The same as data; in ink the first of two series is an outline. */
export function drawRows(
  rows: readonly FigureRow[],
  { title, series = [], whole, text }: RowsOptions,
  { width: all = 606, plain = false }: Look = {},
): Drawing {
  const names = rows.map(({ name }) => shortened(name, 26));
  const left = plain ? Math.min(176, 24 + 6 * largest(names.map(({ length }) => length))) : 176;
  const bars = all - left - 110;
  const most = whole ?? rows.reduce((high, { values }) => Math.max(high, largest(values)), 0);
  const many = Math.max(1, series.length);
  const tall = 8 + 14 * many;
  const raised = plain ? 26 : 0;
  const top = 34 - raised + (series.length > 1 ? 18 : 0);
  const inkOf = (of: number): object =>
    plain && of === 0 && many > 1
      ? { fill: "none", stroke: "#666", "stroke-width": 1.2 }
      : { fill: plain ? "#333" : stageColours[of % stageColours.length] };
  const content = rows.flatMap(({ values }, nth) => {
    const y = top + nth * tall;
    return [
      label(left - 8, y + (tall - 8) / 2 + 4, names[nth], { "text-anchor": "end" }),
      ...values.flatMap((value, of) => {
        const width = most === 0 ? 0 : (bars * value) / most;
        return [
          element("rect", { x: left, y: y + 14 * of, width, height: 12, ...inkOf(of) }),
          label(left + width + 6, y + 14 * of + 10, text(value)),
        ];
      }),
    ];
  });
  const legend = series.flatMap((name, of) => [
    element("rect", { x: left + 130 * of, y: 32 - raised, width: 12, height: 8, ...inkOf(of) }),
    label(left + 130 * of + 18, 40 - raised, name),
  ]);
  const bottom = top + rows.length * tall;
  const marks = [
    ...heading(title, plain),
    ...(series.length > 1 ? legend : []),
    ...content,
    rule(left, top - 4, left, bottom, "#333"),
  ];
  return { width: all, height: bottom + 8, title, marks };
}
