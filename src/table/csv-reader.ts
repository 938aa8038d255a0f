/**
 * @file Reading CSV as a stream of blocks. Memory holds the codes and the dictionaries, never the file; a Node stream,
 * a worker and a page push the same blocks into the same code.
 */
import { finish, KohortError, type Task } from "../base/index.ts";
import { type Head, readHead } from "./csv-head.ts";
import { mergeParts, type ReadResult, recordError, wantedColumns } from "./csv-merge.ts";
import type { ReadOptions } from "./csv-options.ts";
import { openCsvPart, type PartReader } from "./csv-part.ts";
import { byteOrderMark, utf16Blocks } from "./encoding.ts";
import type { Table } from "./table.ts";

/** Takes the blocks of a file as they come and gives the table at the end. */
export type CsvReader = {
  /** Takes the next block, which may be reused afterwards. */
  push(block: Uint8Array): void;
  end(): ReadResult;
  /** As `end`, in steps. */
  ending(): Task<ReadResult>;
};

/** A first line longer than this is no list of names. */
const longestHead = 0x100_0000;

type Transcoder = ReturnType<typeof utf16Blocks>;

/** Starts to read a CSV file. */
export function openCsv(options: ReadOptions = {}): CsvReader {
  let first: Uint8Array = new Uint8Array(0);
  let transcoder: Transcoder | undefined;
  let encoding: ReturnType<typeof byteOrderMark> | undefined;
  let head: Head | undefined;
  let reader: PartReader | undefined;

  /** Gathers bytes until the head can be read, then hands on to the reader of records. */
  const take = (text: Uint8Array, whole: boolean): void => {
    if (reader !== undefined) {
      if (!reader.push(text)) failEarly(reader);
      return;
    }
    first = joined(first, text);
    head = readHead(first, options, whole);
    if (head === undefined) {
      if (first.length <= longestHead) return;
      throw new KohortError("input", "the first line is longer than 16 MB", {
        hint: "the first line must name the columns; is this a text file?",
        where: options.source,
      });
    }
    reader = openCsvPart({ head, wanted: wantedColumns(head, options), start: 0, end: Number.POSITIVE_INFINITY });
    if (!reader.push(first.subarray(head.dataStart))) failEarly(reader);
    first = new Uint8Array(0);
  };
  const failEarly = (failed: PartReader): void => {
    const { failure } = failed.end();
    if (failure !== undefined) throw recordError(failure, head!, options, 0, head!.lines);
  };
  /** Looks at the byte order mark as soon as three bytes are there. */
  const decode = (block: Uint8Array, whole: boolean): void => {
    let bytes = block;
    if (encoding === undefined) {
      bytes = joined(first, block);
      first = bytes;
      if (bytes.length < 3 && !whole) return;
      encoding = byteOrderMark(bytes);
      if (encoding.encoding === "utf-16le" || encoding.encoding === "utf-16be")
        transcoder = utf16Blocks(encoding.encoding);
      first = new Uint8Array(0);
    }
    if (transcoder === undefined) take(bytes, whole);
    else take(whole ? joined(transcoder.push(bytes), transcoder.end()) : transcoder.push(bytes), whole);
  };

  function* ending(): Task<ReadResult> {
    decode(new Uint8Array(0), true);
    const result = yield* mergeParts(head!, [reader!.end()], options);
    if (transcoder === undefined) return result;
    return { ...result, dialect: { ...result.dialect, encoding: encoding!.encoding, bom: true } };
  }

  return {
    push: (block) => {
      if (block.length > 0) decode(block, false);
    },
    end: () => finish(ending()),
    ending,
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Reads a whole CSV file from memory, with what was seen on the way. */
export function readCsvResult(text: string | Uint8Array, options: ReadOptions = {}): ReadResult {
  const reader = openCsv(options);
  reader.push(typeof text === "string" ? new TextEncoder().encode(text) : text);
  return reader.end();
}

/** Reads a whole CSV file from memory: `readCsv("age,sex\n39,M\n")`. */
export function readCsv(text: string | Uint8Array, options: ReadOptions = {}): Table {
  return readCsvResult(text, options).table;
}
