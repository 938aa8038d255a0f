/** @file What replaced identifiers look like, as far as their cells show it. */
import { KohortError } from "../base/index.ts";
import { any } from "../cohort/index.ts";
import type { Replacement } from "../identifiers/index.ts";
import { type Column, dateForms, labelCounts, labelStrings, readDate } from "../table/index.ts";
import { meansMissing } from "./certified-missing.ts";

/** What an identifying column was replaced by, with what its cells show of it. */
export type CertifiedReplacement =
  | { readonly kind: "redact"; readonly text: string }
  | { readonly kind: "hash"; readonly length: number }
  | { readonly kind: "pseudonym"; readonly prefix: string; readonly length: number }
  /** `shown`: how many characters of a value are left at most. */
  | { readonly kind: "mask"; readonly from: "left" | "right"; readonly with: string; readonly shown: number }
  | { readonly kind: "format" }
  | { readonly kind: "shift-dates" };

/** The replacement of a written column, whose cells must have its form or mean a missing value. */
export function certifiedReplacement(column: Column, replace: Replacement): CertifiedReplacement {
  const texts = shownTexts(column);
  const certified = formOf(replace, texts);
  const problem = replacementProblem(certified, texts);
  if (problem === undefined) return certified;
  throw new KohortError("audit", `column "${column.name}" cannot be certified: ${problem}`, {
    hint:
      certified.kind === "mask"
        ? "keep fewer characters, or leave `certificate` out"
        : "leave missing values empty, or leave `certificate` out",
  });
}

/** What is wrong with the texts of a replaced column. */
export function replacementProblem(replace: CertifiedReplacement, texts: readonly string[]): string | undefined {
  const known = texts.filter((text) => !meansMissing(text));
  if (known.some((text) => !fits(replace, text))) return `a cell is not what ${replace.kind} writes`;
  if (replace.kind === "shift-dates" && !areDates(known)) return "a cell is no date, or written as another";
  if (replace.kind !== "mask") return undefined;
  if (shownBy(replace, known) !== replace.shown) return "it shows more or less than stated";
  return known.some((text) => [...text].length <= replace.shown) ? "its mask hides nothing of a value" : undefined;
}

/** The texts of a column's cells, but for `*`, which stands for a suppressed one. */
export function shownTexts(column: Column): string[] {
  const counts = labelCounts(column);
  return labelStrings(column.labels).filter((text, code) => counts[code] > 0 && text !== any);
}

function formOf(replace: Replacement, texts: readonly string[]): CertifiedReplacement {
  switch (replace.kind) {
    case "redact":
      return { kind: replace.kind, text: replace.text ?? "[redacted]" };
    case "hash":
      return { kind: replace.kind, length: replace.length ?? 64 };
    case "pseudonym":
      return { kind: replace.kind, prefix: replace.prefix ?? "", length: replace.length ?? 16 };
    case "mask": {
      const mask = { kind: replace.kind, from: replace.from ?? "right", with: replace.with ?? "*" } as const;
      return {
        ...mask,
        shown: shownBy(
          mask,
          texts.filter((text) => !meansMissing(text)),
        ),
      };
    }
    default:
      return { kind: replace.kind };
  }
}

/** Whether a text is what a replacement writes. */
export function fits(replace: CertifiedReplacement, text: string): boolean {
  switch (replace.kind) {
    case "redact":
      return text === replace.text;
    case "hash":
      return text.length === replace.length && /^[0-9a-f]+$/.test(text);
    case "pseudonym": {
      const name = text.slice(replace.prefix.length);
      const { length, prefix } = replace;
      return text.startsWith(prefix) && name.length === length && /^[0-9A-HJKMNP-TV-Z]+$/.test(name);
    }
    default:
      return true;
  }
}

/** Whether texts are days, all written in one form. */
function areDates(texts: readonly string[]): boolean {
  const encoder = new TextEncoder();
  const all = texts.map((text) => encoder.encode(text));
  return dateForms.some((form) => all.every((bytes) => !Number.isNaN(readDate(bytes, 0, bytes.length, form))));
}

/** How many characters are left at most where signs begin at one end. */
function shownBy(mask: { readonly from: "left" | "right"; readonly with: string }, texts: readonly string[]): number {
  return texts.reduce((most, text) => {
    const characters = [...text];
    if (mask.from === "right") characters.reverse();
    const shown = characters.findIndex((character) => character !== mask.with);
    return Math.max(most, shown < 0 ? 0 : characters.length - shown);
  }, 0);
}
