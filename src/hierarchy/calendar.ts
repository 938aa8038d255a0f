/** @file Days of the proleptic Gregorian calendar, counted from 1970-01-01, in integers only. */

/** A day by its parts. */
export type Day = { readonly year: number; readonly month: number; readonly day: number };

/** Days since 1970-01-01 of a date, or NaN where the calendar has no such day. */
export function daysOf({ year, month, day }: Day): number {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return Number.NaN;
  const shifted = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return (
    365 * shifted + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400) + dayOfYear - 719468
  );
}

/** The date of a number of days since 1970-01-01. */
export function dayOf(days: number): Day {
  const shifted = Math.floor(days) + 719468;
  const era = Math.floor(shifted / 146097);
  const ofEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36524) - Math.floor(ofEra / 146096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * ofYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  const day = ofYear - Math.floor((153 * march + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** The ISO 8601 week of a day: weeks start on Monday and belong to the year of their Thursday. */
export function isoWeek(days: number): { year: number; week: number } {
  const whole = Math.floor(days);
  const weekday = (((whole + 3) % 7) + 7) % 7;
  const thursday = whole - weekday + 3;
  const { year } = dayOf(thursday);
  return { year, week: Math.floor((thursday - daysOf({ year, month: 1, day: 1 })) / 7) + 1 };
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
