/**
 * @file Seeded random numbers: xoshiro128** 1.1 (Blackman and Vigna, 2021) seeded by splitmix32.
 * Only 32-bit integer arithmetic, so that every engine draws the same sequence.
 */

/** A source of random numbers that belongs to its caller; there is no global one. */
export type Random = {
  /** An integer in 0 … 2³²−1. */
  next(): number;
  /** An unbiased integer in 0 … bound−1, for whole bounds from 1 to 2⁵³−1; any other bound is a mistake and throws. */
  below(bound: number): number;
  /** A number in [0, 1) with 53 random bits. */
  unit(): number;
};

/** Starts the sequence that belongs to a seed; the same seed always gives the same sequence. */
export function randomFrom(seed: number): Random {
  let mixed = (seed >>> 0) ^ Math.imul(Math.floor(seed / 0x1_0000_0000) >>> 0, 0x9e3779b1);
  const split = (): number => {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  let a = split();
  let b = split();
  let c = split();
  let d = split();
  const next = (): number => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  const wide = (): number => (next() >>> 5) * 0x400_0000 + (next() >>> 6);
  const below = (bound: number): number => {
    if (!Number.isSafeInteger(bound) || bound < 1) throw new RangeError(`no whole number is drawn below ${bound}`);
    if (bound > 0x1_0000_0000) return unbiased(wide, 0x20_0000_0000_0000, bound);
    return unbiased(next, 0x1_0000_0000, bound);
  };
  const unit = (): number => wide() / 0x20_0000_0000_0000;
  return { next, below, unit };
}

/** A number below a bound from draws below a count: the first of them that no remainder is more frequent for. */
function unbiased(draw: () => number, count: number, bound: number): number {
  const reject = count % bound;
  let drawn = draw();
  while (drawn < reject) drawn = draw();
  return drawn % bound;
}

/** Shuffles in place (Fisher–Yates), as the source decides. */
export function shuffle<A extends { [index: number]: unknown; readonly length: number }>(items: A, random: Random): A {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const kept = items[i];
    items[i] = items[j];
    items[j] = kept;
  }
  return items;
}
