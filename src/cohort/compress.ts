/**
 * @file Folds equal rows into weighted tuples. The ranks of a row are packed, mixed radix, into as few 32-bit words as
 * they need (Adult's eight attributes need one), the words are looked up in one open-addressing table. Tuples come out
 * in order of first appearance, so the result does not depend on how the rows were shared between threads, nor on the
 * hash: where keys were chosen to share a place, the table is laid out again by a hash that depends on all of them.
 */

import { indices, report, type Task } from "../base/index.ts";
import type { Codes } from "../table/index.ts";

/** The distinct tuples of some rows: their packed words, how often each occurs, and the tuple of each row. */
export type Fold = {
  readonly tuples: number;
  readonly words: readonly Uint32Array[];
  readonly weights: Uint32Array;
  readonly tupleOf: Uint32Array;
};

/** A column to fold by: its codes, the rank of each code and how many ranks there are. */
export type FoldColumn = { readonly codes: Codes; readonly rankOf: Uint32Array; readonly size: number };

/** A column to fold by its own codes, of which there are `size`. */
export function plainColumn(codes: Codes, size: number): FoldColumn {
  return { codes, rankOf: indices(size), size };
}

/** The first row of each tuple. */
export function firstRows({ tuples, tupleOf }: Pick<Fold, "tuples" | "tupleOf">): Uint32Array {
  const first = new Uint32Array(tuples);
  for (let row = tupleOf.length - 1; row >= 0; row--) first[tupleOf[row]] = row;
  return first;
}

/** Which columns share a word: runs of columns whose sizes multiply to at most 2³². */
export function packing(sizes: readonly number[]): number[][] {
  const words: number[][] = [];
  let room = 0;
  sizes.forEach((size, column) => {
    const needed = Math.max(1, size);
    if (words.length === 0 || room * needed > 0x1_0000_0000) {
      words.push([]);
      room = 1;
    }
    words[words.length - 1].push(column);
    room *= needed;
  });
  return words.length === 0 ? [[]] : words;
}

const block = 8192;

/** Folds rows `from … to−1`; `tally` is told how many slots were passed over. */
export function* fold(
  columns: readonly FoldColumn[],
  from: number,
  to: number,
  tally?: { probes: number },
): Task<Fold> {
  const layout = packing(columns.map((column) => column.size));
  const table = openTable(layout.length, to - from);
  const tupleOf = new Uint32Array(to - from);
  const packed = layout.map(() => new Uint32Array(Math.min(block, to - from)));
  for (let start = from; start < to; start += block) {
    const count = Math.min(block, to - start);
    layout.forEach((members, word) => {
      const out = packed[word];
      out.fill(0);
      for (const member of members) packColumn(columns[member], start, count, out);
    });
    yield* makeRoom(table, count);
    yield* lookUp(table, packed, count, tupleOf, start - from);
    if (((start - from) / block) % 16 === 15) yield* report("fold", start - from, to - from);
  }
  if (tally !== undefined) tally.probes = table.passed + table.probes;
  return closeTable(table, tupleOf);
}

/** Joins folds of consecutive row ranges into the fold of them all. */
export function* joinFolds(folds: readonly Fold[]): Task<Fold> {
  if (folds.length === 1) return folds[0];
  const rows = folds.reduce((sum, part) => sum + part.tupleOf.length, 0);
  const tupleOf = new Uint32Array(rows);
  const table = openTable(folds[0].words.length, rows);
  let base = 0;
  for (const part of folds) {
    const place = new Uint32Array(part.tuples);
    for (let start = 0; start < part.tuples; start += 16 * block) {
      const end = Math.min(part.tuples, start + 16 * block);
      yield* makeRoom(table, end - start);
      yield* lookUp(
        table,
        part.words.map((words) => words.subarray(start, end)),
        end - start,
        place,
        start,
      );
      yield* report("fold", base, rows);
    }
    // each tuple was counted once; the part knows how often it occurs
    for (let tuple = 0; tuple < part.tuples; tuple++) table.weights[place[tuple]] += part.weights[tuple] - 1;
    yield* report("fold", base, rows);
    const { tupleOf: local } = part;
    for (let from = 0; from < local.length; from += 128 * block) {
      const to = Math.min(local.length, from + 128 * block);
      for (let row = from; row < to; row++) tupleOf[base + row] = place[local[row]];
      yield* report("fold", base + to, rows);
    }
    base += local.length;
  }
  return closeTable(table, tupleOf);
}

/** Unpacks one column's ranks from the words of a fold. */
export function unpack(words: readonly Uint32Array[], sizes: readonly number[], column: number, out: Codes): Codes {
  const layout = packing(sizes);
  const word = layout.findIndex((members) => members.includes(column));
  let divisor = 1;
  for (const member of layout[word]) if (member > column) divisor *= Math.max(1, sizes[member]);
  const size = Math.max(1, sizes[column]);
  const source = words[word];
  for (let tuple = 0; tuple < out.length; tuple++) out[tuple] = Math.floor(source[tuple] / divisor) % size;
  return out;
}

function packColumn({ codes, rankOf, size }: FoldColumn, start: number, count: number, out: Uint32Array): void {
  for (let i = 0; i < count; i++) out[i] = out[i] * size + rankOf[codes[start + i]];
}

type Lookup = {
  size: number;
  mask: number;
  slots: Uint32Array;
  words: Uint32Array[];
  weights: Uint32Array;
  /** What keys are mixed with, and since it last changed: the keys looked up, and the slots that were passed over. */
  seed: number;
  lookups: number;
  probes: number;
  /** The slots that were passed over before. */
  passed: number;
};

/** Slots passed over for each key, and at all, before the seed is changed; half-empty tables need about one. */
const probesPerKey = 8;
const probesAtAll = 0x1_0000;

/** An empty table; few rows get a small one, since a wide table has many words. */
function openTable(words: number, rows: number): Lookup {
  let capacity = 0x100;
  while (capacity < Math.min(rows, 0x1_0000)) capacity *= 2;
  return {
    size: 0,
    mask: 2 * capacity - 1,
    slots: new Uint32Array(2 * capacity),
    words: Array.from({ length: words }, () => new Uint32Array(capacity)),
    weights: new Uint32Array(capacity),
    seed: 0,
    lookups: 0,
    probes: 0,
    passed: 0,
  };
}

function closeTable(table: Lookup, tupleOf: Uint32Array): Fold {
  const words = table.words.map((grown) => grown.slice(0, table.size));
  return { tuples: table.size, words, weights: table.weights.slice(0, table.size), tupleOf };
}

/** Makes the table large enough for `more` tuples, in steps between which Cancel is heard. */
function* makeRoom(table: Lookup, more: number): Task<void> {
  if (table.size + more <= table.weights.length) return;
  let capacity = 2 * table.weights.length;
  while (capacity < table.size + more) capacity *= 2;
  const wider = (old: Uint32Array): Uint32Array => {
    const copy = new Uint32Array(capacity);
    copy.set(old);
    return copy;
  };
  table.words = table.words.map(wider);
  table.weights = wider(table.weights);
  table.mask = 2 * capacity - 1;
  table.slots = new Uint32Array(2 * capacity);
  yield* layOut(table, table.seed);
}

/** Puts every tuple into a slot by a seed, and by others while there are long runs. */
function* layOut(table: Lookup, seed: number): Task<void> {
  table.seed = seed;
  table.lookups = table.size;
  table.passed += table.probes;
  table.probes = 0;
  table.slots.fill(0);
  for (let from = 0; from < table.size; from += 32 * block) {
    placeAgain(table, from, Math.min(table.size, from + 32 * block));
    yield* report("fold", 0, 1);
    if (table.probes > probesPerKey * table.size + probesAtAll) return yield* layOut(table, nextSeed(table));
  }
}

/** A seed that depends on every tuple, so that no table can be made for the next one. */
function nextSeed({ words, size, seed }: Lookup): number {
  let next = mix(seed + 1);
  for (const word of words) for (let tuple = 0; tuple < size; tuple++) next = mix(next ^ word[tuple]);
  return next | 1;
}

function placeAgain(table: Lookup, from: number, to: number): void {
  const { words, slots, mask, seed } = table;
  let probes = 0;
  for (let tuple = from; tuple < to; tuple++) {
    let hash = seed;
    for (let word = 0; word < words.length; word++) hash = mix(hash ^ words[word][tuple]);
    let slot = hash & mask;
    while (slots[slot] !== 0) {
      slot = (slot + 1) & mask;
      probes++;
    }
    slots[slot] = tuple + 1;
  }
  table.probes += probes;
}

function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Finds or adds each packed row and counts it; lays the table out again where that passes over too many slots. */
function* lookUp(
  table: Lookup,
  packed: readonly Uint32Array[],
  count: number,
  out: Uint32Array,
  at: number,
): Task<void> {
  for (let done = 0; done < count; ) {
    const [one] = packed;
    done =
      packed.length === 1
        ? lookUpOne(table, one, done, count, out, at)
        : lookUpMany(table, packed, done, count, out, at);
    if (done < count) yield* layOut(table, nextSeed(table));
  }
}

/** The one-word case of `lookUpMany`, which is most tables; 1.6 times as fast as the general loop. */
function lookUpOne(
  table: Lookup,
  packed: Uint32Array,
  from: number,
  count: number,
  out: Uint32Array,
  at: number,
): number {
  const { slots, mask, weights, seed } = table;
  const words = table.words[0];
  const enough = probesPerKey * table.lookups + probesAtAll - table.probes;
  let probes = 0;
  let i = from;
  for (; i < count && probes <= enough; i++) {
    const wanted = packed[i];
    let slot = mix(seed ^ wanted) & mask;
    let entry = slots[slot];
    while (entry !== 0 && words[entry - 1] !== wanted) {
      slot = (slot + 1) & mask;
      entry = slots[slot];
      probes++;
    }
    if (entry === 0) {
      entry = ++table.size;
      slots[slot] = entry;
      words[entry - 1] = wanted;
    }
    weights[entry - 1] += 1;
    out[at + i] = entry - 1;
  }
  table.probes += probes;
  table.lookups += i - from;
  return i;
}

function lookUpMany(
  table: Lookup,
  packed: readonly Uint32Array[],
  from: number,
  count: number,
  out: Uint32Array,
  at: number,
): number {
  const { slots, mask, words, weights, seed } = table;
  const enough = probesPerKey * table.lookups + probesAtAll - table.probes;
  let probes = 0;
  let i = from;
  for (; i < count && probes <= enough; i++) {
    let hash = seed;
    for (let word = 0; word < packed.length; word++) hash = mix(hash ^ packed[word][i]);
    let slot = hash & mask;
    while (slots[slot] !== 0 && !sameWords(words, slots[slot] - 1, packed, i)) {
      slot = (slot + 1) & mask;
      probes++;
    }
    let entry = slots[slot];
    if (entry === 0) {
      entry = ++table.size;
      slots[slot] = entry;
      for (let word = 0; word < packed.length; word++) words[word][entry - 1] = packed[word][i];
    }
    weights[entry - 1] += 1;
    out[at + i] = entry - 1;
  }
  table.probes += probes;
  table.lookups += i - from;
  return i;
}

function sameWords(words: readonly Uint32Array[], tuple: number, packed: readonly Uint32Array[], row: number): boolean {
  for (let word = 0; word < words.length; word++) if (words[word][tuple] !== packed[word][row]) return false;
  return true;
}
