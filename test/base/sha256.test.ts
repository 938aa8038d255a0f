import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cascadeSha256, hmacSha256, sha256 } from "../../src/base/index.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"));
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** RFC 4231, section 4: test cases 1 to 4, 6 and 7 (5 is truncated). */
const cases: readonly (readonly [key: Uint8Array, data: Uint8Array, hmac: string])[] = [
  [
    new Uint8Array(20).fill(0x0b),
    ascii("Hi There"),
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  ],
  [
    ascii("Jefe"),
    ascii("what do ya want for nothing?"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  [
    new Uint8Array(20).fill(0xaa),
    new Uint8Array(50).fill(0xdd),
    "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
  ],
  [
    bytesOf("0102030405060708090a0b0c0d0e0f10111213141516171819"),
    new Uint8Array(50).fill(0xcd),
    "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
  ],
  [
    new Uint8Array(131).fill(0xaa),
    ascii("Test Using Larger Than Block-Size Key - Hash Key First"),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
  [
    new Uint8Array(131).fill(0xaa),
    ascii(
      "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.",
    ),
    "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
  ],
];

describe("SHA-256", () => {
  /** The examples of FIPS 180-4 that NIST publishes, and the million of a's of FIPS 180-2. */
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("gives the known answers of NIST: %.60s", (message, hash) => {
    expect(hex(sha256(ascii(message)))).toBe(hash);
  });
});

describe("numbers of the cascade", () => {
  it("are the words of SHA-256 of the padded key and the message", () => {
    const key = ascii("c6f0b1d27a9e4835");
    const message = ascii("a message of which some counts, and the rest does not");
    const padded = Buffer.concat([key, Buffer.alloc(64 - key.length), message.subarray(0, 31)]);
    const words = createHash("sha256").update(padded).digest();
    expect([...cascadeSha256(key)(message, 31)]).toEqual(
      [0, 4, 8, 12, 16, 20, 24, 28].map((at) => words.readUInt32BE(at)),
    );
  });
});

describe("HMAC-SHA-256", () => {
  it("gives the known answers of RFC 4231", () => {
    for (const [key, data, hmac] of cases) expect(hex(hmacSha256(key)(data))).toBe(hmac);
  });

  it("hashes as Node does, whatever the lengths", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (key, message) => {
        const keyed = hmacSha256(key);
        keyed(key);
        expect(hex(keyed(message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
        expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
      }),
    );
  });

  it("takes the length of the message that it is told", () => {
    const keyed = hmacSha256(ascii("Jefe"));
    expect(hex(keyed(ascii("what do ya want for nothing? more"), 28))).toBe(cases[1][2]);
  });
});
