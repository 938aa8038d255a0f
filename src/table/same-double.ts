/**
 * @file Numbers that differ as they are written and are one double: 1.0000000000000000001 and 1. Decimals of up to 15
 * digits never share a double, so only a column with a longer text or an exponent is looked at.
 */
import { type Labels, labelAt } from "./labels.ts";
import { valueKey } from "./spelling.ts";

/** The most characters of a text without an exponent that never shares a double with another number. */
const shortest = 15;

/**
 * The first two codes, by the second of them, whose numbers differ as they are written and are one double; NaN is no
 * number. `1.5` and `1.50` are the same as written.
 */
export function sharedDouble(labels: Labels, numbers: Float64Array): readonly [number, number] | undefined {
  if (!mayShare(labels)) return undefined;
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * labels.size + 1)));
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
  for (let code = 0; code < labels.size; code++) {
    const number = numbers[code];
    if (Number.isNaN(number)) continue;
    // zero has two doubles
    const mixed =
      number === 0 ? 0 : Math.imul(words[2 * code] ^ Math.imul(words[2 * code + 1], 0x9e3779b1), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & (slots.length - 1);
    while (slots[slot] !== 0 && numbers[slots[slot] - 1] !== number) slot = (slot + 1) & (slots.length - 1);
    const other = slots[slot] - 1;
    if (other < 0) slots[slot] = code + 1;
    else if (valueKey(labelAt(labels, other)) !== valueKey(labelAt(labels, code))) return [other, code];
  }
  return undefined;
}

function mayShare({ bytes, offsets, size }: Labels): boolean {
  for (let code = 0; code < size; code++) if (offsets[code + 1] - offsets[code] > shortest) return true;
  return bytes.includes(0x65) || bytes.includes(0x45);
}
