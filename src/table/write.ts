import { csvBlocks, type WriteOptions } from "./csv-writer.ts";
import { jsonBlocks } from "./json-writer.ts";
import type { Table } from "./table.ts";

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
