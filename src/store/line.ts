/** @file A row as the line of CSV that it is written as, in SQL: quoted as our own writer quotes. */
import { csvHeader, labelsFrom, type WriteDialect } from "../table/index.ts";
import type { Dialect } from "./dialect.ts";

/** A column of a release, and whether some of its texts need quotes. */
export type LineColumn = { readonly expression: string; readonly quoted: boolean };

/** Whether a text needs quotes in a line. */
export function needsQuotes(text: string, { delimiter = "," }: WriteDialect, sql: Dialect): string {
  const marks = [sql.literal(delimiter), `'"'`, "chr(10)", "chr(13)"];
  return `(${marks.map((mark) => `contains(${text}, ${mark})`).join(" OR ")})`;
}

function endOf({ newline = "\n" }: WriteDialect): string {
  return newline === "\r\n" ? "concat(chr(13), chr(10))" : newline === "\r" ? "chr(13)" : "chr(10)";
}

/** Each column's part of a line: its text, quoted where needed, and what follows it. */
function partsOf(
  columns: readonly LineColumn[],
  dialect: WriteDialect,
  sql: Dialect,
  end: string = endOf(dialect),
): [text: string, after: string][] {
  const { delimiter = "," } = dialect;
  return columns.map(({ expression, quoted }, index) => {
    const text = sql.asText(expression);
    const after = index === columns.length - 1 ? end : sql.literal(delimiter);
    const alone = columns.length === 1 ? ` OR ${text} = ''` : "";
    if (!quoted && alone === "") return [text, after];
    const needed = `${needsQuotes(text, dialect, sql)}${alone}`;
    return [`CASE WHEN ${needed} THEN concat('"', replace(${text}, '"', '""'), '"') ELSE ${text} END`, after];
  });
}

/** An expression of the line, with its end unless another is given, that the given columns are written as. */
export function lineOf(columns: readonly LineColumn[], dialect: WriteDialect, sql: Dialect, end?: string): string {
  return `concat(${partsOf(columns, dialect, sql, end).flat().join(", ")})`;
}

/**
 * An expression per column that orders rows as their lines are ordered. A field with what follows it is never the
 * beginning of another, so lines compare as their fields do, one after the other.
 */
export function orderOf(columns: readonly LineColumn[], dialect: WriteDialect, sql: Dialect): string[] {
  return partsOf(columns, dialect, sql).map(([text, after]) => `concat(${text}, ${after})`);
}

/** The first line of a release. */
export function headerOf(names: readonly string[], dialect: WriteDialect): Uint8Array {
  const labels = labelsFrom([]);
  return csvHeader(
    {
      rows: 0,
      columns: names.map((name) => ({ name, kind: "category", codes: new Uint8Array(0), labels, missing: [] })),
    },
    dialect,
  );
}
