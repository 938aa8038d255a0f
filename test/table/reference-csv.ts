/** @file A CSV reader as a plain state machine over one-byte characters: slow, obvious, and sharing no code with ours. */

/** The rows of a text as lists of fields, or why it cannot be read. */
export type Reference = { readonly rows: string[][]; readonly blank: number } | { readonly error: string };

/** Reads a text whose characters stand for bytes; the first row is the header, blank lines before it are skipped. */
export function referenceRead(text: string, delimiter: string): Reference {
  const rows: string[][] = [];
  let blank = 0;
  let row: string[] = [];
  let field = "";
  let state: "start" | "plain" | "quoted" | "closed" = "start";
  const ends = (at: number): number => {
    if (at === text.length || text[at] === "\n") return 1;
    if (text[at] === "\r" && (text[at + 1] === "\n" || at + 1 === text.length)) return 2;
    return 0;
  };
  let at = 0;
  while (at < text.length || state !== "start" || row.length > 0) {
    if (state === "quoted") {
      if (at >= text.length) return { error: "open quote" };
      if (text[at] === '"' && text[at + 1] === '"') {
        field += '"';
        at += 2;
      } else if (text[at] === '"') {
        state = "closed";
        at++;
      } else field += text[at++];
      continue;
    }
    const ending = ends(at);
    if (ending > 0) {
      if (state === "start" && row.length === 0) blank++;
      else {
        row.push(field);
        rows.push(row);
        if (isRagged(rows)) return { error: "ragged" };
      }
      row = [];
      field = "";
      state = "start";
      at += ending;
    } else if (text[at] === delimiter) {
      row.push(field);
      field = "";
      // a record that goes on has at least one more field, so it is no blank line
      state = "start";
      at++;
      if (at >= text.length) {
        row.push("");
        rows.push(row);
        if (isRagged(rows)) return { error: "ragged" };
        row = [];
      }
    } else if (state === "closed") return { error: "text after quote" };
    else if (state === "start" && text[at] === '"') {
      state = "quoted";
      at++;
    } else {
      state = "plain";
      field += text[at++];
    }
  }
  const [header, ...records] = rows;
  if (header === undefined) return { error: "empty" };
  if (endsOpen(header)) {
    if (rows.some((one) => one.at(-1)!.trim() !== "")) return { error: "no name" };
    for (const one of rows) one.pop();
  }
  if (header.includes("") || new Set(header).size < header.length) return { error: "names" };
  return records.length === 0 ? { error: "no records" } : { rows, blank };
}

/** A header that ends with a separator behind a name. */
function endsOpen(header: readonly string[]): boolean {
  return header.length > 1 && header.at(-1) === "" && header.at(-2) !== "";
}

/** Whether the last row has other fields than the header, whose last separator counts only if the first record has it. */
function isRagged(rows: readonly string[][]): boolean {
  const [header, ...records] = rows;
  const row = rows.at(-1)!;
  if (records.length === 1 && endsOpen(header) && row.length !== header.length) header.pop();
  return row.length !== header.length;
}
