/** @file Tables as screens show them: figures to the right, what is missing named, wide ones scrolled in place. */
import type { ComponentChildren } from "preact";
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

/** A place that scrolls by itself, by keyboard too. */
export function Scroll({
  label,
  height,
  children,
}: {
  readonly label: string;
  /** The greatest height, as CSS has it. */
  readonly height?: string;
  readonly children: ComponentChildren;
}) {
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

/** Rows of a table as they are published; with what they were below, where that differs. */
export function RowTable({
  label,
  columns,
  rows,
  before,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly before?: readonly (readonly string[])[];
}) {
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

/** Names with a figure each, and the figure's share of the whole as a bar. */
export function BarTable({
  rows,
}: {
  readonly rows: readonly { readonly name: string; readonly figure: string; readonly share: number }[];
}) {
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

/** How well classifiers did that were trained on one table and the other. */
export function ScoreTable({
  heading,
  scores,
}: {
  readonly heading: string;
  readonly scores: Readonly<Record<string, { readonly accuracy: number; readonly f1: number; readonly auc: number }>>;
}) {
  const isJudged = Object.values(scores).some(({ accuracy }) => !Number.isNaN(accuracy));
  if (!isJudged) return <p class="quiet">There are too few rows to judge classifiers by.</p>;
  return (
    <table>
      <Heads of={[heading, { figure: "accuracy" }, { figure: "F1" }, { figure: "AUC" }]} />
      <tbody>
        {Object.entries(scores).map(([name, { accuracy, f1, auc }]) => (
          <tr key={name} data-classifier={name}>
            <th scope="row">{name}</th>
            <td class="number">{formatKnownShare(accuracy)}</td>
            <td class="number">{Number.isNaN(accuracy) ? "–" : f1.toFixed(3)}</td>
            <td class="number">{Number.isNaN(accuracy) ? "–" : auc.toFixed(3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
