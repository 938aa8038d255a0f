import { unitCosts } from "./cell-axis.ts";
import type { Grid } from "./grid.ts";

/** What groups of rows cost per record, from the lowest and highest rank they hold in each attribute. */
export type GroupCosts = {
  readonly rows: number;
  readonly width: number;
  /** Row by row the rank in each attribute. */
  readonly ranks: Uint32Array;
  /** Per attribute the cost per record of a run of ranks, low × size + high. */
  readonly units: readonly Float64Array[];
  readonly sizes: readonly number[];
};

/** Lays a grid out for quick questions about groups. */
export function groupCosts(grid: Grid): GroupCosts {
  const width = grid.axes.length;
  const ranks = new Uint32Array(grid.rows * width);
  grid.ranks.forEach((column, attribute) => {
    for (let row = 0; row < grid.rows; row++) ranks[row * width + attribute] = column[row];
  });
  return {
    rows: grid.rows,
    width,
    ranks,
    units: grid.axes.map(unitCosts),
    sizes: grid.axes.map((axis) => axis.attribute.size),
  };
}

/** The cost of publishing some rows alike. */
export function groupCost({ width, ranks, units, sizes }: GroupCosts, rows: readonly number[]): number {
  let unit = 0;
  for (let attribute = 0; attribute < width; attribute++) {
    let low = ranks[rows[0] * width + attribute];
    let high = low;
    for (let i = 1; i < rows.length; i++) {
      const rank = ranks[rows[i] * width + attribute];
      if (rank < low) low = rank;
      else if (rank > high) high = rank;
    }
    unit += units[attribute][low * sizes[attribute] + high];
  }
  return unit * rows.length;
}
