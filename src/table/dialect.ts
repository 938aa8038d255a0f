/**
 * @file How a text file separates its fields, found out from its first 64 KB. A delimiter fits when every record has
 * the same number of fields as the header, so decimal commas in a `;` file and blanks in names do not mislead.
 */

/** How a file is written: what parts its fields and lines, and how its characters are encoded. */
export type Dialect = {
  readonly delimiter: string;
  readonly encoding: "utf-8" | "windows-1252" | "utf-16le" | "utf-16be";
  readonly bom: boolean;
  readonly newline: "\n" | "\r\n" | "\r";
};

/** How many bytes of a file are looked at to find its dialect. */
export const headSize = 0x1_0000;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** One record taken apart, and where the next begins; `trouble` says that a closing quote is missing or followed by text. */
export type SplitRecord = {
  readonly fields: Uint8Array[];
  /** Which of the fields were in quotes. */
  readonly quoted: boolean[];
  readonly next: number;
  readonly terminated: boolean;
  readonly trouble?: "open-quote" | "after-quote";
};

/** Takes the record that begins at `from` apart, field by field. */
export function splitRecord(bytes: Uint8Array, from: number, delimiter: number, newline: number): SplitRecord {
  const fields: Uint8Array[] = [];
  const quoted: boolean[] = [];
  const endsLine = (at: number): number => {
    if (bytes[at] === newline) return 1;
    if (newline !== lineFeed || bytes[at] !== carriageReturn) return 0;
    return bytes[at + 1] === lineFeed ? 2 : at + 1 === bytes.length ? 1 : 0;
  };
  let at = from;
  for (;;) {
    quoted.push(bytes[at] === quote);
    if (bytes[at] === quote) {
      const field: number[] = [];
      let open = true;
      for (at++; open && at < bytes.length; at++) {
        if (bytes[at] === quote && bytes[at + 1] !== quote) open = false;
        else {
          if (bytes[at] === quote) at++;
          field.push(bytes[at]);
        }
      }
      fields.push(Uint8Array.from(field));
      if (open) return { fields, quoted, next: at, terminated: false, trouble: "open-quote" };
      if (at < bytes.length && bytes[at] !== delimiter && endsLine(at) === 0) {
        return { fields, quoted, next: at, terminated: false, trouble: "after-quote" };
      }
    } else {
      const start = at;
      while (at < bytes.length && bytes[at] !== delimiter && endsLine(at) === 0) at++;
      fields.push(bytes.slice(start, at));
    }
    if (at >= bytes.length) return { fields, quoted, next: at, terminated: false };
    if (bytes[at] !== delimiter) return { fields, quoted, next: at + endsLine(at), terminated: true };
    at++;
  }
}

/** The byte that ends lines: a line feed, or a carriage return in a file that has no line feed. */
export function sniffNewline(head: Uint8Array): number {
  return head.includes(carriageReturn) && !head.includes(lineFeed) ? carriageReturn : lineFeed;
}

type Candidate = {
  readonly delimiter: number;
  readonly fields: number;
  readonly agreeing: number;
  readonly of: number;
};

/** The delimiter of a head that starts at the header; `skipped` records after the header are not looked at. */
export function sniffDelimiter(head: Uint8Array, newline: number, whole: boolean, skipped = 0): number {
  const candidates = Array.from("\t;|,", (mark) => judge(head, mark.charCodeAt(0), newline, whole, skipped));
  const possible = candidates.filter((candidate) => candidate.fields > 1);
  const fitting = possible.find((candidate) => candidate.agreeing === candidate.of && candidate.of > 0);
  if (fitting !== undefined) return fitting.delimiter;
  if (possible.length > 0) {
    const share = (candidate: Candidate): number => candidate.agreeing / Math.max(1, candidate.of);
    const best = possible.reduce((a, b) =>
      share(b) > share(a) || (share(b) === share(a) && b.fields > a.fields) ? b : a,
    );
    return best.delimiter;
  }
  return blanksPartNumbers(head, newline, whole, skipped) ? 0x20 : 0x2c;
}

/** The records of a head after its header, without blank lines and without the last if it was cut off. */
function* headRecords(head: Uint8Array, delimiter: number, newline: number, whole: boolean): Generator<SplitRecord> {
  let from = 0;
  for (let count = 0; count < 64 && from < head.length; count++) {
    const record = splitRecord(head, from, delimiter, newline);
    const cut = !record.terminated && record.trouble !== "after-quote" && !whole;
    if (cut && count > 0) return;
    const blank = record.fields.length === 1 && record.fields[0].length === 0;
    if (!blank) yield record;
    if (record.trouble !== undefined) return;
    from = record.next;
  }
}

function judge(head: Uint8Array, delimiter: number, newline: number, whole: boolean, skipped: number): Candidate {
  let fields = 0;
  let agreeing = 0;
  let seen = -1;
  for (const record of headRecords(head, delimiter, newline, whole)) {
    if (seen === -1) fields = record.fields.length;
    else if (seen >= skipped && record.fields.length === fields && record.trouble === undefined) agreeing++;
    seen++;
  }
  return { delimiter, fields, agreeing, of: Math.max(0, seen - skipped) };
}

/** Whether blanks part every record alike and one of the fields is always a number, as names with blanks would not be. */
function blanksPartNumbers(head: Uint8Array, newline: number, whole: boolean, skipped: number): boolean {
  const { fields, agreeing, of } = judge(head, 0x20, newline, whole, skipped);
  if (fields < 2 || of === 0 || agreeing < of) return false;
  const numeric = new Uint8Array(fields).fill(1);
  let index = -1;
  for (const record of headRecords(head, 0x20, newline, whole)) {
    if (index++ >= skipped) {
      record.fields.forEach((field, column) => {
        if (!/^[-+]?\d+(\.\d+)?$/.test(String.fromCharCode(...field.subarray(0, 40)))) numeric[column] = 0;
      });
    }
  }
  return numeric.includes(1);
}
