/**
 * @file Weighted draws in constant time by the alias method (Walker 1977, in Vose's 1991 form). Only +, −, × and ÷, so
 * that every engine builds the same tables. One 32-bit random number makes one draw: its upper bits choose a cell, the
 * rest decides between the cell's own value and its alias.
 */
import { assert } from "../base/index.ts";

/** Weighted lists over the same values, one per context, ready to be drawn from. */
export type AliasTables = {
  /** Each context has 2^bits cells. */
  readonly bits: number;
  /** A cell keeps its own value while the rest of the random number is below this. */
  readonly keep: Uint32Array;
  readonly alias: Uint8Array;
};

/** Prepares draws of 0 … n−1 where context c gives value v the weight `contexts[c][v]`. */
export function aliasTables(contexts: readonly (readonly number[])[]): AliasTables {
  const values = contexts[0].length;
  let bits = 1;
  while (1 << bits < values) bits++;
  assert(bits <= 8, "an alias table has at most 256 values");
  const cells = 1 << bits;
  const keep = new Uint32Array(cells * contexts.length);
  const alias = new Uint8Array(cells * contexts.length);
  contexts.forEach((weights, context) => {
    assert(weights.length === values, "every context weighs the same values");
    fill(weights, keep.subarray(context * cells, (context + 1) * cells), alias.subarray(context * cells));
  });
  return { bits, keep, alias };
}

function fill(weights: readonly number[], keep: Uint32Array, alias: Uint8Array): void {
  const cells = keep.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scaled = Float64Array.from({ length: cells }, (_, value) => ((weights[value] ?? 0) * cells) / total);
  const small: number[] = [];
  const large: number[] = [];
  scaled.forEach((share, value) => {
    (share < 1 ? small : large).push(value);
  });
  while (small.length > 0 && large.length > 0) {
    const poor = small.pop()!;
    const rich = large.pop()!;
    keep[poor] = Math.min(0xffff_ffff, Math.floor(scaled[poor] * 0x1_0000_0000));
    alias[poor] = rich;
    scaled[rich] = scaled[rich] - (1 - scaled[poor]);
    (scaled[rich] < 1 ? small : large).push(rich);
  }
  for (const value of [...small, ...large]) {
    keep[value] = 0xffff_ffff;
    alias[value] = value;
  }
}

/** The value that a 32-bit random number stands for in a context. */
export function drawFrom(tables: AliasTables, context: number, random: number): number {
  const { bits, keep } = tables;
  const value = random >>> (32 - bits);
  const cell = (context << bits) | value;
  return (random << bits) >>> 0 < keep[cell] ? value : tables.alias[cell];
}
