/**
 * @file Hierarchies as files. One reader takes both common forms: lines that are paths from a value up to the root, of
 * any depth (`Divorced;leave;*`), and columns that are levels, level 0 first, as ARX writes them. Shorter lines are
 * padded by repeating their value at the lower levels. JSON is read as nested groups, or as a taxonomy of `cat` and
 * `subcats` as mosaicrown/mondrian has it. The writer gives columns.
 */
import { KohortError } from "../base/index.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { hierarchyFromPaths } from "./paths.ts";
import { type HierarchyRow, likelyDelimiters, readRows, sniffDelimiter } from "./rows.ts";
import { readTreeJson } from "./tree-json.ts";

/** How a hierarchy file is written, so that what was read can be written back byte for byte. */
export type HierarchyForm = {
  readonly delimiter: string;
  readonly lineBreak: "\n" | "\r\n";
  /** Whether the last line ends with a line break too. */
  readonly finalBreak: boolean;
  /** Whether the file starts with a byte order mark. */
  readonly mark: boolean;
};

/** A hierarchy that was read, how its file was written, and what the reader did beyond reading. */
export type HierarchyFile = {
  readonly hierarchy: Hierarchy;
  readonly form: HierarchyForm;
  readonly notes: readonly string[];
};

/** Reads a hierarchy file; the delimiter is found out among `;`, tab and `,` unless stated. */
export function readHierarchy(
  bytes: Uint8Array,
  options: { readonly delimiter?: string; readonly where?: string } = {},
): HierarchyFile {
  const { where } = options;
  const { text, mark, note } = decode(bytes);
  const notes = note === undefined ? [] : [note];
  const form = {
    delimiter: options.delimiter ?? sniffDelimiter(text),
    lineBreak: text.includes("\r\n") ? ("\r\n" as const) : ("\n" as const),
    finalBreak: text.endsWith("\n"),
    mark,
  };
  const json = readTreeJson(text, where);
  if (json !== undefined) return { hierarchy: json, form: { ...form, delimiter: ";", finalBreak: true }, notes };
  const rows = readRows(text, form.delimiter, where);
  if (rows.length === 0) {
    throw new KohortError("hierarchy", "the hierarchy file is empty", {
      hint: "each line is a value and its groups up to the root, such as Divorced;Single;*",
      where,
    });
  }
  refuseRagged(rows, where);
  const { hierarchy, addedRoot } = hierarchyFromPaths(
    rows.map((row) => row.labels),
    { where, lineOf: (row) => rows[row].line },
  );
  if (addedRoot) {
    notes.push(`added * above the ${hierarchy.levels.at(-2)!.length} labels of the last column`);
  }
  return { hierarchy, form, notes };
}

/** Writes a hierarchy as columns, level 0 first, one line per value; labels are quoted only where they must be. */
export function writeHierarchy(hierarchy: Hierarchy, form: Partial<HierarchyForm> = {}): string {
  const { delimiter = ";", lineBreak = "\n", finalBreak = true, mark = false } = form;
  const { levels, parents } = hierarchy;
  const single = levels.length === 1;
  const must = (label: string, level: number): boolean =>
    label.includes(delimiter) ||
    label.startsWith('"') ||
    /[\r\n]/.test(label) ||
    (label === "" && (level > 0 || single)) ||
    (single && likelyDelimiters.some((likely) => label.includes(likely))) ||
    (single && label.trim() === "");
  // A file that starts with { or a byte order mark would be taken for something else.
  const misleads = (label: string, level: number, i: number): boolean =>
    level === 0 && i === 0 && /^\uFEFF|^\s*\{/.test(label);
  const quoted = levels.map((labels, level) =>
    labels.map((label, i) =>
      must(label, level) || misleads(label, level, i) ? `"${label.replaceAll('"', '""')}"` : label,
    ),
  );
  const lines = quoted[0].map((leaf, row) => {
    let line = leaf;
    let place = row;
    for (let level = 0; level < parents.length; level++) {
      place = parents[level][place];
      line += delimiter + quoted[level + 1][place];
    }
    return line;
  });
  return (mark ? "\uFEFF" : "") + lines.join(lineBreak) + (finalBreak && lines.length > 0 ? lineBreak : "");
}

/** Lines of different length are paths only when they all end in the same root. */
function refuseRagged(rows: readonly HierarchyRow[], where: string | undefined): void {
  const first = rows[0];
  const shorter = rows.find((row) => row.labels.length !== first.labels.length);
  if (shorter === undefined) return;
  const root = first.labels.at(-1);
  const other = rows.find((row) => row.labels.at(-1) !== root);
  if (other === undefined) return;
  throw new KohortError(
    "hierarchy",
    `line ${shorter.line} has ${labelsCount(shorter)}, line ${first.line} has ${labelsCount(first)}, ` +
      `and line ${other.line} ends in "${other.labels.at(-1)}" rather than "${root}"`,
    { hint: "give every line the same number of labels, or let every line end in the same root, such as *", where },
  );
}

function labelsCount(row: HierarchyRow): string {
  return row.labels.length === 1 ? "1 label" : `${row.labels.length} labels`;
}

function decode(bytes: Uint8Array): { text: string; mark: boolean; note?: string } {
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = mark ? bytes.subarray(3) : bytes;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body), mark };
  } catch {
    return {
      text: new TextDecoder("latin1").decode(body),
      mark,
      note: "the file is not UTF-8; it was read as Latin-1",
    };
  }
}
