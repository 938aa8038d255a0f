/** @file Tables as screens show them: figures to the right, what is missing named, wide ones scrolled in place. */
import { type ComponentChildren, isValidElement } from "preact";
import { formatKnownShare } from "../format.ts";

/** What stands over a column: words, words over figures, or words that are only read aloud. */
export type Heading = string | { readonly figure: string } | { readonly hidden: string };

/** The headings of a table. */
export function Heads({ of }: { readonly of: readonly Heading[] }) {
  return (
    <thead>
      <tr>
        {of.map((heading, column) => {
          if (typeof heading === "string") {
            return (
              <th key={column} scope="col">
                {heading}
              </th>
            );
          }
          return "figure" in heading ? (
            <th key={column} scope="col" class="number">
              {heading.figure}
            </th>
          ) : (
            <th key={column} scope="col">
              <span class="visually-hidden">{heading.hidden}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

type ScrollProps = {
  readonly label: string;
  /** The greatest height, as CSS has it. */
  readonly height?: string;
  readonly children: ComponentChildren;
};

type TableProps = {
  readonly heads: readonly Heading[];
  /** Cells by row: what stands in them, or a cell of one's own. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** What is said of a row beside its cells. */
  readonly rowProps?: (row: number) => object;
  /** Whether the first cell names the row. */
  readonly isNamed?: boolean;
};

/** A table; cells under figures stand to the right. */
export function Table({ heads, rows, rowProps, isNamed = false }: TableProps) {
  return (
    <table>
      <Heads of={heads} />
      <tbody>
        {rows.map((row, place) => (
          <tr key={place} {...rowProps?.(place)}>
            {row.map((cell, column) => {
              if (isValidElement(cell) && (cell.type === "td" || cell.type === "th")) return cell;
              const heading = heads[column];
              const isFigure = typeof heading === "object" && "figure" in heading;
              return isNamed && column === 0 ? (
                <th key={column} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={column} class={isFigure ? "number" : ""}>
                  {cell}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A place that scrolls by itself, by keyboard too. */
export function Scroll({ label, height, children }: ScrollProps) {
  return (
    <div
      class="scroll"
      tabIndex={0}
      role="region"
      aria-label={label}
      style={height === undefined ? {} : { maxHeight: height }}
    >
      {children}
    </div>
  );
}

/** Characters up to which a cell is kept on one line. */
const oneLine = 22;

type RowTableProps = {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly before?: readonly (readonly string[])[];
};

/** Rows of a table as they are published; with what they were below, where that differs. */
export function RowTable({ label, columns, rows, before }: RowTableProps) {
  return (
    <Scroll label={label}>
      <table class="pair">
        <Heads of={columns} />
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map((text, column) => {
                const was = before?.[place]?.[column] ?? text;
                return (
                  <td key={column} class={text.length <= oneLine && was.length <= oneLine ? "whole" : ""}>
                    {shownValue(text)}
                    {was === text ? null : <div class="before small">{shownValue(was)}</div>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function shownValue(text: string): ComponentChildren {
  return text === "" ? <i class="quiet">missing</i> : text;
}

type BarTableProps = {
  readonly rows: readonly { readonly name: string; readonly figure: string; readonly share: number }[];
};

/** Names with a figure each, and the figure's share of the whole as a bar. */
export function BarTable({ rows }: BarTableProps) {
  return (
    <table class="bars-table">
      <tbody>
        {rows.map(({ name, figure, share }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number">{figure}</td>
            <td>
              <span class="bar" style={{ width: `${Math.min(100, 100 * share)}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ScoreTableProps = {
  readonly heading: string;
  readonly scores: Readonly<Record<string, { readonly accuracy: number; readonly f1: number; readonly auc: number }>>;
};

/** How well classifiers did that were trained on one table and the other. */
export function ScoreTable({ heading, scores }: ScoreTableProps) {
  const isJudged = Object.values(scores).some(({ accuracy }) => !Number.isNaN(accuracy));
  if (!isJudged) return <p class="quiet">There are too few rows to judge classifiers by.</p>;
  return (
    <Table
      isNamed
      heads={[heading, { figure: "accuracy" }, { figure: "F1" }, { figure: "AUC" }]}
      rowProps={(row) => ({ "data-classifier": Object.keys(scores)[row] })}
      rows={Object.entries(scores).map(([name, { accuracy, f1, auc }]) => [
        name,
        formatKnownShare(accuracy),
        ...[f1, auc].map((score) => (Number.isNaN(accuracy) ? "–" : score.toFixed(3))),
      ])}
    />
  );
}
