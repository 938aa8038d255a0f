import { csvBlocks, type WriteDialect, type WriteOptions } from "./csv-writer.ts";
import type { Dialect } from "./dialect.ts";
import { jsonBlocks } from "./json-writer.ts";
import type { Table } from "./table.ts";

/** How a release is written: as its input was, as far as our own values can be. */
export function writeDialect({ delimiter, newline, encoding, bom }: Dialect): WriteDialect {
  return { delimiter, newline, bom, encoding: encoding === "windows-1252" ? encoding : "utf-8" };
}

/** A whole table as CSV bytes; for tables that fit memory twice. */
export function writeCsv(table: Table, options: WriteOptions = {}): Uint8Array {
  return joined(csvBlocks(table, options));
}

/** A whole table as JSON bytes: an array of objects, or with `lines` an object a line. */
export function writeJson(table: Table, options: { readonly lines?: boolean } = {}): Uint8Array {
  return joined(jsonBlocks(table, options));
}

function joined(blocks: Iterable<Uint8Array>): Uint8Array {
  const list = [...blocks];
  const bytes = new Uint8Array(list.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of list) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}
