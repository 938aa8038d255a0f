/**
 * @file Many columns that may single people out. Records of so many columns agree with nobody's, so that a cohort of k
 * has next to nothing in common: in high dimensions k-anonymity costs nearly all information (Aggarwal, *On k-anonymity
 * and the curse of dimensionality*, VLDB 2005). A proposal of that kind says so, and which columns matter most.
 */

import { formatCount, formatShare, report, type Task } from "../base/index.ts";
import { isSizeGoal } from "../privacy/index.ts";
import type { Spec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";

/** Quasi-identifiers up to which a proposal speaks for itself. */
const fewColumns = 20;

/** Columns that are named. */
const named = 10;

/** Rows that are looked at, spread over the table. */
const manyRows = 5000;

/** A warning where a proposal has many quasi-identifiers: what that does to the table, and which ten single out most. */
export function* manyQuasiWarnings(table: Table, { attributes, privacy }: Spec): Task<string[]> {
  const columns = table.columns.filter(({ name }) => attributes[name]?.role === "quasi-identifying");
  if (columns.length <= fewColumns || table.rows === 0) return [];
  const step = Math.ceil(table.rows / manyRows);
  const rows = Array.from({ length: Math.ceil(table.rows / step) }, (_, at) => at * step);
  const codes = columns.map((column) => Uint32Array.from(rows, (row) => column.codes[row]));
  const { chosen, alone } = yield* mostTelling(codes, rows.length);
  const goal = privacy.find(isSizeGoal);
  const k = goal === undefined ? "" : ` of ${goal.k}`;
  const looked = rows.length === table.rows ? "records" : `${formatCount(rows.length, "record")} looked at`;
  return [
    `${columns.length} columns are proposed as quasi-identifiers, which destroys the table: records that differ in so many ` +
      `columns have next to nothing in common, and a cohort${k} publishes only what its records share. ` +
      `The ${chosen.length} that single out most are ${chosen.map((at) => `"${columns[at].name}"`).join(", ")}: ` +
      `together they tell ${formatShare(alone / rows.length)} of the ${looked} apart from all others. ` +
      `Keep these and what others may know as quasi-identifiers, and do not publish the rest`,
  ];
}

/** Columns that leave most records alone with their values, each chosen on top of those before it. */
function* mostTelling(
  codes: readonly Uint32Array[],
  rows: number,
): Task<{ readonly chosen: readonly number[]; readonly alone: number }> {
  const chosen: number[] = [];
  let groups: Uint32Array = new Uint32Array(rows);
  let alone = 0;
  while (chosen.length < named) {
    let best: (RowGroups & { readonly column: number }) | undefined;
    for (let column = 0; column < codes.length; column++) {
      yield* report("inspect", chosen.length, named);
      if (chosen.includes(column)) continue;
      const parted = partBy(groups, codes[column]);
      const isBetter =
        best === undefined || parted.alone > best.alone || (parted.alone === best.alone && parted.count > best.count);
      if (isBetter) best = { ...parted, column };
    }
    if (best === undefined) break;
    chosen.push(best.column);
    ({ groups, alone } = best);
  }
  return { chosen, alone };
}

/** Rows in groups, how many groups there are, and how many rows are alone in theirs. */
type RowGroups = { readonly groups: Uint32Array; readonly count: number; readonly alone: number };

/** Parts groups of rows by the values of one more column. */
function partBy(before: Uint32Array, codes: Uint32Array): RowGroups {
  const numbers = new Map<number, number>();
  const sizes: number[] = [];
  const groups = new Uint32Array(before.length);
  for (let row = 0; row < before.length; row++) {
    // fewer than 2^13 groups times fewer than 2^32 codes
    const key = before[row] * 2 ** 32 + codes[row];
    let group = numbers.get(key);
    if (group === undefined) {
      group = sizes.push(0) - 1;
      numbers.set(key, group);
    }
    sizes[group] += 1;
    groups[row] = group;
  }
  return { groups, count: sizes.length, alone: sizes.reduce((sum, size) => sum + (size === 1 ? 1 : 0), 0) };
}
