/**
 * @file Text of others made safe to show. Control characters steer terminals and break XML, and marks of direction make
 * text read as something else; both become visible. What is shown passes here once, at the terminal and in figures.
 */

/** C0 but line breaks and tabs, DEL, C1, marks and overrides of direction, and what else ends a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A character that steers as one that is seen; from DEL on as JSON writes it, so that JSON stays what it was. */
function seen(character: string): string {
  const code = character.charCodeAt(0);
  const digits = code.toString(16);
  return named[character] ?? (code < 0x7f ? `\\x${digits.padStart(2, "0")}` : `\\u${digits.padStart(4, "0")}`);
}

/** Text made safe to show, in as many lines as it has. */
export function printableLines(text: string): string {
  return text.replace(steering, seen);
}

/** Text whose line breaks and tabs are made visible, and nothing else. */
export function oneLine(text: string): string {
  return text.replace(/[\n\t]/g, seen);
}

/** Text made safe to show in one line. */
export function printable(text: string): string {
  return oneLine(printableLines(text));
}
