/** @file Addresses of data that a store reads: a path, `duckdb:file.db?table=people`, a query, a table of a cluster. */
import { extname } from "node:path";
import { KohortError } from "../base/index.ts";

/** The forms of files that a store reads. */
export const storeFormats = ["csv", "tsv", "json", "jsonl", "parquet", "orc"] as const;

/** A form of file that a store reads. */
export type SourceFormat = (typeof storeFormats)[number];

/** Where rows come from, and what is said about reading them. */
export type SourceAddress = (
  | { readonly kind: "files"; readonly path: string; readonly format: SourceFormat }
  | { readonly kind: "table"; readonly database: string | undefined; readonly table: string }
  | { readonly kind: "query"; readonly database: string | undefined; readonly query: string }
) & {
  readonly delimiter?: string;
};

/** Whether a path or address is one that only a store can read. */
export function needsStore(path: string): boolean {
  return /^(duckdb|sqlite|spark):/.test(path) || ["parquet", "orc"].includes(endingOf(path));
}

/** Whether a path is on a file system that only Spark knows. */
export function isRemote(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(path);
}

/** Whether rows come from Parquet files. */
export function isParquet(address: SourceAddress): boolean {
  return address.kind === "files" && address.format === "parquet";
}

function endingOf(path: string): string {
  return extname(path).slice(1).toLowerCase();
}

/** The form of a file by its ending; CSV unless it is another that is known. */
function formatFor(path: string): SourceFormat {
  const ending = endingOf(path.replace(/[*?/]+$/, ""));
  const other: Record<string, SourceFormat> = { tab: "tsv", ndjson: "jsonl", pq: "parquet" };
  return storeFormats.find((format) => format === ending) ?? other[ending] ?? "csv";
}

/** Understands an address as it was typed. */
export function parseAddress(text: string, format: SourceFormat | undefined): SourceAddress {
  const scheme = /^(duckdb|sqlite|spark):(.*)$/s.exec(text);
  if (scheme === null) return { kind: "files", path: text, format: format ?? formatFor(text) };
  if (scheme[1] === "sqlite") {
    throw new KohortError("usage", "DuckDB as it is installed here reads no SQLite files", {
      hint: "export the table to CSV or Parquet, or copy it into a DuckDB file",
    });
  }
  const [database = "", settings = ""] = splitOnce(scheme[2], "?");
  const [key = "", value = ""] = splitOnce(settings, "=");
  const own = database === "" ? undefined : database;
  if (key === "table" && value !== "") return { kind: "table", database: own, table: value };
  if (key === "query" && value !== "") return { kind: "query", database: own, query: value };
  throw new KohortError("usage", `"${text}" names neither a table nor a query`, {
    hint: "write 'duckdb:file.db?table=people' or 'duckdb:file.db?query=SELECT …'",
  });
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
