import { report, type Task } from "../base/index.ts";
import { atOnce, type Column, codeOf, labelsOf, newCodes, newDictionary } from "../table/index.ts";

/** Bytes that grow as they are written; `length` of them count. */
export type Text = { bytes: Uint8Array; length: number };

/** Writes what stands for the value in `bytes[from … to)` into the text, which is empty. */
export type Rewrite = (bytes: Uint8Array, from: number, to: number, text: Text) => void;

/** Makes room for more bytes behind those that are there. */
export function makeRoom(text: Text, more: number): void {
  if (text.length + more <= text.bytes.length) return;
  const larger = new Uint8Array(2 * (text.length + more));
  larger.set(text.bytes.subarray(0, text.length));
  text.bytes = larger;
}

/** Puts bytes behind those that are there. */
export function append(text: Text, bytes: Uint8Array): void {
  makeRoom(text, bytes.length);
  text.bytes.set(bytes, text.length);
  text.length += bytes.length;
}

/** The column with every value rewritten, once per distinct value; what is missing stays as it is. */
export function* relabel(column: Column, rewrite: Rewrite): Task<Column> {
  const { labels, codes } = column;
  const dictionary = newDictionary(labels.size);
  const fresh = new Uint32Array(labels.size);
  const missing = new Set(column.missing);
  const text: Text = { bytes: new Uint8Array(64), length: 0 };
  const slice = 0x1000;
  for (let code = 0; code < labels.size; code++) {
    if (code % slice === slice - 1) yield* report("identifiers", code, labels.size);
    const from = labels.offsets[code];
    const to = labels.offsets[code + 1];
    text.length = 0;
    if (missing.has(code)) append(text, labels.bytes.subarray(from, to));
    else rewrite(labels.bytes, from, to, text);
    fresh[code] = codeOf(dictionary, text.bytes, 0, text.length);
  }
  const out = newCodes(codes.length, dictionary.size);
  for (let from = 0; from < codes.length; from += atOnce) {
    const to = Math.min(codes.length, from + atOnce);
    for (let row = from; row < to; row++) out[row] = fresh[codes[row]];
    yield* report("identifiers", labels.size, labels.size);
  }
  return {
    name: column.name,
    kind: "category",
    codes: out,
    labels: labelsOf(dictionary),
    missing: [...new Set(column.missing.map((code) => fresh[code]))],
  };
}
