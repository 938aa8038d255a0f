import { type Audit, audit } from "../audit/index.ts";
import { report, type Task } from "../base/index.ts";
import { type AuditSubject, releaseAuditOptions, rereadOptions } from "../release/index.ts";
import { csvBlocks, openCsv, type ReadOptions, type Table, type WriteDialect } from "../table/index.ts";
import type { Sink } from "./publish.ts";

/** What a release is written as and held against. */
export type BytesTarget = {
  /** The table as it was read, before its values were coded. */
  readonly input: Table;
  readonly files?: ReadonlyMap<string, Uint8Array>;
  readonly dialect?: WriteDialect;
};

/** A release as the bytes of a CSV file in memory; what goes beside it is held as well. */
export function bytesSink<Made extends AuditSubject>({
  input,
  files = new Map(),
  dialect = {},
}: BytesTarget): Sink<Made, Uint8Array> {
  const { delimiter } = dialect;
  return {
    write: ({ table }) => writing(table, dialect),
    *audit(made, bytes): Task<Audit> {
      const table = yield* readingBytes(bytes, { ...rereadOptions(made), delimiter });
      return yield* audit.task(table, releaseAuditOptions(made, input, files));
    },
    *draft(file) {
      return { ...file, discard: () => {} };
    },
    *commit() {},
    *discard() {},
  };
}

function* writing(table: Table, dialect: WriteDialect): Task<Uint8Array> {
  const blocks: Uint8Array[] = [];
  let length = 0;
  for (const block of csvBlocks(table, dialect)) {
    blocks.push(block);
    length += block.length;
    yield* report("write", length, table.rows * 16 * table.columns.length);
  }
  return joined(blocks);
}

function joined(blocks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

/** Reads a table from bytes in steps. */
export function* readingBytes(bytes: Uint8Array, options: ReadOptions): Task<Table> {
  const reader = openCsv(options);
  const block = 0x4_0000;
  for (let at = 0; at < bytes.length; at += block) {
    reader.push(bytes.subarray(at, at + block));
    yield* report("read", at, bytes.length);
  }
  return (yield* reader.ending()).table;
}
