import type { Work } from "../base/index.ts";
import {
  type Codes,
  csvHeader,
  encodeFields,
  type Fields,
  rowBlocks,
  type Table,
  type WriteDialect,
} from "../table/index.ts";
import { driveOn } from "./host.ts";
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
const worthThreads = 2_000_000;

/** A table as CSV blocks in order, its rows formatted by the pool's threads side by side where that pays. */
export async function* csvOnPool(
  table: Table,
  dialect: WriteDialect,
  pool: Pool,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield csvHeader(table, dialect);
  const encoded = await driveOn(encodeFields(table, dialect), pool, {});
  if (pool.threads === 1 || table.rows < worthThreads) {
    yield* rowBlocks(table, encoded, {});
    return;
  }
  const fields = encoded.map(({ bytes, offsets }) => ({
    bytes: shared(bytes, Uint8Array),
    offsets: shared(offsets, Uint32Array),
  }));
  const ahead: Chunk[] = [];
  for (let from = 0; from < table.rows || ahead.length > 0; ) {
    const given = ahead.filter((chunk) => chunk.blocks === undefined).length;
    const next = from < table.rows ? { from, to: Math.min(table.rows, from + rowsPerJob) } : undefined;
    if (next !== undefined && given < 2 * (pool.threads - 1)) {
      ahead.push(formatOnWorker(table, fields, next, pool));
      from = next.to;
    } else if (ahead[0].blocks !== undefined) {
      yield* ahead.shift()!.blocks!;
    } else if (next !== undefined && ahead.length < 8 * pool.threads) {
      const blocks = [...rowBlocks(table, fields, { ...next, size: 4 << 20 })];
      ahead.push({ blocks, ready: Promise.resolve() });
      from = next.to;
      await new Promise((resolve) => setImmediate(resolve));
    } else {
      await ahead[0].ready;
    }
  }
}

/** Formatted rows, or the promise of them. */
type Chunk = { blocks: readonly Uint8Array[] | undefined; ready: Promise<void> };

function formatOnWorker(
  table: Table,
  fields: readonly Fields[],
  { from, to }: { readonly from: number; readonly to: number },
  pool: Pool,
): Chunk {
  const columns = table.columns.map(({ codes }) => codes.slice(from, to));
  const transfer = columns.map((codes) => codes.buffer as ArrayBuffer);
  const chunk: Chunk = { blocks: undefined, ready: Promise.resolve() };
  chunk.ready = pool.run({ work: formatWork, input: { columns, fields }, transfer }).then((blocks) => {
    chunk.blocks = blocks as Uint8Array[];
  });
  return chunk;
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
