/**
 * @file Records that carry nothing. A record whose every published cell is `*` tells that it was there and no more: it
 * is a member of no cohort, and no model and no figure counts it. One with `*` in every quasi-identifier and anything
 * else in another cell is a member of a cohort like any other. Both can be read off the released bytes. A table of
 * nothing but such records is one cohort of them.
 */
import type { Task } from "../base/index.ts";
import { any } from "../cohort/index.ts";
import { type Column, type Kind, missingCodes, type Table, takingRows, withKind } from "../table/index.ts";

/** A table without the records that carry nothing, and how many those were. */
export type FilledTable = { readonly table: Table; readonly blank: number };

/**
 * Parts a table from the records that carry nothing; columns of the kinds named are read again without their `*`. A
 * column that is not published does not count.
 */
export function* withoutBlank(
  table: Table,
  kinds: Readonly<Record<string, Kind | undefined>>,
  unpublished?: string,
): Task<FilledTable> {
  const rows = rowsWith(
    table,
    table.columns.filter(({ name }) => name !== unpublished),
  );
  if (rows === undefined || rows.length === 0) return { table, blank: 0 };
  const columns: Column[] = [];
  for (const column of table.columns) {
    const taken = yield* takingRows(column, rows, "audit");
    columns.push(Object.hasOwn(kinds, column.name) ? withKind(taken, kinds[column.name]) : taken);
  }
  return { table: { rows: rows.length, columns }, blank: table.rows - rows.length };
}

/** Whether a table has a record with `*` in every one of these columns. */
export function hasStars(table: Table, names: readonly string[]): boolean {
  return (
    rowsWith(
      table,
      table.columns.filter(({ name }) => names.includes(name)),
    ) !== undefined
  );
}

/** Tells which rows have `*` in every one of some columns. */
export function starredIn(columns: readonly Column[]): (row: number) => boolean {
  const stars = columns.map(({ codes, labels }) => ({ codes, star: missingCodes(labels, [any])[0] ?? -1 }));
  if (stars.length === 0 || stars.some(({ star }) => star < 0)) return () => false;
  return (row) => stars.every(({ codes, star }) => codes[row] === star);
}

/** The rows with something else than `*` in one of the columns, or undefined where that is all of them. */
function rowsWith({ rows }: Table, columns: readonly Column[]): Uint32Array | undefined {
  const isStarred = starredIn(columns);
  const kept = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) if (!isStarred(row)) kept[count++] = row;
  return count === rows ? undefined : kept.subarray(0, count);
}
