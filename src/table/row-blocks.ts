/**
 * @file The kernel of the writers: what each label of each column is written as is known, and a row is a handful of
 * copied runs of bytes. The codes of some rows are gathered column by column first, so that the copying loop sees one
 * kind of array only.
 */
import type { Codes, Table } from "./table.ts";

/** The labels of a column as they stand in a file, each with what follows it; behind the last are four spare bytes. */
export type Fields = { readonly bytes: Uint8Array; readonly offsets: Uint32Array };

/** Which rows to write, and in how large blocks. */
export type RowChoice = {
  /** The rows to write, in this order; all, as they stand, when not given. */
  readonly order?: Uint32Array;
  /** Where in the order to begin and to end. */
  readonly from?: number;
  readonly to?: number;
  /** About how many bytes a block has. */
  readonly size?: number;
};

/** The rows of a table as blocks of bytes. */
export function* rowBlocks(
  table: Table,
  fields: readonly Fields[],
  choice: RowChoice,
): Generator<Uint8Array, void, undefined> {
  const { order, size = 0x10_0000 } = choice;
  const columns = fields.length;
  const longest = fields.reduce((sum, { offsets }) => sum + longestField(offsets), 1);
  const end = choice.to ?? order?.length ?? table.rows;
  const batchRows = Math.max(16, Math.min(1024, Math.floor(0x1000 / Math.max(1, columns))));
  const batch = new Int32Array(batchRows * columns);
  const views = fields.map(({ bytes }) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
  const offsets = fields.map((field) => field.offsets);
  let block = new Uint8Array(Math.max(size, longest) + slack);
  let length = 0;
  for (let row = choice.from ?? 0; row < end; row += batchRows) {
    const rows = Math.min(batchRows, end - row);
    for (let column = 0; column < columns; column++) {
      gather(table.columns[column].codes, order, row, rows, batch, column, columns);
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
export const slack: number = 4;

function longestField(offsets: Uint32Array): number {
  let longest = 0;
  for (let code = 1; code < offsets.length; code++) longest = Math.max(longest, offsets[code] - offsets[code - 1]);
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
    for (let row = 0, to = column; row < rows; row++, to += columns) batch[to] = codes[from + row];
  } else {
    for (let row = 0, to = column; row < rows; row++, to += columns) batch[to] = codes[order[from + row]];
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
      const view = views[column];
      const ends = offsets[column];
      const code = batch[cell];
      let at = ends[code];
      const size = ends[code + 1] - at;
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
