/**
 * @file How generalised values are written in a release and read back. An interval is `[low..high]`, both ends
 * included, or `[low..high)` without its upper end; one that goes on for ever is `[low..]` or `[..high]`; a set of names
 * `{a|b|c}`; anything at all `*`; a single value is itself. A value that could be taken for one of these forms is written
 * with a backslash before it, and inside a set `\`, `|`, `{` and `}` are.
 */

/** A released cell, understood; an end of an interval that is `""` is none: the interval goes on for ever. */
export type GeneralisedValue =
  | { readonly form: "value"; readonly value: string }
  | { readonly form: "interval"; readonly low: string; readonly high: string; readonly open?: true }
  | { readonly form: "set"; readonly values: readonly string[] }
  | { readonly form: "any" };

/** Anything at all. */
export const any = "*";

/** Writes an interval, both ends included; an end that is `""` is open. */
export function intervalText(low: string, high: string): string {
  return `[${low}..${high}]`;
}

/** Reads an end of an interval; one that is not there lies beyond everything. */
export function endPosition(end: string, side: "low" | "high", positionOf: (end: string) => number): number {
  if (end !== "") return positionOf(end);
  return side === "low" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Writes a set of names. */
export function setText(values: readonly string[]): string {
  return `{${values.map((value) => value.replace(/[\\|{}]/g, "\\$&")).join("|")}}`;
}

/** Writes a single value so that it cannot be taken for a generalised one. */
export function valueText(value: string): string {
  return looksGeneralised(value) ? `\\${value}` : value;
}

function looksGeneralised(value: string): boolean {
  return value.startsWith("\\") || parseGeneralised(value).form !== "value";
}

/** Reads a released cell. */
export function parseGeneralised(text: string): GeneralisedValue {
  if (text === any) return { form: "any" };
  if (text.startsWith("\\")) return { form: "value", value: text.slice(1) };
  if (text.startsWith("[") && (text.endsWith("]") || text.endsWith(")"))) {
    const dots = text.indexOf("..");
    const low = text.slice(1, dots);
    const high = text.slice(dots + 2, -1);
    if (dots > 0 && (low !== "" || high !== "")) {
      return text.endsWith(")") ? { form: "interval", low, high, open: true } : { form: "interval", low, high };
    }
  }
  if (text.length >= 2 && text.startsWith("{") && text.endsWith("}")) {
    const values = splitSet(text.slice(1, -1));
    if (values !== undefined) return { form: "set", values };
  }
  return { form: "value", value: text };
}

/** The members of a set, or undefined when the braces belong to a value. */
function splitSet(inner: string): string[] | undefined {
  const values: string[] = [];
  let current = "";
  for (let i = 0; i < inner.length; i++) {
    const char = inner[i];
    if (char === "\\") {
      if (i + 1 === inner.length) return undefined;
      current += inner[++i];
    } else if (char === "|") {
      values.push(current);
      current = "";
    } else if (char === "{" || char === "}") {
      return undefined;
    } else {
      current += char;
    }
  }
  values.push(current);
  return values;
}

/** Reads a released cell in which a range of numbers may also be `[21-25]`, as cell search writes it. */
export function parseCell(text: string, isEnd: (end: string) => boolean): GeneralisedValue {
  const read = parseGeneralised(text);
  if (read.form !== "value" || !text.startsWith("[") || !text.endsWith("]")) return read;
  const inside = text.slice(1, -1);
  for (let at = inside.indexOf("-", 1); at > 0; at = inside.indexOf("-", at + 1)) {
    const [low, high] = [inside.slice(0, at), inside.slice(at + 1)];
    if (isEnd(low) && isEnd(high)) return { form: "interval", low, high };
  }
  return read;
}

/** The forms other programs write, to be read on request: `a~b~c` for a run of values. */
export function parseTilde(text: string, isNumber: boolean): GeneralisedValue {
  const parts = text.split("~");
  if (parts.length === 1) return text === any ? { form: "any" } : { form: "value", value: text };
  if (isNumber && parts.length === 2) return { form: "interval", low: parts[0], high: parts[1] };
  return { form: "set", values: parts };
}
