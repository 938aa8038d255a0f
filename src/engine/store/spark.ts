/**
 * @file Apache Spark as a store: generated SQL in a session of `spark-sql`, tables as Parquet in a folder that all
 * workers see, and our kernel inside the executors by TRANSFORM, which is sent whole numbers only.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { KohortError } from "../../base/index.ts";
import type { WriteDialect } from "../../table/index.ts";
import type { Host } from "../host.ts";
import { csvHead } from "./csv-head.ts";
import { type Dialect, sparkDialect } from "./dialect.ts";
import { jobText } from "./job-text.ts";
import { headerOf, lineOf } from "./line.ts";
import { sizeOf } from "./scratch.ts";
import { rowWidth } from "./shard.ts";
import type { SourceAddress } from "./source.ts";
import type { SparkSession } from "./spark-session.ts";
import type { ShardRequest, Source, Store, StoreDraft, Value, WriteRequest } from "./store.ts";

/** How a store uses a session. */
export type SparkStoreOptions = {
  /** A folder that all workers see. */
  readonly scratch: string;
  /** Bytes that a kernel may use; a gigabyte unless stated. */
  readonly memory?: number;
  /** The command that starts Node on the workers. */
  readonly node?: string;
};

/** Whether a path is on a file system that only Spark knows. */
export function isRemote(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(path);
}

/** A store on a session; several may use one session, one after the other. */
export async function sparkStore(session: SparkSession, options: SparkStoreOptions, host: Host = {}): Promise<Store> {
  const { memory = 2 ** 30, node = "node" } = options;
  const name = `kohort_${randomBytes(6).toString("hex")}`;
  const folder = scratchFor(options.scratch, name);
  const remove = (): void => {
    if (!isRemote(folder)) rmSync(folder, { recursive: true, force: true });
  };
  const forget = host.onExit?.(remove) ?? ((): void => {});
  const dialect = sparkDialect(folder);
  await session.run(`CREATE DATABASE ${name} LOCATION ${dialect.literal(`${folder}/warehouse`)}`);
  await session.run(`USE ${name}`);
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
    open: (address) => openSource(session, dialect, address),
    cutShards: (request) => cutShards(session, dialect, request, node),
    write: (request, writeHost) => write(session, dialect, request, node, writeHost),
    facts: () => ({}),
    close: async () => {
      forget();
      await session.run("USE default").catch(() => {});
      if (isRemote(folder)) await session.run(`dfs -rm -r -f ${folder}`).catch(() => {});
      remove();
    },
  };
}

function scratchFor(parent: string, name: string): string {
  if (isRemote(parent)) return `${parent}/.${name}`;
  mkdirSync(parent, { recursive: true });
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
      .map((row) => Object.fromEntries(row.map((value, i) => [names[i]!, value])));
    parts.push(`SELECT inline(from_json(${dialect.literal(JSON.stringify(objects))}, 'array<struct<${types}>>'))`);
  }
  const select = parts.join(" UNION ALL ");
  if (rows.length <= fewRows) await session.run(`CREATE OR REPLACE TEMPORARY VIEW ${table} AS ${select}`);
  else await session.run(dialect.create(table, select));
}

/** What orders the rows of files: the file, the block, the row. */
const placeInFiles =
  "named_struct('file', _metadata.file_path, 'block', _metadata.file_block_start, 'row', monotonically_increasing_id())";

/** Rows of tables have no order. */
const noPlace = "CAST(NULL AS STRUCT<file: STRING, block: BIGINT, row: BIGINT>)";

async function openSource(session: SparkSession, dialect: Dialect, address: SourceAddress): Promise<Source> {
  const columnsIn = async (relation: string): Promise<string[]> => {
    const row = `to_json(struct(*), map('ignoreNullFields', 'false'))`;
    const [found] = await session.query(`SELECT to_json(json_object_keys(${row})) AS names FROM ${relation} LIMIT 1`);
    if (found === undefined) throw new KohortError("input", "the table has no rows");
    return JSON.parse(String(found.names)) as string[];
  };
  const named = (names: readonly string[]): string =>
    names.map((name, i) => `${dialect.identifier(name)} AS x${i}`).join(", ");
  if (address.kind !== "files") {
    const relation = address.kind === "table" ? address.table : `(${address.query.replace(/;\s*$/, "")})`;
    const names = await columnsIn(relation);
    return { names, select: `SELECT ${noPlace} AS place, ${named(names)} FROM ${relation}`, dialect: {} };
  }
  const path = isRemote(address.path) ? address.path : resolve(address.path);
  const { settings, written } = readSettings({ ...address, path });
  const options = Object.entries({ path, ...settings }).map(([key, value]) => `${key} ${dialect.literal(value)}`);
  const format = address.format === "tsv" ? "csv" : address.format === "jsonl" ? "json" : address.format;
  await session.run(`CREATE TABLE input USING ${format} OPTIONS (${options.join(", ")})`);
  const names = await columnsIn("input");
  const select = `SELECT ${placeInFiles} AS place, ${named(names)} FROM input`;
  if (format !== "csv" && format !== "json") return { names, select, dialect: written };
  await session.run(dialect.create("source", select));
  return { names, select: "SELECT * FROM source", dialect: written };
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

const tabbed = "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t' NULL DEFINED AS '\\\\N'";

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

/** Writes a release as a folder of Parquet files, in canonical order, where nobody takes it for the release. */
async function write(
  session: SparkSession,
  dialect: Dialect,
  request: WriteRequest,
  node: string,
  host: Host,
): Promise<StoreDraft> {
  const { columns } = request;
  const output = isRemote(request.output) ? request.output : resolve(request.output);
  const hidden = `.${basename(output)}.${randomBytes(6).toString("hex")}.tmp`;
  const path = isRemote(output) ? output.replace(/[^/]*$/, hidden) : join(dirname(output), hidden);
  const gone = (): void => rmSync(path, { recursive: true, force: true });
  const forget = host.onExit?.(() => (isRemote(path) ? undefined : gone())) ?? ((): void => {});
  const discard = async (): Promise<void> => {
    forget();
    if (isRemote(path)) await session.run(`dfs -rm -r -f ${path}`).catch(() => {});
    else gone();
  };
  const line = lineOf(
    columns.map(({ quoted }, i) => ({ expression: `o${i}`, quoted })),
    request.dialect,
    dialect,
  );
  const named = columns.map(({ name }, i) => `o${i} AS ${dialect.identifier(name)}`).join(", ");
  try {
    // joined once: to sort, Spark looks at what is sorted twice
    await session.run(
      dialect.create(
        "released",
        request.select((_, value) => value),
      ),
    );
    await session.run(
      `INSERT OVERWRITE DIRECTORY ${dialect.literal(path)} USING parquet SELECT ${named} FROM released ORDER BY ${line}`,
    );
  } catch (error) {
    await discard();
    throw error;
  }
  const relation = `parquet.${dialect.identifier(path)}`;
  return {
    relation,
    bytes: isRemote(path) ? 0 : sizeOf(path),
    sha256: () => digest(session, dialect, relation, request, node),
    publish: async (force) => {
      if (isRemote(output)) await publishRemote(session, path, output, force);
      else publishFolder(path, output, force);
      forget();
    },
    discard,
  };
}

function refuseExisting(output: string, force: boolean): void {
  if (!force) throw new KohortError("file", `file "${output}" exists already`, { hint: "use --force to replace it" });
}

/** Puts a release in its place on a file system that only Spark knows; what stood there steps aside first. */
async function publishRemote(session: SparkSession, path: string, output: string, force: boolean): Promise<void> {
  const old = `${path}.old`;
  const isThere = await session.run(`dfs -test -e ${output}`).then(
    () => true,
    () => false,
  );
  if (isThere) {
    refuseExisting(output, force);
    await session.run(`dfs -mv ${output} ${old}`);
  }
  await session.run(`dfs -mv ${path} ${output}`);
  if (isThere) await session.run(`dfs -rm -r -f ${old}`);
}

function publishFolder(path: string, output: string, force: boolean): void {
  const old = `${path}.old`;
  if (existsSync(output)) {
    refuseExisting(output, force);
    renameSync(output, old);
  }
  renameSync(path, output);
  rmSync(old, { recursive: true, force: true });
}

/** The hash of the release as CSV in canonical order: one worker sorts the lines and hashes them. */
async function digest(
  session: SparkSession,
  dialect: Dialect,
  relation: string,
  { columns: released, dialect: written }: WriteRequest,
  node: string,
): Promise<string> {
  const columns = released.map(({ name, quoted }) => ({ expression: dialect.identifier(name), quoted }));
  const lines = `SELECT line FROM (SELECT /*+ REPARTITION(1) */ ${lineOf(columns, written, dialect)} AS line FROM ${relation}) l SORT BY line`;
  const names = released.map(({ name }) => name);
  const header = Buffer.from(headerOf(names, written)).toString("hex");
  const [found] = await session.query(
    `SELECT TRANSFORM (h) ${tabbed} USING ${dialect.literal(`${node} kernel.mjs digest ${header}`)} AS (sha256 STRING) ${tabbed} FROM (SELECT hex(line) AS h FROM (${lines}) s) t`,
  );
  return String(found!.sha256);
}
