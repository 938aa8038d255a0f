import { few, KohortError, largest } from "../base/index.ts";
import { type DateForm, dateForms, readDate } from "../table/index.ts";
import { daysOf } from "./calendar.ts";

/** The written forms of a date that are read; a time of day may follow. */
export const dateFormats: typeof dateForms = dateForms;

/** One written form of a date. */
export type DateFormat = DateForm;

/** Forms in which more is read here than of a whole column: months and days of one digit, any text as a time. */
const patterns: Partial<Record<DateFormat, RegExp>> = {
  "yyyy-mm-dd": /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)(?<time>[T ].*)?$/,
  "yyyy/mm/dd": /^(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)(?<time>[T ].*)?$/,
  "dd.mm.yyyy": /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})(?<time> .*)?$/,
  "dd/mm/yyyy": /^(?<day>\d\d?)\/(?<month>\d\d?)\/(?<year>\d{4})(?<time> .*)?$/,
  "mm/dd/yyyy": /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})(?<time> .*)?$/,
};

/** Days since 1970-01-01 of a date in one written form, the time of day as a fraction, or NaN. */
export function parseDate(text: string, format: DateFormat): number {
  const pattern = patterns[format];
  if (pattern === undefined) {
    const bytes = new TextEncoder().encode(text.trim());
    return readDate(bytes, 0, bytes.length, format);
  }
  const parts = pattern.exec(text.trim())?.groups;
  if (parts === undefined) return Number.NaN;
  const day = daysOf({ year: Number(parts.year), month: Number(parts.month), day: Number(parts.day) });
  return day + timeOf(parts.time ?? "");
}

/** The share of a day that has passed at a time such as `14:30` or `T14:30:05`; 0 where no time is told. */
function timeOf(text: string): number {
  const [, hours, minutes, seconds = "0"] = /(\d\d?):(\d\d)(?::(\d\d))?/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return 0;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86400;
}

/** The form in which all values are dates; one that two forms could mean is an error that asks. */
export function dateFormatOf(values: readonly string[], where: string | undefined): DateFormat {
  const fitting = dateFormats.filter((format) => values.every((value) => !Number.isNaN(parseDate(value, format))));
  const [format, second] = fitting;
  if (format === undefined) {
    const counts = dateFormats.map((form) => values.filter((value) => !Number.isNaN(parseDate(value, form))).length);
    const best = dateFormats[counts.indexOf(largest(counts))];
    const odd = values.find((value) => Number.isNaN(parseDate(value, best)));
    throw new KohortError("hierarchy", `"${odd}" is not a date${largest(counts) > 0 ? ` of the form ${best}` : ""}`, {
      hint: `dates are read as ${few(dateFormats)}; count other values as missing`,
      where,
    });
  }
  if (second !== undefined && values.length > 0) {
    throw new KohortError("hierarchy", `dates such as "${values[0]}" may be ${format} or ${second}`, {
      hint: `state which: { "kind": "dates", "format": "${format}" }, or dates(format=${format})`,
      where,
    });
  }
  return format;
}
