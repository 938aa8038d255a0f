/** @file Days as they are written in tables, read from bytes and counted by integer arithmetic; no `Date`, no time zone. */

/** All forms in which a day may be written, in the order in which they are tried; a time of day may follow each. */
export const dateForms = [
  "yyyy-mm-dd",
  "yyyy/mm/dd",
  "dd.mm.yyyy",
  "dd/mm/yyyy",
  "mm/dd/yyyy",
  "ddmonyyyy",
  "dd-mon-yyyy",
  "dd.mm.yy",
  "dd/mm/yy",
  "mm/dd/yy",
  "dd-mon-yy",
] as const;

/** A way to write a day: 2024-03-01, 2024/03/01, 1.3.2024, 1/3/2024, 3/1/2024, 1mar2024, 1-Mar-2024, or with a year such as 24. */
export type DateForm = (typeof dateForms)[number];

/** Days from 1970-01-01 to a day of the Gregorian calendar, which must exist. */
export function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - 400 * era;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return 146_097 * era + dayOfEra - 719_468;
}

/** What a form asks of a text: what stands between its parts, and in which place each part is. */
type Shape = {
  readonly mark: number | undefined;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly named: boolean;
  readonly short: boolean;
  /** Whether months and days must have two digits. */
  readonly padded: boolean;
};

const shapes: ReadonlyMap<DateForm, Shape> = /* @__PURE__ */ new Map(dateForms.map((form) => [form, shapeOf(form)]));

function shapeOf(form: DateForm): Shape {
  const parts = form.match(/y+|mm|mon|dd/g)!;
  const placeOf = (letter: string): number => parts.findIndex((part) => part.startsWith(letter));
  const mark = /[^a-z]/.exec(form)?.[0];
  return {
    mark: mark?.charCodeAt(0),
    year: placeOf("y"),
    month: placeOf("m"),
    day: placeOf("d"),
    named: parts.includes("mon"),
    short: parts.includes("yy"),
    padded: form === "yyyy-mm-dd",
  };
}

/** Whether a form has years of two digits. */
export function hasShortYears(form: DateForm): boolean {
  return shapes.get(form)!.short;
}

/** The first year of two digits that is taken for one of the 1900s, as POSIX `strptime` does. */
export const firstOldYear = 69;

/** The day written in `bytes[from … to)` in the given form as days since 1970-01-01 UTC, or NaN. */
export function readDate(bytes: Uint8Array, from: number, to: number, form: DateForm): number {
  const shape = shapes.get(form)!;
  const starts = [from, 0, 0];
  const ends = [0, 0, 0];
  for (let part = 0; part < 3; part++) {
    if (part > 0) {
      starts[part] = ends[part - 1] + (shape.mark === undefined ? 0 : 1);
      if (shape.mark !== undefined && bytes[ends[part - 1]] !== shape.mark) return Number.NaN;
    }
    const start = starts[part];
    const isName = shape.named && part === shape.month;
    ends[part] = isName ? Math.min(to, start + 3) : digitsEnd(bytes, start, to);
    const length = ends[part] - start;
    const longest = isName ? 3 : part !== shape.year || shape.short ? 2 : 4;
    if (length > longest || length < (part === shape.year ? longest : shape.padded ? 2 : 1)) return Number.NaN;
  }
  const number = (part: number): number => readInteger(bytes, starts[part], ends[part]);
  const written = number(shape.year);
  const year = shape.short ? written + (written < firstOldYear ? 2000 : 1900) : written;
  const month = shape.named ? monthNamed(bytes, starts[shape.month], ends[shape.month]) : number(shape.month);
  const day = number(shape.day);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return Number.NaN;
  const days = daysSince1970(year, month, day);
  const after = ends[2];
  return after === to ? days : days + timeOfDay(bytes, after, to, shape);
}

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The month that three letters name, whatever their case, or 0. */
function monthNamed(bytes: Uint8Array, from: number, to: number): number {
  return 1 + monthNames.indexOf(String.fromCharCode(...bytes.subarray(from, to)).toLowerCase());
}

/**
 * The fraction of a day in `T12:30`, ` 12:30:15.5`, `T12:30Z`, `T12:30+02:00`, ` 2:05 PM` or, after the name of a month,
 * `:12:30:15`; NaN where it is none.
 */
function timeOfDay(bytes: Uint8Array, from: number, to: number, { padded, named }: Shape): number {
  const text = String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 64)));
  const form = padded ? exactTime : named ? namedTime : plainTime;
  const parts = to - from > 64 ? undefined : form.exec(text)?.groups;
  if (parts === undefined) return Number.NaN;
  const [hours, minute, second] = [Number(parts.hour), Number(parts.minute), Number(parts.second ?? 0)];
  const isHalf = parts.half !== undefined;
  if (hours > (isHalf ? 12 : 23) || (isHalf && hours === 0) || minute > 59 || second > 59) return Number.NaN;
  const hour = isHalf ? (hours % 12) + (parts.half.toLowerCase() === "p" ? 12 : 0) : hours;
  const ahead = 60 * Number(parts.offsetHours ?? 0) + Number(parts.offsetMinutes ?? 0);
  const offset = parts.sign === "-" ? -ahead : ahead;
  return (3600 * hour + 60 * (minute - offset) + second + Number(parts.fraction ?? 0)) / 86_400;
}

const seconds = String.raw`(?::(?<second>\d\d)(?<fraction>\.\d{1,9})?)?`;
const zone = String.raw`(?:Z|(?<sign>[+-])(?<offsetHours>\d\d):?(?<offsetMinutes>\d\d))?`;
const half = "(?: ?(?<half>[AaPp])[Mm])?";
const exactTime = /* @__PURE__ */ new RegExp(String.raw`^[T ](?<hour>\d\d):(?<minute>\d\d)${seconds}${zone}$`);
const plainTime = /* @__PURE__ */ new RegExp(String.raw`^[T ](?<hour>\d\d?):(?<minute>\d\d)${seconds}${half}$`);
const namedTime = /* @__PURE__ */ new RegExp(String.raw`^[T :](?<hour>\d\d?):(?<minute>\d\d)${seconds}${half}$`);

function digitsEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] >= 0x30 && bytes[at] <= 0x39) at++;
  return at;
}

function readInteger(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = 10 * value + bytes[at] - 0x30;
  return value;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
