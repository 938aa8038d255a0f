/**
 * @file The distinct values of a column as one run of UTF-8 bytes. Ten million names as JavaScript strings would cost
 * a gigabyte; as bytes they cost what the file costs, cross to a worker without a copy and are written back untouched.
 */

/** An ordered dictionary: label i is `bytes[offsets[i] … offsets[i + 1])`, UTF-8. */
export type Labels = {
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
};

const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = /* @__PURE__ */ new TextEncoder();

/** The label of one code as a string. */
export function labelAt(labels: Labels, code: number): string {
  return decoder.decode(labels.bytes.subarray(labels.offsets[code], labels.offsets[code + 1]));
}

/** All labels as strings, in code order; for columns with few distinct values. */
export function labelStrings(labels: Labels): string[] {
  return Array.from({ length: labels.size }, (_, code) => labelAt(labels, code));
}

/** Compares two labels by their bytes, which is by their code points. */
export function compareLabels({ bytes, offsets }: Labels, a: number, b: number): number {
  const [from, other] = [offsets[a], offsets[b]];
  const length = Math.min(offsets[a + 1] - from, offsets[b + 1] - other);
  for (let at = 0; at < length; at++) {
    const difference = bytes[from + at] - bytes[other + at];
    if (difference !== 0) return difference;
  }
  return offsets[a + 1] - from - (offsets[b + 1] - other);
}

/** A dictionary of the given strings, in their order. */
export function labelsFrom(strings: readonly string[]): Labels {
  const encoded = strings.map((string) => encoder.encode(string));
  const offsets = new Uint32Array(strings.length + 1);
  for (let i = 0; i < encoded.length; i++) offsets[i + 1] = offsets[i] + encoded[i].length;
  const bytes = new Uint8Array(offsets[strings.length]);
  for (let i = 0; i < encoded.length; i++) bytes.set(encoded[i], offsets[i]);
  return { size: strings.length, bytes, offsets };
}
