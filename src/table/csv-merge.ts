/** @file From coded parts of a file to one table: the same table, to the byte, wherever the file was cut. */
import { append, didYouMean, KohortError, report, type Task } from "../base/index.ts";
import { type Head, headNames } from "./csv-head.ts";
import type { ReadOptions } from "./csv-options.ts";
import type { CsvPart } from "./csv-part.ts";
import type { Failure } from "./csv-scanner.ts";
import { decimalColumns } from "./decimal-mark.ts";
import type { Dialect } from "./dialect.ts";
import { codeOf, labelsOf, newDictionary } from "./dictionary.ts";
import { fromWindows1252, isUtf8 } from "./encoding.ts";
import { readingNotes, readingOf, statedKind, withKind } from "./kinds.ts";
import { type Labels, labelStrings } from "./labels.ts";
import { droppingRows, marksFor, missingCodes } from "./missing.ts";
import { type Codes, type Column, newCodes, type Table } from "./table.ts";

/** A table, and what was seen while it was read. */
export type ReadResult = {
  readonly table: Table;
  readonly dialect: Dialect;
  /** Records in the file, before any were left out. */
  readonly rowsRead: number;
  /** Records left out because a value is missing. */
  readonly leftOut: number;
  readonly blankLines: number;
  /** What was understood in a way that its owner should know of, in sentences. */
  readonly notes?: readonly string[];
  /** The quasi-identifiers that a `mondrian-c` file names, counted from 0. */
  readonly quasiIndexes?: readonly number[];
};

/** The first part that did not begin where the one before it stopped, and where it must be read from instead. */
export function brokenPart(parts: readonly CsvPart[]): { index: number; start: number } | undefined {
  for (let index = 1; index < parts.length; index++) {
    const before = parts[index - 1];
    if (before.failure !== undefined) return undefined;
    if (before.stoppedAt !== parts[index].firstRecordAt) return { index, start: before.stoppedAt };
  }
  return undefined;
}

/** Which columns must be coded: all that are wanted, and every one when missing values decide about records. */
export function wantedColumns(head: Head, options: ReadOptions): Uint8Array {
  const { only } = options;
  const all = only === undefined || dropsRecords(options);
  const named = headNames(head.names).map((name, index) => (all || only(name, index) ? 1 : 0));
  return Uint8Array.from(head.trailing === "field" ? [...named, 1] : named);
}

/** Joins the parts of a file, in their order and without a gap between them, into a table; their codes are used up. */
export function* mergeParts(head: Head, parts: readonly CsvPart[], options: ReadOptions = {}): Task<ReadResult> {
  let rows = 0;
  let lines = head.lines;
  let blankLines = head.blankLines;
  for (const part of parts) {
    if (part.failure !== undefined) throw recordError(part.failure, head, options, rows, lines);
    rows += part.rows;
    lines += part.rows + part.blankLines + part.quotedNewlines;
    blankLines += part.blankLines;
  }
  if (rows === 0) {
    throw new KohortError("input", "the file has a header but no records", {
      hint: "write a line for each record below the header",
      where: options.source,
    });
  }
  const raw: (CodedColumn | undefined)[] = [];
  let utf8 = isUtf8(head.names);
  if (head.trailing === "field") {
    const last = yield* mergeColumn(parts, head.names.size, rows);
    if (last !== undefined) refuseUnnamed(last.labels, head, options);
  }
  for (let column = 0; column < head.names.size; column++) {
    const merged = yield* mergeColumn(parts, column, rows);
    raw.push(merged);
    utf8 &&= merged === undefined || isUtf8(merged.labels);
    yield* report("read", rows, rows);
  }
  const names = labelStrings(utf8 ? head.names : fromWindows1252(head.names));
  checkNamed(names, options);
  const indexes = raw.flatMap((column, index) => (column === undefined ? [] : [index]));
  const columns: Column[] = [];
  for (const index of indexes) {
    const { codes, labels: own } = raw[index]!;
    const labels = utf8 ? own : fromWindows1252(own);
    const missing = missingCodes(labels, marksFor(options.missing, names[index]));
    columns.push({ name: names[index], kind: "category", codes, labels, missing });
    yield* report("read", rows, rows);
  }
  const { dialect } = head;
  const { table, leftOut } = yield* chosen({ rows, columns }, indexes, options);
  const known: Column[] = [];
  const notes =
    head.trailing === undefined ? [] : ["the header ends with a separator, so its last field names no column"];
  for (const column of table.columns) {
    const reading = readingOf(column.name, options);
    const asked = statedKind(options.kinds, column.name);
    known.push(withKind(column, asked, reading));
    append(notes, readingNotes(known.at(-1)!, asked, reading));
    yield* report("read", rows, rows);
  }
  return {
    table: { rows: table.rows, columns: known },
    dialect: utf8 ? dialect : { ...dialect, encoding: "windows-1252" },
    rowsRead: rows,
    leftOut,
    blankLines,
    notes: notes.length === 0 ? undefined : notes,
    quasiIndexes: head.quasiIndexes,
  };
}

/** A field behind the last name must be empty in every record. */
function refuseUnnamed(labels: Labels, head: Head, options: ReadOptions): void {
  const value = labelStrings(labels).find((text) => text.trim() !== "");
  if (value === undefined) return;
  const column = head.names.size + 1;
  throw new KohortError("input", `column ${column} of the header has no name, and a record has "${value}" there`, {
    hint: "the first line must name every column",
    where: options.source,
  });
}

/** Refuses what is said of columns that are not there; a release may lack some. */
function checkNamed(names: readonly string[], { kinds, decimal, dates, released, source }: ReadOptions): void {
  const refuse = (stated: readonly string[], what: string): void => {
    const name = stated.find((one) => !names.includes(one));
    if (name === undefined) return;
    throw new KohortError("column", `column "${name}", given ${what}, is not in the table`, {
      hint: didYouMean(name, names, "columns"),
      where: source,
    });
  };
  refuse(Object.keys(kinds ?? {}), "a kind");
  if (released === true) return;
  refuse(decimalColumns(decimal), "a decimal mark");
  refuse(Object.keys(dates ?? {}), "a form of dates");
}

/** The table without the records and the columns that are not wanted. */
function* chosen(
  table: Table,
  indexes: readonly number[],
  options: ReadOptions,
): Task<{ table: Table; leftOut: number }> {
  const { only, source } = options;
  let kept = table;
  if (dropsRecords(options)) {
    kept = yield* droppingRows(table, (column) =>
      options.format === "mondrian-c" ? codesWith(column.labels, 0x3f) : column.missing,
    );
    if (kept.rows === 0) {
      throw new KohortError("input", "every record has a missing value", { where: source });
    }
  }
  if (only !== undefined) {
    kept = { rows: kept.rows, columns: kept.columns.filter(({ name }, at) => only(name, indexes[at])) };
  }
  return { table: kept, leftOut: table.rows - kept.rows };
}

function dropsRecords(options: ReadOptions): boolean {
  return options.dropMissing === true || options.format === "mondrian-c";
}

/** The codes of the labels that have a given byte. */
function codesWith(labels: Labels, byte: number): number[] {
  const codes: number[] = [];
  for (let code = 0; code < labels.size; code++) {
    if (labels.bytes.subarray(labels.offsets[code], labels.offsets[code + 1]).includes(byte)) codes.push(code);
  }
  return codes;
}

type CodedColumn = { readonly codes: Codes; readonly labels: Labels };

function* mergeColumn(parts: readonly CsvPart[], column: number, rows: number): Task<CodedColumn | undefined> {
  const stretches = parts.flatMap((part) => part.columns[column] ?? []);
  const first = stretches[0];
  if (first === undefined) return undefined;
  if (stretches.length === 1 && first.pieces.length === 1) return { codes: first.pieces[0], labels: first.labels };
  const { labels, maps } = yield* mergeLabels(stretches.map((stretch) => stretch.labels));
  const codes = newCodes(rows, labels.size);
  let target = 0;
  for (const [index, { pieces }] of stretches.entries()) {
    for (const piece of pieces.splice(0)) {
      if (index === 0) codes.set(piece, target);
      else translate(piece, maps[index], codes, target);
      target += piece.length;
      yield* report("read", rows, rows);
    }
  }
  return { codes, labels };
}

/** All labels in order of first appearance, and what the codes of each dictionary but the first become. */
function* mergeLabels(dictionaries: readonly Labels[]): Task<{ labels: Labels; maps: Uint32Array[] }> {
  if (dictionaries.length === 1) return { labels: dictionaries[0], maps: [] };
  const dictionary = newDictionary(dictionaries[0].size);
  const maps: Uint32Array[] = [];
  for (const { bytes, offsets, size } of dictionaries) {
    const map = new Uint32Array(size);
    for (let code = 0; code < size; code++) {
      map[code] = codeOf(dictionary, bytes, offsets[code], offsets[code + 1]);
      if (code % labelsAtOnce === labelsAtOnce - 1) yield* report("read", code, size);
    }
    maps.push(map);
  }
  return { labels: labelsOf(dictionary), maps };
}

/** Labels that are looked up before giving way. */
const labelsAtOnce = 0x1_0000;

function translate(from: Codes, map: Uint32Array, to: Codes, at: number): void {
  for (let row = 0; row < from.length; row++) to[at + row] = map[from[row]];
}

/** The error for a record that cannot be read, after `rows` records and `lines` lines in earlier parts. */
export function recordError(
  failure: Failure,
  head: Head,
  options: ReadOptions,
  rows: number,
  lines: number,
): KohortError {
  const row = rows + failure.rows + 1;
  const line = lines + failure.lines + 1;
  const columns = head.names.size + (head.trailing === "field" ? 1 : 0);
  const where = `${options.source ?? "line "}${options.source === undefined ? "" : ":"}${line}`;
  const name = headNames(head.names)[failure.column];
  const field = `row ${row}, column ${failure.column + 1} (${JSON.stringify(name)})`;
  switch (failure.kind) {
    case "fields": {
      const found = `${failure.column} ${failure.column === 1 ? "field" : "fields"}`;
      return new KohortError("input", `row ${row} has ${found}, the header has ${columns}`, {
        hint: `fields are parted by ${shown(head.dialect.delimiter)}; a field that contains one must be in double quotes`,
        where,
      });
    }
    case "after-quote":
      return new KohortError("input", `${field} has text after its closing quote`, {
        hint: 'a double quote inside a quoted field is written twice: ""',
        where,
      });
    case "open-quote":
      return new KohortError("input", `${field} opens a quote that is never closed`, {
        hint: 'a field that begins with a double quote must end with one; inside it quotes are written twice: ""',
        where,
      });
    case "zero-byte":
      return new KohortError("input", `the file is not text: ${field} has a zero byte`, {
        hint: "CSV in UTF-8, Windows-1252, or UTF-16 with a byte order mark can be read",
        where,
      });
    case "too-long":
      return new KohortError("input", `row ${row} is longer than 256 MB`, {
        hint: "a double quote at the start of a field may lack its closing one",
        where,
      });
  }
}

function shown(delimiter: string): string {
  return delimiter === "\t" ? "tabs" : delimiter === " " ? "blanks" : `"${delimiter}"`;
}
