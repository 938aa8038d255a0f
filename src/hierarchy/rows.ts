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
  let labels: string[] = [];
  let solid = 0;
  let gap = -1;
  let line = 1;
  let started = 1;
  let at = 0;
  const endLine = (): void => {
    if (solid > 0) {
      if (gap >= 0 && gap < solid) throw emptyLabel(gap, started, where);
      rows.push({ labels: labels.slice(0, solid), line: started });
    }
    labels = [];
    solid = 0;
    gap = -1;
  };
  while (at < text.length) {
    if (labels.length === 0) started = line;
    const quoted = text[at] === '"';
    let label: string;
    if (quoted) {
      const close = closingQuote(text, at);
      if (close < 0) {
        throw new KohortError("hierarchy", `line ${line} opens a quote that never closes`, {
          hint: 'end the label with ", or write "" for a quote inside it',
          where,
        });
      }
      label = text.slice(at + 1, close).replaceAll('""', '"');
      line += newlines(text, at, close);
      at = close + 1;
    } else label = "";
    const end = endOfLabel(text, at, delimiter);
    label += text.slice(at, text[end] === "\n" && text[end - 1] === "\r" && end > at ? end - 1 : end);
    if (end === text.length && !quoted && label.endsWith("\r")) label = label.slice(0, -1);
    labels.push(label);
    if (label !== "" || quoted) solid = labels.length;
    else if (labels.length > 1 && gap < 0) gap = labels.length - 1;
    at = end;
    if (at < text.length && text.startsWith(delimiter, at)) at += delimiter.length;
    else {
      endLine();
      at += 1;
      line += 1;
    }
  }
  endLine();
  return rows;
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

function emptyLabel(level: number, line: number, where: string | undefined): KohortError {
  return new KohortError("hierarchy", `line ${line} has an empty label at level ${level}`, {
    hint: 'name the group, or write "" where the empty label is meant',
    where,
  });
}
