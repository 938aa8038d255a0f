/** @file Values that stand for "not known", and tables without the records that have them. */
import { finish, report, type Task } from "../base/index.ts";
import { type Labels, labelAt } from "./labels.ts";
import { atOnce, type Codes, type Column, newCodes, type Table } from "./table.ts";

/** The texts that stand for "not known": one list for every column, or a list per column, with "*" for all others. */
export type MissingMarks = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** The texts that stand for "not known" in a column; `usual` where nothing is said of it. */
export function marksFor(
  marks: MissingMarks | undefined,
  column: string,
  usual: readonly string[] = [""],
): readonly string[] {
  if (marks === undefined) return usual;
  if (isOneList(marks)) return marks;
  if (Object.hasOwn(marks, column)) return marks[column];
  return Object.hasOwn(marks, "*") ? marks["*"] : usual;
}

/** Whether marks are one list for every column. */
export function isOneList(marks: MissingMarks): marks is readonly string[] {
  return Array.isArray(marks);
}

/** The columns that marks name, if they name any. */
export function markedColumns(marks: MissingMarks | undefined): string[] {
  return marks === undefined || isOneList(marks) ? [] : Object.keys(marks).filter((name) => name !== "*");
}

/** The codes of the labels that are exactly one of the marks for a missing value; without marks, the empty label. */
export function missingCodes(labels: Labels, marks: readonly string[] = [""]): number[] {
  const wanted = new Set(marks);
  const encoder = new TextEncoder();
  const lengths = new Set(marks.map((mark) => encoder.encode(mark).length));
  const codes: number[] = [];
  for (let code = 0; code < labels.size; code++) {
    const length = labels.offsets[code + 1] - labels.offsets[code];
    if (lengths.has(length) && wanted.has(labelAt(labels, code))) codes.push(code);
  }
  return codes;
}

/** The table without the records in which a column has one of the codes named for it; labels no row has any more go. */
export function* droppingRows(table: Table, codesOf: (column: Column) => readonly number[]): Task<Table> {
  const dropped = new Uint8Array(table.rows);
  for (const column of table.columns) {
    const codes = codesOf(column);
    if (codes.length > 0) markRows(column.codes, codes, column.labels.size, dropped);
    yield* report("read", table.rows, table.rows);
  }
  let rows = 0;
  for (let row = 0; row < table.rows; row++) rows += 1 - dropped[row];
  if (rows === table.rows) return table;
  const kept = new Uint32Array(rows);
  for (let row = 0, to = 0; row < table.rows; row++) if (dropped[row] === 0) kept[to++] = row;
  const columns: Column[] = [];
  for (const column of table.columns) columns.push(yield* takingRows(column, kept, "read"));
  return { rows, columns };
}

/** The table without the records that have a missing value in any column. */
export function withoutMissing(table: Table): Table {
  return finish(droppingRows(table, (column) => column.missing));
}

function markRows(codes: Codes, wanted: readonly number[], labels: number, marks: Uint8Array): void {
  const isWanted = new Uint8Array(labels);
  for (const code of wanted) isWanted[code] = 1;
  for (let row = 0; row < codes.length; row++) if (isWanted[codes[row]] === 1) marks[row] = 1;
}

/** A column of the given rows in the given order, its labels again in order of first appearance. */
export function takeRows(column: Column, rows: Uint32Array): Column {
  return finish(takingRows(column, rows, "rows"));
}

/** As `takeRows`, in steps of the stage named. */
export function* takingRows(column: Column, rows: Uint32Array, stage: string): Task<Column> {
  const { labels, codes } = column;
  const fresh = new Int32Array(labels.size).fill(-1);
  const order: number[] = [];
  for (let from = 0; from < rows.length; from += atOnce) {
    renumber(codes, rows.subarray(from, from + atOnce), fresh, order);
    yield* report(stage, from, rows.length);
  }
  const taken = newCodes(rows.length, order.length);
  for (let from = 0; from < rows.length; from += atOnce) {
    translateRows(codes, rows.subarray(from, from + atOnce), fresh, taken, from);
    yield* report(stage, from, rows.length);
  }
  return {
    ...column,
    codes: taken,
    labels: takeLabels(labels, order),
    missing: column.missing.map((code) => fresh[code]).filter((code) => code >= 0),
    ...(column.bare === undefined ? {} : { bare: Uint8Array.from(order, (code) => column.bare![code]) }),
    ...(column.numbers === undefined ? {} : { numbers: Float64Array.from(order, (code) => column.numbers![code]) }),
  };
}

/** Numbers the codes of some rows that have no new number yet, in order of appearance. */
function renumber(codes: Codes, rows: Uint32Array, fresh: Int32Array, order: number[]): void {
  for (let at = 0; at < rows.length; at++) {
    const code = codes[rows[at]];
    if (fresh[code] >= 0) continue;
    fresh[code] = order.length;
    order.push(code);
  }
}

function translateRows(codes: Codes, rows: Uint32Array, fresh: Int32Array, to: Codes, from: number): void {
  for (let at = 0; at < rows.length; at++) to[from + at] = fresh[codes[rows[at]]];
}

function takeLabels(labels: Labels, order: readonly number[]): Labels {
  const offsets = new Uint32Array(order.length + 1);
  order.forEach((code, index) => {
    offsets[index + 1] = offsets[index] + labels.offsets[code + 1] - labels.offsets[code];
  });
  const bytes = new Uint8Array(offsets[order.length]);
  order.forEach((code, index) => {
    bytes.set(labels.bytes.subarray(labels.offsets[code], labels.offsets[code + 1]), offsets[index]);
  });
  return { size: order.length, bytes, offsets };
}
