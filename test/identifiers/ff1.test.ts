import { FF1 } from "@noble/ciphers/ff1.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ff1 } from "../../src/identifiers/ff1.ts";

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"));
const numerals = "0123456789abcdefghijklmnopqrstuvwxyz";

function encrypted(key: string, radix: number, tweak: string, plain: string): string {
  const number = [...plain].reduce((sum, one) => sum * BigInt(radix) + BigInt(numerals.indexOf(one)), 0n);
  const cipher = ff1(bytesOf(key), radix, plain.length, bytesOf(tweak));
  return cipher(number).toString(radix).padStart(plain.length, "0");
}

const keys = [
  "2b7e151628aed2a6abf7158809cf4f3c",
  "2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f",
  "2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f7f036d6f04fc6a94",
];
const digits = "0123456789";
const letters = "0123456789abcdefghi";

describe("FF1", () => {
  /** The samples that NIST publishes with SP 800-38G, FF1samples.pdf: key, radix, tweak, plaintext, ciphertext. */
  it.each([
    [1, keys[0], 10, "", digits, "2433477484"],
    [2, keys[0], 10, "39383736353433323130", digits, "6124200773"],
    [3, keys[0], 36, "3737373770717273373737", letters, "a9tv40mll9kdu509eum"],
    [4, keys[1], 10, "", digits, "2830668132"],
    [5, keys[1], 10, "39383736353433323130", digits, "2496655549"],
    [6, keys[1], 36, "3737373770717273373737", letters, "xbj3kv35jrawxv32ysr"],
    [7, keys[2], 10, "", digits, "6657667009"],
    [8, keys[2], 10, "39383736353433323130", digits, "1001623463"],
    [9, keys[2], 36, "3737373770717273373737", letters, "xs8a0azh2avyalyzuwd"],
  ] as const)("gives the answer of NIST's sample %i", (_, key, radix, tweak, plain, cipher) => {
    expect(encrypted(key, radix, tweak, plain)).toBe(cipher);
  });

  it("is what another implementation computes, whatever the radix, the length and the tweak", () => {
    const asked = fc.record({
      radix: fc.integer({ min: 2, max: 64 }),
      length: fc.integer({ min: 20, max: 300 }),
      key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      tweak: fc.uint8Array({ maxLength: 60 }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(asked, ({ radix, length, key, tweak, seed }) => {
        const plain = Array.from({ length }, (_, place) => ((seed % 1_000_003) * (place + 7) + place) % radix);
        const number = (list: readonly number[]): bigint =>
          list.reduce((sum, one) => sum * BigInt(radix) + BigInt(one), 0n);
        const cipher = ff1(key, radix, length, tweak);
        cipher(0n);
        expect(cipher(number(plain))).toBe(number(FF1(radix, key, tweak).encrypt(plain)));
      }),
    );
  });
});
