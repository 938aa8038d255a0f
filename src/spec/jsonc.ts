/**
 * @file JSON with comments and trailing commas, read into a tree that remembers where every key and value stands, so
 * that an error can name a line and a column long after the text was read. `JSON.parse` keeps no places and refuses
 * comments; the grammar is small enough to need no dependency.
 */
import { KohortError } from "../base/index.ts";

/** A value of a JSON text and where it stands, as an offset into the text. */
export type JsonNode = {
  readonly value: unknown;
  readonly offset: number;
  /** For an object: each key's own offset and its value. */
  readonly members?: ReadonlyMap<string, { readonly offset: number; readonly node: JsonNode }>;
  /** For a list: its values. */
  readonly items?: readonly JsonNode[];
};

/** The line and column (both from 1) of an offset, as `7:5`. */
export function lineAndColumn(text: string, offset: number): string {
  let line = 1;
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let i = 0; i < offset; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) {
      line += 1;
      start = i + 1;
    }
  }
  return `${line}:${Math.max(1, offset - start + 1)}`;
}

const deepest = 64;
const numberForm = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const plainText = /[^"\\\p{Cc}]*/uy;
const word = /[\p{L}\p{N}_$.+-]+/uy;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Reads a JSON text that may hold comments and trailing commas; `name` is what errors call it. */
export function parseJsonc(text: string, name: string): JsonNode {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  const fail = (message: string, offset = at, hint?: string): never => {
    throw new KohortError("spec", message, { hint, where: `${name}:${lineAndColumn(text, offset)}` });
  };

  const match = (form: RegExp): string => {
    form.lastIndex = at;
    return form.exec(text)?.[0] ?? "";
  };

  const found = (): string => {
    if (at >= text.length) return "the end of the file";
    return `"${match(word) || String.fromCodePoint(text.codePointAt(at)!)}"`;
  };

  const skip = (): void => {
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === 32 || unit === 9 || unit === 10 || unit === 13) at += 1;
      else if (text.startsWith("//", at)) {
        while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at += 1;
      } else if (text.startsWith("/*", at)) {
        const end = text.indexOf("*/", at + 2);
        if (end < 0) fail("the comment that starts here is never closed", at, "close it with */");
        at = end + 2;
      } else return;
    }
  };

  const string = (): string => {
    const start = at;
    let result = "";
    at += 1;
    for (;;) {
      const plain = match(plainText);
      result += plain;
      at += plain.length;
      const next = text[at];
      if (next === '"') {
        at += 1;
        return result;
      }
      if (next === "\\") result += escaped();
      else if (next === undefined || next === "\n" || next === "\r") {
        fail("the text that starts here is never closed", start, 'close it with "');
      } else if (next < " ") {
        fail("a control character stands inside a text", at, "write it as \\t or \\u0009");
      } else {
        result += next;
        at += 1;
      }
    }
  };

  const escaped = (): string => {
    const letter = text[at + 1] ?? "";
    if (letter === "u") {
      const digits = text.slice(at + 2, at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) fail("\\u must be followed by four hexadecimal digits");
      at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const meant = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (meant === undefined) fail(`"\\${letter}" is not an escape`, at, 'for a backslash write "\\\\"');
    at += 2;
    return meant!;
  };

  const list = (offset: number, depth: number): JsonNode => {
    const items: JsonNode[] = [];
    at += 1;
    for (;;) {
      skip();
      if (text[at] === "]") break;
      items.push(value(depth + 1));
      skip();
      if (text[at] === ",") at += 1;
      else if (text[at] !== "]") fail(`expected "," or "]" but found ${found()}`);
    }
    at += 1;
    return { value: items.map((item) => item.value), offset, items };
  };

  const object = (offset: number, depth: number): JsonNode => {
    const members = new Map<string, { offset: number; node: JsonNode }>();
    at += 1;
    for (;;) {
      skip();
      if (text[at] === "}") break;
      if (text[at] !== '"') {
        fail(`expected a key in double quotes${members.size === 0 ? ' or "}"' : ""} but found ${found()}`);
      }
      const start = at;
      const key = string();
      const before = members.get(key);
      if (before !== undefined) {
        fail(`key "${key}" is stated twice`, start, `the first is at line ${lineAndColumn(text, before.offset)}`);
      }
      if (key === "__proto__") fail('"__proto__" cannot be a key', start);
      skip();
      if (text[at] !== ":") fail(`expected ":" after key "${key}" but found ${found()}`);
      at += 1;
      skip();
      members.set(key, { offset: start, node: value(depth + 1) });
      skip();
      if (text[at] === ",") at += 1;
      else if (text[at] !== "}") fail(`expected "," or "}" but found ${found()}`);
    }
    at += 1;
    return { value: Object.fromEntries([...members].map(([key, { node }]) => [key, node.value])), offset, members };
  };

  const value = (depth: number): JsonNode => {
    if (depth > deepest) fail(`more than ${deepest} lists and objects inside one another`);
    const offset = at;
    const first = text[at];
    if (first === "{") return object(offset, depth);
    if (first === "[") return list(offset, depth);
    if (first === '"') return { value: string(), offset };
    const written = match(word);
    if (written === "true" || written === "false" || written === "null") {
      at += written.length;
      return { value: JSON.parse(written), offset };
    }
    const number = match(numberForm);
    if (number === "" || number !== written) {
      const hint = first === "'" || /^\p{L}/u.test(written) ? "a text stands in double quotes" : undefined;
      fail(`expected a value but found ${found()}`, offset, hint);
    }
    at += number.length;
    return { value: Number(number), offset };
  };

  skip();
  if (at >= text.length) fail("the file is empty", at, "a spec starts with {; `kohort init` writes one");
  const root = value(0);
  skip();
  if (at < text.length) fail(`expected the end of the file but found ${found()}`);
  return root;
}
