/** @file A row as the line of CSV that it is written as, in SQL: quoted as our own writer quotes. */
import { csvHeader, labelsFrom, type WriteDialect } from "../../table/index.ts";
import type { Dialect } from "./dialect.ts";

/** An expression of the line, with its end, that the given columns are written as. */
export function lineOf(
  columns: readonly string[],
  { delimiter = ",", newline = "\n" }: WriteDialect,
  sql: Dialect,
): string {
  const special = `["\\r\\n${/[\]\\^-]/.test(delimiter) ? "\\" : ""}${delimiter}]`;
  const end = newline === "\r\n" ? "chr(13) || chr(10)" : newline === "\r" ? "chr(13)" : "chr(10)";
  const fields = columns.map((column, index) => {
    const text = sql.asText(column);
    const alone = columns.length === 1 ? ` OR ${text} = ''` : "";
    const quoted = `CASE WHEN ${sql.matches(text, special)}${alone} THEN '"' || replace(${text}, '"', '""') || '"' ELSE ${text} END`;
    const after = index === columns.length - 1 ? end : sql.literal(delimiter);
    return `${quoted} || ${after}`;
  });
  return fields.join(" || ");
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
