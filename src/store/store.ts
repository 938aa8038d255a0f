/**
 * @file Where data lives when it is not in memory. A store runs SQL, cuts what fits one worker with our own kernel, and
 * keeps a release where nobody looks until it is published. Everything else is asked of both stores in the same words.
 */

import type { Host } from "../engine/index.ts";
import type { WriteDialect } from "../table/index.ts";
import type { Dialect } from "./dialect.ts";
import type { ShardJob } from "./shard.ts";
import type { SourceAddress } from "./source.ts";

/** A value that comes back from a query. */
export type Value = string | number | null;

/** A row that comes back from a query, by the names of its columns. */
export type Row = Readonly<Record<string, Value>>;

/** Rows that lie in the store: a query that gives the columns as `x0`, `x1`, … */
export type Source = {
  readonly names: readonly string[];
  readonly select: string;
  /** How the release is written as CSV, and so which order is canonical. */
  readonly dialect: WriteDialect;
};

/** The tuples of nodes that fit a worker, and where the answer goes. */
export type ShardRequest = {
  readonly job: ShardJob;
  /** A query that gives `node`, the codes, the weight and the positions on long axes, as the job lays them out. */
  readonly select: string;
  readonly columns: readonly string[];
  /** The table to make: the same columns without the positions, and `leaf`. */
  readonly table: string;
  readonly nodes: number;
};

/** A release that is written but not yet in its place. */
export type StoreDraft = {
  /** A relation that reads it again from its bytes. */
  readonly relation: string;
  readonly bytes: number;
  /** The hash of the release as CSV in canonical order, whatever it is written as. */
  readonly sha256: () => Promise<string>;
  /** Puts it in its place; `mode` is that of a file which stood there. */
  readonly publish: (force: boolean, mode?: number) => Promise<void>;
  readonly discard: () => Promise<void>;
};

/** A column of a release. */
export type WriteColumn = {
  readonly name: string;
  /** Whether some of its texts need quotes in CSV. */
  readonly quoted: boolean;
  /** Where its values are: a column of the recoded table, or of the source. */
  readonly from: { readonly relation: string; readonly column: string; readonly isRecoded: boolean };
  /** About how many values it has, where that is known. */
  readonly values: number | undefined;
};

/** What is to be written, and where. */
export type WriteRequest = {
  /** A query that gives the released columns as `o0`, `o1`, …; a store may have each column of the source in a form of its own. */
  readonly select: (form: (released: number, value: string) => string) => string;
  readonly columns: readonly WriteColumn[];
  readonly rows: number;
  /** How a row is written as a line of CSV, which orders the rows, and how lines are written if that differs. */
  readonly dialect: WriteDialect;
  readonly written: WriteDialect;
  readonly output: string;
  readonly format: StoreFormat;
};

/** What a store can write. */
export type StoreFormat = "parquet" | "csv";

/** What a store measured of itself. */
export type StoreFacts = Readonly<Record<string, number>>;

/** Where data lives when it is not in memory. */
export type Store = {
  readonly name: "duckdb" | "spark";
  readonly dialect: Dialect;
  /** The most tuples that one worker is given, for rows of so many numbers. */
  readonly shardTuples: (columns: number, tuples: number) => number;
  /** How many cohorts' histograms are put together at once. */
  readonly cohortsAtOnce: number;
  readonly run: (sql: string) => Promise<void>;
  readonly query: (sql: string) => Promise<Row[]>;
  /** Makes a table of our own rows; texts, or whole numbers. */
  readonly load: (
    table: string,
    columns: Readonly<Record<string, "INT" | "TEXT">>,
    rows: readonly (readonly Value[])[],
  ) => Promise<void>;
  readonly drop: (table: string) => Promise<void>;
  readonly open: (address: SourceAddress) => Promise<Source>;
  readonly cutShards: (request: ShardRequest, host: Host) => Promise<void>;
  readonly write: (request: WriteRequest, host: Host) => Promise<StoreDraft>;
  readonly facts: () => StoreFacts;
  readonly close: () => Promise<void>;
};
