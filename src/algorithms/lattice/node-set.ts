/**
 * @file Sets of nodes asked by dominance. A node's levels are packed into 32-bit words, each level with a guard bit
 * above it, so that "nowhere below" is one subtraction per word: no guard bit may be borrowed from.
 */
import type { Ladder } from "../../cohort/index.ts";
import type { Levels } from "./grid.ts";

/** How levels are packed. */
export type Packing = {
  readonly words: number;
  readonly wordOf: Uint8Array;
  readonly shiftOf: Uint8Array;
  readonly guards: Uint32Array;
};

/** The packing for some ladders. */
export function packingOf(ladders: readonly Ladder[]): Packing {
  const wordOf = new Uint8Array(ladders.length);
  const shiftOf = new Uint8Array(ladders.length);
  const guards: number[] = [0];
  let used = 0;
  ladders.forEach(({ height }, attribute) => {
    const bits = 33 - Math.clz32(height);
    if (used + bits > 32) {
      guards.push(0);
      used = 0;
    }
    wordOf[attribute] = guards.length - 1;
    shiftOf[attribute] = used;
    used += bits;
    guards[guards.length - 1] = (guards[guards.length - 1] | (1 << (used - 1))) >>> 0;
  });
  return { words: guards.length, wordOf, shiftOf, guards: Uint32Array.from(guards) };
}

/** Nodes with a number each. */
export type NodeSet = {
  /** Adds a node. */
  readonly add: (levels: Levels, value: number) => void;
  /** The largest number among the nodes that are nowhere finer than this one, 0 without any. */
  readonly largestAbove: (levels: Levels) => number;
};

/** An empty set. */
export function newNodeSet(packing: Packing): NodeSet {
  const { words } = packing;
  let packed = new Uint32Array(256 * words);
  let values = new Float64Array(256);
  let size = 0;
  const own = new Uint32Array(words);
  const guards = packing.guards;
  return {
    add: (levels, value) => {
      if (size === values.length) {
        const wider = new Float64Array(2 * size);
        wider.set(values);
        values = wider;
        const longer = new Uint32Array(2 * size * words);
        longer.set(packed);
        packed = longer;
      }
      pack(packing, levels, own);
      for (let word = 0; word < words; word++) packed[size * words + word] = (own[word] | guards[word]) >>> 0;
      values[size++] = value;
    },
    largestAbove: (levels) => {
      pack(packing, levels, own);
      let largest = 0;
      if (words === 1) {
        const [wanted, guard] = [own[0], guards[0]];
        for (let at = 0; at < size; at++) {
          if (values[at] > largest && ((packed[at] - wanted) & guard) >>> 0 === guard) largest = values[at];
        }
        return largest;
      }
      for (let at = 0; at < size; at++) {
        if (values[at] > largest && isAbove(packed, at * words, own, guards)) largest = values[at];
      }
      return largest;
    },
  };
}

function pack({ wordOf, shiftOf }: Packing, levels: Levels, out: Uint32Array): void {
  out.fill(0);
  for (let attribute = 0; attribute < levels.length; attribute++) {
    out[wordOf[attribute]] |= levels[attribute] << shiftOf[attribute];
  }
}

function isAbove(packed: Uint32Array, at: number, wanted: Uint32Array, guards: Uint32Array): boolean {
  for (let word = 0; word < wanted.length; word++) {
    if (((packed[at + word] - wanted[word]) & guards[word]) >>> 0 !== guards[word]) return false;
  }
  return true;
}

/** Whether a node is nowhere finer than another. */
export function isAtLeast(levels: Levels, other: Levels): boolean {
  for (let attribute = 0; attribute < levels.length; attribute++) {
    if (levels[attribute] < other[attribute]) return false;
  }
  return true;
}
