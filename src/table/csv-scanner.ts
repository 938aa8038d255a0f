/**
 * @file The kernel of the CSV reader. It walks over complete records in a block of bytes, hashes each field as it goes,
 * looks it up in the column's dictionary and leaves the codes row by row in a batch, which is then dealt out to the
 * columns. A record that is not complete in the block is not taken; its codes are written again when the rest is there.
 */
import { type Dictionary, findOrAdd, hashFactor, hashStart, newDictionary } from "./dictionary.ts";
import { type Codes, newCodes } from "./table.ts";

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
  readonly stores: Codes[];
  readonly batch: Int32Array;
  readonly batchRows: number;
  /** Rows dealt out to `stores`. */
  rows: number;
  /** Rows that wait in the batch. */
  waiting: number;
  blankLines: number;
  quotedNewlines: number;
  failure: Failure | undefined;
  scratch: Uint8Array;
  scratchEnd: number;
};

/** A scanner for records of as many fields as `wanted` is long; only the wanted ones (1) are coded. */
export function newScanner(wanted: Uint8Array, delimiter: number, newline: number): Scanner {
  const columns = wanted.length;
  const batchRows = Math.max(16, Math.min(4096, Math.floor(0x1_0000 / columns)));
  return {
    delimiter,
    newline,
    columns,
    wanted,
    dictionaries: Array.from(wanted, newDictionary),
    stores: Array.from(wanted, () => new Uint8Array(0)),
    batch: new Int32Array(batchRows * columns),
    batchRows,
    rows: 0,
    waiting: 0,
    blankLines: 0,
    quotedNewlines: 0,
    failure: undefined,
    scratch: new Uint8Array(64),
    scratchEnd: 0,
  };
}

const quote = 0x22;
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
 * One pass until the batch is full, the block is used up or a record fails; returns where the next record begins.
 * Kept whole because it is the hot loop of every run: a call per field costs a fifth of its time.
 */
function fillBatch(scanner: Scanner, block: Uint8Array, from: number, to: number, limit: number): number {
  const { delimiter, newline, wanted, dictionaries, batch, batchRows } = scanner;
  const last = scanner.columns - 1;
  const crlf = newline === lineFeed;
  let row = scanner.waiting;
  let position = from;
  records: while (row < batchRows && position < limit) {
    let at = position;
    const first = block[at]!;
    if (first === newline) {
      scanner.blankLines++;
      position++;
      continue;
    }
    if (crlf && first === carriageReturn) {
      if (at + 1 >= to) break;
      if (block[at + 1] === lineFeed) {
        scanner.blankLines++;
        position += 2;
        continue;
      }
    }
    let target = row * (last + 1);
    let newlines = 0;
    for (let column = 0; ; column++) {
      let source = block;
      let start = at;
      let end = at;
      let hash = hashStart;
      let byte = 0;
      if (at < to && block[at] === quote) {
        start = ++at;
        for (; ; at++) {
          if (at >= to) break records;
          byte = block[at]!;
          if (byte === quote) break;
          if (byte === newline) newlines++;
          else if (byte === 0) {
            fail(scanner, row, "zero-byte", column);
            break records;
          }
          hash = Math.imul(hash ^ byte, hashFactor);
        }
        end = at;
        if (at + 1 >= to) break records;
        byte = block[++at]!;
        if (byte === quote) {
          at = unquote(scanner, block, start, to);
          if (at < 0) break records;
          source = scanner.scratch;
          start = 0;
          end = scanner.scratchEnd;
          hash = hashStart;
          newlines = countByte(block, position, at, newline);
          for (let own = 0; own < end; own++) {
            byte = source[own]!;
            if (byte === 0) {
              fail(scanner, row, "zero-byte", column);
              break records;
            }
            hash = Math.imul(hash ^ byte, hashFactor);
          }
          byte = block[at]!;
        }
        if (crlf && byte === carriageReturn) {
          if (at + 1 >= to) break records;
          if (block[at + 1] === lineFeed) {
            at++;
            byte = lineFeed;
          }
        }
        if (byte !== delimiter && byte !== newline) {
          fail(scanner, row, "after-quote", column);
          break records;
        }
      } else {
        for (; ; at++) {
          if (at >= to) break records;
          byte = block[at]!;
          if (byte === delimiter) break;
          if (byte < 14) {
            if (byte === newline) break;
            if (byte === carriageReturn && crlf) {
              if (at + 1 >= to) break records;
              if (block[at + 1] === lineFeed) break;
            } else if (byte === 0) {
              fail(scanner, row, "zero-byte", column);
              break records;
            }
          }
          hash = Math.imul(hash ^ byte, hashFactor);
        }
        end = at;
        if (byte === carriageReturn && crlf) at++;
      }
      at++;
      if (byte === delimiter ? column === last : column !== last) {
        const fields = countFields(scanner, block, position, to);
        if (fields > 0) fail(scanner, row, "fields", fields);
        break records;
      }
      if (wanted[column] === 1) batch[target] = findOrAdd(dictionaries[column]!, source, start, end, hash);
      target++;
      if (column === last) break;
    }
    scanner.quotedNewlines += newlines;
    position = at;
    row++;
  }
  scanner.waiting = row;
  return position;
}

/** Copies a quoted field with doubled quotes to the scratch; returns the place after its closing quote, −1 if not there. */
function unquote(scanner: Scanner, block: Uint8Array, from: number, to: number): number {
  let end = 0;
  for (let at = from; at < to; at++) {
    const byte = block[at]!;
    if (byte === quote) {
      if (at + 1 >= to) return -1;
      if (block[at + 1] !== quote) {
        scanner.scratchEnd = end;
        return at + 1;
      }
      at++;
    }
    if (end === scanner.scratch.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(scanner.scratch);
      scanner.scratch = larger;
    }
    scanner.scratch[end++] = byte;
  }
  return -1;
}

function countByte(block: Uint8Array, from: number, to: number, wanted: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (block[at] === wanted) count++;
  return count;
}

/** How many fields a record has, however it is formed; 0 when its end is not in the block. */
function countFields(scanner: Scanner, block: Uint8Array, from: number, to: number): number {
  let fields = 1;
  let quoted = false;
  let fresh = true;
  for (let at = from; at < to; at++) {
    const byte = block[at]!;
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
export function fail(scanner: Scanner, waiting: number, kind: Failure["kind"], column: number): void {
  const rows = scanner.rows + waiting;
  const lines = rows + scanner.blankLines + scanner.quotedNewlines;
  scanner.failure = { kind, rows, lines, column };
}

/** Moves the rows in the batch to the columns' own arrays. */
export function dealOut(scanner: Scanner): void {
  const { batch, columns, dictionaries, rows, stores, waiting, wanted } = scanner;
  const needed = rows + waiting;
  for (let column = 0; column < columns; column++) {
    if (wanted[column] === 0) continue;
    let store = stores[column]!;
    const { size } = dictionaries[column]!;
    if (store.length < needed || size > 2 ** (8 * store.BYTES_PER_ELEMENT)) {
      const room = store.length < needed ? Math.max(needed, Math.ceil(1.5 * store.length)) : store.length;
      const larger = newCodes(room, Math.max(size, 2 ** (8 * store.BYTES_PER_ELEMENT)));
      larger.set(store.subarray(0, rows));
      stores[column] = store = larger;
    }
    for (let row = 0, from = column; row < waiting; row++, from += columns) store[rows + row] = batch[from]!;
  }
  scanner.rows = needed;
  scanner.waiting = 0;
}
