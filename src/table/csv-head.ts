/** @file The beginning of a CSV file: its dialect, its column names, and where its records begin. */
import { KohortError } from "../base/index.ts";
import type { ReadOptions } from "./csv-options.ts";
import { type Dialect, headSize, type SplitRecord, sniffDelimiter, sniffNewline, splitRecord } from "./dialect.ts";
import { byteOrderMark, fromWindows1252, isUtf8 } from "./encoding.ts";
import { type Labels, labelStrings } from "./labels.ts";

/** What the beginning of a file says; plain data that every reader of a part is given. */
export type Head = {
  readonly dialect: Dialect;
  /** The column names as bytes of the file. */
  readonly names: Labels;
  /** The byte at which the records begin. */
  readonly dataStart: number;
  /** Lines before the records, of these blank. */
  readonly lines: number;
  readonly blankLines: number;
  /** Stated where the header ends with a separator: every record has an empty field there, or none has a field. */
  readonly trailing?: "field" | "none";
  /** The quasi-identifiers that the second line of a `mondrian-c` file names, counted from 0. */
  readonly quasiIndexes?: readonly number[];
};

/**
 * Reads the beginning of a file from its first bytes; undefined when more of them are needed (64 KB, or all of a
 * longer header). `whole` says that the file ends with these bytes.
 */
export function readHead(bytes: Uint8Array, options: ReadOptions, whole: boolean): Head | undefined {
  if (!whole && bytes.length < headSize) return undefined;
  const mark = byteOrderMark(bytes);
  const text = mark.encoding === "utf-8" ? bytes.subarray(mark.length) : bytes;
  const head = text.subarray(0, headSize - mark.length);
  const newline = sniffNewline(head);
  const blank = leadingBlankLines(text, newline);
  const start = blank.next;
  if (start === text.length) {
    if (!whole) return undefined;
    throw emptyFile(options.source);
  }
  const second = options.format === "mondrian-c" ? 1 : 0;
  const delimiter =
    statedDelimiter(options) ??
    sniffDelimiter(head.subarray(start), newline, whole && head.length === text.length, second);
  const header = splitRecord(text, start, delimiter, newline);
  if (!header.terminated && !whole && header.trouble !== "after-quote") return undefined;
  checkHeader(header, text.subarray(start, header.next), options, blank.lines + 1);
  let next = header.next;
  let indexes: number[] | undefined;
  if (second === 1) {
    const end = text.indexOf(newline, next);
    if (end < 0 && !whole) return undefined;
    const after = end < 0 ? text.length : end + 1;
    indexes = quasiIndexes(text.subarray(next, after), header.fields.length, options);
    next = after;
  }
  const isOpen = endsOpen(header.fields);
  const rest = text.subarray(next);
  const first = isOpen ? splitRecord(rest, leadingBlankLines(rest, newline).next, delimiter, newline) : undefined;
  if (first !== undefined && !first.terminated && !whole) return undefined;
  const names = joined(isOpen ? header.fields.slice(0, -1) : header.fields);
  checkNames(headNames(names), options);
  const crlf = newline === 0x0a && text[header.next - 2] === 0x0d;
  return {
    dialect: {
      delimiter: String.fromCharCode(delimiter),
      encoding: mark.encoding,
      bom: mark.length > 0,
      newline: newline === 0x0d ? "\r" : crlf ? "\r\n" : "\n",
    },
    names,
    dataStart: (mark.encoding === "utf-8" ? mark.length : 0) + next,
    lines: blank.lines + countLines(text.subarray(start, next), newline),
    blankLines: blank.lines,
    trailing:
      first === undefined
        ? undefined
        : first.fields.length === header.fields.length
          ? ("field" as const)
          : ("none" as const),
    quasiIndexes: indexes,
  };
}

/** The error where a file has nothing in it. */
export function emptyFile(where: string | undefined): KohortError {
  return new KohortError("input", "the file is empty", {
    hint: "a table has a line with the names of its columns, then a line for each record",
    where,
  });
}

/** The column names as text; a header that is not UTF-8 is Windows-1252. */
export function headNames(names: Labels): string[] {
  return labelStrings(isUtf8(names) ? names : fromWindows1252(names));
}

/** Whether a header ends with a separator behind a name. */
function endsOpen(fields: readonly Uint8Array[]): boolean {
  return fields.length > 1 && fields.at(-1)!.length === 0 && fields.at(-2)!.length > 0;
}

function leadingBlankLines(text: Uint8Array, newline: number): { lines: number; next: number } {
  let next = 0;
  let lines = 0;
  for (;;) {
    const length = text[next] === newline ? 1 : text[next] === 0x0d && text[next + 1] === newline ? 2 : 0;
    if (length === 0) return { lines, next };
    next += length;
    lines++;
  }
}

function countLines(text: Uint8Array, newline: number): number {
  let lines = 0;
  for (const byte of text) if (byte === newline) lines++;
  return lines;
}

function joined(fields: readonly Uint8Array[]): Labels {
  const offsets = new Uint32Array(fields.length + 1);
  fields.forEach((field, index) => {
    offsets[index + 1] = offsets[index] + field.length;
  });
  const bytes = new Uint8Array(offsets[fields.length]);
  fields.forEach((field, index) => {
    bytes.set(field, offsets[index]);
  });
  return { size: fields.length, bytes, offsets };
}

function statedDelimiter(options: ReadOptions): number | undefined {
  const stated = options.delimiter ?? (options.format === "tsv" ? "\t" : undefined);
  return stated === undefined ? undefined : delimiterByte(stated);
}

/** The byte of a stated delimiter. */
export function delimiterByte(stated: string): number {
  const code = stated.charCodeAt(0);
  if (stated.length !== 1 || code > 0x7e || code === 0 || '"\r\n'.includes(stated)) {
    throw new KohortError("usage", `"${stated}" cannot part fields`, {
      hint: "a delimiter is one ASCII character, such as , ; | or a tab",
    });
  }
  return code;
}

function checkHeader(header: SplitRecord, bytes: Uint8Array, options: ReadOptions, line: number): void {
  const where = options.source === undefined ? undefined : `${options.source}:${line}`;
  const other = otherForm(bytes);
  if (other !== undefined)
    throw new KohortError("input", `the file is not text but ${other.what}`, { ...other, where });
  if (bytes.includes(0)) {
    throw new KohortError("input", "the file is not text: its header has a zero byte", {
      hint: "CSV in UTF-8, Windows-1252, or UTF-16 with a byte order mark can be read",
      where,
    });
  }
  if (header.trouble === undefined) return;
  const what =
    header.trouble === "open-quote" ? "opens a quote that is never closed" : "has text after a closing quote";
  throw new KohortError("input", `column ${header.fields.length} of the header ${what}`, { where });
}

function checkNames(names: readonly string[], options: ReadOptions): void {
  const seen = new Map<string, number>();
  if (/^sep=.?$/i.test(names[0]) && names.slice(1).every((name) => name === "")) {
    throw new KohortError("input", "the first line is a note to Excel (sep=), not the header", {
      hint: "delete that line; the delimiter is found without it",
      where: options.source,
    });
  }
  names.forEach((name, index) => {
    const where = options.source;
    if (name === "") {
      throw new KohortError("input", `column ${index + 1} of the header has no name`, {
        hint: "the first line must name every column",
        where,
      });
    }
    const before = seen.get(name);
    if (before !== undefined) {
      throw new KohortError("input", `columns ${before + 1} and ${index + 1} are both named "${name}"`, {
        hint: "give each column a name of its own",
        where,
      });
    }
    seen.set(name, index);
  });
}

function quasiIndexes(line: Uint8Array, columns: number, options: ReadOptions): number[] {
  const words = String.fromCharCode(...line.subarray(0, 0x8000))
    .split(/[^-+.\w?]+/)
    .filter((word) => word !== "");
  return words.map((word) => {
    const index = Number(word);
    if (!/^\d+$/.test(word) || index >= columns) {
      throw new KohortError(
        "input",
        `the second line names quasi-identifier "${word}", there are columns 0 … ${columns - 1}`,
        {
          hint: "the second line of this format lists the indexes of the quasi-identifiers, counted from 0",
          where: options.source,
        },
      );
    }
    return index;
  });
}

/** What a file is whose first bytes are those of another form. */
function otherForm(bytes: Uint8Array): { readonly what: string; readonly hint: string } | undefined {
  const begins = (...first: readonly number[]): boolean => first.every((byte, at) => bytes[at] === byte);
  const sheet = "open it in the spreadsheet program and save the sheet as CSV";
  if (begins(0x50, 0x4b, 0x03, 0x04)) return { what: "a workbook or another zip", hint: sheet };
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return { what: "an old Excel workbook", hint: sheet };
  if (begins(0x1f, 0x8b)) return { what: "compressed", hint: "unpack it first, such as with gunzip" };
  if (begins(0x50, 0x41, 0x52, 0x31)) {
    const hint = "convert it to CSV, such as with DuckDB's COPY (FROM …) TO 'data.csv'";
    return { what: "Parquet", hint: `${hint}; only anonymize and audit read it, where its name ends in .parquet` };
  }
  return undefined;
}
