/**
 * @file A release written by DuckDB. Canonical order is the order of the lines of CSV, which are long texts; a column
 * of few values is therefore listed first in the order in which its fields stand in lines, and from then on is a type
 * of its own whose values DuckDB keeps and compares as small whole numbers. Only the file has the texts again.
 */
import { createHash, type Hash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { draftPath, type Host, publishDraft } from "../engine/index.ts";
import type { WriteDialect } from "../table/index.ts";
import { duckdbDialect } from "./dialect.ts";
import { headerOf, type LineColumn, lineOf, orderOf } from "./line.ts";
import type { Row, StoreDraft, WriteColumn, WriteRequest } from "./store.ts";

const { identifier, literal, asText } = duckdbDialect;

/** What writing needs of an open database. */
export type Writer = {
  readonly scratch: string;
  readonly memory: number;
  readonly run: (sql: string) => Promise<void>;
  readonly query: (sql: string) => Promise<Row[]>;
};

/** Writes a release into a draft beside its target, in canonical order. */
export async function writeRelease(writer: Writer, request: WriteRequest, host: Host): Promise<StoreDraft> {
  const { columns, output, format, written } = request;
  const path = draftPath(output);
  const discard = async (): Promise<void> => {
    forget();
    if (existsSync(path)) unlinkSync(path);
  };
  const forget = host.onExit?.(() => rmSync(path, { force: true })) ?? ((): void => {});
  try {
    closeSync(openSync(path, "wx", 0o600));
    await writeSorted(writer, request, path);
    chmodSync(path, 0o600);
    await syncFile(path);
  } catch (error) {
    await discard();
    throw error;
  }
  const parquet = `read_parquet(${literal(path)})`;
  return {
    relation: format === "parquet" ? parquet : csvAgain(path, columns, written),
    bytes: statSync(path).size,
    sha256: () => (format === "csv" ? hashOfFile(path) : hashOfLines(writer, parquet, request)),
    publish: async (force, mode) => {
      publishDraft(path, output, force, mode);
      forget();
    },
    discard,
  };
}

async function syncFile(path: string): Promise<void> {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Joins first and sorts then: both at once would share the memory. */
async function writeSorted(writer: Writer, request: WriteRequest, path: string): Promise<void> {
  const { run } = writer;
  const { columns, dialect, written } = request;
  const listed = await listColumns(writer, request);
  const form = (released: number, value: string): string => {
    const own = listed[released];
    return own === undefined ? value : `CAST(CAST(${value} AS VARCHAR) AS ${own.list})`;
  };
  await run(duckdbDialect.create("released", request.select(form)));
  const fields = columns.map(({ quoted }, i) => ({ expression: `o${i}`, quoted }));
  const texts = orderOf(fields, dialect, duckdbDialect);
  const order = texts.map((text, i) =>
    listed[i] === undefined ? text : `coalesce(o${i}, CAST('' AS ${listed[i].list}))`,
  );
  // sorted below what makes texts of them, so that texts are not what is sorted
  const sorted = `(SELECT ${columns.map((_, i) => `o${i}`).join(", ")} FROM released ORDER BY ${order.join(", ")}) sorted`;
  if (request.format === "parquet") {
    const named = columns.map(({ name }, i) => {
      const type = listed[i]?.type ?? "VARCHAR";
      const value = type === "VARCHAR" ? `o${i}` : `CAST(CAST(o${i} AS VARCHAR) AS ${type})`;
      return `${value} AS ${identifier(name)}`;
    });
    const group = await rowsPerGroup(writer, lineOf(fields, dialect, duckdbDialect));
    await run(
      `COPY (SELECT ${named.join(", ")} FROM ${sorted}) TO ${literal(path)} (FORMAT parquet, ROW_GROUP_SIZE ${group}, USE_TMP_FILE false)`,
    );
  } else {
    const header = headerOf(
      columns.map(({ name }) => name),
      written,
    );
    await copyLines(writer, { columns: fields, from: sorted, header }, written, path);
  }
  await run("DROP TABLE released");
}

/** Rows of a group as DuckDB writes them unless told otherwise, and the fewest worth a group; multiples of its vectors. */
const groupRows = { most: 122_880, least: 2048 };

/** How many rows are written as one group: a group is held in memory whole, by who writes it and by who reads it. */
async function rowsPerGroup({ query, memory }: Writer, line: string): Promise<number> {
  const [found] = await query(
    `SELECT avg(strlen(${line})) AS bytes FROM (SELECT * FROM released LIMIT 20000) some_rows`,
  );
  const rows = Math.floor(memory / 64 / Number(found.bytes) / groupRows.least) * groupRows.least;
  return Math.max(groupRows.least, Math.min(groupRows.most, rows));
}

/** A column whose values are a type of their own, in their order, and the type that it had. */
type EnumColumn = { readonly list: string; readonly type: string };

/** Types whose values are the same again when they are read from their texts. */
const exactTypes = /^(VARCHAR|BOOLEAN|DATE|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?)$/;

/** Bytes of memory that one listed value may stand for, over all columns: DuckDB holds lists whole, past its limit. */
const bytesPerValue = 4096;

/** Which columns are listed: those of fewest values, as long as there is room. */
function worthListing(values: readonly number[], memory: number): boolean[] {
  let room = memory / bytesPerValue;
  const listed = values.map(() => false);
  for (const i of [...values.keys()].sort((a, b) => values[a] - values[b])) {
    room -= values[i];
    listed[i] = room > 0;
  }
  return listed;
}

/** Makes a type of the values of each column that has few. */
async function listColumns({ run, query, memory }: Writer, request: WriteRequest): Promise<(EnumColumn | undefined)[]> {
  const { columns, dialect } = request;
  const described = await query(`DESCRIBE ${request.select((_, value) => value)}`);
  const recoded = columns.filter(({ from }) => from.isRecoded);
  const table = recoded[0]?.from.relation;
  const counts = recoded.map(({ from }) => `approx_count_distinct(${from.column}) AS ${from.column}`);
  const [found = {}] = table === undefined ? [] : await query(`SELECT ${counts.join(", ")} FROM ${table}`);
  const hasFew = worthListing(
    columns.map(({ from, values }) => Number(values ?? found[from.column])),
    memory,
  );
  const listed: (EnumColumn | undefined)[] = [];
  for (const [i, { from, quoted }] of columns.entries()) {
    const type = String(described[i].column_type);
    const list = `listed${i}`;
    listed.push(hasFew[i] && exactTypes.test(type) ? { list, type } : undefined);
    if (listed[i] === undefined) continue;
    const order = orderOf(
      columns.map((_, j) => ({ expression: "value", quoted: i === j && quoted })),
      dialect,
      duckdbDialect,
    );
    await run(
      `CREATE TYPE ${list} AS ENUM (SELECT value FROM (SELECT ${asText(from.column)} AS value FROM ${from.relation} UNION SELECT '') v ORDER BY ${order[i]})`,
    );
  }
  if (table !== undefined) {
    const kept = columns.flatMap(({ from }, i) => {
      if (!from.isRecoded) return [];
      const { column } = from;
      return [listed[i] === undefined ? column : `CAST(${column} AS ${listed[i].list}) AS ${column}`];
    });
    await run(`CREATE OR REPLACE TABLE ${table} AS SELECT leaf, ${kept.join(", ")} FROM ${table}`);
  }
  return listed;
}

type Lines = {
  readonly columns: readonly LineColumn[];
  readonly from: string;
  readonly header: Uint8Array | undefined;
};

/** Writes rows as lines, exactly as they are; DuckDB's writer of CSV does it block by block if lines end as its own. */
async function copyLines(
  { run }: Writer,
  { columns, from, header }: Lines,
  dialect: WriteDialect,
  path: string,
): Promise<void> {
  const first = header === undefined ? undefined : Buffer.from(header).toString("utf8");
  if (dialect.newline === "\r") {
    const head = first === undefined ? "" : `SELECT encode(${literal(first)}) UNION ALL `;
    const line = lineOf(columns, dialect, duckdbDialect);
    await run(
      `COPY (${head}SELECT encode(${line}) FROM ${from}) TO ${literal(path)} (FORMAT blob, USE_TMP_FILE false)`,
    );
    return;
  }
  const name = first === undefined ? "line" : identifier(first.replace(/\n$/, ""));
  const line = lineOf(columns, dialect, duckdbDialect, dialect.newline === "\r\n" ? "chr(13)" : "''");
  await run(
    `COPY (SELECT ${line} AS ${name} FROM ${from}) TO ${literal(path)} (FORMAT csv, HEADER ${first !== undefined}, QUOTE '', ESCAPE '', USE_TMP_FILE false)`,
  );
}

function csvAgain(path: string, columns: readonly WriteColumn[], { delimiter = "," }: WriteDialect): string {
  const types = columns.map(({ name }) => `${literal(name)}: 'VARCHAR'`).join(", ");
  return `read_csv(${literal(path)}, auto_detect = false, header = true, delim = ${literal(delimiter)}, quote = '"', escape = '"', columns = {${types}})`;
}

async function addFile(path: string, hash: Hash): Promise<void> {
  for await (const block of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(block as Buffer);
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await addFile(path, hash);
  return hash.digest("hex");
}

/** Rows whose lines are on disk at once while they are hashed: whole row groups as DuckDB writes them. */
const rowsHashed = 32 * groupRows.most;

/** The hash of what Parquet holds, as the CSV it stands for, in the order in which it stands there. */
async function hashOfLines(
  writer: Writer,
  relation: string,
  { columns, dialect, rows }: WriteRequest,
): Promise<string> {
  const hash = createHash("sha256").update(
    headerOf(
      columns.map(({ name }) => name),
      dialect,
    ),
  );
  const fields = columns.map(({ name, quoted }) => ({ expression: identifier(name), quoted }));
  const lines = join(writer.scratch, "lines");
  try {
    for (let first = 0; first < rows; first += rowsHashed) {
      const some = `(SELECT * FROM ${relation} WHERE file_row_number BETWEEN ${first} AND ${first + rowsHashed - 1}) chosen`;
      await copyLines(writer, { columns: fields, from: some, header: undefined }, dialect, lines);
      await addFile(lines, hash);
    }
    return hash.digest("hex");
  } finally {
    rmSync(lines, { force: true });
  }
}
