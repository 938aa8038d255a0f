/**
 * @file The ways to decide a column of many rows that can still be part of the best table, row by row. What a row costs at
 * least is known before the columns to come are decided: it must end up with k − 1 others, each of them alike so far and
 * covered by its candidate, and being published like the (k − 1)th nearest of these costs what the two have to pay in
 * every column to come. So the rows' least costs add up to a bound on the whole table, and a way whose first rows already
 * exceed the best table is never completed.
 */
import { remember } from "../../base/index.ts";
import type { Aim } from "./aim.ts";
import { candidatesOf, covers, unitCosts } from "./cell-axis.ts";
import { cellCost } from "./grid.ts";
import type { Relation, Relations } from "./relation.ts";

/** Goes through the ways to decide a column. */
export type ColumnWays = {
  /**
   * The candidates of each row, one way after the other, as long as they cost no more than is allowed at that moment;
   * undefined now and then where none is found for long, so that whoever asks can stop.
   */
  readonly below: (
    column: number,
    relation: Relation,
    allowed: () => number,
  ) => Iterable<readonly number[] | undefined>;
};

/** A candidate of a row and what the row then costs at least in this column and all to come. */
type Way = { readonly candidate: number; readonly least: number };

/** Rows decided between two moments in which the search can be stopped. */
const pace = 20_000;

/** Prepares the bounds of an aim. */
export function columnWays(aim: Aim, relations: Relations): ColumnWays {
  const { grid } = aim;
  const { rows, axes } = grid;
  const pairs = pairCosts(aim);
  const others = Math.max(0, aim.k - 1);
  const waysOf = (column: number, relation: Relation, row: number): Way[] => {
    const axis = axes[column];
    const ranks = grid.ranks[column];
    const tail = pairs[column + 1];
    const alone = tail[row * rows + row];
    const ways: Way[] = [];
    for (const candidate of candidatesOf(axis, ranks[row])) {
      const cost = cellCost(axis, ranks[row], candidate);
      if (relations.near === undefined || others === 0) {
        ways.push({ candidate, least: cost + alone });
        continue;
      }
      const met: number[] = [];
      for (let other = 0; other < rows; other++) {
        if (other === row || !relations.near(relation, row, other)) continue;
        if (covers(axis, candidate, ranks[other])) met.push(tail[row * rows + other]);
      }
      if (met.length < others) continue;
      met.sort((a, b) => a - b);
      ways.push({ candidate, least: cost + met[others - 1] });
    }
    return ways.sort((a, b) => a.least - b.least);
  };
  return {
    below: function* (column, relation, allowed) {
      const ways = Array.from({ length: rows }, (_, row) => waysOf(column, relation, row));
      if (ways.some(({ length }) => length === 0)) return;
      const rest = new Float64Array(rows + 1);
      for (let row = rows - 1; row >= 0; row--) rest[row] = rest[row + 1] + ways[row][0].least;
      const closing = relations.alike === true ? groupsByEnd(ways, relation) : undefined;
      const place = new Int32Array(rows).fill(-1);
      const spent = new Float64Array(rows + 1);
      let steps = 0;
      for (let row = 0; row >= 0; ) {
        if (++steps % pace === 0) yield undefined;
        const way = ways[row][++place[row]];
        if (way === undefined || spent[row] + way.least + rest[row + 1] > allowed()) {
          place[row--] = -1;
          continue;
        }
        if (closing?.[row]?.some((group) => isTooSmall(group, place, aim.k)) === true) continue;
        if (row === rows - 1) yield ways.map((of, at) => of[place[at]].candidate);
        else {
          spent[row + 1] = spent[row] + way.least;
          row++;
        }
      }
    },
  };
}

/** Rows alike so far that one candidate would publish alike, each with the place of that candidate among its ways. */
type Group = { readonly row: number; readonly place: number }[];

/** The groups whose last row is the one stated: once it is decided, so is whether they are large enough. */
function groupsByEnd(ways: readonly (readonly Way[])[], relation: Relation): Group[][] {
  const groups = new Map<string, Group>();
  ways.forEach((of, row) => {
    of.forEach(({ candidate }, place) => {
      remember(groups, `${relation[row]} ${candidate}`, () => []).push({ row, place });
    });
  });
  const closing: Group[][] = ways.map(() => []);
  for (const group of groups.values()) closing[group[group.length - 1].row].push(group);
  return closing;
}

/** Whether some rows, but fewer than k, take the candidate of a group. */
function isTooSmall(group: Group, placed: Int32Array, k: number): boolean {
  let size = 0;
  for (const { row, place } of group) if (placed[row] === place) size += 1;
  return size > 0 && size < k;
}

/** For every column, what one row pays at least to be published like another, in this column and all to come. */
function pairCosts({ grid }: Aim): Float64Array[] {
  const { rows, axes } = grid;
  const tails = [new Float64Array(rows * rows)];
  for (let column = axes.length - 1; column >= 0; column--) {
    const units = unitCosts(axes[column]);
    const { size } = axes[column].attribute;
    const ranks = grid.ranks[column];
    const tail = tails[0].slice();
    for (let row = 0; row < rows; row++) {
      for (let other = 0; other < rows; other++) {
        const low = Math.min(ranks[row], ranks[other]);
        tail[row * rows + other] += units[low * size + Math.max(ranks[row], ranks[other])];
      }
    }
    tails.unshift(tail);
  }
  return tails;
}
