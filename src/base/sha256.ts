/**
 * @file SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in plain integer arithmetic, since the core knows no host's
 * cryptography. A key's two padded blocks are hashed once, so that a short message costs two rounds of compression.
 * Measured against @noble/hashes 2.4.0 with a cloned start, in processor time: HMAC of a million short values 1.6 s, there
 * 2.5 s; the cascade 0.7 s, there 1.0 s; 100 MB 0.9 s both. Replacing identifiers is all short values, so this one stays.
 */

/** The first 32 bits of the fractional parts of the roots of the first primes, as FIPS 180-4 §4.2.2 and §5.3.3 state them. */
function rootBits(root: (prime: number) => number, count: number): Uint32Array {
  const found = new Uint32Array(count);
  for (let candidate = 2, at = 0; at < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    if (isPrime) found[at++] = Math.floor((root(candidate) % 1) * 0x1_0000_0000);
  }
  return found;
}

const roundConstants = /* @__PURE__ */ rootBits(Math.cbrt, 64);
const startState = /* @__PURE__ */ rootBits(Math.sqrt, 8);

/** What a hash in progress needs: the chained state, one block and the schedule made of it. */
type Scratch = { readonly state: Uint32Array; readonly block: Uint8Array; readonly schedule: Int32Array };

function newScratch(): Scratch {
  return { state: new Uint32Array(8), block: new Uint8Array(64), schedule: new Int32Array(64) };
}

/** Mixes the 64 bytes at `from` into the state; the hot loop of every hash. */
function compress(state: Uint32Array, words: Int32Array, bytes: Uint8Array, from: number): void {
  for (let i = 0, at = from; i < 16; i++, at += 4) {
    words[i] = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15];
    const y = words[i - 2];
    const small = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const large = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = (words[i - 16] + small + words[i - 7] + large) | 0;
  }
  let a = state[0] | 0;
  let b = state[1] | 0;
  let c = state[2] | 0;
  let d = state[3] | 0;
  let e = state[4] | 0;
  let f = state[5] | 0;
  let g = state[6] | 0;
  let h = state[7] | 0;
  for (let i = 0; i < 64; i++) {
    const first = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + first + ((e & f) ^ (~e & g)) + roundConstants[i] + words[i]) | 0;
    const second = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (second + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = state[0] + a;
  state[1] = state[1] + b;
  state[2] = state[2] + c;
  state[3] = state[3] + d;
  state[4] = state[4] + e;
  state[5] = state[5] + f;
  state[6] = state[6] + g;
  state[7] = state[7] + h;
}

/** Hashes the rest of a message whose first `before` bytes (whole blocks) are in the state already, into `out`. */
function finishHash(scratch: Scratch, message: Uint8Array, length: number, before: number, out: Uint8Array): void {
  absorb(scratch, message, length, before);
  const { state } = scratch;
  for (let i = 0; i < 32; i++) out[i] = state[i >>> 2] >>> (24 - 8 * (i & 3));
}

/** Mixes the rest of a message into the state, with its padding. */
function absorb(scratch: Scratch, message: Uint8Array, length: number, before: number): void {
  const { state, block, schedule } = scratch;
  let at = 0;
  for (; at + 64 <= length; at += 64) compress(state, schedule, message, at);
  const rest = length - at;
  for (let i = 0; i < rest; i++) block[i] = message[at + i];
  block[rest] = 0x80;
  block.fill(0, rest + 1);
  if (rest > 55) {
    compress(state, schedule, block, 0);
    block.fill(0);
  }
  const bits = 8 * (before + length);
  const high = Math.floor(bits / 0x1_0000_0000);
  for (let i = 0; i < 4; i++) {
    block[56 + i] = high >>> (24 - 8 * i);
    block[60 + i] = bits >>> (24 - 8 * i);
  }
  compress(state, schedule, block, 0);
}

/** The SHA-256 of some bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const scratch = newScratch();
  scratch.state.set(startState);
  const out = new Uint8Array(32);
  finishHash(scratch, message, message.length, 0, out);
  return out;
}

/** Hashes the first `length` bytes of a message (all unless stated); the result is overwritten by the next call. */
export type KeyedHash = (message: Uint8Array, length?: number) => Uint8Array;

/** HMAC-SHA-256 under a key, ready to be called many times; the key itself is not kept. */
export function hmacSha256(key: Uint8Array): KeyedHash {
  const scratch = newScratch();
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const stateAfter = (mask: number): Uint32Array => {
    const state = startState.slice();
    compress(
      state,
      scratch.schedule,
      padded.map((byte) => byte ^ mask),
      0,
    );
    return state;
  };
  const inner = stateAfter(0x36);
  const outer = stateAfter(0x5c);
  padded.fill(0);
  const out = new Uint8Array(32);
  return (message, length = message.length) => {
    scratch.state.set(inner);
    finishHash(scratch, message, length, 64, out);
    scratch.state.set(outer);
    finishHash(scratch, out, 32, 64, out);
    return out;
  };
}

/** Numbers from the first `length` bytes of a message; the result is overwritten by the next call. */
export type KeyedNumbers = (message: Uint8Array, length: number) => Uint32Array;

/**
 * Eight numbers of 32 bits from a message under a key: SHA-256 from a keyed start, without HMAC's second pass. That is a
 * pseudorandom function as long as no message is the beginning of another (Bellare, Canetti and Krawczyk, *Pseudorandom
 * functions revisited: the cascade construction*, 1996), which callers must see to.
 */
export function cascadeSha256(key: Uint8Array): KeyedNumbers {
  const scratch = newScratch();
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const start = startState.slice();
  compress(start, scratch.schedule, padded, 0);
  padded.fill(0);
  const { state } = scratch;
  return (message, length) => {
    state.set(start);
    absorb(scratch, message, length, 64);
    return state;
  };
}
