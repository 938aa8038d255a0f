import { didYouMean, KohortError } from "../base/index.ts";
import type { DateForm } from "./date-text.ts";
import { type Labels, labelAt, labelsFrom } from "./labels.ts";

/** How a column's values are understood: as numbers, as days, or as names. */
export type Kind = "number" | "date" | "category";

/** A code per row, in the narrowest array that holds the column's distinct values. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** A dictionary-coded column: row r holds `labels[codes[r]]`, as it was written in the input but for decimal commas. */
export type Column = {
  readonly name: string;
  readonly kind: Kind;
  readonly codes: Codes;
  /** The distinct values in order of first appearance. */
  readonly labels: Labels;
  /** For numbers the value, for dates the days since 1970-01-01 (with a fraction for a time of day), of each label; NaN where missing. */
  readonly numbers?: Float64Array;
  /** The codes that stand for "not known"; most often none or one. */
  readonly missing: readonly number[];
  /** From JSON: 1 for a label that stood there without quotes (a number, true, false; the empty one was null). */
  readonly bare?: Uint8Array;
  /** Stated where the file writes decimals with a comma; labels have points all the same. */
  readonly decimal?: ",";
  /** The form in which days are written, where it is stated. */
  readonly dateForm?: DateForm;
  /** How often each label occurs, where the codes do not tell: they then name each label once. */
  readonly counts?: Float64Array;
};

/** A table is its columns; plain data that can be posted to a worker. */
export type Table = {
  readonly rows: number;
  readonly columns: readonly Column[];
};

/** Rows from which on threads are worth their start, so that codes lie in memory which all of them see. */
const worthSharing = 0x4_0000;

/** An array of codes for `rows` rows of a column with `distinct` values; a long one in shared memory where there is any. */
export function newCodes(rows: number, distinct: number): Codes {
  const width = distinct <= 0x100 ? 1 : distinct <= 0x1_0000 ? 2 : 4;
  const shared = rows >= worthSharing && typeof SharedArrayBuffer !== "undefined";
  const buffer = shared ? new SharedArrayBuffer(rows * width) : new ArrayBuffer(rows * width);
  if (width === 1) return new Uint8Array(buffer);
  return width === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
}

/** Rows or labels after which a long loop gives way: a millisecond or two of work where access is random. */
export const atOnce = 0x4_0000;

/** Where the column of that name stands; an unknown name is an error with a suggestion, and so is a name of two. */
export function columnIndex(table: Table, name: string, where?: string): number {
  const index = table.columns.findIndex((column) => column.name === name);
  if (index >= 0) {
    if (table.columns.some((column, other) => other > index && column.name === name)) refuseTwins(table);
    return index;
  }
  const names = table.columns.map((column) => column.name);
  throw new KohortError("column", `column "${name}" is not in the table`, {
    hint: didYouMean(name, names, "columns"),
    where,
  });
}

/** Refuses a table in which two columns share a name: what is said of one would not be done to the other. */
export function refuseTwins({ columns }: { readonly columns: readonly { readonly name: string }[] }): void {
  const seen = new Map<string, number>();
  for (const [index, { name }] of columns.entries()) {
    const before = seen.get(name);
    if (before !== undefined) {
      throw new KohortError("column", `columns ${before + 1} and ${index + 1} are both named "${name}"`, {
        hint: "give each column a name of its own",
      });
    }
    seen.set(name, index);
  }
}

/** The value in one cell as text. */
export function cell(table: Table, row: number, column: number): string {
  const { labels, codes } = table.columns[column];
  return labelAt(labels, codes[row]);
}

/** How often each label of a column occurs. */
export function labelCounts(column: Column): Float64Array {
  if (column.counts !== undefined) return column.counts;
  const counts = new Float64Array(column.labels.size);
  for (const code of column.codes) counts[code] += 1;
  return counts;
}

/** A category column of the given values; for small tables and for tests. */
export function categoryColumn(name: string, values: readonly string[]): Column {
  const known = new Map<string, number>();
  for (const value of values) if (!known.has(value)) known.set(value, known.size);
  const codes = newCodes(values.length, known.size);
  values.forEach((value, row) => {
    codes[row] = known.get(value)!;
  });
  return { name, kind: "category", codes, labels: labelsFrom([...known.keys()]), missing: [] };
}
