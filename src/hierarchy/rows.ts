import { KohortError } from "../base/index.ts";
import { delimiterByte, type SplitRecord, splitRecord } from "../table/index.ts";

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

const lineFeed = 0x0a;

/**
 * Splits text into lines of labels, as the records of a table are split: a label may be quoted ("a;b", with "" for a
 * quote), lines end with LF or CRLF. Blank lines are passed over, and empty labels at the end of a line, as spreadsheets
 * write them, are left out.
 */
export function readRows(text: string, delimiter: string, where: string | undefined): HierarchyRow[] {
  const bytes = new TextEncoder().encode(text);
  const mark = delimiterByte(delimiter);
  const rows: HierarchyRow[] = [];
  let line = 1;
  for (let from = 0; from < bytes.length; ) {
    const record = splitRecord(bytes, from, mark, lineFeed);
    if (record.trouble !== undefined) throw unreadable(record, line, where);
    const labels = labelsOf(record, line, where);
    if (labels.length > 0) rows.push({ labels, line });
    line += newlines(bytes.subarray(from, record.next));
    from = record.next;
  }
  return rows;
}

function unreadable({ fields, trouble }: SplitRecord, start: number, where: string | undefined): KohortError {
  const line = fields.slice(0, -1).reduce((sum, field) => sum + newlines(field), start);
  const what = trouble === "open-quote" ? "opens a quote that never closes" : "has text behind a closing quote";
  return new KohortError("hierarchy", `line ${line} ${what}`, {
    hint: 'end the label with ", or write "" for a quote inside it',
    where,
  });
}

/** The labels of a line without the empty ones at its end; none for a blank line. */
function labelsOf({ fields, quoted }: SplitRecord, line: number, where: string | undefined): string[] {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const texts = fields.map((field) => decoder.decode(field));
  if (texts.length === 1 && !quoted[0] && texts[0].trim() === "") return [];
  const last = texts.findLastIndex((text, level) => quoted[level] || text !== "");
  const gap = texts.findIndex((text, level) => level > 0 && level < last && text === "" && !quoted[level]);
  if (gap > 0) {
    throw new KohortError("hierarchy", `line ${line} has an empty label at level ${gap}`, {
      hint: 'name the group, or write "" where the empty label is meant',
      where,
    });
  }
  return texts.slice(0, last + 1);
}

function newlines(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => count + Number(byte === lineFeed), 0);
}
