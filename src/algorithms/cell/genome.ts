/**
 * @file A table as an individual: a gene per cell, which is the place of a candidate among those of the cell. Fitness
 * counts rows that fail first and cost second, so that every table that holds ranks above every one that does not.
 */
import { remember } from "../../base/index.ts";
import { partners, type RowSets, rowSets } from "../../privacy/index.ts";
import type { Aim } from "./aim.ts";
import { candidatesOf, covers, keep } from "./cell-axis.ts";
import { cellCost, cheapestFor } from "./grid.ts";
import { failingSmall } from "./relation.ts";

/** An individual and how fit it is. */
export type Individual = { readonly genes: Uint16Array; readonly failing: number; readonly cost: number };

/** What is known of every cell; cell = row × attributes + attribute. */
export type Genome = {
  readonly rows: number;
  readonly width: number;
  /** Per cell its candidates, and the cost of each. */
  readonly candidates: readonly (readonly number[])[];
  readonly costs: readonly Float64Array[];
  /** Per cell the gene that keeps the value. */
  readonly kept: Uint16Array;
  readonly evaluate: (genes: Uint16Array) => Individual;
  /** Changes genes so that some rows are published alike, as cheaply as can be. */
  readonly alike: (genes: Uint16Array, rows: readonly number[]) => void;
};

/** Lays an aim out for the genetic algorithm. */
export function genomeOf(aim: Aim): Genome {
  const { grid } = aim;
  const { rows } = grid;
  const width = grid.axes.length;
  const candidates: number[][] = [];
  const costs: Float64Array[] = [];
  const kept = new Uint16Array(rows * width);
  for (let row = 0; row < rows; row++) {
    grid.axes.forEach((axis, attribute) => {
      const rank = grid.ranks[attribute][row];
      const cell = candidatesOf(axis, rank);
      kept[row * width + attribute] = cell.indexOf(keep(rank));
      candidates.push(cell);
      costs.push(Float64Array.from(cell, (candidate) => cellCost(axis, rank, candidate)));
    });
  }
  const failing = aim.meaning === "matching" ? failingByMatching(aim, candidates) : failingByClasses(aim, candidates);
  const evaluate = (genes: Uint16Array): Individual => {
    let cost = 0;
    for (let cell = 0; cell < genes.length; cell++) cost += costs[cell][genes[cell]];
    return { genes, failing: failing(genes), cost };
  };
  const alike = (genes: Uint16Array, members: readonly number[]): void => {
    for (let attribute = 0; attribute < width && members.length > 0; attribute++) {
      const { candidates: cheapest } = cheapestFor(grid, attribute, members);
      for (const row of members) {
        const cell = row * width + attribute;
        genes[cell] = candidates[cell].indexOf(cheapest[0]);
      }
    }
  };
  return { rows, width, candidates, costs, kept, evaluate, alike };
}

/** How many rows are in cohorts that are not allowed. */
function failingByClasses(
  { grid, allows }: Aim,
  candidates: readonly (readonly number[])[],
): (genes: Uint16Array) => number {
  const { rows } = grid;
  const width = grid.axes.length;
  return (genes) => {
    const classes = new Map<string, number[]>();
    for (let row = 0; row < rows; row++) {
      let key = "";
      for (let cell = row * width; cell < (row + 1) * width; cell++) key += `${candidates[cell][genes[cell]]},`;
      remember(classes, key, () => []).push(row);
    }
    let failing = 0;
    for (const members of classes.values()) if (!allows(members)) failing += members.length;
    return failing;
  };
}

/** How many rows keep fewer than k partners. */
function failingByMatching(
  { grid, k, side }: Aim,
  candidates: readonly (readonly number[])[],
): (genes: Uint16Array) => number {
  const { rows } = grid;
  const width = grid.axes.length;
  const sets: RowSets = rowSets(rows);
  const { words } = sets;
  const masks = candidates.map((cell, at) => {
    const attribute = at % width;
    return cell.map((candidate) => {
      const mask = new Uint32Array(words);
      for (let row = 0; row < rows; row++) {
        if (covers(grid.axes[attribute], candidate, grid.ranks[attribute][row])) mask[row >>> 5] |= 1 << (row & 31);
      }
      return mask;
    });
  });
  return (genes) => {
    for (let row = 0; row < rows; row++) {
      for (let w = 0; w < words; w++) {
        let word = -1;
        for (let cell = row * width; cell < (row + 1) * width; cell++) word &= masks[cell][genes[cell]][w];
        sets.bits[row * words + w] = word;
      }
    }
    if (rows <= 32 && side === "released") return failingSmall(sets.bits, rows, k);
    return partners(sets, side).reduce((count, kept) => count + (kept < k ? 1 : 0), 0);
  };
}
