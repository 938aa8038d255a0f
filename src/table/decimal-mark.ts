/**
 * @file Decimal commas. Inside kohort numbers have a decimal point, in labels as in ranges and sets of them: a column
 * whose numbers are written with a comma is changed where it is read, and changed back where it is written. The two
 * changes undo each other, and a label for which they would not is refused.
 */
import { KohortError } from "../base/index.ts";
import { type Labels, labelStrings, labelsFrom } from "./labels.ts";
import { decimalComma } from "./number-text.ts";
import { type Column, cell, type Table } from "./table.ts";

/** The marks that may part the decimals of a number. */
export const decimalMarks = [",", "."] as const;

/** What parts the decimals of a number. */
export type DecimalMark = (typeof decimalMarks)[number];

/** What parts decimals: one mark for every column, or a mark per column, with "*" for all others. */
export type DecimalMarks = DecimalMark | Readonly<Record<string, DecimalMark>>;

/** The mark that is stated for a column; undefined where it is to be found out. */
export function decimalFor(marks: DecimalMarks | undefined, column: string): DecimalMark | undefined {
  if (marks === undefined || typeof marks === "string") return marks;
  if (Object.hasOwn(marks, column)) return marks[column];
  return Object.hasOwn(marks, "*") ? marks["*"] : undefined;
}

/** Whether a mark is stated for a column by its name. */
export function isDecimalNamed(marks: DecimalMarks | undefined, column: string): boolean {
  return typeof marks === "object" && Object.hasOwn(marks, column);
}

/** The columns that marks name, if they name any. */
export function decimalColumns(marks: DecimalMarks | undefined): string[] {
  return typeof marks === "object" ? Object.keys(marks).filter((name) => name !== "*") : [];
}

/** A text with points where its numbers have decimal commas: `[1,5..2,5]` is `[1.5..2.5]`. */
export function withPoints(text: string): string {
  return text.replace(/,(?=\d)/g, ".");
}

/** A text with commas where its numbers have decimal points; the points between the ends of a range stay. */
export function withCommas(text: string): string {
  return text.replace(/(?<!\.)\.(?=\d)|(?<=\.\.)\.(?=\d)/g, ",");
}

/** Labels with decimal points; undefined where some would not come back as they were written. */
export function pointedLabels(labels: Labels): Labels | undefined {
  if (!labels.bytes.includes(decimalComma)) return labels;
  const texts = labelStrings(labels);
  const pointed = texts.map(withPoints);
  return pointed.every((text, code) => withCommas(text) === texts[code]) ? labelsFrom(pointed) : undefined;
}

/** The labels of a column as they are written: with commas where its numbers have them. */
export function writtenLabels({ name, labels, decimal }: Column): Labels {
  if (decimal === undefined) return labels;
  const texts = labelStrings(labels);
  const written = texts.map(withCommas);
  const odd = texts.findIndex((text, code) => withPoints(written[code]) !== text);
  if (odd < 0) return labelsFrom(written);
  throw new KohortError("input", `"${texts[odd]}" in column "${name}" cannot be written with decimal commas`, {
    hint: "publish the column in another form, or read it as a category",
  });
}

/** A text of a column as it is written. */
export function writtenText({ decimal }: Pick<Column, "decimal">, text: string): string {
  return decimal === undefined ? text : withCommas(text);
}

/** The cell of a table as it is written. */
export function writtenCell(table: Table, row: number, column: number): string {
  return writtenText(table.columns[column], cell(table, row, column));
}

/** A table whose columns are written as those of another, by name. */
export function writtenLike(table: Table, like: Table): Table {
  const commas = new Set(like.columns.flatMap(({ name, decimal }) => (decimal === undefined ? [] : [name])));
  if (commas.size === 0) return table;
  return {
    ...table,
    columns: table.columns.map((column) => (commas.has(column.name) ? { ...column, decimal: "," } : column)),
  };
}

/** A table that was written with decimal commas where another has them, whatever its cells alone would tell. */
export function readLike(table: Table, like: Table): Table {
  const commas = new Set(like.columns.flatMap(({ name, decimal }) => (decimal === undefined ? [] : [name])));
  if (!table.columns.some(({ name, decimal }) => decimal === undefined && commas.has(name))) return table;
  return {
    ...table,
    columns: table.columns.map((column) => {
      if (column.decimal !== undefined || !commas.has(column.name)) return column;
      const labels = pointedLabels(column.labels);
      return labels === undefined ? column : { ...column, labels, decimal: "," };
    }),
  };
}

const number = String.raw`[+-]?(?:\d+(?:,\d+)?|,\d+)(?:[eE][+-]?\d+)?`;
const generalised = /* @__PURE__ */ new RegExp(
  String.raw`^(?:[[(]?(?:${number})?\.\.(?:${number})?[\])]?|\{${number}(?:\|${number})*\}|(?:<=?|>=?|≤|≥) ?${number}|${number}\+?|${number}[-~]${number}|\*)$`,
);
const withDecimals = /\d,\d|(?:^|[^\d,]),\d/;

/** Whether labels are numbers, ranges and sets of numbers with decimal commas, as a release has them. */
export function areGeneralisedCommas(labels: Labels, missing: readonly number[]): boolean {
  if (!labels.bytes.includes(decimalComma)) return false;
  const texts = labelStrings(labels).filter((_, code) => !missing.includes(code));
  return texts.some((text) => withDecimals.test(text)) && texts.every((text) => generalised.test(text));
}

/** Whether every comma may as well part thousands: one in each, three digits behind it, one to three before. */
export function mayPartThousands(labels: Labels, missing: readonly number[]): boolean {
  return labelStrings(labels).every(
    (text, code) => missing.includes(code) || !text.includes(",") || /^ *[+-]?[1-9]\d{0,2},\d{3} *$/.test(text),
  );
}
