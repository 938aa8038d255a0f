/** @file Keys that were chosen to share a place of a hash table, and tables with very many columns, take no longer than others. */
import { describe, expect, it } from "vitest";
import { riskyCombinations } from "../../../src/audit/risky-combinations.ts";
import { finish, randomFrom } from "../../../src/base/index.ts";
import { fold } from "../../../src/cohort/compress.ts";
import { withoutStars } from "../../../src/cohort/index.ts";
import { suggest } from "../../../src/inspect/suggest.ts";
import { combinationsOf } from "../../../src/risk/index.ts";
import { columnsWith } from "../../../src/spec/index.ts";
import { codeOf, labelsOf, newDictionary } from "../../../src/table/dictionary.ts";
import { readCsv } from "../../../src/table/index.ts";

/** The inverse of an odd number modulo 2³². */
function inverse(odd: number): number {
  let found = odd;
  for (let i = 0; i < 5; i++) found = Math.imul(found, 2 - Math.imul(odd, found));
  return found;
}

/** The key whose mixed hash is a given one, for the hash that folding begins with. */
function unmixed(hash: number): number {
  let key = (hash ^ (hash >>> 16)) >>> 0;
  key = Math.imul(key, inverse(0x846ca68b));
  key = (key ^ (key >>> 15) ^ (key >>> 30)) >>> 0;
  key = Math.imul(key, inverse(0x7feb352d));
  return (key ^ (key >>> 16)) >>> 0;
}

const half = 0x1_0000;
const identity = Uint32Array.from({ length: half }, (_, rank) => rank);

/** Two columns whose ranks, packed, are the keys; or four of which the first two are the same throughout. */
function columnsOf(keys: Uint32Array, words: 1 | 2) {
  const column = (codes: Uint16Array) => ({ codes, rankOf: identity, size: half });
  const own = [
    column(Uint16Array.from(keys, (key) => key >>> 16)),
    column(Uint16Array.from(keys, (key) => key & 0xffff)),
  ];
  return words === 1 ? own : [column(new Uint16Array(keys.length)), column(new Uint16Array(keys.length)), ...own];
}

describe("folding rows whose keys were chosen to share a slot", () => {
  // the lowest twenty bits of the hash are one of 16 neighbours, in tables of any size up to a million slots
  const hashes = Uint32Array.from({ length: 16 * 4096 }, (_, i) => ((i >>> 4) << 20) | (i & 15));

  it.each([1, 2] as const)("passes over few slots with keys of %i words", (words) => {
    // the first word of two is 0 throughout, and 0 is mixed to 0
    const keys = hashes.map(unmixed);
    const tally = { probes: 0 };
    const found = finish(fold(columnsOf(keys, words), 0, keys.length, tally));
    expect(found.tuples).toBe(keys.length);
    expect([...found.tupleOf].every((tuple, row) => tuple === row)).toBe(true);
    // one after the other they would pass over 2,000,000,000
    expect(tally.probes).toBeGreaterThan(0x1_0000);
    expect(tally.probes).toBeLessThan(16 * keys.length);
  });

  it("gives what a map gives, whatever the order and however often keys come again", () => {
    const keys = Uint32Array.from({ length: 60_000 }, (_, i) => unmixed(hashes[(i * 7919) % 40_000]));
    const known = new Map<number, number>();
    const expected = Array.from(keys, (key) => {
      const tuple = known.get(key) ?? known.size;
      known.set(key, tuple);
      return tuple;
    });
    for (const words of [1, 2] as const) {
      const found = finish(fold(columnsOf(keys, words), 0, keys.length));
      expect(found.tuples).toBe(known.size);
      expect([...found.tupleOf]).toEqual(expected);
      expect(found.weights.reduce((sum, weight) => sum + weight, 0)).toBe(keys.length);
    }
  });
});

describe("a dictionary of cells that were chosen to share a place", () => {
  /** Texts of eight bytes with one FNV-1a hash: the last four bytes undo what the first four did. */
  function colliding(count: number): Uint8Array[] {
    const texts: Uint8Array[] = [];
    const factor = 0x01000193;
    const back = inverse(factor);
    const step = (hash: number, byte: number): number => Math.imul(hash ^ byte, factor);
    // forward over three bytes and backward over three from one hash, joined where the upper 24 bits agree
    const ends = new Map<number, number[][]>();
    const target = 0x12345678 | 0;
    for (let i = 0; i < 0x4_0000; i++) {
      const bytes = [i & 0xff, (i >>> 8) & 0xff, (i >>> 16) & 0xff];
      let hash = target;
      for (const byte of bytes) hash = Math.imul(hash, back) ^ byte;
      const key = Math.imul(hash, back) >>> 8;
      const list = ends.get(key) ?? [];
      list.push([...bytes, Math.imul(hash, back) & 0xff]);
      ends.set(key, list);
    }
    for (let i = 0; texts.length < count; i++) {
      const bytes = [i & 0xff, (i >>> 8) & 0xff, (i >>> 16) & 0xff, (i >>> 24) & 0xff];
      let hash = 0x811c9dc5 | 0;
      for (const byte of bytes) hash = step(hash, byte);
      for (const [third, second, first, low] of ends.get(hash >>> 8) ?? []) {
        texts.push(Uint8Array.of(...bytes, (hash & 0xff) ^ low, first, second, third));
      }
    }
    return texts;
  }

  const hashOf = (bytes: Uint8Array): number =>
    bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5 | 0);

  it("places them again by another hash after a bounded number of steps", () => {
    const texts = colliding(20_000);
    expect(new Set(texts.map(hashOf)).size).toBe(1);
    const dictionary = newDictionary();
    const seeds = new Set<number>();
    let most = 0;
    texts.forEach((text, i) => {
      expect(codeOf(dictionary, text, 0, text.length)).toBe(i);
      seeds.add(dictionary.seed);
      most = Math.max(most, dictionary.probes);
    });
    expect(seeds.size).toBeGreaterThan(1);
    expect(seeds.size).toBeLessThan(5);
    expect(most).toBeLessThanOrEqual(8 * texts.length + 0x1_0000);
    // the codes stay what they were, by first appearance
    texts.forEach((text, i) => {
      expect(codeOf(dictionary, text, 0, text.length)).toBe(i);
    });
    expect(labelsOf(dictionary).size).toBe(texts.length);
  });
});

describe("a table of 5,000 columns", () => {
  const random = randomFrom(1);
  const names = Array.from({ length: 5_000 }, (_, i) => `c${i}`);
  const rows = Array.from({ length: 60 }, () => names.map(() => random.below(10)).join(","));
  const table = readCsv(`${names.join(",")}\n${rows.join("\n")}\n`);

  it("is inspected in seconds of processor time", () => {
    const began = process.cpuUsage();
    const { suggestion } = finish(suggest(table));
    const quasi = columnsWith(suggestion.spec, "quasi-identifying");
    expect(quasi).toHaveLength(names.length);
    const { together } = finish(riskyCombinations(table, quasi));
    expect(together).toMatchObject({ unique: 60, share: 1, separation: 1, distinction: 1 });
    // about 2; with work for every pair of columns it would be hours
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(60);
  });

  it("tells of all columns together what is told of the largest set among few", () => {
    const few = readCsv("a,b,c\n1,1,1\n1,1,1\n1,2,1\n1,2,2\n2,2,2\n");
    const [whole] = finish(combinationsOf(few, ["a", "b", "c"], { only: true }));
    const all = finish(combinationsOf(few, ["a", "b", "c"], { most: 3 }));
    const { minimal: _, ...last } = all.find(({ columns }) => columns.length === 3)!;
    expect(whole).toMatchObject(last);
  });
});

describe("a cell of a million characters that a pattern would go through again and again", () => {
  const many = 1_000_000;

  it("is read in one pass where stars could end it", () => {
    expect(withoutStars(`${"*".repeat(many)}a`)).toHaveLength(many + 1);
    expect(withoutStars(`02${"*".repeat(many)}`)).toBe("02");
  });

  it("is looked at in one pass where it could be a code", () => {
    const long = (last: string): string => `${"0".repeat(many)}${last}`;
    const table = readCsv(
      `code\n${Array.from({ length: 30 }, (_, row) => long(`${row}a`.padStart(3, "0"))).join("\n")}\n`,
    );
    expect(finish(suggest(table)).suggestion).toBeDefined();
  });
});
