/**
 * @file Writing CSV. Every label is quoted and encoded once, with its delimiter behind it; a row is then a handful of
 * copied runs of bytes. Values that nobody changed come back byte for byte.
 */
import { KohortError } from "../base/index.ts";
import { toWindows1252 } from "./encoding.ts";
import { type Labels, labelAt, labelsFrom } from "./labels.ts";
import type { Codes, Column, Table } from "./table.ts";

/** How a CSV file is to be written. */
export type WriteDialect = {
  readonly delimiter?: string;
  readonly newline?: "\n" | "\r\n" | "\r";
  readonly encoding?: "utf-8" | "windows-1252";
  readonly bom?: boolean;
};

/** What to write of a table, and how. */
export type WriteOptions = WriteDialect & {
  /** The rows to write, in this order; all, as they stand, when not given. */
  readonly order?: Uint32Array;
  /** Where in the order to begin and to end. */
  readonly from?: number;
  readonly to?: number;
  /** Whether the column names come first; they do unless this says no. */
  readonly header?: boolean;
  /** About how many bytes a block has. */
  readonly size?: number;
};

/** The labels of a column as they stand in a file, each with what follows it; behind the last are four spare bytes. */
export type Fields = { readonly bytes: Uint8Array; readonly offsets: Uint32Array };

/** Encodes the labels of each column, quoted where they need it, followed by what parts them from the next field. */
export function encodeFields(table: Table, dialect: WriteDialect = {}): Fields[] {
  const { delimiter = ",", newline = "\n" } = dialect;
  const last = table.columns.length - 1;
  return table.columns.map(({ labels, name }, index) =>
    encodeLabels(labels, index === last ? newline : delimiter, dialect, last === 0, name),
  );
}

function encodeLabels(labels: Labels, after: string, dialect: WriteDialect, alone: boolean, name: string): Fields {
  const encoded = dialect.encoding === "windows-1252" ? inWindows1252(labels, name) : labels;
  const { bytes, offsets, size } = encoded;
  const delimiter = (dialect.delimiter ?? ",").charCodeAt(0);
  const end = new TextEncoder().encode(after);
  const plain = size * end.length + offsets[size]!;
  const extra = new Uint8Array(size);
  let more = 0;
  for (let code = 0; code < size; code++) {
    let quotes = 0;
    let quoted = alone && offsets[code] === offsets[code + 1];
    for (let at = offsets[code]!; at < offsets[code + 1]!; at++) {
      const byte = bytes[at]!;
      if (byte === 0x22) quotes++;
      else if (byte === delimiter || byte === 0x0a || byte === 0x0d) quoted = true;
    }
    if (quoted || quotes > 0) {
      extra[code] = 1;
      more += quotes + 2;
    }
  }
  const written = new Uint8Array(plain + more + slack);
  const ends = new Uint32Array(size + 1);
  let to = 0;
  for (let code = 0; code < size; code++) {
    if (extra[code] === 1) written[to++] = 0x22;
    for (let at = offsets[code]!; at < offsets[code + 1]!; at++) {
      if (bytes[at] === 0x22) written[to++] = 0x22;
      written[to++] = bytes[at]!;
    }
    if (extra[code] === 1) written[to++] = 0x22;
    for (let at = 0; at < end.length; at++) written[to++] = end[at]!;
    ends[code + 1] = to;
  }
  return { bytes: written, offsets: ends };
}

function inWindows1252(labels: Labels, name: string): Labels {
  const offsets = new Uint32Array(labels.size + 1);
  const pieces: Uint8Array[] = [];
  for (let code = 0; code < labels.size; code++) {
    const piece = toWindows1252(labelAt(labels, code));
    if (piece === undefined) {
      throw new KohortError(
        "input",
        `"${labelAt(labels, code)}" in column "${name}" cannot be written in Windows-1252`,
        {
          hint: "write the file in UTF-8",
        },
      );
    }
    pieces.push(piece);
    offsets[code + 1] = offsets[code]! + piece.length;
  }
  const bytes = new Uint8Array(offsets[labels.size]!);
  pieces.forEach((piece, code) => {
    bytes.set(piece, offsets[code]!);
  });
  return { size: labels.size, bytes, offsets };
}

/** The first line of a CSV file: the byte order mark if wanted, then the names of the columns. */
export function csvHeader(table: Table, dialect: WriteDialect = {}): Uint8Array {
  const names = table.columns.map(
    ({ name }): Column => ({
      name,
      kind: "category",
      codes: Uint8Array.of(0),
      labels: labelsFrom([name]),
      missing: [],
    }),
  );
  const fields = encodeFields({ rows: 1, columns: names }, dialect).map(({ bytes, offsets }) =>
    bytes.subarray(0, offsets[1]),
  );
  const mark = dialect.bom === true && dialect.encoding !== "windows-1252" ? [0xef, 0xbb, 0xbf] : [];
  const line = new Uint8Array(mark.length + fields.reduce((sum, field) => sum + field.length, 0));
  line.set(mark);
  let at = mark.length;
  for (const field of fields) {
    line.set(field, at);
    at += field.length;
  }
  return line;
}

/** The table as blocks of a CSV file, about a megabyte each; every block is new and may be handed on. */
export function* csvBlocks(table: Table, options: WriteOptions = {}): Generator<Uint8Array, void, undefined> {
  const { order, size = 0x10_0000 } = options;
  if (options.header !== false) yield csvHeader(table, options);
  const fields = encodeFields(table, options);
  const columns = fields.length;
  const longest = fields.reduce((sum, { offsets }) => sum + longestField(offsets), 0);
  const end = options.to ?? order?.length ?? table.rows;
  const batchRows = Math.max(16, Math.min(1024, Math.floor(0x1000 / Math.max(1, columns))));
  const batch = new Int32Array(batchRows * columns);
  const views = fields.map(({ bytes }) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
  const offsets = fields.map((field) => field.offsets);
  let block = new Uint8Array(Math.max(size, longest) + slack);
  let length = 0;
  for (let row = options.from ?? 0; row < end; row += batchRows) {
    const rows = Math.min(batchRows, end - row);
    for (let column = 0; column < columns; column++) {
      gather(table.columns[column]!.codes, order, row, rows, batch, column, columns);
    }
    for (let done = 0; done < rows; ) {
      const fitting = Math.floor((block.length - slack - length) / longest);
      const count = Math.min(rows - done, fitting);
      length = writeRows(new DataView(block.buffer), length, batch, done * columns, count * columns, views, offsets);
      done += count;
      if (done < rows) {
        yield block.subarray(0, length);
        block = new Uint8Array(Math.max(size, longest) + slack);
        length = 0;
      }
    }
  }
  if (length > 0) yield block.subarray(0, length);
}

/** Bytes after the last that copying by words may touch. */
const slack = 4;

function longestField(offsets: Uint32Array): number {
  let longest = 0;
  for (let code = 1; code < offsets.length; code++) longest = Math.max(longest, offsets[code]! - offsets[code - 1]!);
  return longest;
}

/** Puts the codes of a column in their places among the rows of a batch. */
function gather(
  codes: Codes,
  order: Uint32Array | undefined,
  from: number,
  rows: number,
  batch: Int32Array,
  column: number,
  columns: number,
): void {
  if (order === undefined) {
    for (let row = 0, to = column; row < rows; row++, to += columns) batch[to] = codes[from + row]!;
  } else {
    for (let row = 0, to = column; row < rows; row++, to += columns) batch[to] = codes[order[from + row]!]!;
  }
}

/** Copies fields four bytes at a time, past their end if need be; the next field covers what was too much. */
function writeRows(
  block: DataView,
  length: number,
  batch: Int32Array,
  from: number,
  cells: number,
  views: readonly DataView[],
  offsets: readonly Uint32Array[],
): number {
  const columns = views.length;
  let to = length;
  for (let cell = from; cell < from + cells; ) {
    for (let column = 0; column < columns; column++, cell++) {
      const view = views[column]!;
      const ends = offsets[column]!;
      const code = batch[cell]!;
      let at = ends[code]!;
      const size = ends[code + 1]! - at;
      const next = to + size;
      while (to < next) {
        block.setInt32(to, view.getInt32(at, true), true);
        at += 4;
        to += 4;
      }
      to = next;
    }
  }
  return to;
}
