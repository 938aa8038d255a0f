import { cell, type Table } from "../table/index.ts";
import { clip, formatTable, printable, shownWidth } from "./format.ts";

/** The widest a column is shown. */
const widest = 28;

/** The first rows of a table, in as many of its columns as fit; says how many do not. */
export function preview(table: Table, rows: number, width: number): string {
  const shown = Math.min(rows, table.rows);
  const columns = table.columns.map((column, index) => {
    const title = clip(printable(column.name), widest);
    const cells = Array.from({ length: shown }, (_, row) => clip(printable(cell(table, row, index)), widest));
    return { title, cells, width: Math.max(...[title, ...cells].map(shownWidth)) };
  });
  let used = 0;
  const fitting = columns.filter((column, index) => {
    used += column.width + 2;
    return index === 0 || used <= width;
  });
  const lines = Array.from({ length: shown }, (_, row) => fitting.map((column) => column.cells[row]!));
  const text = formatTable(fitting, lines);
  const hidden = table.columns.slice(fitting.length).map((column) => printable(column.name));
  return hidden.length === 0 ? text : `${text}\n(not shown: ${hidden.join(", ")})`;
}
