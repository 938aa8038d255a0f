/** @file One flat JSON object at a time, from bytes: numbers keep the text they are written in. */
import { KohortError } from "../base/index.ts";

/** A place in a JSON text; lines are counted from `firstLine` at `lineStart`. */
export type JsonCursor = {
  readonly bytes: Uint8Array;
  at: number;
  firstLine: number;
  lineStart?: number;
  readonly source: string | undefined;
  /** The keys of the object before, which most often are those of the next; decoding each anew takes half the time. */
  readonly names: { raw: Uint8Array; name: string }[];
};

/** A value of an object as a key for a dictionary: `"` and the text of a string, `b` and a bare word, or `n` for null. */
export type JsonCell = { readonly name: string; readonly key: Uint8Array };

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = /* @__PURE__ */ new TextEncoder();

/** Moves past blanks and line ends. */
export function skipBlanks(cursor: JsonCursor): void {
  const { bytes } = cursor;
  for (;;) {
    const byte = bytes[cursor.at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
    cursor.at++;
  }
}

/** The error for something wrong at the cursor, with its line and place in the line. */
export function troubleAt(cursor: JsonCursor, what: string, hint?: string): KohortError {
  let line = cursor.firstLine;
  let start = cursor.lineStart ?? 0;
  for (let at = start; at < cursor.at; at++) {
    if (cursor.bytes[at] === 0x0a) {
      line++;
      start = at + 1;
    }
  }
  const place = `${line}:${cursor.at - start + 1}`;
  return new KohortError("input", what, {
    where: cursor.source === undefined ? `line ${place}` : `${cursor.source}:${place}`,
    hint,
  });
}

/** Reads the object at the cursor; `row` is its number, for messages. */
export function readObject(cursor: JsonCursor, row: number): JsonCell[] {
  const { bytes } = cursor;
  if (bytes[cursor.at] !== 0x7b) throw troubleAt(cursor, `row ${row} is not an object`);
  cursor.at++;
  const cells: JsonCell[] = [];
  skipBlanks(cursor);
  if (bytes[cursor.at] === 0x7d) {
    cursor.at++;
    return cells;
  }
  for (;;) {
    skipBlanks(cursor);
    if (bytes[cursor.at] !== 0x22) throw troubleAt(cursor, `row ${row} has a key that is not in double quotes`);
    const name = nameOf(cursor, readString(cursor), cells.length);
    skipBlanks(cursor);
    if (bytes[cursor.at] !== 0x3a) throw troubleAt(cursor, `row ${row} lacks a colon after "${name}"`);
    cursor.at++;
    skipBlanks(cursor);
    cells.push({ name, key: readValue(cursor, row, name) });
    skipBlanks(cursor);
    const byte = bytes[cursor.at];
    if (byte !== 0x2c && byte !== 0x7d) throw troubleAt(cursor, `row ${row} lacks a comma or } after "${name}"`);
    cursor.at++;
    if (byte === 0x7d) return cells;
  }
}

/** The text of a key, known already if the object before had it in the same place. */
function nameOf(cursor: JsonCursor, raw: Uint8Array, index: number): string {
  const before = cursor.names[index];
  if (before !== undefined && before.raw.length === raw.length) {
    let at = 1;
    while (at < raw.length && raw[at] === before.raw[at]) at++;
    if (at === raw.length) return before.name;
  }
  const name = decoder.decode(raw.subarray(1));
  cursor.names[index] = { raw: raw.slice(), name };
  return name;
}

const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

function readValue(cursor: JsonCursor, row: number, name: string): Uint8Array {
  const { bytes } = cursor;
  const first = bytes[cursor.at];
  if (first === 0x22) return readString(cursor);
  if (first === 0x7b || first === 0x5b) {
    throw troubleAt(
      cursor,
      `row ${row} has ${first === 0x7b ? "an object" : "an array"} in "${name}"`,
      "every value must be a text, a number, true, false or null",
    );
  }
  let end = cursor.at;
  while (end < bytes.length && isWord(bytes[end])) end++;
  const start = cursor.at;
  if (!isPlainInteger(bytes, start, end)) {
    const text = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 400)));
    if (end - start > 400 || !word.test(text)) throw troubleAt(cursor, `row ${row} has no JSON value in "${name}"`);
    if (text === "null") {
      cursor.at = end;
      return Uint8Array.of(0x6e);
    }
  }
  cursor.at = end;
  const key = new Uint8Array(end - start + 1);
  key[0] = 0x62;
  key.set(bytes.subarray(start, end), 1);
  return key;
}

function isPlainInteger(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === 0x30 || from === to) return to - from === 1;
  for (let at = from; at < to; at++) if (bytes[at] < 0x30 || bytes[at] > 0x39) return false;
  return true;
}

function isWord(byte: number): boolean {
  const lower = byte | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (byte >= 0x2b && byte <= 0x39 && byte !== 0x2c && byte !== 0x2f);
}

/** The string at the cursor as bytes behind one double quote. */
function readString(cursor: JsonCursor): Uint8Array {
  const { bytes } = cursor;
  const start = cursor.at;
  let escaped = false;
  let at = start + 1;
  for (; bytes[at] !== 0x22; at++) {
    if (at >= bytes.length || bytes[at] < 0x20) throw troubleAt({ ...cursor, at }, "a string is not closed");
    if (bytes[at] === 0x5c) {
      escaped = true;
      at++;
    }
  }
  cursor.at = at + 1;
  if (!escaped) return bytes.subarray(start, at);
  try {
    return encoder.encode(`"${JSON.parse(decoder.decode(bytes.subarray(start, at + 1)))}`);
  } catch {
    throw troubleAt({ ...cursor, at: start }, "a string has an escape that JSON does not know");
  }
}
