/**
 * @file DuckDB as a store: a database of its own in a scratch folder, limited in memory, so that tables and whatever
 * does not fit lie on disk. It is an optional dependency and loaded when asked for.
 */
import { existsSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import type { DuckDBInstance } from "@duckdb/node-api";
import { KohortError } from "../base/index.ts";
import type { Host } from "../engine/index.ts";
import type { WriteDialect } from "../table/index.ts";
import { csvHead, utf8Hint } from "./csv-head.ts";
import { duckdbDialect } from "./dialect.ts";
import { cutShardsInDuckdb, type Duckdb } from "./duckdb-shards.ts";
import { writeRelease } from "./duckdb-write.ts";
import { refuseNames } from "./refuse.ts";
import { scratchFolder, watchSize } from "./scratch.ts";
import type { SourceAddress } from "./source.ts";
import type { Row, Source, Store, Value } from "./store.ts";

/** How DuckDB is to be opened. */
export type DuckdbOptions = {
  /** Bytes that this process may use; half of the machine's unless stated. */
  readonly memory?: number;
  /** Where tables that do not fit are put. */
  readonly scratch: string;
  readonly threads?: number;
};

/** Memory below which pages that DuckDB no longer uses are given back at once; above it keeping them a while is faster. */
const sparing = 2 ** 31;

/** Loads DuckDB, or says how to install it. */
async function loadDuckdb(memory: number): Promise<Duckdb> {
  // its allocator reads this once, when it is loaded; else a busy machine may find the time to clean up too late
  if (memory < sparing) process.env.DUCKDB_JE_MALLOC_CONF ??= "dirty_decay_ms:0,muzzy_decay_ms:0";
  try {
    const [api, bindings] = await Promise.all([import("@duckdb/node-api"), import("@duckdb/node-bindings")]);
    return { api, bindings: (bindings as unknown as { default: Duckdb["bindings"] }).default };
  } catch (cause) {
    throw new KohortError("usage", "DuckDB is not installed", { hint: "run `npm install @duckdb/node-api`", cause });
  }
}

const { identifier, literal } = duckdbDialect;

/** What the program itself takes, and the shares of the rest that DuckDB and a shard being cut may have. */
const program = 160 * 2 ** 20;
const shares = { database: 0.45, shard: 0.15 };

/** Bytes of memory that one cohort stands for while histograms are put together, which DuckDB does not spill. */
const bytesPerCohort = 8192;

/** Opens a database of our own. */
export async function openDuckdb(options: DuckdbOptions, host: Host = {}): Promise<Store> {
  const memory = options.memory ?? totalmem() / 2;
  const duckdb = await loadDuckdb(memory);
  const scratch = scratchFolder(options.scratch, host);
  const room = Math.max(memory / 4, memory - program);
  const size = watchSize(scratch.path);
  const opening: Promise<DuckDBInstance> = duckdb.api.DuckDBInstance.create(join(scratch.path, "kohort.duckdb"), {
    memory_limit: `${Math.floor((shares.database * room) / 2 ** 20)}MiB`,
    // what is free again goes back to the system at once, else twice the limit may stay taken
    allocator_background_threads: "true",
    allocator_flush_threshold: `${Math.floor(room / 64 / 2 ** 20)}MiB`,
    allocator_bulk_deallocation_flush_threshold: `${Math.floor(room / 32 / 2 ** 20)}MiB`,
    temp_directory: join(scratch.path, "spilled"),
    // nothing is fetched from the network, also not by a query
    autoinstall_known_extensions: "false",
    threads: String(threadsFor(options, room)),
  });
  const instance = await told(opening, "", host).catch((error) => {
    size.stop();
    scratch.remove();
    throw error;
  });
  const connection = await instance.connect();
  // else a time with a zone is written as the machine's own zone has it
  await connection.run("SET TimeZone = 'UTC'");
  const stop = (): void => connection.interrupt();
  host.signal?.addEventListener("abort", stop);
  const run = async (sql: string): Promise<void> => {
    await told(connection.run(sql), sql, host);
  };
  const query = async (sql: string): Promise<Row[]> => {
    const reader = await told(connection.runAndReadAll(sql), sql, host);
    return reader.getRowObjects().map(plainRow);
  };
  return {
    name: "duckdb",
    dialect: duckdbDialect,
    shardTuples: (columns) => Math.max(1000, Math.floor((shares.shard * room) / (12 * columns + 48))),
    cohortsAtOnce: Math.ceil(memory / bytesPerCohort),
    run,
    query,
    load: async (table, columns, rows) => {
      const types = Object.entries(columns).map(([name, type]) => `${name} ${type === "INT" ? "INTEGER" : "VARCHAR"}`);
      await run(`CREATE TABLE ${table} (${types.join(", ")})`);
      const isNumber = Object.values(columns).map((type) => type === "INT");
      const appender = await connection.createAppender(table);
      for (const row of rows) {
        row.forEach((value, i) => {
          if (value === null) appender.appendNull();
          else if (isNumber[i]) appender.appendInteger(Number(value));
          else appender.appendVarchar(String(value));
        });
        appender.endRow();
      }
      appender.closeSync();
    },
    drop: (table) => run(`DROP TABLE ${table}`),
    open: async (address) => {
      const source = await openSource(address, run, query);
      await run(`SET threads = ${threadsFor(options, room, source.names.length * bytesPerColumn)}`);
      return source;
    },
    cutShards: async (request, shardHost) => {
      const writer = await instance.connect();
      try {
        await told(cutShardsInDuckdb({ reader: connection, writer, api: duckdb }, request, shardHost), "SELECT", host);
      } finally {
        writer.closeSync();
      }
    },
    write: (request, writeHost) => writeRelease({ scratch: scratch.path, memory, run, query }, request, writeHost),
    facts: () => ({ bytesSpilled: size.spilled(), bytesStored: size.stored() }),
    close: async () => {
      host.signal?.removeEventListener("abort", stop);
      size.stop();
      connection.closeSync();
      instance.closeSync();
      scratch.remove();
    },
  };
}

/** What a thread of DuckDB should have at least, and what it takes for each column of a Parquet file that it reads. */
const bytesPerThread = 256 * 2 ** 20;
const bytesPerColumn = 6 * 2 ** 20;

function threadsFor({ threads = availableParallelism() }: DuckdbOptions, room: number, reading = 0): number {
  return Math.max(1, Math.min(threads, Math.floor((shares.database * room) / Math.max(bytesPerThread, reading))));
}

/** Waits for DuckDB; what it says of its own accord becomes our kind of error. */
async function told<T>(answer: Promise<T>, sql: string, host: Host): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    host.signal?.throwIfAborted();
    if (cause instanceof KohortError || cause instanceof TypeError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    if (/not utf-8 encoded/.test(message)) {
      throw new KohortError("input", "DuckDB reads UTF-8 here, and the file is not UTF-8", { hint: utf8Hint, cause });
    }
    const isRoom = /Out of Memory|out of memory|max_temp_directory_size|No space left|not enough space/.test(message);
    throw new KohortError(isRoom ? "file" : "input", `DuckDB: ${causeIn(message)}`, {
      hint: isRoom ? "give it more with `memory`, or a larger disk with `scratch`" : undefined,
      where: /^(CREATE TABLE kohort.main.source|SELECT|DESCRIBE|ATTACH|$)/.test(sql) ? undefined : sql.slice(0, 120),
      cause,
    });
  }
}

/** What DuckDB complains of, without the rows that it shows with it: those are people's. */
function causeIn(message: string): string {
  const [first, ...more] = message.split("\n");
  return [
    first,
    ...more.filter((line) => /^(Expected Number of Columns|Value with unterminated|Maximum line)/.test(line)),
  ]
    .join(", ")
    .slice(0, 400);
}

function plainRow(row: Record<string, unknown>): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): Value {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" || typeof value === "string" || value === null ? value : String(value);
}

type Run = (sql: string) => Promise<void>;
type Query = (sql: string) => Promise<Row[]>;

/** Puts a source where it can be read again and again. */
async function openSource(address: SourceAddress, run: Run, query: Query): Promise<Source> {
  if (address.kind === "files" && address.format === "parquet") {
    const files = `read_parquet(${literal(address.path)})`;
    const names = await columnsOf(`SELECT * FROM ${files}`, query);
    const columns = names.map((name, i) => `${identifier(name)} AS x${i}`);
    return { names, select: `SELECT ${columns.join(", ")} FROM ${files}`, dialect: {} };
  }
  if (address.kind !== "files" && address.database !== undefined) {
    if (!existsSync(address.database)) {
      throw new KohortError("file", `file "${address.database}" does not exist`);
    }
    await run(`ATTACH ${literal(address.database)} AS input (READ_ONLY)`);
  }
  const found = await relationOf(address, query);
  const columns = found.names.map((name, i) => `${identifier(name)} AS x${i}`).join(", ");
  if (address.kind !== "files" && address.database !== undefined) await run("USE input");
  try {
    await run(`CREATE TABLE kohort.main.source AS SELECT ${columns} FROM ${found.relation}`);
  } finally {
    await run("USE kohort");
  }
  return {
    names: found.names,
    select: `SELECT ${found.names.map((_, i) => `x${i}`).join(", ")} FROM source`,
    dialect: found.dialect,
  };
}

type SourceRelation = { readonly names: readonly string[]; readonly relation: string; readonly dialect: WriteDialect };

async function relationOf(address: SourceAddress, query: Query): Promise<SourceRelation> {
  if (address.kind === "table") {
    const relation = address.database === undefined ? address.table : `input.${address.table}`;
    return { names: await columnsOf(`SELECT * FROM ${relation}`, query), relation: address.table, dialect: {} };
  }
  if (address.kind === "query") {
    const relation = `(${address.query.replace(/;\s*$/, "")}\n)`;
    if (address.database !== undefined) await query("USE input");
    try {
      return { names: await columnsOf(`SELECT * FROM ${relation} q`, query), relation: `${relation} q`, dialect: {} };
    } finally {
      await query("USE kohort");
    }
  }
  if (address.format === "csv" || address.format === "tsv") return csvRelation(address);
  if (address.format === "orc") {
    throw new KohortError("usage", "DuckDB reads no ORC files", { hint: 'use `engine: "spark"`, or Parquet' });
  }
  const path = literal(address.path);
  const described = await query(`DESCRIBE SELECT * FROM read_json_auto(${path}, sample_size = -1)`);
  const nested = described.find(({ column_type: type }) => /^(STRUCT|MAP)|\[\]$/.test(String(type)));
  if (nested !== undefined) {
    throw new KohortError("input", `column "${nested.column_name}" has objects or lists`, {
      hint: "every value must be a text, a number, true, false or null",
    });
  }
  const names = described.map(({ column_name: name }) => String(name));
  await refuseTwins(path, query);
  const columns = names.map((name) => `${literal(name)}: 'VARCHAR'`).join(", ");
  return { names, relation: `read_json(${path}, columns = {${columns}})`, dialect: {} };
}

/** Refuses keys that differ in case only: DuckDB gives one of them another name, under which it finds nothing. */
async function refuseTwins(path: string, query: Query): Promise<void> {
  const keys = await query(
    `SELECT DISTINCT unnest(json_keys(json)) AS key FROM read_json_objects(${path}) ORDER BY key`,
  );
  refuseNames(
    "duckdb",
    keys.map(({ key }) => String(key)),
    { inFiles: false },
  );
}

async function columnsOf(select: string, query: Query): Promise<string[]> {
  return (await query(`DESCRIBE ${select}`)).map((row) => String(row.column_name));
}

/** CSV read as our own reader would: its dialect is found by the same code, and every field is a text. */
function csvRelation(address: Extract<SourceAddress, { kind: "files" }>): SourceRelation {
  const { names, blankLines, dialect } = csvHead(address, "DuckDB");
  const columns = names.map((name) => `${literal(name)}: 'VARCHAR'`).join(", ");
  const settings = `auto_detect = false, header = true, skip = ${blankLines}, delim = ${literal(dialect.delimiter)}, quote = '"', escape = '"', columns = {${columns}}`;
  return { names, relation: `read_csv(${literal(address.path)}, ${settings})`, dialect };
}
