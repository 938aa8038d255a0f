/**
 * @file Apache Spark as a store: generated SQL in a session of `spark-sql`, tables as Parquet in a folder that all
 * workers see, and our kernel inside the executors by TRANSFORM, which is sent whole numbers only.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { KohortError } from "../base/index.ts";
import type { Host } from "../engine/index.ts";
import type { WriteDialect } from "../table/index.ts";
import { csvHead } from "./csv-head.ts";
import { type Dialect, sparkDialect } from "./dialect.ts";
import { jobText } from "./job-text.ts";
import { claim, sweepScratch } from "./owner.ts";
import { rowWidth } from "./shard.ts";
import { isRemote, type SourceAddress } from "./source.ts";
import type { SparkSession } from "./spark-session.ts";
import { refuseOddPath, tabbed, writeFolder } from "./spark-write.ts";
import type { ShardRequest, Source, Store, Value } from "./store.ts";

/** How a store uses a session. */
export type SparkStoreOptions = {
  /** A folder that all workers see. */
  readonly scratch: string;
  /** Bytes that a kernel may use; a gigabyte unless stated. */
  readonly memory?: number;
  /** The command that starts Node on the workers. */
  readonly node?: string;
};

/** A store on a session; several may use one session, one after the other. */
export async function sparkStore(session: SparkSession, options: SparkStoreOptions, host: Host = {}): Promise<Store> {
  const { memory = 2 ** 30, node = "node" } = options;
  const name = `kohort_${randomBytes(6).toString("hex")}`;
  const folder = scratchFor(options.scratch, name);
  const release = isRemote(folder) ? (): void => {} : claim(folder);
  const remove = (): void => {
    if (!isRemote(folder)) rmSync(folder, { recursive: true, force: true });
    release();
  };
  const forget =
    host.onExit?.(() => {
      session.endNow();
      remove();
    }) ?? ((): void => {});
  const dialect = sparkDialect(folder);
  const close = async (): Promise<void> => {
    forget();
    for (const sql of ["USE default", `DROP VIEW IF EXISTS ${givenRows}`, `DROP DATABASE IF EXISTS ${name} CASCADE`]) {
      await session.run(sql).catch(() => {});
    }
    if (isRemote(folder)) await session.run(`dfs -rm -r -f ${folder}`).catch(() => {});
    remove();
  };
  try {
    await session.run(`CREATE DATABASE ${name} LOCATION ${dialect.literal(`${folder}/warehouse`)}`);
    await session.run(`USE ${name}`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    name: "spark",
    dialect,
    shardTuples: (columns) => Math.max(1000, Math.floor((0.6 * memory) / (20 * columns + 100))),
    cohortsAtOnce: Number.POSITIVE_INFINITY,
    run: session.run,
    query: session.query,
    load: (table, columns, rows) => load(session, dialect, table, columns, rows),
    drop: async (table) => {
      await session.run(`DROP TABLE ${table}`);
      // a table that was given its place keeps its files
      if (!isRemote(folder)) rmSync(join(folder, table), { recursive: true, force: true });
    },
    open: (address) => openSource(session, dialect, address, name),
    cutShards: (request) => cutShards(session, dialect, request, node),
    write: (request, writeHost) => writeFolder(session, dialect, request, node, writeHost),
    facts: () => ({}),
    close,
  };
}

function scratchFor(parent: string, name: string): string {
  if (isRemote(parent)) {
    refuseOddPath(parent);
    return `${parent}/.${name}`;
  }
  mkdirSync(parent, { recursive: true });
  sweepScratch([parent]);
  return mkdtempSync(join(resolve(parent), `.${name}-`));
}

/** Rows of a table of ours that are sent in one literal. */
const rowsAtOnce = 50_000;

/** Rows up to which a table of ours stays in the statement that reads it. */
const fewRows = 2_000;

async function load(
  session: SparkSession,
  dialect: Dialect,
  table: string,
  columns: Readonly<Record<string, "INT" | "TEXT">>,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const names = Object.keys(columns);
  const types = names.map((name) => `${name}: ${columns[name] === "INT" ? "int" : "string"}`).join(", ");
  const parts: string[] = [];
  for (let from = 0; from === 0 || from < rows.length; from += rowsAtOnce) {
    const objects = rows
      .slice(from, from + rowsAtOnce)
      .map((row) => Object.fromEntries(row.map((value, i) => [names[i], value])));
    parts.push(`SELECT inline(from_json(${dialect.literal(JSON.stringify(objects))}, 'array<struct<${types}>>'))`);
  }
  const select = parts.join(" UNION ALL ");
  if (rows.length <= fewRows) await session.run(`CREATE VIEW ${table} AS ${select}`);
  else await session.run(dialect.create(table, select));
}

/** What a table or a query that was asked for is called in the session. */
const givenRows = "kohort_given_rows";

async function openSource(
  session: SparkSession,
  dialect: Dialect,
  address: SourceAddress,
  database: string,
): Promise<Source> {
  const columnsIn = async (relation: string): Promise<string[]> => {
    const row = "json_object_keys(to_json(struct(*)))";
    const [found] = await session.query(`SELECT to_json(${row}) AS names FROM ${relation} LIMIT 1`);
    if (found === undefined) throw new KohortError("input", "the table has no rows");
    return JSON.parse(String(found.names)) as string[];
  };
  const named = (names: readonly string[]): string =>
    names.map((name, i) => `${dialect.identifier(name)} AS x${i}`).join(", ");
  if (address.kind !== "files") {
    const query = address.kind === "table" ? `SELECT * FROM ${address.table}` : address.query.replace(/;\s*$/, "");
    // names without a database are those of the session, not of the store
    await session.run("USE default");
    await session.run(`CREATE OR REPLACE TEMPORARY VIEW ${givenRows} AS ${query}`);
    await session.run(`USE ${database}`);
    const names = await columnsIn(givenRows);
    return { names, select: `SELECT ${named(names)} FROM ${givenRows}`, dialect: {} };
  }
  const path = isRemote(address.path) ? address.path : resolve(address.path);
  const { settings, written } = readSettings({ ...address, path });
  const options = Object.entries({ path, ...settings }).map(([key, value]) => `${key} ${dialect.literal(value)}`);
  const format = address.format === "tsv" ? "csv" : address.format === "jsonl" ? "json" : address.format;
  await session.run(`CREATE TABLE input USING ${format} OPTIONS (${options.join(", ")})`);
  const found = await columnsIn("input");
  const names =
    format === "json" ? await writtenOrder(session, dialect, path, address.format === "json", found) : found;
  const select = `SELECT ${named(names)} FROM input`;
  if (format !== "csv" && format !== "json") return { names, select, dialect: written };
  await session.run(dialect.create("source", select));
  await refuseOtherBytes(session, dialect, path, names);
  return { names, select: "SELECT * FROM source", dialect: written };
}

/** Refuses text that is not UTF-8: Spark puts U+FFFD for what it cannot read, so that different values become one. */
async function refuseOtherBytes(
  session: SparkSession,
  dialect: Dialect,
  path: string,
  names: readonly string[],
): Promise<void> {
  const mark = "\ufffd";
  const texts = names.map((_, i) => dialect.asText(`x${i}`)).join(", ");
  const [found] = await session.query(
    `SELECT count(*) AS n FROM source WHERE contains(concat(${texts}), ${dialect.literal(mark)})`,
  );
  if (Number(found.n) === 0 && !names.some((name) => name.includes(mark))) return;
  throw new KohortError("input", `Spark reads UTF-8 here, and "${path}" has other bytes, or U+FFFD in their place`, {
    hint: 'use `engine: "memory"`, or convert the file',
  });
}

/** Spark sorts the columns of JSON by name; the first record has them as they were written. */
async function writtenOrder(
  session: SparkSession,
  dialect: Dialect,
  path: string,
  isWhole: boolean,
  names: readonly string[],
): Promise<string[]> {
  await session.run(`CREATE TABLE texts USING text OPTIONS (path ${dialect.literal(path)}, wholetext '${isWhole}')`);
  const record = isWhole ? "get_json_object(value, '$[0]')" : "value";
  const [found] = await session.query(`SELECT to_json(json_object_keys(${record})) AS names FROM texts LIMIT 1`);
  const first = JSON.parse(String(found?.names ?? "[]")) as string[];
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
}

/** How files are read: every field of text files as it stands there. */
function readSettings(address: Extract<SourceAddress, { kind: "files" }>): {
  readonly settings: Readonly<Record<string, string>>;
  readonly written: WriteDialect;
} {
  if (address.format === "json" || address.format === "jsonl") {
    const settings = { primitivesAsString: "true", mode: "FAILFAST", multiLine: String(address.format === "json") };
    return { settings, written: {} };
  }
  if (address.format !== "csv" && address.format !== "tsv") return { settings: {}, written: {} };
  const head = isRemote(address.path) || !existsSync(address.path) ? undefined : csvHead(address, "Spark");
  const delimiter = head?.dialect.delimiter ?? address.delimiter ?? (address.format === "tsv" ? "\t" : ",");
  const settings = {
    header: "true",
    sep: delimiter,
    quote: '"',
    escape: '"',
    mode: "FAILFAST",
    enforceSchema: "false",
  };
  return { settings, written: head?.dialect ?? { delimiter } };
}

/** Tasks that shards are spread over at most. */
const mostTasks = 2_000;

async function cutShards(session: SparkSession, dialect: Dialect, request: ShardRequest, node: string): Promise<void> {
  const { job, table, columns } = request;
  const own = columns.slice(1, 1 + rowWidth(job));
  const file = `${table}-${randomBytes(6).toString("hex")}.json`;
  const path = join(session.folder, file);
  writeFileSync(path, jobText(job), { mode: 0o600 });
  await session.run(`ADD FILE ${dialect.literal(path)}`);
  const answer = [...own.map((name) => `${name} ${name === "n" ? "BIGINT" : "INT"}`), "leaf BIGINT"].join(", ");
  const tasks = Math.min(request.nodes, mostTasks);
  const sent = `SELECT /*+ REPARTITION(${tasks}, node) */ * FROM (${request.select}) q SORT BY node`;
  await session.run(
    dialect.create(
      table,
      `SELECT * FROM (SELECT TRANSFORM (${columns.join(", ")}) ${tabbed} USING ${dialect.literal(`${node} kernel.mjs cut ${file}`)} AS (${answer}) ${tabbed} FROM (${sent}) d) a`,
    ),
  );
}
