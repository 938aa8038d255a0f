import { KohortError } from "../base/index.ts";
import type { Table } from "../table/index.ts";

/** The rows of a truth file that are made into bytes at once. */
const rowsAtOnce = 16_384;

/** A truth as CSV: for each released row, counted from 1, the row of the input that it came from. */
export function* truthBlocks(truth: Uint32Array): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode("released,original\n");
  for (let from = 0; from < truth.length; from += rowsAtOnce) {
    const lines: string[] = [];
    for (let row = from; row < Math.min(truth.length, from + rowsAtOnce); row++) {
      lines.push(`${row + 1},${truth[row] + 1}\n`);
    }
    yield encoder.encode(lines.join(""));
  }
}

/** Reads back a truth that was written with a release. */
export function truthFrom(table: Table, source: string): Uint32Array {
  const [released, original] = ["released", "original"].map((name) => table.columns.find((one) => one.name === name));
  if (released?.numbers === undefined || original?.numbers === undefined) {
    throw new KohortError("input", `"${source}" is no truth: it needs the columns released and original`, {
      hint: "a truth is written by `kohort anonymize`, for its owner alone",
    });
  }
  const truth = new Uint32Array(table.rows);
  const seen = new Uint8Array(table.rows);
  for (let row = 0; row < table.rows; row++) {
    const place = released.numbers[released.codes[row]] - 1;
    const from = original.numbers[original.codes[row]] - 1;
    if (!(place >= 0 && place < table.rows && from >= 0) || seen[place] === 1) {
      throw new KohortError("input", `row ${row + 1} of the truth "${source}" names no rows, or one twice`);
    }
    truth[place] = from;
    seen[place] = 1;
  }
  return truth;
}
