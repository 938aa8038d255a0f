import { type KeyedHash, KohortError, report, type Task } from "../base/index.ts";
import { dayOf } from "../hierarchy/index.ts";
import {
  atOnce,
  type Column,
  codeOf,
  type DateForm,
  daysSince1970,
  evidence,
  labelAt,
  labelsOf,
  newCodes,
  newDictionary,
} from "../table/index.ts";
import { context, hashAfter } from "./keyed.ts";

/** The days by which the dates of each value of a column of persons move: −days … days, never 0. */
function offsetsOf(person: Column, keyed: KeyedHash, days: number, domain: string): Int32Array {
  const hash = hashAfter(keyed, context("shift-dates", domain));
  const { labels } = person;
  return Int32Array.from({ length: labels.size }, (_, code) => {
    const drawn = hash(labels.bytes, labels.offsets[code], labels.offsets[code + 1]);
    const number = ((drawn[0] << 24) | (drawn[1] << 16) | (drawn[2] << 8) | drawn[3]) >>> 0;
    const place = number % (2 * days);
    return place < days ? place - days : place - days + 1;
  });
}

/** A date as it was written, some days later; what follows the day, such as a time, stays. */
function shifted(label: string, form: DateForm, days: number, name: string): string {
  const [, first, mark, second, third, rest] = /^(\d+)(\D)(\d+)\D(\d+)(.*)$/s.exec(label)!;
  const order = form.startsWith("yyyy") ? [0, 1, 2] : form === "mm/dd/yyyy" ? [2, 0, 1] : [2, 1, 0];
  const texts = [first, second, third];
  const [year, month, day] = order.map((place) => Number(texts[place]));
  const moved = dayOf(daysSince1970(year, month, day) + days);
  if (moved.year < 1 || moved.year > 9999) {
    throw new KohortError(
      "column",
      `a date of column "${name}" cannot be shifted: it would leave the years 1 to 9999`,
      {
        hint: "if it stands for a day that is not known, name it with `missing`",
      },
    );
  }
  const numbers = [moved.year, moved.month, moved.day];
  order.forEach((place, part) => {
    texts[place] = String(numbers[part]).padStart(Math.min(part === 0 ? 4 : 2, texts[place].length), "0");
  });
  return `${texts.join(mark)}${rest}`;
}

/**
 * Moves every date by the days that belong to its person and writes it as it was written. Where the person is missing
 * nobody could say by how much, so that date is left empty.
 */
export function* shiftDates(
  column: Column,
  person: Column,
  keyed: KeyedHash,
  { days, domain }: { readonly days: number; readonly domain: string },
): Task<Column> {
  const form = column.kind === "date" ? evidence(column).dateForm : undefined;
  if (form === undefined) {
    throw new KohortError("column", `column "${column.name}" is no date, so its days cannot be shifted`, {
      hint: `dates are written as 2024-03-01, 1.3.2024 or 3/1/2024; name other values with \`missing\``,
    });
  }
  if (!/^(?:yyyy.mm.dd|dd.mm.yyyy|mm.dd.yyyy)$/.test(form)) {
    throw new KohortError(
      "column",
      `the days of column "${column.name}" are written ${form}, which cannot be shifted`,
      {
        hint: "dates are shifted where they are written as 2024-03-01, 1.3.2024 or 3/1/2024",
      },
    );
  }
  const offsets = offsetsOf(person, keyed, days, domain);
  const nobody = new Set(person.missing);
  const missing = new Set(column.missing);
  const dictionary = newDictionary(column.labels.size);
  const encoder = new TextEncoder();
  const known = new Map<number, number>();
  const codes = new Uint32Array(column.codes.length);
  const empty = new Uint8Array(0);
  for (let row = 0; row < codes.length; row++) {
    if (row % atOnce === atOnce - 1) yield* report("identifiers", row, codes.length);
    const code = column.codes[row];
    const who = person.codes[row];
    const isKnown = !missing.has(code);
    const isEmpty = isKnown && nobody.has(who);
    const offset = isKnown && !isEmpty ? offsets[who] : 0;
    const key = (2 * code + +isEmpty) * 0x2_0000 + offset + 0x1_0000;
    let fresh = known.get(key);
    if (fresh === undefined) {
      const label = labelAt(column.labels, code);
      const bytes = isEmpty ? empty : encoder.encode(offset === 0 ? label : shifted(label, form, offset, column.name));
      fresh = codeOf(dictionary, bytes, 0, bytes.length);
      known.set(key, fresh);
    }
    codes[row] = fresh;
  }
  const out = newCodes(codes.length, dictionary.size);
  out.set(codes);
  return { name: column.name, kind: "category", codes: out, labels: labelsOf(dictionary), missing: [] };
}
