/** @file Reading the tables that commands are given, as the flags and the spec say. */
import { createReadStream } from "node:fs";
import type { Spec } from "../spec/index.ts";
import { type Column, columnIndex, openCsv, type ReadResult, type Table } from "../table/index.ts";
import type { Context } from "./context.ts";
import { inputSpecOf, withStatedKinds } from "./input.ts";

/** Reads a table from a path, or from stdin for `-`. */
export async function readSource(path: string, context: Context, base?: Spec): Promise<ReadResult> {
  const input = inputSpecOf(context.parsed, base);
  const source = path === "-" ? "stdin" : path;
  const reader = openCsv({
    ...(input.delimiter === undefined ? {} : { delimiter: input.delimiter }),
    ...(input.missing === undefined ? {} : { missing: input.missing }),
    ...(input.dropMissing === undefined ? {} : { dropMissing: input.dropMissing }),
    source,
  });
  const stream = path === "-" ? process.stdin : createReadStream(path, { signal: context.interrupt.signal });
  for await (const block of stream) reader.push(block as Uint8Array);
  const result = reader.end();
  return { ...result, table: withStatedKinds(result.table, context.parsed, source) };
}

/** Reads one column of a table, by its name or 0-based index. */
export async function readColumn(path: string, name: string, context: Context): Promise<Column> {
  const { table } = await readSource(path, context);
  return table.columns[columnNamed(table, name)]!;
}

function columnNamed(table: Table, name: string): number {
  const named = table.columns.findIndex((column) => column.name === name);
  if (named >= 0) return named;
  if (/^\d+$/.test(name) && Number(name) < table.columns.length) return Number(name);
  return columnIndex(table, name);
}
