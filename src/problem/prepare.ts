/**
 * @file What is done to a table before anything is searched or measured: records are left out where a column says that
 * its missing values mean that, and values are coded. Whatever comes after takes the result for the original, so that
 * every verb speaks of the same records and values.
 */
import { report, type Task } from "../base/index.ts";
import type { Spec } from "../spec/index.ts";
import { checkTable, droppingRows, labelCounts, type Table } from "../table/index.ts";
import { type Transformation, transformColumn, untransformedValue } from "../transform/index.ts";

/** What one transformation did to a column. */
export type TransformationEffect = {
  readonly attribute: string;
  readonly kind: Transformation["kind"];
  /** Records whose value it changed. */
  readonly changed: number;
};

/** A table as everything after takes it, and what was done to it. */
export type PreparedTable = {
  readonly table: Table;
  /** Records left out for missing values, and per column those that miss a value there. */
  readonly leftOut: number;
  readonly leftOutBy: Readonly<Record<string, number>>;
  readonly coded: readonly TransformationEffect[];
  /** The row of what was read that each record was, where some were left out. */
  readonly rows?: Uint32Array;
};

type Attributes = Spec["attributes"];

/** Leaves out and codes what a spec says; columns that the table does not have are passed over. */
export function* prepareTable(table: Table, attributes: Attributes): Task<PreparedTable> {
  checkTable(table);
  const leaves = (name: string): boolean => attributes[name]?.missing === "leave-out";
  const leftOutBy: Record<string, number> = {};
  for (const column of table.columns) {
    if (!leaves(column.name)) continue;
    const counts = labelCounts(column);
    leftOutBy[column.name] = column.missing.reduce((sum, code) => sum + counts[code], 0);
  }
  const kept = yield* droppingRows(table, ({ name, missing }) => (leaves(name) ? missing : []));
  const coded: TransformationEffect[] = [];
  const columns = [];
  for (const column of kept.columns) {
    const stated = attributes[column.name]?.transform;
    if (stated !== undefined) yield* report("read", 0, 1);
    const done = stated === undefined ? undefined : transformColumn(column, stated);
    for (const { kind, records } of done?.changed ?? []) coded.push({ attribute: column.name, kind, changed: records });
    columns.push(done?.column ?? column);
  }
  const isChanged = coded.length > 0 || kept !== table;
  return {
    table: isChanged ? { rows: kept.rows, columns } : table,
    leftOut: table.rows - kept.rows,
    leftOutBy,
    coded,
    rows: kept === table ? undefined : keptRows(table, leaves),
  };
}

/** The rows that miss nothing in columns where that would leave them out. */
function keptRows(table: Table, leaves: (name: string) => boolean): Uint32Array {
  const asked = table.columns
    .filter(({ name, missing }) => leaves(name) && missing.length > 0)
    .map(({ codes, missing }) => ({ codes, gone: new Set(missing) }));
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    if (!asked.some(({ codes, gone }) => gone.has(codes[row]))) rows.push(row);
  }
  return Uint32Array.from(rows);
}

/**
 * A value of a released table that should have been coded, with its column; undefined where there is none. Where ranges
 * are `widened`, their ends need not be values.
 */
export function untransformedIn(
  released: Table,
  original: Table,
  attributes: Attributes,
  widened: boolean,
): { readonly attribute: string; readonly kind: string; readonly value: string } | undefined {
  for (const [name, { transform = [], snap, hierarchy }] of Object.entries(attributes)) {
    const after = released.columns.find((column) => column.name === name);
    const before = original.columns.find((column) => column.name === name);
    if (after === undefined || before === undefined) continue;
    for (const transformation of transform) {
      const value = untransformedValue(
        after,
        before,
        transformation,
        widened || snap !== undefined || hierarchy !== undefined,
      );
      if (value !== undefined) return { attribute: name, kind: transformation.kind, value };
    }
  }
  return undefined;
}
