/**
 * @file How lists, pairs and calls are written on a command line: `a,b`, `zip=2`, `k-anonymity(k=5)`. A backslash
 * before a comma, an equals sign, a bracket or a backslash takes its meaning away; before anything else it is itself.
 */
import { didYouMean, KohortError } from "../base/index.ts";
import type { JsonSchema } from "./schema.ts";

const escapable = ",=[\\";

/** Splits at each comma that no backslash precedes: `a,b\,c` is `a` and `b,c`. */
export function splitList(text: string): string[] {
  return splitAt(text, ",").map(unescaped);
}

/** Joins what `splitList` would split. */
export function joinList(parts: readonly string[]): string {
  return parts.map(escapedText).join(",");
}

/** Puts a backslash before every character that would be read as more than itself. */
export function escapedText(text: string): string {
  return text.replace(/[,=[\\]/g, "\\$&");
}

/** Whether a text has an equals sign that no backslash precedes. */
export function hasPair(text: string): boolean {
  return splitAt(text, "=").length > 1;
}

/** Splits `column=value` at the first equals sign that no backslash precedes; the value is left as it is. */
export function splitPair(text: string, flag: string): [name: string, value: string] {
  const [name, ...rest] = splitAt(text, "=");
  if (rest.length === 0) {
    throw new KohortError("usage", `${flag} needs a name and a value with "=" between them`, {
      where: `${flag} ${text}`,
    });
  }
  return [unescaped(name), text.slice(name.length + 1)];
}

/** Reads `name(key=value,…)` or a bare `name`. */
export function splitCall(text: string, flag: string): { name: string; settings: [key: string, value: string][] } {
  const open = text.indexOf("(");
  if (open < 0) return { name: text.trim(), settings: [] };
  const closed = text.trimEnd();
  if (!closed.endsWith(")")) {
    throw new KohortError("usage", 'the bracket is never closed: ")" is missing', { where: `${flag} ${text}` });
  }
  const inside = closed.slice(open + 1, -1);
  const settings = inside.trim() === "" ? [] : splitAt(inside, ",").map((part) => splitPair(part, flag));
  return {
    name: text.slice(0, open).trim(),
    settings: settings.map(([key, value]) => [key.trim(), unescaped(value)]),
  };
}

/** Settings with their values understood as a schema asks; `fixed` is the key that the command line states elsewhere. */
export function coerceSettings(
  settings: readonly (readonly [key: string, value: string])[],
  schema: JsonSchema,
  {
    fixed,
    noun,
    where,
  }: { readonly fixed: string; readonly noun: string; readonly where: (key: string, value: string) => string },
): Record<string, unknown> {
  const known = Object.keys(schema.properties ?? {}).filter((key) => key !== fixed);
  const result = new Map<string, unknown>();
  for (const [key, value] of settings) {
    if (!known.includes(key)) {
      throw new KohortError("usage", `unknown ${noun} "${key}"`, {
        hint: didYouMean(key, known, `${noun}s`),
        where: where(key, value),
      });
    }
    if (result.has(key))
      throw new KohortError("usage", `${noun} "${key}" is stated twice`, { where: where(key, value) });
    result.set(key, coerce(value, schema.properties![key]));
  }
  return Object.fromEntries(result);
}

const numberForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A text as the number it is, or the text itself, for the schema to refuse. */
export function numberFrom(text: string): number | string {
  return numberForm.test(text.trim()) ? Number(text) : text;
}

/** A text as the number, truth value, list (`a+b`) or text that a schema asks for; what fits nothing stays a text. */
function coerce(text: string, schema: JsonSchema): unknown {
  const choices = (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((choice) => choice.anyOf ?? [choice]);
  const types = choices.flatMap((choice) => choice.type ?? []);
  if (types.includes("number") || types.includes("integer")) {
    const number = numberFrom(text);
    if (typeof number === "number") return number;
  }
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  const list = choices.find((choice) => choice.type === "array");
  if (list !== undefined && (text.includes("+") || !types.includes("string"))) {
    return text.split("+").map((part) => coerce(part, list.items ?? {}));
  }
  return text;
}

function splitAt(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\" && i + 1 < text.length && escapable.includes(text[i + 1])) i += 1;
    else if (text[i] === separator) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unescaped(text: string): string {
  return text.replace(/\\([,=[\\])/g, "$1");
}
