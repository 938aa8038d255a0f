/**
 * @file The schemes by which a format is kept: FF1 (NIST SP 800-38G), and the one of releases before it, a Feistel network
 * over the characters themselves with SHA-256 under a key. Rounds of the latter take one pass of SHA-256 each and not
 * HMAC's two: a million values take a third of the processor time that they took with HMAC.
 */
import { cascadeSha256, columnSetting, formatNumber, type KeyedHash, KohortError } from "../base/index.ts";
import { ff1 } from "./ff1.ts";
import type { PermutationOf } from "./format.ts";
import { context, hashAfter } from "./keyed.ts";

/** Values that a shape must have at least, as the standard's revision asks for: fewer can be found by trying. */
const leastValues = 1_000_000;

/**
 * FF1 has one radix, shapes have a base for each place. A value is its number among those of its shape, in the mixed radix
 * of its places. Where all bases are the same, so is the numeral string of the standard: digits alone become what any
 * other FF1 makes of them. Elsewhere the number is one of as many bits as the last has, and FF1 of radix 2 is applied until
 * the result is a value of the shape again. That is cycle walking (Black and Rogaway, *Ciphers with arbitrary finite
 * domains*, 2002): it follows a permutation of a larger set, so it permutes the values, and takes fewer than two steps on
 * average. The tweak is the domain and the shape, which anybody may know.
 */
export function ff1Permutations(
  keyed: KeyedHash,
  {
    domain,
    column,
    least = leastValues,
  }: { readonly domain: string; readonly column: string; readonly least?: number },
): PermutationOf {
  const key = keyed(context("ff1")).slice();
  return (shape, bases) => {
    const places = Array.from(bases, BigInt);
    const size = places.reduce((product, base) => product * base, 1n);
    if (size < least) throw tooFew(shape, Number(size), { column, least });
    const [base] = bases;
    const [radix, length] = bases.every((other) => other === base)
      ? [base, bases.length]
      : [2, (size - 1n).toString(2).length];
    const cipher = ff1(key, radix, length, context(domain, shape));
    return (digits) => {
      let number = 0n;
      for (let place = 0; place < places.length; place++) number = number * places[place] + BigInt(digits[place]);
      do number = cipher(number);
      while (number >= size);
      for (let place = places.length - 1; place >= 0; place--) {
        digits[place] = Number(number % places[place]);
        number /= places[place];
      }
    };
  };
}

function tooFew(shape: string, size: number, { column, least }: { column: string; least: number }): KohortError {
  const counts = `${formatNumber(size)} of at least ${formatNumber(least)}`;
  const [older, pseudonym] = ["format(scheme=feistel-sha256)", "pseudonym"].map((how) =>
    columnSetting(column, "replace", how),
  );
  return new KohortError(
    "infeasible",
    `values of column "${column}" such as "${shape}" are too short for ff1: ${counts}`,
    {
      hint: `take the scheme for any value with ${older}, or replace the column with ${pseudonym}`,
    },
  );
}

const rounds = 8;
const tweakBytes = 16;

/**
 * Moves the digits at even and at odd places in turn, by what the others and the shape of the whole say. A message begins
 * with how many digits there are and the round, which say how long it is, so none is the beginning of another.
 */
export function feistelPermutations(keyed: KeyedHash, domain: string): PermutationOf {
  const hash = hashAfter(keyed, context("format", domain));
  const numbers = cascadeSha256(keyed(context("format numbers", domain)).slice());
  const encoder = new TextEncoder();
  const start = 4 + tweakBytes;
  return (shape, bases) => {
    const name = encoder.encode(shape);
    const count = bases.length;
    const message = new Uint8Array(start + count);
    message[0] = count >>> 8;
    message[1] = count;
    message.set(hash(name, 0, name.length).subarray(0, tweakBytes), 4);
    return (digits) => {
      for (let round = 0; round < rounds; round++) {
        const turn = round % 2;
        message[2] = round;
        let length = start;
        for (let other = 1 - turn; other < count; other += 2) message[length++] = digits[other];
        let drawn: Uint32Array | undefined;
        for (let place = turn, nth = 0; place < count; place += 2, nth++) {
          if (nth % 8 === 0) {
            message[3] = nth >>> 3;
            drawn = numbers(message, length);
          }
          digits[place] = (digits[place] + (drawn![nth % 8] % bases[place])) % bases[place];
        }
      }
    };
  };
}
