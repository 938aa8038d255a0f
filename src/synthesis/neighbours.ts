import type { Rows, Shape } from "./rows.ts";

/** Rows scaled for distances: numbers by their range, what is missing as −1 apart; categories as they are. */
export type ScaledRows = {
  readonly count: number;
  readonly columns: readonly Float32Array[];
  readonly isNumber: readonly boolean[];
};

/** Scales rows by the ranges of their shapes. */
export function scaled(rows: Rows, shapes: readonly Shape[]): ScaledRows {
  const columns = shapes.map((shape, index) => {
    const values = rows.columns[index];
    if (shape.kind === "category") return Float32Array.from(values);
    const range = shape.high > shape.low ? shape.high - shape.low : 1;
    return Float32Array.from(values, (value) => (Number.isNaN(value) ? -1 : (value - shape.low) / range));
  });
  return { count: rows.count, columns, isNumber: shapes.map(({ kind }) => kind === "number") };
}

/** The nearest rows of one row, nearest first, and the distance of the first. */
export type NearestRows = { readonly rows: readonly number[]; readonly distance: number };

/**
 * The `k` rows nearest to one row in the columns given, by Gower's distance (1971): the mean over columns of the
 * difference of numbers over their range, and of 0 or 1 for equal or other categories. No column counts more than 1:
 * numbers beyond the range of the training rows do not, and a number that one of the two lacks counts 1 where Gower
 * passes over the column. Ties go to the first row.
 */
export function nearest(
  from: ScaledRows,
  row: number,
  among: ScaledRows,
  columns: readonly number[],
  k = 1,
): NearestRows {
  const sums = new Float32Array(among.count);
  for (const column of columns) {
    const value = from.columns[column][row];
    const others = among.columns[column];
    if (from.isNumber[column])
      for (let i = 0; i < others.length; i++) sums[i] += Math.min(1, Math.abs(others[i] - value));
    else for (let i = 0; i < others.length; i++) if (others[i] !== value) sums[i] += 1;
  }
  const best: number[] = [];
  for (let i = 0; i < sums.length; i++) {
    if (best.length === k && sums[i] >= sums[best[k - 1]]) continue;
    let at = best.length;
    while (at > 0 && sums[best[at - 1]] > sums[i]) at--;
    best.splice(at, 0, i);
    if (best.length > k) best.pop();
  }
  return { rows: best, distance: sums[best[0]] / columns.length };
}
