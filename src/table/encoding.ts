/** @file Which encoding bytes are in, and how they become UTF-8: labels of a table are always UTF-8. */
import type { Dialect } from "./dialect.ts";
import type { Labels } from "./labels.ts";

/** The encoding a byte order mark states, if there is one, and how many bytes the mark takes. */
export function byteOrderMark(bytes: Uint8Array): { encoding: Dialect["encoding"]; length: number } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: "utf-8", length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: "utf-16le", length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: "utf-16be", length: 2 };
  return { encoding: "utf-8", length: 0 };
}

/** Whether every label is UTF-8 on its own. */
export function isUtf8(labels: Labels): boolean {
  const { bytes, offsets, size } = labels;
  const end = offsets[size];
  let at = 0;
  while (at < end && bytes[at] < 0x80) at++;
  if (at === end) return true;
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    strict.decode(bytes.subarray(0, end));
  } catch {
    return false;
  }
  // the pool as a whole may be right although a character is torn between two labels
  for (let code = 0; code < size; code++) {
    const start = offsets[code];
    if (start < offsets[code + 1] && (bytes[start] & 0xc0) === 0x80) return false;
  }
  return true;
}

/** What the bytes 0x80 … 0x9f of Windows-1252 stand for (the WHATWG table); written out because engines differ. */
const upperHalf =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** The same labels read as Windows-1252 and written as UTF-8. */
export function fromWindows1252(labels: Labels): Labels {
  const { bytes, offsets, size } = labels;
  const written = new Uint8Array(3 * offsets[size]);
  const ends = new Uint32Array(size + 1);
  let end = 0;
  for (let code = 0; code < size; code++) {
    for (let at = offsets[code]; at < offsets[code + 1]; at++) {
      const byte = bytes[at];
      const point = byte < 0x80 || byte >= 0xa0 ? byte : upperHalf.charCodeAt(byte - 0x80);
      if (point < 0x80) written[end++] = point;
      else {
        if (point < 0x800) written[end++] = 0xc0 | (point >> 6);
        else {
          written[end++] = 0xe0 | (point >> 12);
          written[end++] = 0x80 | ((point >> 6) & 0x3f);
        }
        written[end++] = 0x80 | (point & 0x3f);
      }
    }
    ends[code + 1] = end;
  }
  return { size, bytes: written.slice(0, end), offsets: ends };
}

/** The bytes of Windows-1252 for a text, or undefined where it has a character that encoding lacks. */
export function toWindows1252(text: string): Uint8Array | undefined {
  const written = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const plain = code < 0x80 || (code >= 0xa0 && code < 0x100);
    const byte = plain ? code : 0x80 + upperHalf.indexOf(text[at]);
    if (byte < 0x80 && !plain) return undefined;
    written[at] = byte;
  }
  return written;
}

/** Turns blocks of UTF-16 into blocks of UTF-8 as they come; the byte order mark is taken away. */
export function utf16Blocks(encoding: "utf-16le" | "utf-16be"): {
  push(block: Uint8Array): Uint8Array;
  end(): Uint8Array;
} {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  return {
    push: (block) => encoder.encode(decoder.decode(block, { stream: true })),
    end: () => encoder.encode(decoder.decode()),
  };
}
