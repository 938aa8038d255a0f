/**
 * @file When two identifiers may be one person's: they differ only in spelling, or are one number. Counting people asks
 * for the fewest there can be, so `1`, `01`, `1.0` and ` 1` are one, and a blank one is nobody's.
 */
import { labelAt } from "./labels.ts";
import { spellingKey } from "./spelling.ts";
import type { Column } from "./table.ts";

/** The identifier of each label as a number below `count`, or −1 where it is missing or blank. */
export type FoldedIdentifiers = { readonly of: Int32Array; readonly count: number };

/** Numbers the identifiers of a column's dictionary. */
export function foldIdentifiers({ labels, missing }: Pick<Column, "labels" | "missing">): FoldedIdentifiers {
  const of = Int32Array.from({ length: labels.size }, (_, code) => code);
  for (const code of missing) of[code] = -1;
  if (isPlain({ labels, missing })) return { of, count: labels.size };
  const known = new Map<string, number>([["", -1]]);
  for (const code of missing) known.set(identifierKey(labelAt(labels, code)), -1);
  let count = 0;
  for (let code = 0; code < labels.size; code++) {
    if (of[code] === -1) continue;
    const key = identifierKey(labelAt(labels, code));
    let number = known.get(key);
    if (number === undefined) {
      number = count++;
      known.set(key, number);
    }
    of[code] = number;
  }
  return { of, count };
}

const written = /^([+-]?)(\d*)(?:[.,](\d*))?(?:e([+-]?\d{1,9}))?$/;

/** What all ways to write an identifier have in common. */
export function identifierKey(text: string): string {
  const key = spellingKey(text);
  const [, sign, whole = "", part = "", power = "0"] = written.exec(key) ?? [];
  if (sign === undefined || whole + part === "") return key;
  const digits = (whole + part).replace(/^0+/, "");
  const bare = withoutZeros(digits);
  if (bare === "") return "0";
  return `${sign === "-" ? "-" : ""}${bare}e${Number(power) - part.length + digits.length - bare.length}`;
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

/** Whether no two labels can be one identifier, as their bytes show: nothing but ASCII, in one case, and no number that is written in an odd way. */
function isPlain({ labels, missing }: Pick<Column, "labels" | "missing">): boolean {
  const { bytes, offsets, size } = labels;
  if (missing.some((code) => offsets[code + 1] > offsets[code])) return false;
  let [upper, lower] = [false, false];
  for (let code = 0; code < size; code++) {
    const [from, to] = [offsets[code], offsets[code + 1]];
    if (from === to && !missing.includes(code)) return false;
    let isOdd = bytes[from] === 0x30 && to - from > 1;
    let isNumber = true;
    for (let at = from; at < to; at++) {
      const byte = bytes[at];
      if (byte <= 0x20 || byte >= 0x7f) return false;
      upper ||= byte >= 0x41 && byte <= 0x5a;
      lower ||= byte >= 0x61 && byte <= 0x7a;
      const isDigit = byte >= 0x30 && byte <= 0x39;
      isNumber &&= isDigit || inNumbers.has(byte);
      isOdd ||= inNumbers.has(byte);
    }
    if (isNumber && isOdd) return false;
  }
  return !(upper && lower);
}

/** The bytes of + , - . E e. */
const inNumbers: ReadonlySet<number> = /* @__PURE__ */ new Set([0x2b, 0x2c, 0x2d, 0x2e, 0x45, 0x65]);
