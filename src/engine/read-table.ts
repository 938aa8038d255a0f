/**
 * @file Reading tables from paths and from stdin. A CSV file past a few megabytes is read in as many stretches as
 * there are threads; whether a stretch began between two records is known once the one before it has ended, and the
 * rare one that did not is read again. Nothing larger than a block is ever held as bytes.
 */
import { createHash, type Hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { extname } from "node:path";
import { KohortError, report, type Task } from "../base/index.ts";
import {
  brokenPart,
  type CsvPart,
  type Head,
  mergeParts,
  openCsv,
  openJsonLines,
  type ReadOptions,
  type ReadResult,
  readingJson,
  wantedColumns,
} from "../table/index.ts";
import { fileHead } from "./file-head.ts";
import { driveOn, type Host } from "./host.ts";
import { pipeAt, stdio } from "./pipe.ts";
import type { Pool } from "./pool.ts";
import { type PartInput, readPart, readPartWork } from "./read-part.ts";

/** The forms of files that can be read. */
export type FileFormat = "csv" | "tsv" | "json" | "jsonl" | "mondrian-c";

/** What to read, and how. */
export type ReadRequest = {
  /** A path, or `-` for stdin. */
  readonly path: string;
  readonly options: Omit<ReadOptions, "format" | "source">;
  /** The form; told by the path's ending when not given. */
  readonly format?: FileFormat;
  /** Asks for the hash of these bytes and of those that are read; then one thread reads them all, in order. */
  readonly salt?: Uint8Array;
};

/** A table as it was read, with the salted hash and the number of the very bytes it was read from, where asked for. */
export type FileReading = ReadResult & { readonly hashed?: { readonly saltedSha256: string; readonly bytes: number } };

/** Bytes below which one thread is enough. */
const worthThreads = 192 << 20;

const blockSize = 1 << 20;

/** The form that a path's ending stands for. */
export function formatOf(path: string): FileFormat {
  const endings: Record<string, FileFormat> = {
    ".tsv": "tsv",
    ".tab": "tsv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
  };
  return endings[extname(path).toLowerCase()] ?? "csv";
}

/** Reads a table from a path or from stdin. */
export async function readTable(request: ReadRequest, pool: Pool, host: Host = {}): Promise<FileReading> {
  const { salt } = request;
  const digest = salt === undefined ? undefined : { hash: createHash("sha256").update(salt), bytes: 0 };
  const result = await readWith(request, digest, pool, host);
  for (const note of result.notes ?? []) host.onNote?.(note);
  if (digest === undefined) return result;
  return { ...result, hashed: { saltedSha256: digest.hash.digest("hex"), bytes: digest.bytes } };
}

/** What is known of the bytes so far. */
type Digest = { readonly hash: Hash; bytes: number };

async function readWith(request: ReadRequest, digest: Digest | undefined, pool: Pool, host: Host): Promise<ReadResult> {
  const { path } = request;
  const format = request.format ?? formatOf(path);
  const source = path === stdio ? "stdin" : path;
  const stream = path === stdio ? process.stdin : pipeAt(path);
  if (stream !== undefined) {
    return readStream(stream, hashing(openReader(format, { ...request.options, source }), digest), pool, host);
  }
  const size = sizeOf(path);
  const inOrder = (): Promise<ReadResult> =>
    driveOn(readBlocks(path, size, hashing(openReader(format, { ...request.options, source }), digest)), pool, host);
  if (format === "json" || format === "jsonl") return inOrder();
  const options: ReadOptions = { ...request.options, source, format };
  const isSmall = size < worthThreads || pool.threads === 1 || digest !== undefined;
  const head = isSmall ? undefined : fileHead(path, options);
  // what is not UTF-8 or Windows-1252 only one thread can read
  if (typeof head !== "object") return inOrder();
  return driveOn(readParts(path, size, head, options, pool.threads), pool, host);
}

/** Refuses what cannot be read as a file, before any work. */
function sizeOf(path: string): number {
  const file = openSync(path, "r");
  try {
    const found = fstatSync(file);
    if (found.isDirectory()) {
      throw new KohortError("file", `file "${path}" is a folder`, { hint: "name a file" });
    }
    return found.isFile() ? found.size : 0;
  } finally {
    closeSync(file);
  }
}

type BlockReader = { readonly push: (block: Uint8Array) => void; readonly ending: () => Task<ReadResult> };

function* readBlocks(path: string, size: number, reader: BlockReader): Task<ReadResult> {
  const file = openSync(path, "r");
  try {
    const block = new Uint8Array(blockSize);
    for (let at = 0; ; ) {
      const read = readSync(file, block, 0, blockSize, null);
      if (read === 0) break;
      at += read;
      reader.push(read === blockSize ? block : block.subarray(0, read));
      yield* report("read", at, size);
    }
    return yield* reader.ending();
  } finally {
    closeSync(file);
  }
}

function* readParts(path: string, size: number, head: Head, options: ReadOptions, threads: number): Task<ReadResult> {
  const wanted = wantedColumns(head, options);
  const cut = (share: number): number => Math.floor(head.dataStart + ((size - head.dataStart) * share) / threads);
  const inputs: PartInput[] = Array.from({ length: threads }, (_, share) => ({
    path,
    size,
    part: {
      head,
      wanted,
      start: share === 0 ? head.dataStart : cut(share),
      end: share === threads - 1 ? Number.POSITIVE_INFINITY : cut(share + 1),
    },
  }));
  const parts = (yield {
    kind: "parallel",
    stage: "read",
    jobs: inputs.map((input) => ({ work: readPartWork, input })),
  }) as CsvPart[];
  for (let broken = brokenPart(parts); broken !== undefined; broken = brokenPart(parts)) {
    const { index, start } = broken;
    const { part } = inputs[index];
    parts[index] = yield* readPart({ path, size, part: { ...part, start, exact: true } });
  }
  return yield* mergeParts(head, parts, options);
}

function openReader(format: FileFormat, options: Omit<ReadOptions, "format">): BlockReader {
  return format === "json" || format === "jsonl" ? openDocument(format, options) : openCsv({ ...options, format });
}

/** The same reader, which also hashes every block it is given. */
function hashing(reader: BlockReader, digest: Digest | undefined): BlockReader {
  if (digest === undefined) return reader;
  return {
    push: (block) => {
      digest.hash.update(block);
      digest.bytes += block.length;
      reader.push(block);
    },
    ending: reader.ending,
  };
}

function openDocument(format: "json" | "jsonl", options: Omit<ReadOptions, "format">): BlockReader {
  if (format === "jsonl") return openJsonLines(options);
  const blocks: Uint8Array[] = [];
  return {
    push: (block) => {
      blocks.push(block.slice());
    },
    ending: () => readingJson(Buffer.concat(blocks), options),
  };
}

async function readStream(
  stream: AsyncIterable<Buffer>,
  reader: BlockReader,
  pool: Pool,
  host: Host,
): Promise<ReadResult> {
  let at = 0;
  for await (const block of stream) {
    host.signal?.throwIfAborted();
    for (let from = 0; from < block.length; from += blockSize) reader.push(block.subarray(from, from + blockSize));
    at += block.length;
    host.onProgress?.({ kind: "progress", stage: "read", done: at, total: 0 });
  }
  return driveOn(reader.ending(), pool, host);
}
