import { remember } from "../../base/index.ts";
import { type Problem, publishedShare, type Recoding, spanOf } from "../../cohort/index.ts";
import type { CellMeasure } from "../../quality/index.ts";
import type { Codes } from "../../table/index.ts";
import {
  type CellAxis,
  candidateCost,
  candidatesOf,
  candidateText,
  cellAxes,
  commonCandidates,
  keep,
  reachOf,
  star,
  unitCosts,
} from "./cell-axis.ts";

/** A table whose every cell is to be decided. */
export type Grid = {
  readonly rows: number;
  readonly axes: readonly CellAxis[];
  /** Per attribute the rank in each row. */
  readonly ranks: readonly Codes[];
};

/** A decision for every cell: per attribute the candidate of each row. */
export type Choice = readonly (readonly number[])[];

/** Lays out a problem for a measure; its records must not be folded. */
export function gridOf(problem: Problem, measure: CellMeasure): Grid {
  return { rows: problem.rows, axes: cellAxes(problem, measure), ranks: problem.ranks };
}

/** What a candidate costs a cell, with the attribute's weight. */
export function cellCost(axis: CellAxis, rank: number, candidate: number): number {
  return candidate === keep(rank) ? 0 : axis.attribute.weight * candidateCost(axis, candidate);
}

/** What a decision for every cell costs in all. */
export function scoreOf(grid: Grid, choice: Choice): number {
  let score = 0;
  grid.axes.forEach((axis, attribute) => {
    const ranks = grid.ranks[attribute];
    let lost = 0;
    for (let row = 0; row < grid.rows; row++) {
      const candidate = choice[attribute][row];
      if (candidate !== keep(ranks[row])) lost += candidateCost(axis, candidate);
    }
    score += axis.attribute.weight * lost;
  });
  return score;
}

/** The cheapest ways to publish the values of some rows alike in one attribute: the least cost of all, and every candidate that has it. */
export function cheapestFor(
  grid: Grid,
  attribute: number,
  rows: readonly number[],
): { readonly cost: number; readonly candidates: readonly number[] } {
  const axis = grid.axes[attribute];
  const ranks = grid.ranks[attribute];
  let low = ranks[rows[0]];
  let high = low;
  for (const row of rows) {
    low = Math.min(low, ranks[row]);
    high = Math.max(high, ranks[row]);
  }
  let candidates = low === high ? [keep(low)] : [];
  let least = low === high ? 0 : Number.POSITIVE_INFINITY;
  for (const candidate of commonCandidates(axis, low, high)) {
    const cost = axis.attribute.weight * candidateCost(axis, candidate);
    if (cost < least - 1e-12) {
      least = cost;
      candidates = [candidate];
    } else if (cost <= least + 1e-12) candidates.push(candidate);
  }
  return { cost: least * rows.length, candidates };
}

/** The decision that publishes the rows of each group alike, as cheaply as can be. */
export function choiceOfGroups(grid: Grid, groups: readonly (readonly number[])[]): number[][] {
  const choice = grid.axes.map(() => new Array<number>(grid.rows).fill(star));
  for (const rows of groups) {
    grid.axes.forEach((_, attribute) => {
      const { candidates } = cheapestFor(grid, attribute, rows);
      const chosen = candidates.find((candidate) => candidate !== star) ?? star;
      for (const row of rows) choice[attribute][row] = chosen;
    });
  }
  return choice;
}

/** A decision as rows of text, in the order of the input. */
export function tableOf(grid: Grid, choice: Choice): string[][] {
  return Array.from({ length: grid.rows }, (_, row) =>
    grid.axes.map((axis, attribute) => candidateText(axis, choice[attribute][row])),
  );
}

/** A decision as a recoding: rows that are published alike are a cohort. */
export function recodingOf(grid: Grid, choice: Choice): Recoding {
  const cohortOf = new Uint32Array(grid.rows);
  const known = new Map<string, number>();
  const firstRow: number[] = [];
  for (let row = 0; row < grid.rows; row++) {
    const key = choice.map((column) => column[row]).join();
    cohortOf[row] = remember(known, key, () => firstRow.push(row) - 1);
  }
  const perCohort = <T>(value: (axis: CellAxis, candidate: number) => T): T[][] =>
    grid.axes.map((axis, attribute) => firstRow.map((row) => value(axis, choice[attribute][row])));
  const reach = perCohort(reachOf);
  return {
    kind: "cell",
    cohorts: firstRow.length,
    cohortOf,
    low: reach.map((column) => Uint32Array.from(column, ([low]) => low)),
    high: reach.map((column) => Uint32Array.from(column, ([, high]) => high)),
    texts: perCohort(candidateText),
    shares: perCohort(shareOf).map((column) => Float64Array.from(column)),
  };
}

/** The share of its attribute that a candidate covers, as NCP counts it. */
function shareOf(axis: CellAxis, candidate: number): number {
  const { attribute } = axis;
  if (candidate === star) return attribute.size > 1 ? 1 : 0;
  if (candidate <= attribute.size) return publishedShare(attribute, candidate - 1, candidate - 1);
  if (attribute.tree !== undefined) return candidateCost({ ...axis, measure: "ncp" }, candidate);
  const [low, high] = reachOf(axis, candidate);
  return spanOf(attribute, low, high);
}

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

/** How much there is to search, and how much of it was looked at; numbers past 2⁵³ as decimal digits. */
export type SpaceFacts = {
  /** The number of tables: the product of the candidates of all cells. */
  readonly searchSpace: string;
  /** The same if sensitive cells could be kept or starred as well, which is how the program MG-GA counts. */
  readonly searchSpaceWithSensitive: string;
  /** The share of all tables that was never looked at. */
  readonly pruneFactor: number;
};

/** Counts the tables that a search chose from. */
export function spaceFacts({ sensitive, rows }: Problem, grid: Grid, states: number): SpaceFacts {
  const space = searchSpace(grid);
  const seen = BigInt(Math.min(states, Number.MAX_SAFE_INTEGER));
  return {
    searchSpace: String(space),
    searchSpaceWithSensitive: String(space << BigInt(rows * sensitive.length)),
    pruneFactor: seen >= space ? 0 : 1 - Number((seen * 1_000_000_000n) / space) / 1e9,
  };
}

function searchSpace({ axes, ranks }: Grid): bigint {
  let size = 1n;
  axes.forEach((axis, attribute) => {
    const counts = new Map<number, bigint>();
    for (const rank of ranks[attribute]) {
      size *= remember(counts, rank, () => BigInt(candidatesOf(axis, rank).length));
    }
  });
  return size;
}
