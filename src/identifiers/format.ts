/**
 * @file Other characters of the same class, so that a column keeps its form. Every character is a digit whose base is the
 * number of characters of its class nearby; a scheme permutes the digits of each shape of a value, so values that differ
 * stay different. Shapes are looked at once.
 */
import { append, makeRoom, type Rewrite } from "./relabel.ts";

/** Permutes the values of one shape: the first digits, as many as there are bases, each below its base, are moved in place. */
type Permutation = (digits: Uint8Array) => void;

/** The permutation of the values of a shape, which is the first character of each class and every other as it is. */
export type PermutationOf = (shape: string, bases: Uint8Array) => Permutation;

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
    const members = near.filter((other) => classes[kind].test(String.fromCodePoint(other)));
    alphabet = { members, placeOf: new Map(members.map((member, place) => [member, place])) };
    known.set(name, alphabet);
  }
  return alphabet;
}

/** What the code points of a value are: their alphabets, the places that move, and the shape of the whole. */
type Shape = {
  readonly alphabets: readonly (Alphabet | undefined)[];
  readonly moving: Uint32Array;
  readonly permute: Permutation;
};

/** Replaces every digit and letter by one of its class. */
export function formatKeeping(permutationOf: PermutationOf): Rewrite {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const byPoint = new Map<number, Alphabet | undefined>();
  const known = new Map<string, Alphabet>();
  const alphabetOf = (point: number): Alphabet | undefined => {
    if (!byPoint.has(point)) byPoint.set(point, alphabetAt(point, known));
    return byPoint.get(point);
  };
  const shapes = new Map<string, Shape>();
  const shapeOf = (points: readonly number[]): Shape => {
    const alphabets = points.map(alphabetOf);
    const name = textOf(points.map((point, place) => alphabets[place]?.members[0] ?? point));
    let shape = shapes.get(name);
    if (shape === undefined) {
      const moving = Uint32Array.from(alphabets.flatMap((alphabet, place) => (alphabet === undefined ? [] : [place])));
      const bases = Uint8Array.from(moving, (place) => alphabets[place]!.members.length);
      shape = { alphabets, moving, permute: permutationOf(name, bases) };
      if (shapes.size < mostShapes) shapes.set(name, shape);
    }
    return shape;
  };
  let digits = new Uint8Array(64);
  const makeRoomFor = (count: number): void => {
    if (count > digits.length) digits = new Uint8Array(2 * count);
  };
  const ascii = asciiTables(alphabetOf);
  let last: { name: Uint8Array; shape: Shape } | undefined;
  return (bytes, from, to, text) => {
    if (!isAscii(bytes, from, to)) {
      const points = Array.from(decoder.decode(bytes.subarray(from, to)), (character) => character.codePointAt(0)!);
      const shape = shapeOf(points);
      const { alphabets, moving } = shape;
      makeRoomFor(moving.length);
      moving.forEach((place, nth) => {
        digits[nth] = alphabets[place]!.placeOf.get(points[place])!;
      });
      shape.permute(digits);
      moving.forEach((place, nth) => {
        points[place] = alphabets[place]!.members[digits[nth]];
      });
      append(text, encoder.encode(textOf(points)));
      return;
    }
    if (last === undefined || !hasShape(bytes, from, to, last.name, ascii.first)) {
      const own = bytes.slice(from, to);
      last = { name: own.map((point) => ascii.first[point]), shape: shapeOf(Array.from(own)) };
    }
    const { moving } = last.shape;
    makeRoomFor(moving.length);
    for (let nth = 0; nth < moving.length; nth++) digits[nth] = ascii.place[bytes[from + moving[nth]]];
    last.shape.permute(digits);
    makeRoom(text, to - from);
    const start = text.length;
    text.bytes.set(last.name, start);
    // the characters of a class that are ASCII stand in one run from its first
    for (let nth = 0; nth < moving.length; nth++) text.bytes[start + moving[nth]] += digits[nth];
    text.length += to - from;
  };
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] >= 0x80) return false;
  return true;
}

/** For each ASCII character the first of its class, or itself, and its place in the class. */
function asciiTables(alphabetOf: (point: number) => Alphabet | undefined): { first: Uint8Array; place: Uint8Array } {
  const points = Uint8Array.from({ length: 0x80 }, (_, point) => point);
  return {
    first: points.map((point) => alphabetOf(point)?.members[0] ?? point),
    place: points.map((point) => alphabetOf(point)?.placeOf.get(point) ?? 0),
  };
}

function hasShape(bytes: Uint8Array, from: number, to: number, name: Uint8Array, first: Uint8Array): boolean {
  if (to - from !== name.length) return false;
  for (let at = from; at < to; at++) if (first[bytes[at]] !== name[at - from]) return false;
  return true;
}

/** Shapes that are kept; names of people have many, numbers few. */
const mostShapes = 10_000;

/** The text of code points, however many: a call with that many arguments would overflow the stack. */
function textOf(points: readonly number[]): string {
  return points.map((point) => String.fromCodePoint(point)).join("");
}
