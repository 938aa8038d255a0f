/** @file Reading the tables that commands are given, as the flags and the spec say. */
import { createReadStream } from "node:fs";
import { type Column, columnIndex, openCsv, type ReadOptions, type ReadResult } from "../table/index.ts";
import type { Context } from "./context.ts";

/** Reads a table from a path, or from stdin for `-`. */
export async function readSource(path: string, options: ReadOptions, { interrupt }: Context): Promise<ReadResult> {
  const reader = openCsv({ ...options, source: path === "-" ? "stdin" : path });
  const stream = path === "-" ? process.stdin : createReadStream(path, { signal: interrupt.signal });
  for await (const block of stream) reader.push(block as Uint8Array);
  return reader.end();
}

/** Reads one column of a table, by its name or 0-based index. */
export async function readColumn(path: string, name: string, context: Context): Promise<Column> {
  const { table } = await readSource(path, {}, context);
  const named = table.columns.find((column) => column.name === name);
  const indexed = /^\d+$/.test(name) ? table.columns[Number(name)] : undefined;
  return named ?? indexed ?? table.columns[columnIndex(table, name)]!;
}
