import type { KeyedHash } from "../base/index.ts";
import { makeRoom, type Rewrite } from "./relabel.ts";

const encoder = /* @__PURE__ */ new TextEncoder();

/** The bytes that set one use of a key apart from others. */
export function context(...parts: readonly string[]): Uint8Array {
  return encoder.encode(parts.map((part) => `${part}\0`).join(""));
}

/** The keyed hash of `before` followed by `bytes[from … to)`. */
export function hashAfter(
  keyed: KeyedHash,
  before: Uint8Array,
): (b: Uint8Array, from: number, to: number) => Uint8Array {
  let message = new Uint8Array(before.length + 64);
  message.set(before);
  return (bytes, from, to) => {
    const length = before.length + to - from;
    if (length > message.length) {
      message = new Uint8Array(2 * length);
      message.set(before);
    }
    for (let at = from, own = before.length; at < to; at++, own++) message[own] = bytes[at];
    return keyed(message, length);
  };
}

const hexDigits = /* @__PURE__ */ encoder.encode("0123456789abcdef");

/** The first digits of HMAC-SHA-256 in hexadecimal; without a domain it is the HMAC of the value alone. */
export function hashing(keyed: KeyedHash, length: number, domain: string | undefined): Rewrite {
  const hash = hashAfter(keyed, domain === undefined ? new Uint8Array(0) : context(domain));
  return (bytes, from, to, text) => {
    const digest = hash(bytes, from, to);
    makeRoom(text, length);
    for (let i = 0; i < length; i++) {
      const byte = digest[i >>> 1];
      text.bytes[text.length++] = hexDigits[i % 2 === 0 ? byte >>> 4 : byte & 15];
    }
  };
}

/** Crockford's base 32: no I, L, O or U, so that names can be read out and typed. */
const nameDigits = /* @__PURE__ */ encoder.encode("0123456789ABCDEFGHJKMNPQRSTVWXYZ");

/** A prefix and as many characters of five bits as asked for. */
export function naming(keyed: KeyedHash, prefix: string, length: number, domain: string): Rewrite {
  const hash = hashAfter(keyed, context("pseudonym", domain));
  const start = encoder.encode(prefix);
  return (bytes, from, to, text) => {
    const digest = hash(bytes, from, to);
    makeRoom(text, start.length + length);
    text.bytes.set(start, text.length);
    text.length += start.length;
    for (let i = 0; i < length; i++) {
      const bit = 5 * i;
      const pair = (digest[bit >>> 3] << 8) | (digest[(bit >>> 3) + 1] ?? 0);
      text.bytes[text.length++] = nameDigits[(pair >>> (11 - (bit & 7))) & 31];
    }
  };
}
