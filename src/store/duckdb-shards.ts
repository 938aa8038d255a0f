/** @file Cutting what fits one worker when the worker is this process: rows cross as the bytes that DuckDB holds. */
import type { DuckDBConnection } from "@duckdb/node-api";
import { isLong } from "../algorithms/index.ts";
import { drive, type Task } from "../base/index.ts";
import type { Host } from "../engine/index.ts";
import { cutShard, leavesPerNode, makeRoom, noRows, rowWidth, type ShardRows } from "./shard.ts";
import type { ShardRequest } from "./store.ts";

/** DuckDB as it is loaded: its own interface, and the one below it, in which bytes cross. */
export type Duckdb = {
  readonly api: typeof import("@duckdb/node-api");
  readonly bindings: typeof import("@duckdb/node-bindings");
};

type Ends = {
  readonly reader: DuckDBConnection;
  readonly writer: DuckDBConnection;
  readonly api: Duckdb;
};

/** Reads the tuples node after node, cuts each node to its end, and writes the leaf of every tuple. */
export async function cutShardsInDuckdb(
  { reader, writer, api: duck }: Ends,
  request: ShardRequest,
  host: Host,
): Promise<void> {
  const { job, table } = request;
  const { bindings } = duck;
  const width = rowWidth(job);
  const own = request.columns.slice(1, 1 + width);
  const sent = [
    ...request.columns.slice(0, 1 + width).map((name) => `CAST(${name} AS UINTEGER) AS ${name}`),
    ...request.columns.slice(1 + width).map((name) => `CAST(coalesce(${name}, 'NaN') AS DOUBLE) AS ${name}`),
  ];
  const types = [...own, "node", "local"].map((name) => `${name} UINTEGER`).join(", ");
  await writer.run(`CREATE TABLE ${table}_parts (${types})`);
  const appender = await writer.createAppender(`${table}_parts`);
  const long = job.axes.flatMap((axis, attribute) => (isLong(axis) ? [attribute] : []));
  let rows = noRows(job);
  let node = -1;
  let finished = 0;
  const finishNode = async (): Promise<void> => {
    if (rows.count === 0) return;
    const cohorts = await driven(cutShard(job, rows), finished, request.nodes, host);
    appendRows(duck, appender, rows, node, cohorts);
    finished++;
    rows.count = 0;
  };
  const result = await reader.stream(`SELECT ${sent.join(", ")} FROM (${request.select}) q ORDER BY node`);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    host.signal?.throwIfAborted();
    const count = chunk.rowCount;
    const bytes = (column: number, each: number): Uint8Array =>
      bindings.vector_get_data(bindings.data_chunk_get_vector(chunk.chunk, column), count * each);
    const nodes = words(bytes(0, 4));
    for (let from = 0; from < count; ) {
      let to = from + 1;
      while (to < count && nodes[to] === nodes[from]) to++;
      if (nodes[from] !== node) {
        await finishNode();
        node = nodes[from];
      }
      makeRoom(rows, to - from, job, node);
      for (let column = 0; column < width; column++) {
        rows.columns[column].set(words(bytes(1 + column, 4)).subarray(from, to), rows.count);
      }
      long.forEach((attribute, nth) => {
        rows.positions[attribute]!.set(doubles(bytes(1 + width + nth, 8)).subarray(from, to), rows.count);
      });
      rows.count += to - from;
      from = to;
    }
  }
  await finishNode();
  rows = noRows(job);
  appender.closeSync();
  await writer.run(
    `CREATE VIEW ${table} AS SELECT ${own.join(", ")}, CAST(node AS BIGINT) * ${leavesPerNode} + local AS leaf FROM ${table}_parts`,
  );
}

function words({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function doubles({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array {
  return new Float64Array(buffer, byteOffset, byteLength / 8);
}

async function driven<T>(task: Task<T>, finished: number, nodes: number, host: Host): Promise<T> {
  return drive(task, {
    signal: host.signal,
    onProgress: (progress) => {
      const share = progress.total > 0 ? progress.done / progress.total : 0;
      const note = `shard ${finished + 1} of ${nodes}`;
      host.onProgress?.({ kind: "progress", stage: "search", done: finished + share, total: nodes, note });
    },
    giveWay: () => new Promise((resolve) => setImmediate(resolve)),
  });
}

/** Rows that DuckDB takes at once. */
const chunkRows = 2048;

function appendRows(
  { api, bindings }: Duckdb,
  appender: Awaited<ReturnType<DuckDBConnection["createAppender"]>>,
  { columns, count }: ShardRows,
  node: number,
  cohorts: Int32Array,
): void {
  const all = [...columns, new Uint32Array(chunkRows).fill(node), new Uint32Array(cohorts.buffer)];
  const types = all.map(() => api.UINTEGER);
  // filled again and again: what is no longer used is freed only when V8 comes to it
  const chunk = api.DuckDBDataChunk.create(types);
  for (let from = 0; from < count; from += chunkRows) {
    const rows = Math.min(chunkRows, count - from);
    chunk.rowCount = rows;
    all.forEach((column, i) => {
      const start = i === columns.length ? 0 : from;
      const vector = bindings.data_chunk_get_vector(chunk.chunk, i);
      bindings.copy_data_to_vector(vector, 0, column.buffer as ArrayBuffer, column.byteOffset + 4 * start, 4 * rows);
    });
    appender.appendDataChunk(chunk);
  }
}
