/**
 * @file Writing CSV. Every label is quoted and encoded once, with its delimiter behind it; a row is then a handful of
 * copied runs of bytes. Values that nobody changed come back byte for byte.
 */
import { finish, KohortError, report, type Task } from "../base/index.ts";
import { writtenLabels } from "./decimal-mark.ts";
import { toWindows1252 } from "./encoding.ts";
import { type Labels, labelAt, labelsFrom } from "./labels.ts";
import { type Fields, type RowChoice, rowBlocks, slack } from "./row-blocks.ts";
import { safeLabels } from "./safe-cells.ts";
import type { Column, Table } from "./table.ts";

/** How a CSV file is to be written. */
export type WriteDialect = {
  readonly delimiter?: string;
  readonly newline?: "\n" | "\r\n" | "\r";
  readonly encoding?: "utf-8" | "windows-1252";
  readonly bom?: boolean;
  /** Whether cells that a spreadsheet would take for formulas are written as text. */
  readonly safeCells?: boolean;
};

/** What to write of a table, and how. */
export type WriteOptions = WriteDialect &
  RowChoice & {
    /** Whether the column names come first; they do unless this says no. */
    readonly header?: boolean;
  };

/** Encodes the labels of each column, quoted where they need it, followed by what parts them from the next field. */
export function* encodeFields(table: Table, dialect: WriteDialect = {}, stage = "write"): Task<Fields[]> {
  const { delimiter = ",", newline = "\n" } = dialect;
  const last = table.columns.length - 1;
  const fields: Fields[] = [];
  for (const [index, column] of table.columns.entries()) {
    const { name } = column;
    const labels = writtenLabels(column);
    const texts = dialect.safeCells === true ? safeLabels(labels) : labels;
    const encoded = dialect.encoding === "windows-1252" ? inWindows1252(texts, name) : texts;
    const after = index === last ? newline : delimiter;
    fields.push(encodeLabels(encoded, delimiter.charCodeAt(0), new TextEncoder().encode(after), last === 0));
    yield* report(stage, 0, table.rows);
  }
  return fields;
}

function encodeLabels(labels: Labels, delimiter: number, after: Uint8Array, alone: boolean): Fields {
  const { bytes, offsets, size } = labels;
  const plain = size * after.length + offsets[size];
  const extra = new Uint8Array(size);
  let more = 0;
  for (let code = 0; code < size; code++) {
    let quotes = 0;
    let quoted = alone && offsets[code] === offsets[code + 1];
    for (let at = offsets[code]; at < offsets[code + 1]; at++) {
      const byte = bytes[at];
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
    for (let at = offsets[code]; at < offsets[code + 1]; at++) {
      if (bytes[at] === 0x22) written[to++] = 0x22;
      written[to++] = bytes[at];
    }
    if (extra[code] === 1) written[to++] = 0x22;
    for (let at = 0; at < after.length; at++) written[to++] = after[at];
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
    offsets[code + 1] = offsets[code] + piece.length;
  }
  const bytes = new Uint8Array(offsets[labels.size]);
  pieces.forEach((piece, code) => {
    bytes.set(piece, offsets[code]);
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
  const fields = finish(encodeFields({ rows: 1, columns: names }, dialect)).map(({ bytes, offsets }) =>
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
  if (options.header !== false) yield csvHeader(table, options);
  yield* rowBlocks(table, finish(encodeFields(table, options)), options);
}
