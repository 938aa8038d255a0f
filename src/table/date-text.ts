/** @file Days as they are written in tables, read from bytes and counted by integer arithmetic; no `Date`, no time zone. */

/** The ways to write a day: 2024-03-01 (with a time or without), 2024/03/01, 1.3.2024, 1/3/2024 and 3/1/2024. */
export type DateForm = "yyyy-mm-dd" | "yyyy/mm/dd" | "dd.mm.yyyy" | "dd/mm/yyyy" | "mm/dd/yyyy";

/** All forms, in the order in which they are tried. */
export const dateForms: readonly DateForm[] = ["yyyy-mm-dd", "yyyy/mm/dd", "dd.mm.yyyy", "dd/mm/yyyy", "mm/dd/yyyy"];

/** Days from 1970-01-01 to a day of the Gregorian calendar, which must exist. */
export function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - 400 * era;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return 146_097 * era + dayOfEra - 719_468;
}

/** The day written in `bytes[from … to)` in the given form as days since 1970-01-01 UTC, or NaN. */
export function readDate(bytes: Uint8Array, from: number, to: number, form: DateForm): number {
  const yearFirst = form.startsWith("yyyy");
  const mark = form.charCodeAt(yearFirst ? 4 : 2);
  const first = digitsEnd(bytes, from, to);
  const second = bytes[first] === mark ? digitsEnd(bytes, first + 1, to) : first;
  const third = bytes[second] === mark ? digitsEnd(bytes, second + 1, to) : second;
  const lengths = [first - from, second - first - 1, third - second - 1];
  if (lengths[yearFirst ? 0 : 2] !== 4) return Number.NaN;
  const [one, two] = yearFirst ? [lengths[1]!, lengths[2]!] : [lengths[0]!, lengths[1]!];
  const exact = form === "yyyy-mm-dd";
  if (one > 2 || two > 2 || one < (exact ? 2 : 1) || two < (exact ? 2 : 1)) return Number.NaN;
  if (third < to && !exact) return Number.NaN;
  const parts = [
    readInteger(bytes, from, first),
    readInteger(bytes, first + 1, second),
    readInteger(bytes, second + 1, third),
  ];
  const year = parts[yearFirst ? 0 : 2]!;
  const month = parts[form === "mm/dd/yyyy" ? 0 : 1]!;
  const day = parts[yearFirst ? 2 : form === "mm/dd/yyyy" ? 1 : 0]!;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return Number.NaN;
  const days = daysSince1970(year, month, day);
  return third === to ? days : days + timeOfDay(bytes, third, to);
}

/** The fraction of a day in `T12:30`, ` 12:30:15.5`, `T12:30Z` or `T12:30+02:00`, or NaN. */
function timeOfDay(bytes: Uint8Array, from: number, to: number): number {
  const text = String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 64)));
  const found = /^[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(?:Z|([+-])(\d\d):?(\d\d))?$/.exec(text);
  if (found === null || to - from > 64) return Number.NaN;
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const offset = found[5] === undefined ? 0 : (60 * Number(found[6]) + Number(found[7])) * (found[5] === "-" ? -1 : 1);
  return (3600 * hour + 60 * (minute - offset) + second + Number(found[4] ?? 0)) / 86_400;
}

function digitsEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++;
  return at;
}

function readInteger(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = 10 * value + bytes[at]! - 0x30;
  return value;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
