/**
 * @file What a generator is asked for: always the label, and a category of one other column (Xu et al. 2019, section
 * 4.3, asks for one category only). Training draws the label and the category by the logarithm of their frequency, so
 * that what is rare is learned too, and takes a real row that has both; making rows draws both as often as they occur.
 */
import type { Random } from "../base/index.ts";
import { ln } from "../learning/index.ts";
import type { EncodedColumn, ModeColumn } from "./mode-encoding.ts";
import { drawRunning, running } from "./noise.ts";

/** The categories a generator can be asked for, each with a place in the condition. */
export type Conditions = {
  /** The columns that are categories, and which of them is the label. */
  readonly columns: readonly number[];
  readonly label: number;
  /** Where each of them starts in the condition. */
  readonly offsets: readonly number[];
  readonly width: number;
  /** How often each class occurs, and per class and column how often each category does, as running sums. */
  readonly classes: readonly number[];
  readonly shares: readonly (readonly (readonly number[])[])[];
};

/** One condition: a class, and a category of one column (the label's own where there is no other). */
export type Condition = { readonly label: number; readonly column: number; readonly choice: number };

/** The rows that have each category, by class, column and category. */
export type RowsByChoice = readonly (readonly (readonly Uint32Array[])[])[];

/** Counts what can be asked for. */
export function conditionsOf(
  encoding: readonly ModeColumn[],
  encoded: readonly EncodedColumn[],
  labelColumn: number,
): Conditions {
  const columns = encoding.flatMap(({ kind }, index) => (kind === "category" ? [index] : []));
  const offsets: number[] = [];
  let width = 0;
  for (const column of columns) {
    offsets.push(width);
    width += sizeOf(encoding[column]);
  }
  const label = columns.indexOf(labelColumn);
  const named = { columns, label, offsets, width };
  const lists = rowsByChoice(encoding, encoded, named);
  const shares = lists.map((perColumn) => perColumn.map((perChoice) => running(perChoice.map(({ length }) => length))));
  return { ...named, classes: running(lists.map((perColumn, at) => perColumn[label][at].length)), shares };
}

function sizeOf(column: ModeColumn): number {
  return column.kind === "category" ? column.size : 0;
}

/** Sorts rows by what can be asked for. */
export function rowsByChoice(
  encoding: readonly ModeColumn[],
  encoded: readonly EncodedColumn[],
  { columns, label }: Pick<Conditions, "columns" | "label">,
): RowsByChoice {
  const labels = encoded[columns[label]].choice;
  const lists: number[][][][] = Array.from({ length: sizeOf(encoding[columns[label]]) }, () =>
    columns.map((column) => Array.from({ length: sizeOf(encoding[column]) }, () => [])),
  );
  columns.forEach((column, at) => {
    const { choice } = encoded[column];
    for (let row = 0; row < choice.length; row++) lists[labels[row]][at][choice[row]].push(row);
  });
  return lists.map((perColumn) => perColumn.map((perChoice) => perChoice.map((list) => Uint32Array.from(list))));
}

/** Running sums of ln(1 + count) for running sums of counts. */
function logarithms(sums: readonly number[]): number[] {
  return running(sums.map((sum, place) => ln(1 + sum - (place === 0 ? 0 : sums[place - 1]))));
}

/** How conditions are drawn: by frequency, or by its logarithm. */
export type ConditionDraw = (random: Random) => Condition;

/** Draws conditions for training: classes and categories by the logarithm of their frequency. */
export function trainingDraw(conditions: Conditions): ConditionDraw {
  const shares = conditions.shares.map((perColumn) => perColumn.map(logarithms));
  return drawBy({ ...conditions, classes: logarithms(conditions.classes), shares });
}

/** Draws conditions for making rows: as often as they occur. */
export function drawBy({ columns, label, classes, shares }: Conditions): ConditionDraw {
  const others = columns.map((_, index) => index).filter((index) => index !== label);
  return (random) => {
    const drawn = drawRunning(classes, random);
    const column = others.length === 0 ? label : others[random.below(others.length)];
    return { label: drawn, column, choice: column === label ? drawn : drawRunning(shares[drawn][column], random) };
  };
}
