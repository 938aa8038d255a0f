/**
 * @file The cheapest partition of a few rows into allowed cohorts, by dynamic programming over all subsets of rows: the
 * best way to cover a set is one cohort that holds its lowest row and the best way to cover the rest.
 */
import { report, type Task } from "../../base/index.ts";
import { unitCosts } from "./cell-axis.ts";
import type { Grid } from "./grid.ts";

/** Rows up to which all subsets are looked at. */
export const subsetRows = 16;

/** The least cost of covering each subset of rows with allowed cohorts, and what each subset costs as one cohort. */
export type SubsetTable = {
  readonly cost: Float64Array;
  readonly allowed: Uint8Array;
  /** Infinity where a subset cannot be covered. */
  readonly least: Float64Array;
  /** The cohort of the lowest row in the best cover of each subset. */
  readonly first: Uint32Array;
};

/** What every subset of rows costs when its rows are published alike. */
export function subsetCosts(grid: Grid): Float64Array {
  const all = 1 << grid.rows;
  const cost = new Float64Array(all);
  const low = new Uint32Array(all);
  const high = new Uint32Array(all);
  const size = new Uint8Array(all);
  for (let set = 1; set < all; set++) size[set] = size[set & (set - 1)] + 1;
  grid.axes.forEach((axis, attribute) => {
    const units = unitCosts(axis);
    const ranks = grid.ranks[attribute];
    const width = axis.attribute.size;
    for (let set = 1; set < all; set++) {
      const rest = set & (set - 1);
      const rank = ranks[31 - Math.clz32(set & -set)];
      low[set] = rest === 0 ? rank : Math.min(low[rest], rank);
      high[set] = rest === 0 ? rank : Math.max(high[rest], rank);
      cost[set] += size[set] * units[low[set] * width + high[set]];
    }
  });
  return cost;
}

/**
 * Covers every subset as cheaply as can be. `most` is the size past which a cohort can be parted without loss: 2k − 1
 * when only sizes count, all rows otherwise.
 */
export function* searchSubsets(
  grid: Grid,
  { allows, least: smallest, most }: { allows: (set: number) => boolean; least: number; most: number },
): Task<SubsetTable> {
  const all = 1 << grid.rows;
  const cost = subsetCosts(grid);
  const allowed = new Uint8Array(all);
  const size = new Uint8Array(all);
  for (let set = 1; set < all; set++) {
    size[set] = size[set & (set - 1)] + 1;
    allowed[set] = size[set] >= smallest && allows(set) ? 1 : 0;
  }
  const least = new Float64Array(all).fill(Number.POSITIVE_INFINITY);
  const first = new Uint32Array(all);
  least[0] = 0;
  let work = 0;
  for (let set = 1; set < all; set++) {
    const lowest = set & -set;
    const others = set ^ lowest;
    let best = Number.POSITIVE_INFINITY;
    let chosen = 0;
    for (let part = others; ; part = (part - 1) & others) {
      const cohort = part | lowest;
      if (allowed[cohort] === 1 && size[cohort] <= most) {
        const total = cost[cohort] + least[set ^ cohort];
        if (total < best) {
          best = total;
          chosen = cohort;
        }
      }
      if (part === 0) break;
    }
    least[set] = best;
    first[set] = chosen;
    work += 1 << size[set];
    if (work > 2_000_000) {
      work = 0;
      yield* report("search", set, all);
    }
  }
  return { cost, allowed, least, first };
}

/** The rows of a set. */
export function rowsOf(set: number): number[] {
  const rows: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) rows.push(31 - Math.clz32(rest & -rest));
  return rows;
}

/** The cohorts of the best cover of all rows. */
export function bestCover(table: SubsetTable, rows: number): number[][] {
  const cohorts: number[][] = [];
  for (let left = 2 ** rows - 1; left > 0; left ^= table.first[left]) cohorts.push(rowsOf(table.first[left]));
  return cohorts;
}
