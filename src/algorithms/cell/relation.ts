/**
 * @file What the first columns of a table tell about privacy. Under classes it is which rows are still alike, under
 * matching which originals each row still covers; one more column can only part rows and take originals away. So what
 * fails on a few columns fails on all of them.
 */
import { numberIn } from "../../base/index.ts";
import { addRow, type ConcealmentSide, hasRow, partners, rowSets } from "../../privacy/index.ts";
import type { Aim } from "./aim.ts";
import { covers } from "./cell-axis.ts";
import type { Grid } from "./grid.ts";

/** Which rows are alike (a class number per row) or which originals each row covers (bits). */
export type Relation = Uint32Array;

/** How relations of an aim are made, joined and judged. */
export type Relations = {
  /** The relation of no columns at all. */
  readonly whole: Relation;
  /** The relation of one column, given the candidate of each row. */
  readonly ofColumn: (attribute: number, cells: readonly number[]) => Relation;
  readonly join: (a: Relation, b: Relation) => Relation;
  readonly holds: (relation: Relation) => boolean;
  /** Whether one row can still count for the privacy of another; left out where that takes more than the two to tell. */
  readonly near?: (relation: Relation, row: number, other: number) => boolean;
  /** Whether rows count for each other only where they are published alike. */
  readonly alike?: true;
};

/** Relations for the meaning that is asked for. */
export function relationsOf(aim: Aim): Relations {
  return aim.meaning === "matching" ? coverRelations(aim.grid, aim.k, aim.side) : classRelations(aim);
}

function classRelations({ grid, allows, judge }: Aim): Relations {
  const { rows } = grid;
  return {
    whole: new Uint32Array(rows),
    ofColumn: (_, cells) => numbered(rows, (row) => cells[row]),
    join: (a, b) => numbered(rows, (row) => a[row] * rows + b[row]),
    near: (relation, row, other) => relation[row] === relation[other],
    alike: true,
    holds: (relation) => {
      const sizes = new Uint32Array(rows);
      for (let row = 0; row < rows; row++) sizes[relation[row]] += 1;
      for (let row = 0; row < rows; row++) if (sizes[row] > 0 && sizes[row] < judge.least) return false;
      if (judge.sizeOnly) return true;
      const classes = Array.from({ length: rows }, () => [] as number[]);
      for (let row = 0; row < rows; row++) classes[relation[row]].push(row);
      return classes.every((members) => members.length === 0 || allows(members));
    },
  };
}

/** Numbers rows so that those of equal key have the same number, by first appearance. */
function numbered(rows: number, key: (row: number) => number): Relation {
  const numbers = new Map<number, number>();
  return Uint32Array.from({ length: rows }, (_, row) => numberIn(numbers, key(row)));
}

function coverRelations(grid: Grid, k: number, side: ConcealmentSide): Relations {
  const { rows } = grid;
  const empty = rowSets(rows);
  const { words } = empty;
  const whole = rowSets(rows);
  for (let i = 0; i < rows; i++) for (let j = 0; j < rows; j++) addRow(whole, i, j);
  const small = rows <= 32 && side === "released";
  return {
    whole: whole.bits,
    ofColumn: (attribute, cells) => {
      const sets = rowSets(rows);
      const axis = grid.axes[attribute];
      const ranks = grid.ranks[attribute];
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < rows; j++) if (covers(axis, cells[i], ranks[j])) addRow(sets, i, j);
      }
      return sets.bits;
    },
    join: (a, b) => a.map((word, at) => word & b[at]),
    near: side === "released" ? (bits, row, other) => hasRow({ rows, words, bits }, row, other) : undefined,
    holds: (bits) =>
      small ? failingSmall(bits, rows, k) === 0 : partners({ rows, words, bits }, side).every((kept) => kept >= k),
  };
}

/** How many of up to 32 released rows keep fewer than k originals. */
export function failingSmall(cover: Uint32Array, rows: number, k: number): number {
  const reach = cover.slice();
  for (let via = 0; via < rows; via++) {
    const bit = 1 << via;
    const more = reach[via];
    for (let from = 0; from < rows; from++) if ((reach[from] & bit) !== 0) reach[from] |= more;
  }
  let failing = 0;
  for (let row = 0; row < rows; row++) {
    let kept = 0;
    for (let rest = cover[row]; rest !== 0; rest &= rest - 1) {
      if (((reach[31 - Math.clz32(rest & -rest)] >>> row) & 1) === 1) kept++;
    }
    if (kept < k) failing++;
  }
  return failing;
}
