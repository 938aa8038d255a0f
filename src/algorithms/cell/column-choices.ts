/** @file Every way to decide one column: a candidate for each of its cells. */
import { numberIn, remember, smallest } from "../../base/index.ts";
import type { Aim } from "./aim.ts";
import { candidatesOf } from "./cell-axis.ts";
import { cellCost } from "./grid.ts";
import type { Relation, Relations } from "./relation.ts";

/** One way to decide a column. */
export type ColumnChoice = {
  /** The candidate of each row. */
  readonly cells: readonly number[];
  readonly cost: number;
  readonly relation: Relation;
  /** Columns decided alike in all that matters to privacy have the same number. */
  readonly key: number;
};

/** All ways to decide a column, or how to go through them one by one when they are too many to list. */
export type ColumnChoices = {
  /** How many there are before any is left out. */
  readonly size: number;
  /** The least that any of them costs. */
  readonly least: number;
  /** Whether they come cheapest first. */
  readonly sorted: boolean;
  /** Ways that were left out because the column alone already fails. */
  readonly trimmed: number;
  readonly each: () => Iterable<ColumnChoice>;
  /** One way, given the candidate of each row. */
  readonly of: (cells: readonly number[]) => ColumnChoice;
  /** The list, where there is one. */
  readonly list?: readonly ColumnChoice[];
};

/** Which ways are wanted: with `prune` only those that hold by themselves, cheapest first; up to `list` of them as a list. */
export type ChoiceLimits = { readonly prune: boolean; readonly list: number };

/** The ways to decide a column. */
export function columnChoices(
  aim: Aim,
  relations: Relations,
  attribute: number,
  { prune, list }: ChoiceLimits,
): ColumnChoices {
  const { grid } = aim;
  const axis = grid.axes[attribute];
  const ranks = grid.ranks[attribute];
  const candidates = Array.from({ length: grid.rows }, (_, row) => candidatesOf(axis, ranks[row]));
  const size = candidates.reduce((product, cell) => product * cell.length, 1);
  const keys = new Map<string, number>();
  const of = (cells: readonly number[]): ColumnChoice => {
    const relation = relations.ofColumn(attribute, cells);
    const key = numberIn(keys, relation.join());
    let cost = 0;
    for (let row = 0; row < cells.length; row++) cost += cellCost(axis, ranks[row], cells[row]);
    return { cells, cost, relation, key };
  };
  function* each(): Generator<ColumnChoice> {
    const at = new Array<number>(grid.rows).fill(0);
    for (;;) {
      yield of(at.map((place, row) => candidates[row][place]));
      let row = grid.rows - 1;
      while (row >= 0 && ++at[row] === candidates[row].length) at[row--] = 0;
      if (row < 0) return;
    }
  }
  const floor = candidates.reduce(
    (sum, cell, row) => sum + smallest(cell.map((candidate) => cellCost(axis, ranks[row], candidate))),
    0,
  );
  if (size > list) return { size, least: floor, sorted: false, trimmed: 0, each, of };
  const all = [...each()];
  if (!prune) return { size, least: floor, sorted: false, trimmed: 0, each: () => all, of, list: all };
  const verdicts = new Map<number, boolean>();
  const kept = all.filter(({ key, relation }) => remember(verdicts, key, () => relations.holds(relation)));
  kept.sort((a, b) => a.cost - b.cost);
  const least = kept[0]?.cost ?? floor;
  return { size, least, sorted: true, trimmed: all.length - kept.length, each: () => kept, of, list: kept };
}
