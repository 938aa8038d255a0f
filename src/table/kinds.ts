/**
 * @file What kind a column is, decided by all its values: a number if every value that is not missing reads as one, a
 * date if all are days written in one form, a category otherwise. Values are read once per dictionary, not per row.
 */
import { finish, KohortError, report, type Task } from "../base/index.ts";
import { type DateForm, dateForms, readDate } from "./date-text.ts";
import { type Labels, labelAt, labelStrings } from "./labels.ts";
import { missingCodes } from "./missing.ts";
import { hasLeadingZero, isBeyondDouble, readNumber } from "./number-text.ts";
import { type Column, type Kind, labelCounts } from "./table.ts";

/** The kind that is stated for a column; a column may be called as a property that every object has. */
export function statedKind(kinds: Readonly<Record<string, Kind>> | undefined, name: string): Kind | undefined {
  return kinds !== undefined && Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** What speaks for and against each kind of a column, counted in rows. */
export type KindEvidence = {
  readonly rows: number;
  readonly missing: number;
  /** Rows that read as numbers, and what these are like. */
  readonly numbers: number;
  readonly decimals: boolean;
  readonly negatives: boolean;
  /** Numbers are written with zeros in front (02139), so they are keys rather than amounts. */
  readonly leadingZeros: boolean;
  /** Whether some are whole numbers of 2^53 or more, whose neighbours are one number to a computer. */
  readonly beyondDouble: boolean;
  /** Rows that read as days, in the form that fits most. */
  readonly dates: number;
  readonly dateForm?: DateForm;
  /** Every value could be read with the day first as well as with the month first. */
  readonly ambiguousDates: boolean;
  /** Rows that would be numbers if the comma parted the decimals. */
  readonly decimalCommas: number;
  /** The first value that does not fit the kind most values fit; rows are counted from 1. */
  readonly misfit?: { readonly row: number; readonly value: string };
  /** Values that often stand for "not known" but are not counted as missing here. */
  readonly looksMissing: readonly { readonly value: string; readonly rows: number }[];
};

/** Words and signs that many tables use for a value that is not known. */
const missingMarks = [
  "",
  "?",
  "NA",
  "N/A",
  "n/a",
  "na",
  "NaN",
  "nan",
  "null",
  "NULL",
  "None",
  "none",
  "-",
  "--",
  ".",
  "*",
];
/** Marks that hardly ever mean anything but "not known"; words such as "none" and "unknown" may be answers. */
const plainMarks = ["?", "NA", "N/A", "n/a", "#N/A", "-", "--", ".", "NaN", "nan", "null", "NULL", "\\N"];

/** Every value that decides what `likelyMissing` finds in a column. */
export const tellingMarks: readonly string[] = [...plainMarks, "+"];

const moreMarks = [
  ..."unknown Unknown UNKNOWN missing Missing #N/A \\N k.A. ka n.d. nd ND s/d unbekannt inconnu".split(" "),
  ..."desconocido sconosciuto desconhecido onbekend".split(" "),
  ...["k. A.", "keine Angabe"],
];

/** What a value that is not published is written as. */
const star = "*";

/**
 * The column with the kind its values have, or the kind asked for if every value reads as that; of a release that has
 * `*` in the column, a category.
 */
export function withKind(column: Column, asked?: Kind, source?: string, released = false): Column {
  if (asked === undefined) return inferred(column, true);
  if (asked === "category" || (released && labelStrings(column.labels).includes(star))) return category(column);
  const read = asked === "number" ? readNumbers(column) : finish(readDates(column, unpaused)).numbers;
  const wrong = read.findIndex((value, code) => Number.isNaN(value) && !column.missing.includes(code));
  if (wrong >= 0) {
    const row = column.codes.indexOf(wrong) + 1;
    throw new KohortError(
      "column",
      `column "${column.name}" is not a ${asked}: row ${row} has "${labelAt(column.labels, wrong)}"`,
      { hint: misfitHint(labelAt(column.labels, wrong)), where: source },
    );
  }
  if (asked === "number") refuseBeyondDouble(column, source);
  return { ...column, kind: asked, numbers: read };
}

/** Refuses whole numbers that would be taken for their neighbours. */
function refuseBeyondDouble({ name, labels, missing }: Column, source: string | undefined): void {
  const { bytes, offsets, size } = labels;
  for (let code = 0; code < size; code++) {
    if (missing.includes(code) || !isBeyondDouble(bytes, offsets[code]!, offsets[code + 1]!)) continue;
    throw new KohortError(
      "column",
      `column "${name}" is not read as a number: "${labelAt(labels, code)}" is beyond 2^53, where neighbours are one number`,
      { hint: `read it as a category (kind "category"), whose values are compared as they are written`, where: source },
    );
  }
}

/** `1.234,5` or `12,5`: a number as it is written where the comma parts the decimals. */
const decimalComma = /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;

function misfitHint(value: string): string {
  return decimalComma.test(value)
    ? "numbers are read with a decimal point: write it so, or read the column as a category"
    : `read it as a category, or name "${value}" as a mark for missing values`;
}

/** The column with the kind its values have; without `numbers` only days are looked for. */
export function inferred(column: Column, numbers: boolean): Column {
  if (column.missing.length >= column.labels.size) return category(column);
  if (numbers) {
    const read = readNumbers(column, true);
    if (read.length > 0) return { ...column, kind: "number", numbers: read };
  }
  for (const form of dateForms) {
    const { numbers: days, read } = readAs(column, form, true);
    if (read === column.labels.size - column.missing.length) return { ...column, kind: "date", numbers: days };
  }
  return category(column);
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
function readNumbers(column: Column, strict = false): Float64Array {
  const { bytes, offsets, size } = column.labels;
  const numbers = new Float64Array(size);
  const missing = new Set(column.missing);
  for (let code = 0; code < size; code++) {
    const value = missing.has(code) ? Number.NaN : readNumber(bytes, offsets[code]!, offsets[code + 1]!);
    numbers[code] = value;
    if (!strict || missing.has(code)) continue;
    const [from, to] = [offsets[code]!, offsets[code + 1]!];
    if (Number.isNaN(value) || hasLeadingZero(bytes, from, to) || isBeyondDouble(bytes, from, to))
      return new Float64Array(0);
  }
  return numbers;
}

/** Each label as a day in the form that fits most labels. */
function* readDates(column: Column, pause: Pause): Task<{ numbers: Float64Array; form: DateForm; ambiguous: boolean }> {
  const present = column.labels.size - column.missing.length;
  const tried: { form: DateForm; numbers: Float64Array; read: number }[] = [];
  for (const form of dateForms) {
    tried.push({ form, ...readAs(column, form) });
    yield* pause();
  }
  const best = tried.reduce((a, b) => (b.read > a.read ? b : a));
  const [dayFirst, monthFirst] = [tried[3]!, tried[4]!];
  const ambiguous = present > 0 && dayFirst.read === present && monthFirst.read === present;
  return { numbers: best.numbers, form: best.form, ambiguous };
}

function readAs(column: Column, form: DateForm, strict = false): { numbers: Float64Array; read: number } {
  const { bytes, offsets, size } = column.labels;
  const missing = new Set(column.missing);
  const numbers = new Float64Array(size).fill(Number.NaN);
  let read = 0;
  for (let code = 0; code < size; code++) {
    if (missing.has(code)) continue;
    const value = readDate(bytes, offsets[code]!, offsets[code + 1]!, form);
    if (!Number.isNaN(value)) read++;
    else if (strict) return { numbers, read };
    numbers[code] = value;
  }
  return { numbers, read };
}

/** Gives way between two passes over the values of a column. */
export type Pause = () => Task<unknown>;

const unpaused: Pause = () => report("inspect", 0, 1);

/** Counts what speaks for each kind of a column, pass by pass. */
export function* gatherEvidence(column: Column, pause: Pause): Task<KindEvidence> {
  const counts = labelCounts(column);
  yield* pause();
  const sum = (codes: Iterable<number>): number => {
    let rows = 0;
    for (const code of codes) rows += counts[code]!;
    return rows;
  };
  const numbers = readNumbers(column);
  yield* pause();
  const dates = yield* readDates(column, pause);
  const readAsNumber = [...numbers.keys()].filter((code) => !Number.isNaN(numbers[code]!));
  const readAsDate = [...dates.numbers.keys()].filter((code) => !Number.isNaN(dates.numbers[code]!));
  const rowsOfNumbers = sum(readAsNumber);
  const rowsOfDates = sum(readAsDate);
  yield* pause();
  const { bytes, offsets } = column.labels;
  const commas = sum(labelStrings(column.labels).flatMap((text, code) => (decimalComma.test(text) ? [code] : [])));
  yield* pause();
  const marks = looksMissing(column.labels, column.missing, counts);
  yield* pause();
  return {
    rows: column.codes.length,
    missing: sum(column.missing),
    numbers: rowsOfNumbers,
    decimals: readAsNumber.some((code) => !Number.isInteger(numbers[code]!)),
    negatives: readAsNumber.some((code) => numbers[code]! < 0),
    leadingZeros: readAsNumber.some((code) => hasLeadingZero(bytes, offsets[code]!, offsets[code + 1]!)),
    beyondDouble: readAsNumber.some((code) => isBeyondDouble(bytes, offsets[code]!, offsets[code + 1]!)),
    dates: rowsOfDates,
    ...(rowsOfDates === 0 ? {} : { dateForm: dates.form }),
    ambiguousDates: dates.ambiguous,
    decimalCommas: commas,
    ...misfit(column, rowsOfDates > rowsOfNumbers ? dates.numbers : numbers, Math.max(rowsOfDates, rowsOfNumbers)),
    looksMissing: marks,
  };
}

function misfit(column: Column, read: Float64Array, rows: number): { misfit?: { row: number; value: string } } {
  if (rows === 0) return {};
  const missing = new Set(column.missing);
  const row = column.codes.findIndex((code) => Number.isNaN(read[code]!) && !missing.has(code));
  return row < 0 ? {} : { misfit: { row: row + 1, value: labelAt(column.labels, column.codes[row]!) } };
}

/**
 * The marks of a column that most likely mean "not known" and are not counted as missing, with how many rows have each.
 * Where "+" is a value "-" is one too.
 */
export function likelyMissing(column: Column): { readonly value: string; readonly rows: number }[] {
  const { labels, missing } = column;
  const codes = missingCodes(labels, plainMarks).filter((code) => !missing.includes(code));
  if (codes.length === 0) return [];
  const counts = labelCounts(column);
  const hasPlus = missingCodes(labels, ["+"]).length > 0;
  return codes
    .map((code) => ({ value: labelAt(labels, code), rows: counts[code]! }))
    .filter(({ value, rows }) => rows > 0 && !(value === "-" && hasPlus))
    .sort((a, b) => plainMarks.indexOf(a.value) - plainMarks.indexOf(b.value));
}

/** A column in which more texts mean "not known"; its kind is found out again unless it is stated. */
export function withMoreMissing(column: Column, marks: readonly string[], isKindStated: boolean): Column {
  const more = missingCodes(column.labels, marks).filter((code) => !column.missing.includes(code));
  if (more.length === 0) return column;
  const marked = { ...column, missing: [...column.missing, ...more].sort((a, b) => a - b) };
  if (isKindStated) return marked;
  return column.bare === undefined ? inferred(marked, true) : inferredBare(marked);
}

function looksMissing(
  labels: Labels,
  missing: readonly number[],
  counts: Float64Array,
): { value: string; rows: number }[] {
  return missingCodes(labels, [...missingMarks, ...moreMarks])
    .filter((code) => !missing.includes(code) && counts[code]! > 0)
    .map((code) => ({ value: labelAt(labels, code), rows: counts[code]! }));
}

/** What speaks for each kind of a column. */
export function evidence(column: Column): KindEvidence {
  return finish(gatherEvidence(column, unpaused));
}

/** Why a column has its kind, in a sentence or two. */
export function describeKind(column: Column): string {
  return describeEvidence(evidence(column));
}

/** What was found of a column's kind, in a sentence or two. */
export function describeEvidence(found: KindEvidence): string {
  const present = found.rows - found.missing;
  const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  const parts: string[] = [];
  const leading = found.dates > found.numbers ? "dates" : "numbers";
  const read = Math.max(found.dates, found.numbers);
  if (present === 0) parts.push("every value is missing");
  else if (read > 0) {
    parts.push(
      read === present
        ? `all ${grouped(present)} read as ${leading}`
        : `${grouped(read)} of ${grouped(present)} read as ${leading}`,
    );
    if (found.misfit !== undefined)
      parts.push(`first that does not: row ${grouped(found.misfit.row)}, "${found.misfit.value}"`);
    if (leading === "numbers" && found.leadingZeros) parts.push("some have zeros in front, as keys have");
    if (leading === "numbers" && found.beyondDouble)
      parts.push("some are beyond 2^53, where neighbours are one number, so they are compared as texts");
    if (leading === "dates") parts.push(`written ${found.dateForm}`);
    if (leading === "dates" && found.ambiguousDates) parts.push("mm/dd/yyyy would fit as well");
  } else parts.push("none read as numbers or dates");
  if (found.decimalCommas > 0 && read < present) {
    parts.push(`${grouped(found.decimalCommas)} have a decimal comma; numbers are read with a point`);
  }
  if (found.missing > 0) parts.push(`${grouped(found.missing)} missing`);
  for (const { value, rows } of found.looksMissing) {
    parts.push(`"${value}" in ${grouped(rows)} ${rows === 1 ? "row" : "rows"} may mean missing`);
  }
  return parts.join("; ");
}
