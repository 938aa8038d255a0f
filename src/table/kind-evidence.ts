/**
 * @file What speaks for and against each kind of a column, and which of its values may mean that nothing is known: counted
 * in rows, told in a sentence or two.
 */
import { append, finish, type Task } from "../base/index.ts";
import { type DateForm, hasShortYears } from "./date-text.ts";
import { mayPartThousands, writtenLabels } from "./decimal-mark.ts";
import { commaNumber, type Pause, readDates, readNumbers, shortYears, unpaused } from "./kinds.ts";
import { type Labels, labelAt, labelStrings } from "./labels.ts";
import { missingCodes } from "./missing.ts";
import { hasLeadingZero, isBeyondDouble } from "./number-text.ts";
import { sharedDouble } from "./same-double.ts";
import { type Column, labelCounts } from "./table.ts";

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
  /** Two values that differ as they are written and are one number to a computer. */
  readonly sharedDouble?: readonly [string, string];
  /** Rows that read as days, in the form that fits most. */
  readonly dates: number;
  readonly dateForm?: DateForm;
  /** Every value could be read in several forms, which mean different days. */
  readonly ambiguousDates: boolean;
  /** These forms, where there are several. */
  readonly fittingForms?: readonly DateForm[];
  /** Rows that are or would be numbers with a decimal comma. */
  readonly decimalCommas: number;
  /** A value whose comma may part thousands as well, where that is so of all; nothing is guessed then. */
  readonly ambiguousComma?: string;
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

/** Counts what speaks for each kind of a column, pass by pass. */
export function* gatherEvidence(column: Column, pause: Pause): Task<KindEvidence> {
  const counts = labelCounts(column);
  yield* pause();
  const sum = (codes: Iterable<number>): number => {
    let rows = 0;
    for (const code of codes) rows += counts[code];
    return rows;
  };
  const numbers = readNumbers(column);
  yield* pause();
  const dates = yield* readDates(column, pause);
  const readAsNumber = [...numbers.keys()].filter((code) => !Number.isNaN(numbers[code]));
  const readAsDate = [...dates.numbers.keys()].filter((code) => !Number.isNaN(dates.numbers[code]));
  const rowsOfNumbers = sum(readAsNumber);
  const rowsOfDates = sum(readAsDate);
  yield* pause();
  const { bytes, offsets } = column.labels;
  const written = labelStrings(writtenLabels(column));
  const commas = written.flatMap((text, code) => (commaNumber.test(text.trim()) ? [code] : []));
  const isUnclear = column.kind === "category" && commas.length > 0 && mayPartThousands(column.labels, column.missing);
  yield* pause();
  const marks = looksMissing(column.labels, column.missing, counts);
  yield* pause();
  const shared = sharedDouble(column.labels, numbers);
  yield* pause();
  return {
    rows: column.codes.length,
    missing: sum(column.missing),
    numbers: rowsOfNumbers,
    decimals: readAsNumber.some((code) => !Number.isInteger(numbers[code])),
    negatives: readAsNumber.some((code) => numbers[code] < 0),
    leadingZeros: readAsNumber.some((code) => hasLeadingZero(bytes, offsets[code], offsets[code + 1])),
    beyondDouble: readAsNumber.some((code) => isBeyondDouble(bytes, offsets[code], offsets[code + 1])),
    sharedDouble:
      shared === undefined ? undefined : [labelAt(column.labels, shared[0]), labelAt(column.labels, shared[1])],
    dates: rowsOfDates,
    dateForm: rowsOfDates === 0 ? undefined : dates.form,
    ambiguousDates: dates.ambiguous.length > 0,
    fittingForms: dates.ambiguous.length > 0 ? dates.ambiguous : undefined,
    decimalCommas: sum(commas),
    ambiguousComma: isUnclear ? written[commas[0]] : undefined,
    ...misfit(column, rowsOfDates > rowsOfNumbers ? dates.numbers : numbers, Math.max(rowsOfDates, rowsOfNumbers)),
    looksMissing: marks,
  };
}

function misfit(column: Column, read: Float64Array, rows: number): { misfit?: { row: number; value: string } } {
  if (rows === 0) return {};
  const missing = new Set(column.missing);
  const row = column.codes.findIndex((code) => Number.isNaN(read[code]) && !missing.has(code));
  return row < 0 ? {} : { misfit: { row: row + 1, value: labelAt(column.labels, column.codes[row]) } };
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
    .map((code) => ({ value: labelAt(labels, code), rows: counts[code] }))
    .filter(({ value, rows }) => rows > 0 && !(value === "-" && hasPlus))
    .sort((a, b) => plainMarks.indexOf(a.value) - plainMarks.indexOf(b.value));
}

function looksMissing(
  labels: Labels,
  missing: readonly number[],
  counts: Float64Array,
): { value: string; rows: number }[] {
  return missingCodes(labels, [...missingMarks, ...moreMarks])
    .filter((code) => !missing.includes(code) && counts[code] > 0)
    .map((code) => ({ value: labelAt(labels, code), rows: counts[code] }));
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
    if (leading === "numbers" && found.sharedDouble !== undefined) {
      const [one, other] = found.sharedDouble;
      parts.push(`"${one}" and "${other}" differ and are one number to a computer, so they are compared as texts`);
    }
    if (leading === "numbers" && read === present && found.decimalCommas > 0) parts.push("written with decimal commas");
    if (leading === "dates") append(parts, describeForm(found));
  } else parts.push("none read as numbers or dates");
  if (found.ambiguousComma !== undefined) {
    parts.push(`the comma of "${found.ambiguousComma}" may part decimals or thousands`);
  } else if (found.decimalCommas > 0 && read < present) {
    parts.push(`${grouped(found.decimalCommas)} have a decimal comma`);
  }
  if (found.missing > 0) parts.push(`${grouped(found.missing)} missing`);
  for (const { value, rows } of found.looksMissing) {
    parts.push(`"${value}" in ${grouped(rows)} ${rows === 1 ? "row" : "rows"} may mean missing`);
  }
  return parts.join("; ");
}

function describeForm({ dateForm, fittingForms }: KindEvidence): string[] {
  if (fittingForms !== undefined) return [`${fittingForms.join(" and ")} both fit, so they are not taken for dates`];
  if (dateForm === undefined || !hasShortYears(dateForm)) return [`written ${dateForm}`];
  return [`written ${dateForm}`, shortYears];
}
