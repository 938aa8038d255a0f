/** @file Reading tables from JSON: an array of flat objects, or one flat object per line. */
import { append, finish, KohortError, report, type Task } from "../base/index.ts";
import type { ReadResult } from "./csv-merge.ts";
import type { ReadOptions } from "./csv-options.ts";
import { codeOf, type Dictionary, labelsOf, newDictionary } from "./dictionary.ts";
import { isUtf8 } from "./encoding.ts";
import { type JsonCell, type JsonCursor, readObject, skipBlanks, troubleAt } from "./json-scanner.ts";
import { inferredBare, readingNotes, readingOf, statedKind, withKind } from "./kinds.ts";
import type { Labels } from "./labels.ts";
import { droppingRows, marksFor, missingCodes } from "./missing.ts";
import { type Codes, type Column, newCodes, type Table } from "./table.ts";

/** What may be said about a JSON file before it is read. Null and absent keys are missing; `missing` adds to that. */
export type JsonOptions = Pick<ReadOptions, "missing" | "kinds" | "released" | "only" | "dropMissing" | "source"> & {
  /** An object per line instead of one array. */
  readonly lines?: boolean;
};

/** Takes the blocks of a JSON Lines file as they come and gives the table at the end. */
export type JsonReader = {
  /** Takes the next block, which may be reused afterwards. */
  push(block: Uint8Array): void;
  end(): ReadResult;
  /** As `end`, in steps. */
  ending(): Task<ReadResult>;
};

type GrowingColumn = { readonly dictionary: Dictionary; codes: Uint32Array; rows: number };

type JsonColumns = { readonly columns: Map<string, GrowingColumn>; rows: number; blankLines: number };

const nullKey = /* @__PURE__ */ Uint8Array.of(0x6e);

/** Starts to read a JSON Lines file. */
export function openJsonLines(options: JsonOptions = {}): JsonReader {
  const gathered: JsonColumns = { columns: new Map(), rows: 0, blankLines: 0 };
  /** Blocks of a line whose end has not come yet; joined once, when it comes. */
  let carried: Uint8Array[] = [];
  let line = 1;
  const names: JsonCursor["names"] = [];
  /** Reads lines that are all there. */
  const takeLines = (bytes: Uint8Array): void => {
    const cursor: JsonCursor = { bytes, at: 0, firstLine: line, source: options.source, names };
    if (line === 1) skipMark(cursor);
    while (cursor.at < bytes.length) {
      const found = bytes.indexOf(0x0a, cursor.at);
      const end = found < 0 ? bytes.length : found;
      const text: JsonCursor = { ...cursor, bytes: bytes.subarray(0, end) };
      skipBlanks(text);
      if (text.at < text.bytes.length) {
        addRow(gathered, readObject(text, gathered.rows + 1), text);
        skipBlanks(text);
        if (text.at < text.bytes.length) throw troubleAt(text, "a line has more than one object");
      } else gathered.blankLines++;
      cursor.at = end + 1;
      cursor.lineStart = end + 1;
      cursor.firstLine = ++line;
    }
  };
  function* ending(): Task<ReadResult> {
    takeLines(joined(carried));
    carried = [];
    return yield* finished(gathered, options);
  }
  return {
    push: (block) => {
      const end = block.lastIndexOf(0x0a) + 1;
      if (end > 0) {
        takeLines(carried.length === 0 ? block.subarray(0, end) : joined([...carried, block.subarray(0, end)]));
        carried = [];
      }
      if (end < block.length) carried.push(new Uint8Array(block.subarray(end)));
    },
    end: () => finish(ending()),
    ending,
  };
}

/** How much of a JSON file is read before giving way. */
const rowsAtOnce = 0x400;
const bytesAtOnce = 0x4_0000;

/** Reads a whole JSON or JSON Lines file from memory in steps, with what was seen on the way. */
export function* readingJson(bytes: Uint8Array, options: JsonOptions = {}): Task<ReadResult> {
  if (options.lines === true) {
    const reader = openJsonLines(options);
    for (let from = 0; from < bytes.length; from += bytesAtOnce) {
      reader.push(bytes.subarray(from, from + bytesAtOnce));
      yield* report("read", from, bytes.length);
    }
    return yield* reader.ending();
  }
  const gathered: JsonColumns = { columns: new Map(), rows: 0, blankLines: 0 };
  const cursor: JsonCursor = { bytes, at: 0, firstLine: 1, source: options.source, names: [] };
  skipMark(cursor);
  skipBlanks(cursor);
  if (bytes[cursor.at] !== 0x5b) throw troubleAt(cursor, "the file is not a JSON array of objects");
  cursor.at++;
  skipBlanks(cursor);
  if (bytes[cursor.at] === 0x5d) cursor.at++;
  else {
    for (;;) {
      skipBlanks(cursor);
      addRow(gathered, readObject(cursor, gathered.rows + 1), cursor);
      skipBlanks(cursor);
      const byte = bytes[cursor.at];
      if (byte !== 0x2c && byte !== 0x5d) throw troubleAt(cursor, "a comma or ] is missing after an object");
      cursor.at++;
      if (byte === 0x5d) break;
      if (gathered.rows % rowsAtOnce === 0) yield* report("read", cursor.at, bytes.length);
    }
  }
  skipBlanks(cursor);
  if (cursor.at < bytes.length) throw troubleAt(cursor, "there is text after the array");
  return yield* finished(gathered, options);
}

/** Reads a whole JSON or JSON Lines file from memory, with what was seen on the way. */
export function readJsonResult(text: string | Uint8Array, options: JsonOptions = {}): ReadResult {
  return finish(readingJson(typeof text === "string" ? new TextEncoder().encode(text) : text, options));
}

/** Reads a whole JSON or JSON Lines file from memory: `readJson('[{"age": 39}]')`. */
export function readJson(text: string | Uint8Array, options: JsonOptions = {}): Table {
  return readJsonResult(text, options).table;
}

function joined(blocks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.length;
  }
  return whole;
}

function skipMark(cursor: JsonCursor): void {
  const { bytes } = cursor;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) cursor.at = 3;
}

/** Adds an object's values; a key that earlier objects lacked becomes a column that is missing there. */
function addRow(gathered: JsonColumns, cells: readonly JsonCell[], cursor: JsonCursor): void {
  for (const { name, key } of cells) {
    let column = gathered.columns.get(name);
    if (column === undefined) {
      column = { dictionary: newDictionary(), codes: new Uint32Array(16), rows: 0 };
      gathered.columns.set(name, column);
    }
    if (column.rows > gathered.rows) throw troubleAt(cursor, `row ${gathered.rows + 1} has "${name}" twice`);
    pad(column, gathered.rows);
    addCode(column, codeOf(column.dictionary, key, 0, key.length));
  }
  gathered.rows++;
}

function pad(column: GrowingColumn, rows: number): void {
  while (column.rows < rows) addCode(column, codeOf(column.dictionary, nullKey, 0, 1));
}

function addCode(column: GrowingColumn, code: number): void {
  if (column.rows === column.codes.length) {
    const larger = new Uint32Array(2 * column.rows);
    larger.set(column.codes);
    column.codes = larger;
  }
  column.codes[column.rows++] = code;
}

function* finished(gathered: JsonColumns, options: JsonOptions): Task<ReadResult> {
  const { rows } = gathered;
  const { source } = options;
  if (rows === 0) throw new KohortError("input", "the file has no records", { where: source });
  if (gathered.columns.size === 0) throw new KohortError("input", "the objects have no keys", { where: source });
  const raw: Column[] = [];
  for (const [name, column] of gathered.columns) {
    pad(column, rows);
    raw.push(finishColumn(name, column, options));
    yield* report("read", rows, rows);
  }
  const all: Table = { rows, columns: raw };
  const kept = options.dropMissing === true ? yield* droppingRows(all, ({ missing }) => missing) : all;
  if (kept.rows === 0) throw new KohortError("input", "every record has a missing value", { where: source });
  const { only } = options;
  const columns: Column[] = [];
  const notes: string[] = [];
  for (const [index, column] of kept.columns.entries()) {
    if (only !== undefined && !only(column.name, index)) continue;
    columns.push(kindOf(column, options));
    const asked = statedKind(options.kinds, column.name);
    append(notes, readingNotes(columns.at(-1)!, asked, readingOf(column.name, options)));
    yield* report("read", rows, rows);
  }
  return {
    table: { rows: kept.rows, columns },
    dialect: { delimiter: ",", encoding: "utf-8", bom: false, newline: "\n" },
    rowsRead: rows,
    leftOut: rows - kept.rows,
    blankLines: gathered.blankLines,
    notes: notes.length === 0 ? undefined : notes,
  };
}

/** The dictionary's keys without their first byte, which tells strings from bare values and null. */
function finishColumn(name: string, column: GrowingColumn, options: JsonOptions): Column {
  const keys = labelsOf(column.dictionary);
  const offsets = Uint32Array.from(keys.offsets, (offset, code) => offset - code);
  const bytes = new Uint8Array(offsets[keys.size]);
  const bare = new Uint8Array(keys.size);
  const missing: number[] = [];
  for (let code = 0; code < keys.size; code++) {
    const start = keys.offsets[code];
    bytes.set(keys.bytes.subarray(start + 1, keys.offsets[code + 1]), offsets[code]);
    bare[code] = keys.bytes[start] === 0x22 ? 0 : 1;
    if (keys.bytes[start] === nullKey[0]) missing.push(code);
  }
  const labels: Labels = { size: keys.size, bytes, offsets };
  if (!isUtf8(labels)) throw new KohortError("input", "the file is not UTF-8", { where: options.source });
  const marked = missingCodes(labels, marksFor(options.missing, name, []));
  const codes: Codes = newCodes(column.rows, keys.size);
  codes.set(column.codes.subarray(0, column.rows));
  const all = [...new Set([...missing, ...marked])].sort((a, b) => a - b);
  return { name, kind: "category", codes, labels, missing: all, bare };
}

function kindOf(column: Column, options: JsonOptions): Column {
  const asked = statedKind(options.kinds, column.name);
  const reading = readingOf(column.name, options);
  if (asked !== undefined || reading.dateForm !== undefined) return withKind(column, asked, reading);
  return inferredBare(column);
}
