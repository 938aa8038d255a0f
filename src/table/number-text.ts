/** @file Numbers as they are written in tables, read from bytes. */

const decoder = /* @__PURE__ */ new TextDecoder("latin1");

/** 10⁰ … 10²², the powers a double holds exactly. */
const powers: readonly number[] = /* @__PURE__ */ Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** The byte that parts the decimals of a number. */
export const decimalPoint = 0x2e;

/** The byte that parts the decimals of a number in much of the world. */
export const decimalComma = 0x2c;

/**
 * The number written in `bytes[from … to)`, or NaN: a sign, digits, a decimal mark, an exponent; blanks around it do
 * not count. Up to 15 digits are read here, where one division rounds correctly; longer ones go through `Number`. A
 * number that a double does not reach, 1e400 or 1e-400, is none.
 */
export function readNumber(bytes: Uint8Array, from: number, to: number, mark: number = decimalPoint): number {
  let start = from;
  let end = to;
  while (start < end && bytes[start] === 0x20) start++;
  while (start < end && bytes[end - 1] === 0x20) end--;
  let at = start;
  const negative = bytes[at] === 0x2d;
  if (at < end && (negative || bytes[at] === 0x2b)) at++;
  let value = 0;
  let digits = 0;
  let decimals = 0;
  let point = false;
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte >= 0x30 && byte <= 0x39) {
      value = 10 * value + byte - 0x30;
      digits++;
      if (point) decimals++;
    } else if (byte === mark && !point) point = true;
    else break;
  }
  if (digits === 0) return Number.NaN;
  if (at < end && !isExponent(bytes, at, end)) return Number.NaN;
  if (at < end || digits > 15) {
    const text = decoder.decode(bytes.subarray(start, end));
    const read = Number(mark === decimalPoint ? text : text.replace(",", "."));
    if (!Number.isFinite(read)) return Number.NaN;
    return read === 0 && !isZero(bytes, start, at) ? Number.NaN : read;
  }
  const size = decimals === 0 ? value : value / powers[decimals];
  return negative ? -size : size;
}

function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] >= 0x31 && bytes[at] <= 0x39) return false;
  return true;
}

/**
 * Whether a whole number is written whose neighbours a double does not tell apart: one of 2^53 or more. Powers of ten with
 * an exponent are not meant, which nobody takes for exact.
 */
export function isBeyondDouble(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 16) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    const isSign = byte === 0x2d || byte === 0x2b || byte === 0x20;
    if (!isSign && (byte < 0x30 || byte > 0x39)) return false;
  }
  return Math.abs(readNumber(bytes, from, to)) >= 2 ** 53;
}

function isExponent(bytes: Uint8Array, from: number, to: number): boolean {
  if ((bytes[from] | 0x20) !== 0x65) return false;
  let at = from + 1;
  if (bytes[at] === 0x2d || bytes[at] === 0x2b) at++;
  if (at >= to) return false;
  while (at < to && bytes[at] >= 0x30 && bytes[at] <= 0x39) at++;
  return at === to;
}

/** Whether a number is written with zeros in front, as postal codes and other keys are: 02139. */
export function hasLeadingZero(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && bytes[at] === 0x20) at++;
  if (bytes[at] === 0x2d || bytes[at] === 0x2b) at++;
  return at + 1 < to && bytes[at] === 0x30 && bytes[at + 1] >= 0x30 && bytes[at + 1] <= 0x39;
}
