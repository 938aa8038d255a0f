import { byCodePoint } from "../base/index.ts";
import { type Column, columnIndex, foldSpelling, labelStrings, type Spelling, type Table } from "../table/index.ts";

/** A sensitive column as it is counted: every value written in one way; where spelling is exact, only every number. */
export function inOneSpelling(column: Column, spelling: Spelling = "folded"): Column {
  return spelling === "exact" && column.kind === "category" ? column : foldSpelling(column).column;
}

/** The named columns as they are counted. */
export function countedColumns(table: Table, names: readonly string[], spelling: Spelling | undefined): Column[] {
  return names.map((name) => inOneSpelling(table.columns[columnIndex(table, name)], spelling));
}

/** Columns that one sentence names. */
const mostColumns = 5;

/** Values of a column, and spellings of a value, that one sentence shows. */
const mostShown = 3;

/**
 * Says which values of sensitive columns are spelled in several ways, and how they are counted; whoever states that
 * spelling is exact knows.
 */
export function spellingWarnings(columns: readonly Column[], spelling: Spelling = "folded", isStated = true): string[] {
  if (spelling === "exact" && isStated) return [];
  const found = columns.flatMap((column) => {
    const groups = spelledTwice(column);
    return groups.length === 0 ? [] : [{ name: column.name, groups }];
  });
  if (found.length === 0) return [];
  const of = found.slice(0, mostColumns).map(({ name, groups }) => {
    const values = groups.length === 1 ? "1 value" : `${groups.length} values`;
    const shown = groups.slice(0, mostShown).map((texts) => texts.slice(0, mostShown).map(quoted).join(" = "));
    return `column "${name}" spells ${values} in several ways (${shown.join("; ")}${groups.length > mostShown ? "; …" : ""})`;
  });
  const more = found.length > mostColumns ? [`and ${found.length - mostColumns} more`] : [];
  const effect =
    spelling === "folded"
      ? 'spellings count as one value; `spelling: "exact"` counts them apart'
      : "spellings count apart, as the program does that this method follows";
  return [`${[...of, ...more].join(", ")}: ${effect}`];
}

/** The columns of a table that are named, in the table's order. */
export function columnsNamed(table: Table, names: readonly string[]): Column[] {
  return table.columns.filter(({ name }) => names.includes(name));
}

/** The values of a column that are written in several ways, each with its spellings, by code point. */
function spelledTwice(column: Column): string[][] {
  // numbers are one value whatever is asked of spelling
  if (column.kind !== "category") return [];
  const { codeOf, column: folded } = foldSpelling(column);
  if (folded === column) return [];
  const groups = Array.from({ length: folded.labels.size }, (): string[] => []);
  for (const [code, text] of labelStrings(column.labels).entries()) groups[codeOf[code]].push(text);
  return groups
    .filter((texts) => texts.length > 1)
    .map((texts) => texts.sort(byCodePoint))
    .sort(([a], [b]) => byCodePoint(a, b));
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
