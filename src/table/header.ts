/** @file Whether the names of columns look like a record, as they do where a file has no header. */
import { dateForms, readDate } from "./date-text.ts";
import { type Labels, labelsFrom } from "./labels.ts";
import { readNumber } from "./number-text.ts";

/** What a name is that looks like a value. */
export type ValueForm = "number" | "day" | "figure" | "address" | "value";

/** What a name is that looks like a value by itself: a number, a day, digits without a letter, an e-mail address. */
export function figureNamed(name: string): Exclude<ValueForm, "value"> | undefined {
  const { bytes } = labelsFrom([name.trim()]);
  if (!Number.isNaN(readNumber(bytes, 0, bytes.length))) return "number";
  if (dateForms.some((form) => !Number.isNaN(readDate(bytes, 0, bytes.length, form)))) return "day";
  if (/\p{Nd}/u.test(name) && !/\p{L}/u.test(name)) return "figure";
  return /^[^\s@]+@[^\s@]+$/.test(name.trim()) ? "address" : undefined;
}

/** What the name of a column is that looks like a value; undefined where it looks like a name. */
export function nameLike(name: string, labels: Labels): ValueForm | undefined {
  return figureNamed(name) ?? (hasValue(labels, name) ? "value" : undefined);
}

/** Whether a text is among labels. */
function hasValue(labels: Labels, text: string): boolean {
  const { bytes } = labelsFrom([text]);
  for (let code = 0; code < labels.size; code++) {
    const from = labels.offsets[code];
    if (labels.offsets[code + 1] - from !== bytes.length) continue;
    if (bytes.every((byte, at) => labels.bytes[from + at] === byte)) return true;
  }
  return false;
}
