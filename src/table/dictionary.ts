/**
 * @file A growing dictionary of byte strings: open addressing over FNV-1a hashes, the bytes of all labels in one pool.
 * The scanner looks cells up in it straight from the file's bytes, so no cell ever becomes a JavaScript string. FNV-1a is
 * quick, and cells that share a place are easily made: where searches get long, labels are placed again by a hash that
 * depends on all of them.
 */
import { KohortError } from "../base/index.ts";
import type { Labels } from "./labels.ts";

/** A dictionary that is still growing; label i is `bytes[offsets[i] … offsets[i + 1])`. */
export type Dictionary = {
  size: number;
  bytes: Uint8Array;
  offsets: Uint32Array;
  /** Pairs of hash and code + 1, twice as many pairs as labels at least; 0 is a free place. */
  places: Int32Array;
  /** What labels are hashed with instead of FNV-1a once that led to long searches; 0 until then. */
  seed: number;
  /** Places passed over by long searches since the seed last changed. */
  probes: number;
};

/** Places that a search may pass over without being called long. */
const longSearch = 32;

/** Places passed over by long searches for each label, and at all, before labels are placed again. */
const probesPerLabel = 8;
const probesAtAll = 0x1_0000;

/** The FNV-1a hash of no bytes. */
export const hashStart: number = 0x811c9dc5 | 0;

/** What each byte's step multiplies by. */
export const hashFactor: number = 0x01000193;

/** The place where the search for a hash begins; the upper bits are folded in because places are few. */
function placeOf(hash: number, pairs: number): number {
  return (hash ^ (hash >>> 15)) & (pairs - 1);
}

/** A dictionary with nothing in it; `expected` labels fit without its places being spread anew. */
export function newDictionary(expected = 8): Dictionary {
  const places = 4 * 2 ** Math.ceil(Math.log2(Math.max(8, expected)));
  return {
    size: 0,
    bytes: new Uint8Array(64),
    offsets: new Uint32Array(9),
    places: new Int32Array(places),
    seed: 0,
    probes: 0,
  };
}

/** The code of the label in `source[from … to)`, added if it is new. */
export function codeOf(dictionary: Dictionary, source: Uint8Array, from: number, to: number): number {
  let hash = hashStart;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ source[at], hashFactor);
  return findOrAdd(dictionary, source, from, to, hash);
}

/** The code of the label in `source[from … to)` whose hash is known, added if it is new. */
export function findOrAdd(dictionary: Dictionary, source: Uint8Array, from: number, to: number, plain: number): number {
  const { places, offsets, bytes, seed } = dictionary;
  const pairs = places.length >>> 1;
  const hash = seed === 0 ? plain : seededHash(source, from, to, seed);
  let place = placeOf(hash, pairs);
  for (let passed = 0; ; passed++) {
    if (passed > longSearch && ++dictionary.probes > probesPerLabel * dictionary.size + probesAtAll) {
      placeAgain(dictionary);
      return findOrAdd(dictionary, source, from, to, plain);
    }
    const code = places[2 * place + 1] - 1;
    if (code < 0) return add(dictionary, source, from, to, hash, place);
    if (places[2 * place] === hash) {
      let own = offsets[code];
      if (offsets[code + 1] - own === to - from) {
        let at = from;
        while (at < to && source[at] === bytes[own]) {
          at++;
          own++;
        }
        if (at === to) return code;
      }
    }
    place = (place + 1) & (pairs - 1);
  }
}

/** A hash of bytes that depends on a seed throughout. */
function seededHash(source: Uint8Array, from: number, to: number, seed: number): number {
  let hash = seed;
  for (let at = from; at < to; at++) {
    hash = Math.imul(hash ^ source[at], 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  hash = Math.imul(hash ^ (to - from), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Places all labels by a seed that depends on them, so that no table can be made for the next one. */
function placeAgain(dictionary: Dictionary): void {
  const { bytes, offsets, size, places } = dictionary;
  const seed = seededHash(bytes, 0, offsets[size], dictionary.seed + 1) | 1;
  const pairs = places.length >>> 1;
  places.fill(0);
  for (let code = 0; code < size; code++) {
    const hash = seededHash(bytes, offsets[code], offsets[code + 1], seed);
    put(places, pairs, hash, code + 1);
  }
  dictionary.seed = seed;
  dictionary.probes = 0;
}

/** Puts a pair of hash and code into the first free place. */
function put(places: Int32Array, pairs: number, hash: number, code: number): void {
  let place = placeOf(hash, pairs);
  while (places[2 * place + 1] !== 0) place = (place + 1) & (pairs - 1);
  places[2 * place] = hash;
  places[2 * place + 1] = code;
}

/** Adds a label that is known to be absent, at the free place its search ended at. */
function add(
  dictionary: Dictionary,
  source: Uint8Array,
  from: number,
  to: number,
  hash: number,
  place: number,
): number {
  const code = dictionary.size;
  const start = dictionary.offsets[code];
  const end = start + (to - from);
  if (end > 0xffff_ffff || code >= 0x3fff_ffff) {
    throw new KohortError("input", "a column has more than 4 GB of distinct values", {
      hint: "leave that column out, or split the table",
    });
  }
  if (end > dictionary.bytes.length) dictionary.bytes = grown(dictionary.bytes, Math.max(end, start * 2));
  const { bytes } = dictionary;
  for (let at = from, own = start; at < to; at++, own++) bytes[own] = source[at];
  if (code + 2 > dictionary.offsets.length) {
    const offsets = new Uint32Array(2 * dictionary.offsets.length);
    offsets.set(dictionary.offsets);
    dictionary.offsets = offsets;
  }
  dictionary.offsets[code + 1] = end;
  dictionary.places[2 * place] = hash;
  dictionary.places[2 * place + 1] = code + 1;
  dictionary.size = code + 1;
  if (4 * dictionary.size > dictionary.places.length) dictionary.places = spread(dictionary.places);
  return code;
}

function grown(bytes: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(Math.min(length, 0xffff_ffff));
  larger.set(bytes);
  return larger;
}

/** The same pairs over more places. */
function spread(places: Int32Array): Int32Array {
  const larger = new Int32Array((places.length < 0x1_0000 ? 4 : 2) * places.length);
  const pairs = larger.length >>> 1;
  for (let pair = 0; pair < places.length; pair += 2) {
    const code = places[pair + 1];
    if (code !== 0) put(larger, pairs, places[pair], code);
  }
  return larger;
}

/** The finished labels, in arrays of their exact size. */
export function labelsOf(dictionary: Dictionary): Labels {
  const offsets = dictionary.offsets.slice(0, dictionary.size + 1);
  return { size: dictionary.size, bytes: dictionary.bytes.slice(0, offsets[dictionary.size]), offsets };
}
