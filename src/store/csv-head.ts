import { KohortError } from "../base/index.ts";
import { fileHead } from "../engine/index.ts";
import { isUtf8, labelStrings, type WriteDialect } from "../table/index.ts";
import { refuseNames } from "./refuse.ts";
import type { SourceAddress } from "./source.ts";

/** The beginning of a CSV file as our own reader understands it. */
export type CsvHead = {
  readonly names: readonly string[];
  readonly blankLines: number;
  readonly dialect: WriteDialect & { readonly delimiter: string };
};

/** The way out where a file is in another encoding. */
export const utf8Hint = 'use `engine: "memory"`, or convert the file';

/** Looks at the beginning of a CSV file on this machine; an engine that reads it is told what our own reader finds. */
export function csvHead(
  { path, format, delimiter }: Extract<SourceAddress, { kind: "files" }>,
  engine: "DuckDB" | "Spark",
): CsvHead {
  const head = fileHead(path, { delimiter: delimiter ?? (format === "tsv" ? "\t" : undefined) });
  if (head === undefined) throw new KohortError("input", "the header is longer than a megabyte", { where: path });
  const encoding = typeof head === "string" ? head : isUtf8(head.names) ? head.dialect.encoding : "windows-1252";
  if (typeof head === "string" || encoding !== "utf-8") {
    throw new KohortError("input", `${engine} reads UTF-8 here, and "${path}" is ${encoding}`, {
      hint: utf8Hint,
    });
  }
  if (head.trailing !== undefined) {
    throw new KohortError("input", `the header ends with a separator, which ${engine} does not pass over here`, {
      hint: 'use `engine: "memory"`, or take the separator out',
      where: path,
    });
  }
  const { dialect, names, blankLines } = head;
  const { newline, bom } = dialect;
  const columns = labelStrings(names);
  refuseNames(engine === "Spark" ? "spark" : "duckdb", columns, { inFiles: false });
  return {
    names: columns,
    blankLines,
    dialect: { delimiter: dialect.delimiter, newline, bom, encoding: "utf-8" },
  };
}
