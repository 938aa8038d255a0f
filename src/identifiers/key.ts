/** @file The secret under which identifiers are replaced: what is taken for one, and what is too easily guessed. */
import { KohortError } from "../base/index.ts";

/** Bytes below which a key could be found by trying. */
const leastBytes = 16;

/** Bits that a key must seem to have; 16 random bytes seem to have 60 and more. */
const leastBits = 48;

const advice = "make one with `openssl rand -hex 32`";

/** A key without the line end that editors put after it; one that could be guessed is refused, and never quoted. */
export function keyFrom(bytes: Uint8Array, source: string): Uint8Array {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end--;
  const key = bytes.slice(0, end);
  if (key.length < leastBytes) {
    throw new KohortError("usage", `the key in ${source} is too short: ${key.length} of at least ${leastBytes} bytes`, {
      hint: advice,
    });
  }
  if (seemingBits(key) < leastBits) {
    throw new KohortError("usage", `the key in ${source} is too easily guessed`, {
      hint: `it repeats itself or counts on; ${advice}`,
    });
  }
  return key;
}

/**
 * How many bits a key seems to have: its length times the entropy of its bytes or of the steps between them, whichever
 * is less, after what is a mere repetition was cut off. An upper bound: a word in a dictionary has fewer.
 */
function seemingBits(key: Uint8Array): number {
  const once = key.subarray(0, periodOf(key));
  const steps = once.map((byte, i) => byte - (i === 0 ? 0 : once[i - 1]));
  return Math.min(once.length * entropyOf(once), once.length * entropyOf(steps.subarray(1)));
}

function periodOf(key: Uint8Array): number {
  for (let period = 1; period < key.length; period++) {
    if (key.every((byte, i) => byte === key[i % period])) return period;
  }
  return key.length;
}

function entropyOf(bytes: Uint8Array): number {
  const counts = new Map<number, number>();
  for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / bytes.length) * Math.log2(count / bytes.length);
  return bits;
}
