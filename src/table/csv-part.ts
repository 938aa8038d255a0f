/**
 * @file Reading one stretch of a CSV file. A part that starts in the middle begins after the first line end at or after
 * the byte before it, supposing that this is outside quotes, and reads on past its end to the next end of a record. The
 * supposition is right exactly if the part before stopped where this one began; otherwise it is read again from there.
 */
import { KohortError } from "../base/index.ts";
import type { Head } from "./csv-head.ts";
import { closePieces, dealOut, type Failure, fail, newScanner, type Scanner, scan } from "./csv-scanner.ts";
import { splitRecord } from "./dialect.ts";
import { labelsOf } from "./dictionary.ts";
import type { Labels } from "./labels.ts";
import type { Codes } from "./table.ts";

/** Which stretch of a file to read, and how; plain data that can be posted to a worker. */
export type PartOptions = {
  readonly head: Head;
  /** 1 for every column to take, 0 for one to read over. */
  readonly wanted: Uint8Array;
  readonly start: number;
  /** The part reads every record that begins before this byte; Infinity for all. */
  readonly end: number;
  /** A record is known to begin at `start`. */
  readonly exact?: boolean;
};

/** A column of a stretch: its codes in pieces, each as narrow as the labels known by then allow. */
export type PartColumn = { readonly pieces: Codes[]; readonly labels: Labels };

/** A stretch of a file, coded; plain data that can be posted by a worker. */
export type CsvPart = {
  readonly rows: number;
  /** A column each, undefined where it was not wanted. */
  readonly columns: readonly (PartColumn | undefined)[];
  readonly blankLines: number;
  readonly quotedNewlines: number;
  readonly firstRecordAt: number;
  readonly stoppedAt: number;
  readonly failure?: Failure;
};

/** Takes the bytes of a file from `readFrom` on, until it has enough. */
export type PartReader = {
  /** The byte of the file that the first block begins with. */
  readonly readFrom: number;
  /** Takes the next block; false when no more are needed. The block may be reused afterwards. */
  push(block: Uint8Array): boolean;
  /** The part; called when the file ends or no more blocks are needed. */
  end(): CsvPart;
};

/** A record longer than this is taken for an open quote. */
const longestRecord = 0x1000_0000;

type State = {
  readonly scanner: Scanner;
  readonly end: number;
  started: boolean;
  done: boolean;
  firstRecordAt: number;
  stoppedAt: number;
  /** Where in the file the next block begins. */
  offset: number;
  /** Bytes of a record that is not complete yet. */
  carry: Uint8Array;
  carried: number;
  /** How many bytes to have before trying that record again, so that a long one costs linear time. */
  retryAt: number;
};

/** Starts to read a stretch of a file. */
export function openCsvPart(options: PartOptions): PartReader {
  const { head, wanted } = options;
  if (head.dialect.encoding.startsWith("utf-16") && options.start > 0) {
    throw new KohortError("usage", "a UTF-16 file can only be read as a whole");
  }
  const newline = head.dialect.newline === "\r" ? 0x0d : 0x0a;
  const start = Math.max(options.start, head.dataStart);
  const exact = options.exact === true || start === head.dataStart;
  const readFrom = exact ? start : start - 1;
  const state: State = {
    scanner: newScanner(wanted, head.dialect.delimiter.charCodeAt(0), newline),
    end: options.end,
    started: exact,
    done: exact && start >= options.end,
    firstRecordAt: start,
    stoppedAt: start,
    offset: readFrom,
    carry: new Uint8Array(0),
    carried: 0,
    retryAt: 0,
  };
  return { readFrom, push: (block) => push(state, plain(block)), end: () => close(state) };
}

/** The same bytes as a bare Uint8Array; a Node Buffer among the arrays it sees makes the kernel half as fast. */
function plain(block: Uint8Array): Uint8Array {
  return new Uint8Array(block.buffer, block.byteOffset, block.length);
}

function push(state: State, block: Uint8Array): boolean {
  if (state.done) return false;
  let at = 0;
  if (!state.started) {
    at = block.indexOf(state.scanner.newline) + 1;
    if (at === 0) {
      state.offset += block.length;
      return true;
    }
    state.started = true;
    state.firstRecordAt = state.stoppedAt = state.offset + at;
    state.done = state.firstRecordAt >= state.end;
  }
  while (state.carried > 0 && at < block.length && !state.done) at = finishCarried(state, block, at);
  if (at < block.length && !state.done) {
    const next = consume(state, block, at, block.length, state.offset);
    keep(state, block.subarray(next));
    state.retryAt = 2 * state.carried;
  }
  state.offset += block.length;
  return !state.done;
}

/** Joins the carried bytes with more of the block; returns where in the block to go on. */
function finishCarried(state: State, block: Uint8Array, from: number): number {
  const take = Math.min(block.length - from, Math.max(4096, state.carried));
  keep(state, block.subarray(from, from + take));
  const at = from + take;
  if (state.carried < state.retryAt) return at;
  const next = consume(state, state.carry, 0, state.carried, state.offset + at - state.carried);
  const left = state.carried - next;
  if (left <= take) {
    state.carried = 0;
    return at - left;
  }
  state.carry.copyWithin(0, next, state.carried);
  state.carried = left;
  state.retryAt = 2 * left;
  if (left > longestRecord && !state.done) {
    fail(state.scanner, "too-long", 0);
    state.done = true;
  }
  return at;
}

function keep(state: State, bytes: Uint8Array): void {
  const needed = state.carried + bytes.length;
  if (needed > state.carry.length) {
    const larger = new Uint8Array(Math.max(needed, 2 * state.carry.length));
    larger.set(state.carry.subarray(0, state.carried));
    state.carry = larger;
  }
  state.carry.set(bytes, state.carried);
  state.carried = needed;
}

function consume(state: State, bytes: Uint8Array, from: number, to: number, base: number): number {
  const next = scan(state.scanner, bytes, from, to, Math.min(to, state.end - base));
  state.stoppedAt = base + next;
  state.done = state.scanner.failure !== undefined || state.stoppedAt >= state.end;
  return next;
}

function close(state: State): CsvPart {
  const { scanner } = state;
  if (!state.started) state.firstRecordAt = state.stoppedAt = state.offset;
  if (!state.done && state.carried > 0) {
    const base = state.offset - state.carried;
    if (state.carry[state.carried - 1] !== scanner.newline) keep(state, Uint8Array.of(scanner.newline));
    const next = consume(state, state.carry, 0, state.carried, base);
    state.stoppedAt = Math.min(state.stoppedAt, state.offset);
    if (!state.done && next < state.carried) fail(scanner, "open-quote", openColumn(state, next));
    state.done = true;
  }
  dealOut(scanner);
  closePieces(scanner);
  const { rows, blankLines, quotedNewlines, failure } = scanner;
  const columns = scanner.dictionaries.map((dictionary, column) => {
    return scanner.wanted[column] === 0 ? undefined : { pieces: scanner.pieces[column], labels: labelsOf(dictionary) };
  });
  const { firstRecordAt, stoppedAt } = state;
  const read = { rows, columns, blankLines, quotedNewlines, firstRecordAt, stoppedAt };
  return failure === undefined ? read : { ...read, failure };
}

function openColumn(state: State, from: number): number {
  const { delimiter, newline } = state.scanner;
  return splitRecord(state.carry.subarray(0, state.carried), from, delimiter, newline).fields.length - 1;
}

/** The buffers of a part that a worker can hand over instead of copying. */
export function partBuffers(part: CsvPart): ArrayBuffer[] {
  return part.columns.flatMap((column) => {
    if (column === undefined) return [];
    const arrays = [...column.pieces, column.labels.bytes, column.labels.offsets];
    return arrays.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
  });
}
