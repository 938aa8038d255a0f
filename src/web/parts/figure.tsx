import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

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
export function PlainTable({ columns, rows }: FigureTable) {
  const isNumber = (column: number): boolean => rows.every((row) => /^[-–∞\d]/.test(String(row[column])));
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="the figure as a table">
      <table>
        <thead>
          <tr>
            {columns.map((name, column) => (
              <th key={name} scope="col" class={isNumber(column) ? "number" : ""}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
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
    </div>
  );
}
