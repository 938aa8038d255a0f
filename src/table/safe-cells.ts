/**
 * @file Cells that no spreadsheet takes for a formula. A program that opens a CSV file may run a cell that begins with
 * `=`, `+`, `-`, `@`, a tab or a line end; an apostrophe before it makes it text. Plain numbers stay as they are, and a
 * cell that has such apostrophes already gets one more, so that what was written can always be told from what it was.
 */
import { type Labels, labelStrings, labelsFrom } from "./labels.ts";
import type { Table } from "./table.ts";

const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/;
const escaped = /^'+[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/** A cell as it is written where spreadsheets are to take it for text. */
export function safeCell(text: string): string {
  return dangerous.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** What a cell that was written so stands for. */
export function fromSafeCell(text: string): string {
  return escaped.test(text) ? text.slice(1) : text;
}

/** First bytes of cells that may have to be changed: ' = + - @, tab, line ends, and what wide forms begin with. */
const first = new Set([0x27, 0x3d, 0x2b, 0x2d, 0x40, 0x09, 0x0d, 0x0a, 0xef]);

/** Labels as they are written where spreadsheets are to take them for text. */
export function safeLabels(labels: Labels): Labels {
  return changed(labels, safeCell);
}

/** A table that was read from safe cells, as it was before it was written. */
export function fromSafeCells({ rows, columns }: Table): Table {
  return {
    rows,
    columns: columns.map((column) => ({
      ...column,
      name: fromSafeCell(column.name),
      labels: changed(column.labels, fromSafeCell),
    })),
  };
}

function changed(labels: Labels, change: (text: string) => string): Labels {
  const { bytes, offsets, size } = labels;
  for (let code = 0; code < size; code++) {
    if (offsets[code] < offsets[code + 1] && first.has(bytes[offsets[code]])) {
      return labelsFrom(labelStrings(labels).map(change));
    }
  }
  return labels;
}
