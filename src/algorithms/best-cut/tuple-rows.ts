/**
 * @file Tuples laid out for cutting: one row of 32-bit words per tuple, so that a tuple is one or two cache lines and
 * a part's tuples stand side by side. A row is the tuple's weight, its number, a rank per attribute and a code per
 * sensitive column.
 */

import type { Codes } from "../../table/index.ts";

/** The place of a tuple's weight in its row. */
export const weightAt = 0;
/** The place of a tuple's number in its row. */
export const idAt = 1;
/** The place of the first rank in a row. */
export const ranksAt = 2;

/** Lays tuples out as rows, numbered 0, 1, 2, …; a row has 2 + attributes + sensitive columns words. */
export function layRows(
  ranks: readonly Codes[],
  weights: Uint32Array,
  sensitive: readonly Codes[],
): { readonly rows: Uint32Array; readonly stride: number } {
  const columns: readonly Codes[] = [...ranks, ...sensitive];
  const stride = ranksAt + columns.length;
  const tuples = weights.length;
  const rows = new Uint32Array(tuples * stride);
  for (let tuple = 0, at = 0; tuple < tuples; tuple++, at += stride) {
    rows[at + weightAt] = weights[tuple];
    rows[at + idAt] = tuple;
  }
  columns.forEach((column, nth) => {
    for (let tuple = 0, at = ranksAt + nth; tuple < tuples; tuple++, at += stride) rows[at] = column[tuple];
  });
  return { rows, stride };
}

/**
 * Moves the rows from `start` to `end` whose rank on an attribute is at most `rank` to the front; returns where the
 * others start. The order inside the sides changes, which no decision depends on.
 */
export function partRows(
  rows: Uint32Array,
  stride: number,
  start: number,
  end: number,
  attribute: number,
  rank: number,
): number {
  const column = ranksAt + attribute;
  let left = start;
  let right = end - 1;
  for (;;) {
    while (left <= right && rows[left * stride + column] <= rank) left++;
    while (left <= right && rows[right * stride + column] > rank) right--;
    if (left >= right) return left;
    const a = left * stride;
    const b = right * stride;
    for (let word = 0; word < stride; word++) {
      const kept = rows[a + word];
      rows[a + word] = rows[b + word];
      rows[b + word] = kept;
    }
    left++;
    right--;
  }
}
