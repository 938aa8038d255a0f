import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Heads, Scroll } from "./table.tsx";

/** Rows of a figure as a table. */
export type FigureTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

/** A figure with the sentence that says what it shows, and the same as a table. */
export function Figure({
  sentence,
  table,
  children,
}: {
  readonly sentence: ComponentChildren;
  readonly table: FigureTable;
  readonly children: ComponentChildren;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure class="figure">
      <div class="row spread">
        <figcaption>{sentence}</figcaption>
        <button type="button" class="link small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? "as figure" : "as table"}
        </button>
      </div>
      {asTable ? <PlainTable {...table} /> : children}
    </figure>
  );
}

/** A table of texts and numbers. */
function PlainTable({ columns, rows }: FigureTable) {
  const isNumber = (column: number): boolean => rows.every((row) => /^[-–+−∞\d]/.test(String(row[column])));
  return (
    <Scroll label="the figure as a table">
      <table>
        <Heads of={columns.map((name, column) => (isNumber(column) ? { figure: name } : name))} />
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map((value, column) => (
                <td key={column} class={isNumber(column) ? "number" : ""}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
