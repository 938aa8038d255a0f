/**
 * @file Other characters of the same class, so that a column keeps its form: a Feistel network over the characters
 * (as in FF1, NIST SP 800-38G, but on classes of characters and with HMAC-SHA-256). Every character is a digit whose
 * base is the number of characters of its class nearby; the even and the odd ones are moved in turn by a keyed hash of
 * the others. Each step can be undone, so values that differ stay different.
 */
import type { KeyedHash } from "../base/index.ts";
import { context, hashAfter } from "./keyed.ts";
import { append, type Rewrite } from "./relabel.ts";

const rounds = 8;

/** The characters that one may become. */
type Alphabet = { readonly members: readonly number[]; readonly placeOf: ReadonlyMap<number, number> };

const classes = [/\p{Nd}/u, /\p{Lu}/u, /\p{Ll}/u, /\p{Lo}/u];

/** Code points are looked at in runs of this many, which keeps ASCII, accents and scripts apart. */
const neighbours = 64;

/** The characters of the same class near a code point; alone, a character stays as it is. */
function alphabetAt(point: number, known: Map<string, Alphabet>): Alphabet | undefined {
  const character = String.fromCodePoint(point);
  const kind = classes.findIndex((pattern) => pattern.test(character));
  if (kind < 0) return undefined;
  const start = point - (point % neighbours);
  const name = `${kind} ${start}`;
  let alphabet = known.get(name);
  if (alphabet === undefined) {
    const near = Array.from({ length: neighbours }, (_, i) => start + i);
    const members = near.filter((other) => classes[kind]!.test(String.fromCodePoint(other)));
    alphabet = { members, placeOf: new Map(members.map((member, place) => [member, place])) };
    known.set(name, alphabet);
  }
  return alphabet;
}

/** Replaces every digit and letter by one of its class. */
export function formatKeeping(keyed: KeyedHash, domain: string): Rewrite {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const hash = hashAfter(keyed, context("format", domain));
  const byPoint = new Map<number, Alphabet | undefined>();
  const known = new Map<string, Alphabet>();
  const alphabetOf = (point: number): Alphabet | undefined => {
    if (!byPoint.has(point)) byPoint.set(point, alphabetAt(point, known));
    return byPoint.get(point);
  };
  return (bytes, from, to, text) => {
    const points = Array.from(decoder.decode(bytes.subarray(from, to)), (character) => character.codePointAt(0)!);
    const alphabets = points.map(alphabetOf);
    const moving = alphabets.flatMap((alphabet, place) => (alphabet === undefined ? [] : [place]));
    const digits = moving.map((place) => alphabets[place]!.placeOf.get(points[place]!)!);
    const bases = moving.map((place) => alphabets[place]!.members.length);
    const shape = points.map((point, place) => alphabets[place]?.members[0] ?? point);
    permute(digits, bases, encoder.encode(String.fromCodePoint(...shape)), hash);
    moving.forEach((place, nth) => {
      points[place] = alphabets[place]!.members[digits[nth]!]!;
    });
    append(text, encoder.encode(String.fromCodePoint(...points)));
  };
}

/** Moves the digits at even and at odd places in turn, by what the others and the shape of the whole say. */
function permute(
  digits: number[],
  bases: readonly number[],
  shape: Uint8Array,
  hash: ReturnType<typeof hashAfter>,
): void {
  const message = new Uint8Array(2 + digits.length + shape.length);
  message.set(shape, 2 + digits.length);
  for (let round = 0; round < rounds; round++) {
    const turn = round % 2;
    let drawn: Uint8Array | undefined;
    for (let place = turn, nth = 0; place < digits.length; place += 2, nth++) {
      if (nth % 8 === 0) {
        message[0] = round;
        message[1] = nth >>> 3;
        for (let other = 0; other < digits.length; other++)
          message[2 + other] = other % 2 === turn ? 0 : digits[other]!;
        drawn = hash(message, 0, message.length);
      }
      const at = 4 * (nth % 8);
      const number = ((drawn![at]! << 24) | (drawn![at + 1]! << 16) | (drawn![at + 2]! << 8) | drawn![at + 3]!) >>> 0;
      digits[place] = (digits[place]! + number) % bases[place]!;
    }
  }
}
