import { closeSync, openSync, readSync } from "node:fs";
import { type Head, type ReadOptions, readHead } from "../table/index.ts";

/** A file that only a reader of all of it understands, by the mark that it begins with. */
export type Utf16 = "utf-16le" | "utf-16be";

/** The beginning of a CSV file as our own reader understands it; undefined where its header does not end within a megabyte. */
export function fileHead(path: string, options: ReadOptions): Head | Utf16 | undefined {
  const file = openSync(path, "r");
  try {
    const block = new Uint8Array(1 << 20);
    const read = readSync(file, block, 0, block.length, 0);
    if (block[0] === 0xff && block[1] === 0xfe) return "utf-16le";
    if (block[0] === 0xfe && block[1] === 0xff) return "utf-16be";
    return readHead(block.subarray(0, read), { ...options, source: path }, read < block.length);
  } finally {
    closeSync(file);
  }
}
