import type { DateForm } from "./date-text.ts";
import type { DecimalMarks } from "./decimal-mark.ts";
import type { MissingMarks } from "./missing.ts";
import type { Kind } from "./table.ts";

/** What may be said about a file before it is read. */
export type ReadOptions = {
  /** What parts the fields; found out from the file when not given. */
  readonly delimiter?: string;
  /** Values that stand for "not known", for all columns or by column; the empty field unless given. */
  readonly missing?: MissingMarks;
  /** Kinds of columns by name, where the inferred ones are not wanted. */
  readonly kinds?: Readonly<Record<string, Kind>>;
  /** What parts the decimals of numbers, for all columns or by column; found out column by column unless given. */
  readonly decimal?: DecimalMarks;
  /** The forms in which days are written, by column, where the values alone do not tell. */
  readonly dates?: Readonly<Record<string, DateForm>>;
  /** Whether it may be a release: a column with `*` in a cell stays a category, whatever kind is named for it. */
  readonly released?: boolean;
  /** Which columns to take; the others are read over. */
  readonly only?: (name: string, index: number) => boolean;
  /** Leave out records that have a missing value in any field, taken or not. */
  readonly dropMissing?: boolean;
  /** `mondrian-c`: the second line lists the quasi-identifiers, records with a `?` are left out. */
  readonly format?: "csv" | "tsv" | "mondrian-c";
  /** The file's name, for messages. */
  readonly source?: string;
};
