/** @file Writing JSON: an array of objects, or an object per line. */
import { labelAt } from "./labels.ts";
import { type Fields, type RowChoice, rowBlocks, slack } from "./row-blocks.ts";
import type { Column, Table } from "./table.ts";

/** What to write of a table as JSON, and how. */
export type JsonWriteOptions = RowChoice & {
  /** An object per line instead of one array. */
  readonly lines?: boolean;
};

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** The table as blocks of a JSON file; values that came from JSON are written as they stood there. */
export function* jsonBlocks(table: Table, options: JsonWriteOptions = {}): Generator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  const lines = options.lines === true;
  const last = table.columns.length - 1;
  const fields = table.columns.map((column, index) => {
    const open = index > 0 ? "," : lines ? "{" : ",\n{";
    return encodeValues(column, `${open}${JSON.stringify(column.name)}:`, index < last ? "" : lines ? "}\n" : "}");
  });
  let first = !lines;
  if (!lines) yield encoder.encode("[");
  for (const block of rowBlocks(table, fields, options)) {
    // the comma before the first object is one too many
    yield first ? block.subarray(1) : block;
    first = false;
  }
  if (!lines) yield encoder.encode("\n]\n");
}

/** What each label of a column is written as, between what comes before and after it in every object. */
function encodeValues(column: Column, before: string, after: string): Fields {
  const encoder = new TextEncoder();
  const { labels } = column;
  const missing = new Set(column.missing);
  const offsets = new Uint32Array(labels.size + 1);
  const pieces: Uint8Array[] = [];
  for (let code = 0; code < labels.size; code++) {
    const piece = encoder.encode(before + valueText(column, labelAt(labels, code), code, missing) + after);
    pieces.push(piece);
    offsets[code + 1] = offsets[code] + piece.length;
  }
  const bytes = new Uint8Array(offsets[labels.size] + slack);
  pieces.forEach((piece, code) => {
    bytes.set(piece, offsets[code]);
  });
  return { bytes, offsets };
}

function valueText(column: Column, label: string, code: number, missing: ReadonlySet<number>): string {
  if (column.bare !== undefined) return column.bare[code] === 0 ? JSON.stringify(label) : label === "" ? "null" : label;
  if (missing.has(code)) return "null";
  return column.kind === "number" && jsonNumber.test(label) ? label : JSON.stringify(label);
}
