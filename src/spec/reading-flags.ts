/** @file What flags say of how numbers and dates are written: `--decimal ,`, `--decimal bmi=,`, `--date-form visit=mm/dd/yyyy`. */
import { few, KohortError } from "../base/index.ts";
import { type DateForm, type DecimalMark, type DecimalMarks, dateForms, decimalMarks } from "../table/index.ts";
import { escapedText, hasPair, splitPair } from "./flag-text.ts";

/** The marks that `--decimal` states on top of those of a spec. */
export function decimalFrom(texts: readonly string[], base: DecimalMarks | undefined): DecimalMarks | undefined {
  if (texts.length === 0) return undefined;
  const ofAll = texts.filter((text) => !hasPair(text));
  if (ofAll.length > 1) {
    throw new KohortError("usage", "--decimal states the mark of all columns twice", {
      hint: "give one mark, and --decimal COLUMN=MARK for columns that differ",
      where: `--decimal ${ofAll[1]}`,
    });
  }
  const pairs = texts.filter(hasPair).map((text) => splitPair(text, "--decimal"));
  const named = once(pairs, "--decimal").map(([name, text]): [string, DecimalMark] => [name, markIn(text)]);
  const rest = ofAll[0] === undefined ? base : markIn(ofAll[0]);
  if (named.length === 0) return rest;
  const others = rest === undefined ? {} : typeof rest === "string" ? { "*": rest } : rest;
  return { ...others, ...Object.fromEntries(named) };
}

/** The forms that `--date-form` states on top of those of a spec. */
export function datesFrom(
  texts: readonly string[],
  base: Readonly<Record<string, DateForm>> | undefined,
): Readonly<Record<string, DateForm>> | undefined {
  if (texts.length === 0) return undefined;
  const pairs = texts.map((text) => splitPair(text, "--date-form"));
  const named = once(pairs, "--date-form").map(([name, text]): [string, DateForm] => {
    const form = dateForms.find((one) => one === text.trim().toLowerCase());
    if (form !== undefined) return [name, form];
    throw new KohortError("usage", `"${text}" is no form of dates`, {
      hint: `the forms are ${few(dateForms)}`,
      where: `--date-form ${name}=${text}`,
    });
  });
  return { ...base, ...Object.fromEntries(named) };
}

/** Marks as the command line states them. */
export function decimalTexts(marks: DecimalMarks): string[] {
  if (typeof marks === "string") return [marks];
  return Object.entries(marks).map(([name, mark]) => (name === "*" ? mark : `${escapedText(name)}=${mark}`));
}

/** Forms of dates as the command line states them. */
export function dateTexts(forms: Readonly<Record<string, DateForm>>): string[] {
  return Object.entries(forms).map(([name, form]) => `${escapedText(name)}=${form}`);
}

function once(pairs: readonly [string, string][], flag: string): readonly [string, string][] {
  const twice = pairs.find(([name], place) => pairs.findIndex(([other]) => other === name) < place);
  if (twice === undefined) return pairs;
  throw new KohortError("usage", `${flag} speaks of column "${twice[0]}" twice`, {
    where: `${flag} ${twice[0]}=${twice[1]}`,
  });
}

function markIn(text: string): DecimalMark {
  const mark = decimalMarks.find((one) => one === text.trim());
  if (mark !== undefined) return mark;
  throw new KohortError("usage", `"${text}" does not part decimals`, {
    hint: "write --decimal , or --decimal . for all columns, and --decimal COLUMN=, for one",
    where: `--decimal ${text}`,
  });
}
