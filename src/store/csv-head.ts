import { closeSync, openSync, readSync } from "node:fs";
import { KohortError } from "../base/index.ts";
import { isUtf8, labelStrings, readHead, type WriteDialect } from "../table/index.ts";
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
  const file = openSync(path, "r");
  try {
    const block = new Uint8Array(1 << 20);
    const read = readSync(file, block, 0, block.length, 0);
    const stated = delimiter ?? (format === "tsv" ? "\t" : undefined);
    const options = { source: path, delimiter: stated };
    const head = readHead(block.subarray(0, read), options, read < block.length);
    if (head === undefined) throw new KohortError("input", "the header is longer than a megabyte", { where: path });
    const { dialect, names, blankLines } = head;
    const encoding = isUtf8(names) ? dialect.encoding : "windows-1252";
    if (encoding !== "utf-8") {
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
    const { newline, bom } = dialect;
    const columns = labelStrings(names);
    refuseNames(engine === "Spark" ? "spark" : "duckdb", columns, { inFiles: false });
    return {
      names: columns,
      blankLines,
      dialect: { delimiter: dialect.delimiter, newline, bom, encoding: "utf-8" },
    };
  } finally {
    closeSync(file);
  }
}
