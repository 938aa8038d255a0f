import type { Work } from "../base/index.ts";
import {
  type Codes,
  csvBlocks,
  csvHeader,
  encodeFields,
  type Fields,
  rowBlocks,
  type Table,
  type WriteDialect,
} from "../table/index.ts";
import type { Pool } from "./pool.ts";

/** Consecutive rows to format: their codes, and what each code is written as. */
export type FormatInput = { readonly columns: readonly Codes[]; readonly fields: readonly Fields[] };

/** Formats rows as CSV; what a thread is asked to do. */
export const formatWork: Work<FormatInput, Uint8Array[]> = {
  name: "format-rows",
  run: function* ({ columns, fields }) {
    return [...rowBlocks(bareTable(columns), fields, { size: 4 << 20 })];
  },
  transfer: (blocks) => blocks.map((block) => block.buffer as ArrayBuffer),
};

function bareTable(columns: readonly Codes[]): Table {
  const labels = { size: 0, bytes: new Uint8Array(0), offsets: new Uint32Array(1) };
  return {
    rows: columns[0]?.length ?? 0,
    columns: columns.map((codes) => ({ name: "", kind: "category", codes, labels, missing: [] })),
  };
}

/** Rows that one job formats. */
const rowsPerJob = 40_000;

/** Rows below which one thread is enough. */
const worthThreads = 200_000;

/** A table as CSV blocks in order, its rows formatted by the pool's threads side by side where that pays. */
export async function* csvOnPool(
  table: Table,
  dialect: WriteDialect,
  pool: Pool,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (pool.threads === 1 || table.rows < worthThreads) {
    yield* csvBlocks(table, dialect);
    return;
  }
  yield csvHeader(table, dialect);
  const fields = encodeFields(table, dialect).map(({ bytes, offsets }) => ({
    bytes: shared(bytes, Uint8Array),
    offsets: shared(offsets, Uint32Array),
  }));
  const running: Promise<unknown>[] = [];
  for (let from = 0; from < table.rows || running.length > 0; ) {
    while (from < table.rows && running.length < 2 * pool.threads) {
      const to = Math.min(table.rows, from + rowsPerJob);
      const columns = table.columns.map(({ codes }) => codes.slice(from, to));
      const transfer = columns.map((codes) => codes.buffer as ArrayBuffer);
      running.push(pool.run({ work: formatWork, input: { columns, fields }, transfer }));
      from = to;
    }
    yield* (await running.shift()) as Uint8Array[];
  }
}

/** A copy in memory that all threads see. */
function shared<A extends Uint8Array | Uint32Array>(
  source: A,
  make: { new (buffer: SharedArrayBuffer): A; readonly BYTES_PER_ELEMENT: number },
): A {
  const copy = new make(new SharedArrayBuffer(source.length * make.BYTES_PER_ELEMENT));
  copy.set(source);
  return copy;
}
