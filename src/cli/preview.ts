import { largest } from "../base/index.ts";
import { type Table, writtenCell } from "../table/index.ts";
import { clip, formatTable, printable, shownWidth } from "./format.ts";

/** The widths that columns are cut to, until all of them fit. */
const cuts = [28, 20, 14];

/** The first rows of a table, in as many of its columns as fit; says which do not. */
export function preview(table: Table, rows: number, width: number): string {
  const shown = Math.min(rows, table.rows);
  for (const cut of cuts) {
    const columns = table.columns.map((column, index) => {
      const title = clip(printable(column.name), cut);
      const cells = Array.from({ length: shown }, (_, row) => clip(printable(writtenCell(table, row, index)), cut));
      return { title, cells, width: largest([title, ...cells].map(shownWidth)) };
    });
    let used = 0;
    const fitting = columns.filter((column, index) => {
      used += column.width + 2;
      return index === 0 || used <= width + 2;
    });
    if (fitting.length < columns.length && cut !== cuts.at(-1)) continue;
    const lines = Array.from({ length: shown }, (_, row) => fitting.map((column) => column.cells[row]));
    const hidden = table.columns.slice(fitting.length).map((column) => printable(column.name));
    const note = hidden.length === 0 ? "" : `\n(not shown: ${hidden.join(", ")})`;
    return formatTable(fitting, lines) + note;
  }
  return "";
}
