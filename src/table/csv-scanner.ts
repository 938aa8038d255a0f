/**
 * @file The kernel of the CSV reader. It walks over complete records in a block of bytes, hashes each field as it goes,
 * looks it up in the column's dictionary and leaves the codes row by row in a batch, which is then dealt out to the
 * columns. A record that is not complete in the block is not taken; its codes are written again when the rest is there.
 */
import { codeOf, type Dictionary, findOrAdd, hashFactor, hashStart, newDictionary } from "./dictionary.ts";
import { atOnce, type Codes, newCodes } from "./table.ts";

/** Why a record cannot be read, with rows and lines counted from where the scanner began. */
export type Failure = {
  readonly kind: "fields" | "after-quote" | "open-quote" | "zero-byte" | "too-long";
  /** Records before this one. */
  readonly rows: number;
  /** Lines before this record. */
  readonly lines: number;
  /** The column the trouble is in, or for `fields` the number of fields found. */
  readonly column: number;
};

/** A reader's place in a stream of records: what it has coded so far and how many lines it has seen. */
export type Scanner = {
  readonly delimiter: number;
  readonly newline: number;
  readonly columns: number;
  readonly wanted: Uint8Array;
  readonly dictionaries: Dictionary[];
  /** The codes of each column in pieces of at most `atOnce` rows, so that none of them is ever moved. */
  readonly pieces: Codes[][];
  /** The piece of each column that is being filled, and how many rows it has. */
  readonly stores: Codes[];
  filled: number;
  readonly batch: Int32Array;
  /** How many rows the batch takes: 16 at first, so that the engine has seen whole rounds before it compiles one. */
  batchRows: number;
  /** Rows dealt out to the columns. */
  rows: number;
  /** Rows that wait in the batch. */
  waiting: number;
  blankLines: number;
  quotedNewlines: number;
  failure: Failure | undefined;
  scratch: Uint8Array;
  scratchEnd: number;
  scratchNewlines: number;
};

/**
 * What a scanner has before it reads. It is spread into each: an object literal would, when it is run a second time,
 * widen the types that the engine has noted for its properties and so undo the compiled kernel.
 */
const untouched = {
  batchRows: 16,
  rows: 0,
  waiting: 0,
  filled: 0,
  blankLines: 0,
  quotedNewlines: 0,
  failure: undefined,
  scratchEnd: 0,
  scratchNewlines: 0,
};

/** A scanner for records of as many fields as `wanted` is long; only the wanted ones (1) are coded. */
export function newScanner(wanted: Uint8Array, delimiter: number, newline: number): Scanner {
  const columns = wanted.length;
  const batchRows = Math.max(16, Math.min(1024, Math.floor(0x1000 / columns)));
  return {
    ...untouched,
    delimiter,
    newline,
    columns,
    wanted,
    dictionaries: Array.from(wanted, () => newDictionary()),
    pieces: Array.from(wanted, () => []),
    stores: Array.from(wanted, () => new Uint8Array(0)),
    batch: new Int32Array(batchRows * columns),
    scratch: new Uint8Array(64),
  };
}

const quote = 0x22;
const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Reads all complete records that begin in `block[from … limit)`; returns where the first record not read begins. */
export function scan(scanner: Scanner, block: Uint8Array, from: number, to: number, limit: number): number {
  let position = from;
  for (;;) {
    position = fillBatch(scanner, block, position, to, limit);
    if (scanner.waiting < scanner.batchRows) return position;
    dealOut(scanner);
  }
}

/**
 * One pass until the batch is full, the block is used up or a record fails; returns where the next record begins. Plain
 * records are read here; one with a quote, a blank line or anything odd is handed to `readRecord` from its start. Kept
 * apart so, the loop over bytes needs no check for the block's end (a line end stops it) and runs a third faster.
 */
function fillBatch(scanner: Scanner, block: Uint8Array, from: number, to: number, limit: number): number {
  const { delimiter, newline, wanted, dictionaries, batch, batchRows } = scanner;
  const last = scanner.columns - 1;
  const crlf = newline === lineFeed;
  const empty = hashStart;
  const factor = hashFactor;
  const plainLimit = Math.min(limit, block.lastIndexOf(newline, to - 1) + 1);
  let row = scanner.waiting;
  let position = from;
  records: while (row < batchRows && position < plainLimit) {
    let at = position;
    let target = row * (last + 1);
    let plain = block[at] !== newline && block[at] !== carriageReturn;
    for (let column = 0; plain; column++) {
      const start = at;
      let hash = empty;
      let byte = block[at];
      if (byte === quote) break;
      while (byte !== delimiter && (byte > 13 || byte === tab)) {
        hash = Math.imul(hash ^ byte, factor);
        byte = block[++at];
      }
      const end = at++;
      if (byte === delimiter) plain = column < last;
      else {
        if (byte === carriageReturn && crlf) byte = block[at++];
        plain = byte === newline && column === last;
      }
      if (!plain) break;
      if (wanted[column] === 1) batch[target] = findOrAdd(dictionaries[column], block, start, end, hash);
      target++;
      if (column === last) {
        position = at;
        row++;
        continue records;
      }
    }
    scanner.waiting = row;
    const next = readRecord(scanner, block, position, to);
    if (next < 0) return position;
    row = scanner.waiting;
    position = next;
  }
  scanner.waiting = row;
  return position;
}

/** Reads a record of any form, or a blank line; returns where the next begins, −1 if it fails or is not all there. */
function readRecord(scanner: Scanner, block: Uint8Array, position: number, to: number): number {
  const { delimiter, newline, wanted, dictionaries, batch, columns } = scanner;
  const blank = lineEnd(block, position, to, newline);
  if (blank < 0) return -1;
  if (blank > 0) {
    scanner.blankLines++;
    return position + blank;
  }
  let newlines = 0;
  let at = position;
  for (let column = 0; ; column++) {
    const quoted = block[at] === quote;
    at = quoted ? readQuoted(scanner, block, at + 1, to) : at;
    if (at < 0) return -1;
    let source = scanner.scratch;
    let start = 0;
    let end = scanner.scratchEnd;
    let ending = at < to ? lineEnd(block, at, to, newline) : -1;
    if (quoted) {
      newlines += scanner.scratchNewlines;
      if (ending === 0 && block[at] !== delimiter) return fail(scanner, "after-quote", column);
    } else {
      source = block;
      start = at;
      while (ending === 0 && block[at] !== delimiter) ending = ++at < to ? lineEnd(block, at, to, newline) : -1;
      end = at;
    }
    if (ending < 0) return -1;
    if (ending === 0 ? column === columns - 1 : column !== columns - 1) {
      const fields = countFields(scanner, block, position, to);
      return fields === 0 ? -1 : fail(scanner, "fields", fields);
    }
    if (holdsZero(source, start, end)) return fail(scanner, "zero-byte", column);
    if (wanted[column] === 1) {
      batch[scanner.waiting * columns + column] = codeOf(dictionaries[column], source, start, end);
    }
    if (ending > 0) {
      scanner.quotedNewlines += newlines;
      scanner.waiting++;
      return at + ending;
    }
    at++;
  }
}

/** How many bytes of a line end stand at a place: 0 if none, −1 if that cannot be known before the next block. */
function lineEnd(block: Uint8Array, at: number, to: number, newline: number): number {
  const byte = block[at];
  if (byte === newline) return 1;
  if (byte !== carriageReturn || newline !== lineFeed) return 0;
  return at + 1 >= to ? -1 : block[at + 1] === lineFeed ? 2 : 0;
}

function holdsZero(source: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (source[at] === 0) return true;
  return false;
}

/** Copies a quoted field to the scratch, doubled quotes once; returns the place after its closing quote, −1 if not there. */
function readQuoted(scanner: Scanner, block: Uint8Array, from: number, to: number): number {
  let { scratch } = scanner;
  let end = 0;
  let newlines = 0;
  for (let at = from; at < to; at++) {
    const byte = block[at];
    if (byte === quote) {
      if (at + 1 >= to) return -1;
      if (block[at + 1] !== quote) {
        scanner.scratchEnd = end;
        scanner.scratchNewlines = newlines;
        return at + 1;
      }
      at++;
    } else if (byte === scanner.newline) newlines++;
    if (end === scratch.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(scratch);
      scanner.scratch = scratch = larger;
    }
    scratch[end++] = byte;
  }
  return -1;
}

/** How many fields a record has, however it is formed; 0 when its end is not in the block. */
function countFields(scanner: Scanner, block: Uint8Array, from: number, to: number): number {
  let fields = 1;
  let quoted = false;
  let fresh = true;
  for (let at = from; at < to; at++) {
    const byte = block[at];
    if (quoted) {
      if (byte !== quote) continue;
      if (block[at + 1] === quote) at++;
      else quoted = false;
    } else if (byte === quote && fresh) quoted = true;
    else if (byte === scanner.newline) return fields;
    fresh = !quoted && byte === scanner.delimiter;
    if (fresh) fields++;
  }
  return 0;
}

/** Notes that the record after the rows read so far cannot be read. */
export function fail(scanner: Scanner, kind: Failure["kind"], column: number): -1 {
  const rows = scanner.rows + scanner.waiting;
  const lines = rows + scanner.blankLines + scanner.quotedNewlines;
  scanner.failure = { kind, rows, lines, column };
  return -1;
}

/** Moves the rows in the batch to the columns' own arrays. */
export function dealOut(scanner: Scanner): void {
  const { batch, columns, dictionaries, stores, waiting, wanted } = scanner;
  if (scanner.filled + waiting > atOnce) closePieces(scanner);
  const { filled } = scanner;
  const needed = filled + waiting;
  for (let column = 0; column < columns; column++) {
    if (wanted[column] === 0) continue;
    let store = stores[column];
    const { size } = dictionaries[column];
    if (store.length < needed || size > 2 ** (8 * store.BYTES_PER_ELEMENT)) {
      const room = store.length < needed ? roomFor(scanner, needed) : store.length;
      const larger = newCodes(room, Math.max(size, 2 ** (8 * store.BYTES_PER_ELEMENT)));
      larger.set(store.subarray(0, filled));
      stores[column] = store = larger;
    }
    copyColumn(batch, column, columns, waiting, store, filled);
  }
  scanner.rows += waiting;
  scanner.filled = needed;
  scanner.waiting = 0;
  scanner.batchRows = Math.floor(batch.length / columns);
}

/** The first piece grows with the file; a file that has filled one will fill more. */
function roomFor(scanner: Scanner, needed: number): number {
  return scanner.rows > scanner.filled ? atOnce : Math.min(atOnce, Math.max(0x1000, 2 * needed));
}

/** Puts the pieces that are being filled behind the finished ones. */
export function closePieces(scanner: Scanner): void {
  const { filled, pieces, stores, wanted } = scanner;
  for (let column = 0; column < stores.length; column++) {
    if (wanted[column] === 0 || filled === 0) continue;
    pieces[column].push(stores[column].subarray(0, filled));
    stores[column] = new Uint8Array(0);
  }
  scanner.filled = 0;
}

function copyColumn(batch: Int32Array, column: number, columns: number, rows: number, store: Codes, at: number): void {
  for (let row = 0, from = column; row < rows; row++, from += columns) store[at + row] = batch[from];
}
