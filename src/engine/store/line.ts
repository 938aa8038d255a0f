/** @file A row as the line of CSV that it is written as, in SQL: quoted as our own writer quotes. */
import { csvHeader, labelsFrom, type WriteDialect } from "../../table/index.ts";
import type { Dialect } from "./dialect.ts";

/** A column of a release, and whether some of its texts need quotes. */
export type LineColumn = { readonly expression: string; readonly quoted: boolean };

/** Whether a text needs quotes in a line. */
export function needsQuotes(text: string, { delimiter = "," }: WriteDialect, sql: Dialect): string {
  const marks = [sql.literal(delimiter), `'"'`, "chr(10)", "chr(13)"];
  return `(${marks.map((mark) => `contains(${text}, ${mark})`).join(" OR ")})`;
}

/** An expression of the line, with its end, that the given columns are written as. */
export function lineOf(columns: readonly LineColumn[], dialect: WriteDialect, sql: Dialect): string {
  const { delimiter = ",", newline = "\n" } = dialect;
  const end = newline === "\r\n" ? "chr(13), chr(10)" : newline === "\r" ? "chr(13)" : "chr(10)";
  const fields = columns.flatMap(({ expression, quoted }, index) => {
    const text = sql.asText(expression);
    const after = index === columns.length - 1 ? end : sql.literal(delimiter);
    const alone = columns.length === 1 ? ` OR ${text} = ''` : "";
    if (!quoted && alone === "") return [text, after];
    const needed = `${needsQuotes(text, dialect, sql)}${alone}`;
    return [`CASE WHEN ${needed} THEN concat('"', replace(${text}, '"', '""'), '"') ELSE ${text} END`, after];
  });
  return `concat(${fields.join(", ")})`;
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
