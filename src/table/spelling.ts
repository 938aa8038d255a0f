/**
 * @file When two texts are one value: they differ only in case, surrounding space or Unicode form, or are the same number.
 * Everything is decided by our own fixed tables, so a result never depends on the Unicode version of the machine or on
 * an engine's `lower`. In the ranges of `spelling-table.ts` this is canonical caseless matching with simple case folding (The Unicode
 * Standard, section 3.13, D145); beyond it full-width forms and Latin ligatures count as the letters they show, and
 * every kind of space as a space. Characters that nobody sees count for nothing. All others are compared as they are.
 */
import { append } from "../base/index.ts";
import { compareLabels, labelStrings, labelsFrom } from "./labels.ts";
import { caseRuns, compositions, markRanks } from "./spelling-table.ts";
import { type Column, labelCounts, newCodes } from "./table.ts";

/** Whether values that differ only in spelling count as one, or every text is a value. */
export const spellings = ["folded", "exact"] as const;

/** Whether values that differ only in spelling count as one, or every text is a value. */
export type Spelling = (typeof spellings)[number];

type Tables = {
  /** What each character consists of, in full. */
  readonly parts: ReadonlyMap<number, readonly number[]>;
  readonly lower: ReadonlyMap<number, number>;
  readonly rank: ReadonlyMap<number, number>;
};

let known: Tables | undefined;

function tables(): Tables {
  known ??= { parts: partsOf(compositions), lower: lowerOf(caseRuns), rank: rankOf(markRanks) };
  return known;
}

function partsOf(lines: readonly string[]): Map<number, readonly number[]> {
  const steps = new Map<number, readonly number[]>();
  for (const line of lines) {
    const [mark, pairs] = line.split(":") as [string, string];
    const numbers = pairs.split(" ").map(fromBase36);
    for (let at = 0; at < numbers.length; at += 2) {
      steps.set(numbers[at], mark === "" ? [numbers[at + 1]] : [numbers[at + 1], fromBase36(mark)]);
    }
  }
  const whole = (point: number): readonly number[] => steps.get(point)?.flatMap(whole) ?? [point];
  return new Map([...steps.keys()].map((point) => [point, whole(point)]));
}

function lowerOf(lines: readonly string[]): Map<number, number> {
  const lower = new Map<number, number>();
  for (const [from, to, step, shift] of runsIn(lines)) {
    for (let point = from; point <= to; point += step) lower.set(point, point + shift);
  }
  return lower;
}

function rankOf(lines: readonly string[]): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const [from, to, rank] of runsIn(lines)) {
    for (let point = from; point <= to; point++) ranks.set(point, rank);
  }
  return ranks;
}

function runsIn(lines: readonly string[]): number[][] {
  return lines.flatMap((line) => line.split(",").map((run) => run.split(" ").map(fromBase36)));
}

function fromBase36(text: string): number {
  return Number.parseInt(text, 36);
}

const ascii = /^[\t-\r -~]*$/;
const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const atEnds = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
/**
 * Control characters but for white space, and default ignorable code points (The Unicode Standard, section 5.21): the
 * first and the last of each run.
 */
const unseenRuns = [
  0x0, 0x8, 0xe, 0x1f, 0x7f, 0x84, 0x86, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5,
  0x180b, 0x180f, 0x200b, 0x200f, 0x202a, 0x202e, 0x2060, 0x206f, 0x3164, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xfeff,
  0xffa0, 0xffa0, 0xfff0, 0xfff8, 0x1bca0, 0x1bca3, 0x1d173, 0x1d17a, 0xe0000, 0xe0fff,
] as const;
const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];

/** The text that all spellings of a text have in common. */
export function spellingKey(text: string): string {
  const trimmed = withoutEnds(ascii.test(text) ? text : withoutUnseen(text));
  if (ascii.test(trimmed)) return trimmed.toLowerCase();
  const { parts, lower, rank } = tables();
  const points: number[] = [];
  for (const char of widened(trimmed)) {
    const point = char.codePointAt(0)!;
    if (point >= 0xac00 && point <= 0xd7a3) append(points, syllable(point - 0xac00));
    else append(points, parts.get(point) ?? [point]);
  }
  sortMarks(points, rank);
  return points.map((point) => String.fromCodePoint(lower.get(point) ?? point)).join("");
}

/** The characters of a text that take part in what it says. */
function withoutUnseen(text: string): string {
  return [...text].filter((char) => !isUnseen(char.codePointAt(0)!)).join("");
}

function isUnseen(point: number): boolean {
  const last = unseenRuns.findIndex((end, at) => at % 2 === 1 && point <= end);
  return last > 0 && point >= unseenRuns[last - 1];
}

/** The text between its first and its last character that can be seen. */
function withoutEnds(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && atEnds.test(text[from])) from++;
  while (to > from && atEnds.test(text[to - 1])) to--;
  return text.slice(from, to);
}

/** Text with plain spaces, and plain letters for full-width ones and ligatures. */
function widened(text: string): string {
  return text
    .replace(spaces, " ")
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\ufb00-\ufb06]/g, (char) => ligatures[char.charCodeAt(0) - 0xfb00]);
}

/** The letters of a Hangul syllable (The Unicode Standard, section 3.12). */
function syllable(place: number): number[] {
  const last = place % 28;
  const letters = [0x1100 + Math.floor(place / 588), 0x1161 + Math.floor((place % 588) / 28)];
  return last === 0 ? letters : [...letters, 0x11a7 + last];
}

/** Puts marks that follow each other into canonical order; marks of one rank keep theirs. */
function sortMarks(points: number[], rank: ReadonlyMap<number, number>): void {
  const rankOf = (point: number): number => rank.get(point) ?? 0;
  for (let from = 0, to = 0; from < points.length; from = to + 1) {
    to = from;
    while (to < points.length && rankOf(points[to]) > 0) to++;
    const marks = points.slice(from, to).sort((a, b) => rankOf(a) - rankOf(b));
    marks.forEach((point, i) => {
      points[from + i] = point;
    });
  }
}

const numberForm = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:e([+-]?[0-9]+))?$/;

/** The powers of ten past which a text is taken for what it says, not for a number. */
const highestPower = 1e9;

/**
 * What all texts of a value have in common: their spelling, and where that is a number, its digits and power of ten.
 * Two numbers are one exactly if they are equal, however many digits they have.
 */
export function valueKey(text: string): string {
  const key = spellingKey(text);
  const [, sign, whole = "", fraction = "", power = "0"] = numberForm.exec(key) ?? [];
  const digits = `${whole}${fraction}`;
  if (digits === "" || Math.abs(Number(power)) > highestPower) return key;
  let [from, to] = [0, digits.length];
  while (from < to && digits[from] === "0") from++;
  while (to > from && digits[to - 1] === "0") to--;
  if (from === to) return "0";
  const exponent = Number(power) - fraction.length + digits.length - to;
  return `${sign === "-" ? "-" : ""}${digits.slice(from, to)}e${exponent}`;
}

/** Keeps the first text that is a spelling of a value. */
function remember(written: Map<string, string>, text: string): void {
  const key = valueKey(text);
  if (!written.has(key)) written.set(key, text);
}

/** A column in which every value is written in one way, and the code there of each code of the column. */
export type FoldedColumn = { readonly column: Column; readonly codeOf: Uint32Array };

/**
 * Writes every value of a column in one way: as the first of `stated` that is a spelling of it, else as most records
 * write it, of equally many the first by code point. In a category texts that differ in spelling are one value, and where
 * it has numbers among its names, those that are equal. Equal numbers are one value in a column of numbers, and the same
 * moment in one of days. A column that has one spelling of each stays as it is. A text that differs from a missing one in
 * spelling alone is missing as well.
 */
export function foldSpelling(column: Column, stated: Iterable<string> = []): FoldedColumn {
  const { labels } = column;
  const texts = labelStrings(labels);
  const keys = keysOf(column, texts);
  const records = labelCounts(column);
  const written = new Map<string, string>();
  for (const text of stated) remember(written, text);
  const byUse = (a: number, b: number): number => records[b] - records[a] || compareLabels(labels, a, b);
  if (column.kind === "category") {
    for (const code of [...column.missing].sort(byUse)) remember(written, texts[code]);
  }
  const codes = new Map<string, number>();
  const usual: number[] = [];
  const codeOf = new Uint32Array(labels.size);
  for (const [code, key] of keys.entries()) {
    let place = codes.get(key);
    if (place === undefined) codes.set(key, (place = usual.push(code) - 1));
    else if (byUse(code, usual[place]) < 0) usual[place] = code;
    codeOf[code] = place;
  }
  const folded = [...codes.keys()].map((key, place) => written.get(key) ?? texts[usual[place]]);
  const isChanged = folded.length < texts.length || folded.some((text, code) => text !== texts[code]);
  return isChanged ? foldedBy(column, folded, codeOf) : { column, codeOf };
}

/** What all texts of a value have in common, for each code of a column. */
function keysOf({ kind, numbers, missing }: Column, texts: readonly string[]): string[] {
  if (kind === "category") return texts.map(valueKey);
  const gaps = new Set(missing);
  return texts.map((text, code) => {
    if (gaps.has(code)) return `missing ${text}`;
    // numbers by their digits, so that those beyond 2^53 stay apart
    return kind === "number" && Number.isFinite(Number(text)) ? valueKey(text) : `at ${numbers![code]}`;
  });
}

/** A column with other labels, and the new code of each of its codes. */
function foldedBy(column: Column, folded: readonly string[], codeOf: Uint32Array): FoldedColumn {
  const counts = new Float64Array(folded.length);
  labelCounts(column).forEach((count, code) => {
    counts[codeOf[code]] += count;
  });
  const { bare: _, codes: raw, numbers, ...rest } = column;
  const narrow = newCodes(raw.length, folded.length);
  for (let row = 0; row < raw.length; row++) narrow[row] = codeOf[raw[row]];
  const places = new Float64Array(folded.length);
  numbers?.forEach((number, code) => {
    places[codeOf[code]] = number;
  });
  return {
    column: {
      ...rest,
      codes: narrow,
      labels: labelsFrom(folded),
      missing: [...new Set(column.missing.map((code) => codeOf[code]))],
      numbers: numbers === undefined ? undefined : places,
      ...(column.counts === undefined ? {} : { counts }),
    },
    codeOf,
  };
}
