import { closeSync, openSync, readSync } from "node:fs";
import { report, type Task, type Work } from "../base/index.ts";
import { type CsvPart, openCsvPart, type PartOptions, partBuffers } from "../table/index.ts";

/** A stretch of a CSV file on disk. */
export type PartInput = { readonly path: string; readonly part: PartOptions; readonly size: number };

/** Bytes read at once: enough to keep system calls rare, little enough to be heard between two. */
const blockSize = 1 << 20;

/** Reads one stretch of a CSV file; what a thread is asked to do. */
export const readPartWork: Work<PartInput, CsvPart> = {
  name: "read-part",
  run: readPart,
  transfer: partBuffers,
};

/** Reads and codes one stretch of a CSV file. */
export function* readPart({ path, part, size }: PartInput): Task<CsvPart> {
  const reader = openCsvPart(part);
  const file = openSync(path, "r");
  try {
    const block = new Uint8Array(blockSize);
    let at = reader.readFrom;
    const end = Math.min(part.end, size);
    for (;;) {
      const read = readSync(file, block, 0, blockSize, at);
      if (read === 0) break;
      at += read;
      if (!reader.push(read === blockSize ? block : block.subarray(0, read))) break;
      yield* report("read", at - part.start, end - part.start);
    }
    return reader.end();
  } finally {
    closeSync(file);
  }
}
