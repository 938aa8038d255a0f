/**
 * @file What kind a column is, decided by all its values: a number if every value that is not missing reads as one, a
 * date if all are days written in one form, a category otherwise. Values are read once per dictionary, not per row.
 */
import { few, finish, KohortError, report, type Task } from "../base/index.ts";
import type { ReadOptions } from "./csv-options.ts";
import { type DateForm, dateForms, firstOldYear, hasShortYears, readDate } from "./date-text.ts";
import {
  areGeneralisedCommas,
  type DecimalMark,
  decimalFor,
  isDecimalNamed,
  mayPartThousands,
  pointedLabels,
  writtenLabels,
} from "./decimal-mark.ts";
import { labelAt, labelStrings } from "./labels.ts";
import { missingCodes } from "./missing.ts";
import { decimalComma, decimalPoint, hasLeadingZero, isBeyondDouble, readNumber } from "./number-text.ts";
import { sharedDouble } from "./same-double.ts";
import type { Column, Kind } from "./table.ts";

/** The kind that is stated for a column; a column may be called as a property that every object has. */
export function statedKind(kinds: Readonly<Record<string, Kind>> | undefined, name: string): Kind | undefined {
  return kinds !== undefined && Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** What a value that is not published is written as. */
const star = "*";

/** How the values of one column are read. */
export type Reading = {
  readonly source?: string;
  /** Whether it may be a column of a release. */
  readonly released?: boolean;
  /** What parts decimals; found out unless stated. */
  readonly decimal?: DecimalMark;
  /** Whether the mark is stated for this column, and not for all. */
  readonly isDecimalNamed?: boolean;
  /** The form of days, where it is stated. */
  readonly dateForm?: DateForm;
};

/** How a column is read, as options for the whole file say. */
export function readingOf(name: string, { source, released, decimal, dates }: ReadOptions): Reading {
  return {
    source,
    released,
    decimal: decimalFor(decimal, name),
    isDecimalNamed: isDecimalNamed(decimal, name),
    dateForm: dates !== undefined && Object.hasOwn(dates, name) ? dates[name] : undefined,
  };
}

/**
 * The column with the kind its values have, or the kind asked for if every value reads as that; of a release that has
 * `*` in the column, a category.
 */
export function withKind(read: Column, asked?: Kind, reading: Reading = {}): Column {
  const { source, released = false, dateForm } = reading;
  if (asked === "category" && !released) return category(read);
  const column = dateForm === undefined ? withPlainNumbers(read, reading) : { ...read, dateForm };
  if (asked === undefined) {
    const found = inferred(column, readsAsNumbers(column, reading));
    if (released) return found;
    refuseUnread(found, reading);
    return found.kind === "category" ? category(read) : found;
  }
  if (asked === "category" || (released && labelStrings(column.labels).includes(star))) return category(column);
  if (asked === "date") refuseAmbiguous(column, source);
  const mark = readsAsNumbers(column, reading) ? decimalPoint : decimalComma;
  const numbers = asked === "number" ? readNumbers(column, false, mark) : finish(readDates(column, unpaused)).numbers;
  const wrong = numbers.findIndex((value, code) => Number.isNaN(value) && !column.missing.includes(code));
  if (wrong >= 0) {
    const row = column.codes.indexOf(wrong) + 1;
    const value = labelAt(column.labels, wrong);
    throw new KohortError("column", `column "${column.name}" is not a ${asked}: row ${row} has "${value}"`, {
      hint: misfitHint(column.name, value),
      where: source,
    });
  }
  if (asked === "number") {
    refuseBeyondDouble(column, source);
    refuseSharedDouble(column, numbers, source);
  }
  return { ...column, kind: asked, numbers };
}

/** Refuses whole numbers that would be taken for their neighbours. */
function refuseBeyondDouble({ name, labels, missing }: Column, source: string | undefined): void {
  const { bytes, offsets, size } = labels;
  for (let code = 0; code < size; code++) {
    if (missing.includes(code) || !isBeyondDouble(bytes, offsets[code], offsets[code + 1])) continue;
    throw new KohortError(
      "column",
      `column "${name}" is not read as a number: "${labelAt(labels, code)}" is beyond 2^53, where neighbours are one number`,
      { hint: `read it as a category (kind "category"), whose values are compared as they are written`, where: source },
    );
  }
}

/** Refuses numbers that differ as they are written and would be one. */
function refuseSharedDouble({ name, labels }: Column, numbers: Float64Array, source: string | undefined): void {
  const shared = sharedDouble(labels, numbers);
  if (shared === undefined) return;
  const [one, other] = shared.map((code) => labelAt(labels, code));
  throw new KohortError(
    "column",
    `column "${name}" is not read as a number: "${one}" and "${other}" differ and are one number to a computer`,
    {
      hint: `round its values, or read it as a category (kind "category"), whose values are compared as they are written`,
      where: source,
    },
  );
}

/** `1.234,5` or `12,5`: a number as it is written where the comma parts the decimals. */
export const commaNumber: RegExp = /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;

function misfitHint(name: string, value: string): string {
  return commaNumber.test(value)
    ? `if its comma parts decimals in every row, say so: "decimal": { "${name}": "," } under "input"`
    : `read it as a category, or name "${value}" as a mark for missing values`;
}

/** The column with points in its labels if its numbers are written with decimal commas. */
function withPlainNumbers(column: Column, reading: Reading): Column {
  const { decimal, released = false } = reading;
  if (column.bare !== undefined || decimal === "." || column.decimal !== undefined) return column;
  if (released && (reading.isDecimalNamed === true || areGeneralisedCommas(column.labels, column.missing))) {
    const isSure = decimal === "," || !mayPartThousands(column.labels, column.missing);
    const labels = isSure ? pointedLabels(column.labels) : undefined;
    return labels === undefined ? column : { ...column, labels, decimal: "," };
  }
  if (decimal === undefined && !column.labels.bytes.includes(decimalComma)) return column;
  if (readNumbers(column, true, decimalComma).length === 0) return column;
  if (decimal === undefined && mayPartThousands(column.labels, column.missing)) return column;
  const labels = pointedLabels(column.labels);
  return labels === undefined ? column : { ...column, labels, decimal: "," };
}

/** Whether a number with a decimal point is a number: not where commas are stated and the column has none throughout. */
function readsAsNumbers(column: Column, { decimal, released = false }: Reading): boolean {
  return decimal !== "," || column.decimal !== undefined || released;
}

/** What was understood of a column in a way that its owner should know of; nothing of what is stated. */
export function readingNotes(
  column: Column,
  asked: Kind | undefined,
  { decimal, dateForm, isDecimalNamed: isNamed }: Reading,
): string[] {
  const { name, labels } = column;
  const quoted = JSON.stringify(name);
  if (column.kind === "number" && column.decimal !== undefined && decimal === undefined && isNamed !== true) {
    const commas = labelStrings(writtenLabels(column)).find((text) => text.includes(","));
    return [`column ${quoted} has decimal commas, such as "${commas}", and is read as numbers`];
  }
  if (column.kind === "date" && dateForm === undefined) {
    const [fit] = fittingForms(column);
    if (fit === undefined || !hasShortYears(fit.form)) return [];
    return [`column ${quoted} has years of two digits: ${shortYears}`];
  }
  if (column.kind !== "category" || asked !== undefined || column.missing.length >= labels.size) return [];
  const forms = column.bare?.includes(1) === true ? [] : fittingForms(column).map(({ form }) => form);
  if (forms.length > 1) {
    const shown = labelAt(labels, [...labels.offsets.keys()].find((code) => !column.missing.includes(code))!);
    return [
      `column ${quoted} has dates such as "${shown}", which may be ${forms.join(" or ")}; it is read as names until \`dates\` states one`,
    ];
  }
  return [];
}

/** A mark or a form that was stated for a column must fit its values. */
function refuseUnread(column: Column, { decimal, isDecimalNamed: isNamed, dateForm, source }: Reading): void {
  if (dateForm !== undefined && column.kind !== "date") {
    const odd = oddLabel(column, readAs(column, dateForm).numbers);
    throw new KohortError("column", `column "${column.name}" is not written ${dateForm}: it has "${odd}"`, {
      hint: `count it as missing, or state another form: ${few(dateForms)}`,
      where: source,
    });
  }
  if (isNamed !== true || decimal !== ",") return;
  if (column.kind === "category" && column.decimal !== undefined) {
    refuseSharedDouble(column, readNumbers(column), source);
  }
  if (column.decimal === undefined) {
    const odd = oddLabel(column, readNumbers(column, false, decimalComma));
    throw new KohortError("column", `column "${column.name}" has no decimal commas throughout: it has "${odd}"`, {
      hint: "count it as missing, or leave the decimal mark of the column out",
      where: source,
    });
  }
}

function oddLabel({ labels, missing }: Column, read: Float64Array): string {
  const code = read.findIndex((value, at) => Number.isNaN(value) && !missing.includes(at));
  return code < 0 ? "" : labelAt(labels, code);
}

/** Days that two forms read differently are asked about. */
function refuseAmbiguous(column: Column, source: string | undefined): void {
  const fits = fittingForms(column);
  if (fits.length < 2) return;
  const forms = fits.map(({ form }) => form);
  throw new KohortError("column", `the dates of column "${column.name}" may be ${forms.join(" or ")}`, {
    hint: `state which under "input": "dates": { "${column.name}": "${forms[0]}" }`,
    where: source,
  });
}

/** The column with the kind its values have; without `numbers` only days are looked for. */
export function inferred(column: Column, numbers: boolean): Column {
  if (column.missing.length >= column.labels.size) return category(column);
  if (numbers && column.dateForm === undefined) {
    const read = readNumbers(column, true);
    if (read.length > 0 && sharedDouble(column.labels, read) === undefined)
      return { ...column, kind: "number", numbers: read };
  }
  const [only, second] = fittingForms(column);
  return only === undefined || second !== undefined
    ? category(column)
    : { ...column, kind: "date", numbers: only.numbers };
}

/** The forms in which every value is a day, the stated one alone; forms that mean the same days are one. */
function fittingForms(column: Column): { readonly form: DateForm; readonly numbers: Float64Array }[] {
  const fits: { form: DateForm; numbers: Float64Array }[] = [];
  const present = column.labels.size - column.missing.length;
  for (const form of column.dateForm === undefined ? dateForms : [column.dateForm]) {
    const { numbers, read } = readAs(column, form, true);
    if (read < present || present === 0) continue;
    const isSame = (days: Float64Array): boolean =>
      days.every((day, code) => day === numbers[code] || Number.isNaN(day));
    if (!fits.some((other) => isSame(other.numbers))) fits.push({ form, numbers });
  }
  return fits;
}

/** As `inferred`, of JSON: strings are never taken for numbers, whatever they look like, nor numbers for days. */
export function inferredBare(column: Column): Column {
  const missing = new Set(column.missing);
  const present = [...column.bare!.keys()].filter((code) => !missing.has(code));
  if (present.every((code) => column.bare![code] === 1)) return inferred(column, true);
  return present.every((code) => column.bare![code] === 0) ? inferred(column, false) : column;
}

function category(column: Column): Column {
  const { numbers: _, ...rest } = column;
  return { ...rest, kind: "category" };
}

/** Each label as a number; when `strict`, an empty array as soon as a label is none, has leading zeros or is beyond 2^53. */
export function readNumbers(column: Column, strict = false, mark: number = decimalPoint): Float64Array {
  const { bytes, offsets, size } = column.labels;
  const numbers = new Float64Array(size);
  const missing = new Set(column.missing);
  for (let code = 0; code < size; code++) {
    const value = missing.has(code) ? Number.NaN : readNumber(bytes, offsets[code], offsets[code + 1], mark);
    numbers[code] = value;
    if (!strict || missing.has(code)) continue;
    const [from, to] = [offsets[code], offsets[code + 1]];
    if (Number.isNaN(value) || hasLeadingZero(bytes, from, to) || isBeyondDouble(bytes, from, to))
      return new Float64Array(0);
  }
  return numbers;
}

/** Gives way between two passes over the values of a column. */
export type Pause = () => Task<unknown>;

/** Goes on at once. */
export const unpaused: Pause = () => report("inspect", 0, 1);

/** Each label as a day in the form that fits most labels, and the forms that fit all. */
export function* readDates(
  column: Column,
  pause: Pause,
): Task<{ numbers: Float64Array; form: DateForm; ambiguous: readonly DateForm[] }> {
  const tried: { form: DateForm; numbers: Float64Array; read: number }[] = [];
  for (const form of column.dateForm === undefined ? dateForms : [column.dateForm]) {
    tried.push({ form, ...readAs(column, form) });
    yield* pause();
  }
  const best = tried.reduce((a, b) => (b.read > a.read ? b : a));
  const fits = fittingForms(column).map(({ form }) => form);
  return { numbers: best.numbers, form: best.form, ambiguous: fits.length < 2 ? [] : fits };
}

function readAs(column: Column, form: DateForm, strict = false): { numbers: Float64Array; read: number } {
  const { bytes, offsets, size } = column.labels;
  const missing = new Set(column.missing);
  const numbers = new Float64Array(size).fill(Number.NaN);
  let read = 0;
  for (let code = 0; code < size; code++) {
    if (missing.has(code)) continue;
    const value = readDate(bytes, offsets[code], offsets[code + 1], form);
    if (!Number.isNaN(value)) read++;
    else if (strict) return { numbers, read };
    numbers[code] = value;
  }
  return { numbers, read };
}

/** A column in which more texts mean "not known"; its kind is found out again unless it is stated. */
export function withMoreMissing(
  column: Column,
  marks: readonly string[],
  isKindStated: boolean,
  reading: Reading = {},
): Column {
  const more = missingCodes(column.labels, marks).filter((code) => !column.missing.includes(code));
  if (more.length === 0) return column;
  const marked = { ...column, missing: [...column.missing, ...more].sort((a, b) => a - b) };
  if (isKindStated) return marked;
  return column.bare === undefined ? withKind(marked, undefined, reading) : inferredBare(marked);
}

/** How years of two digits are read. */
export const shortYears: string = `00 to ${firstOldYear - 1} are read as 2000 to 20${firstOldYear - 1}, ${firstOldYear} to 99 as 19${firstOldYear} to 1999`;
