import { KohortError } from "../base/index.ts";

/** One line of a hierarchy file: its labels and the line it starts on. */
export type HierarchyRow = { readonly labels: readonly string[]; readonly line: number };

/** The delimiters that are tried in turn when none is stated. */
export const likelyDelimiters: readonly string[] = [";", "\t", ","];

/** The first delimiter that stands on every line outside quotes, else on any; `;` when none does. */
export function sniffDelimiter(text: string): string {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '""')
    .split("\n")
    .filter((line) => line.trim() !== "");
  return (
    likelyDelimiters.find((delimiter) => lines.every((line) => line.includes(delimiter))) ??
    likelyDelimiters.find((delimiter) => lines.some((line) => line.includes(delimiter))) ??
    ";"
  );
}

/**
 * Splits text into lines of labels. A label may be quoted ("a;b", with "" for a quote), lines end with LF or CRLF, blank
 * lines are passed over, and empty labels at the end of a line, as spreadsheets write them, are left out.
 */
export function readRows(text: string, delimiter: string, where: string | undefined): HierarchyRow[] {
  const rows: HierarchyRow[] = [];
  let row: Label[] = [];
  let started = 1;
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const label = readLabel(text, at, delimiter);
    if (label === undefined) {
      throw new KohortError("hierarchy", `line ${line} opens a quote that never closes`, {
        hint: 'end the label with ", or write "" for a quote inside it',
        where,
      });
    }
    row.push(label);
    line += newlines(text, at, label.end);
    const more = text.startsWith(delimiter, label.end);
    at = label.end + (more ? delimiter.length : 1);
    if (more && at < text.length) continue;
    const labels = labelsOf(row, started, where);
    if (labels.length > 0) rows.push({ labels, line: started });
    row = [];
    line += 1;
    started = line;
  }
  return rows;
}

/** A label as it stands in the text, up to but not including what ends it. */
type Label = { readonly text: string; readonly quoted: boolean; readonly end: number };

function readLabel(text: string, start: number, delimiter: string): Label | undefined {
  const quoted = text[start] === '"';
  const close = quoted ? closingQuote(text, start) : start - 1;
  if (quoted && close < 0) return undefined;
  const inside = quoted ? text.slice(start + 1, close).replaceAll('""', '"') : "";
  const end = endOfLabel(text, close + 1, delimiter);
  const ended = end === text.length || text[end] === "\n";
  const rest = text.slice(close + 1, end);
  return { text: inside + (ended && rest.endsWith("\r") ? rest.slice(0, -1) : rest), quoted, end };
}

/** The labels of a line without the empty ones at its end; none for a blank line. */
function labelsOf(row: readonly Label[], line: number, where: string | undefined): string[] {
  if (row.length === 1 && !row[0].quoted && row[0].text.trim() === "") return [];
  const last = row.findLastIndex(({ text, quoted }) => quoted || text !== "");
  const kept = row.slice(0, last + 1);
  const gap = kept.findIndex(({ text, quoted }, level) => level > 0 && text === "" && !quoted);
  if (gap > 0) {
    throw new KohortError("hierarchy", `line ${line} has an empty label at level ${gap}`, {
      hint: 'name the group, or write "" where the empty label is meant',
      where,
    });
  }
  return kept.map(({ text }) => text);
}

function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfLabel(text: string, from: number, delimiter: string): number {
  const lineEnd = text.indexOf("\n", from);
  const stop = lineEnd < 0 ? text.length : lineEnd;
  const next = text.slice(from, stop).indexOf(delimiter);
  return next < 0 ? stop : from + next;
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
