import type { Table } from "../../src/table/index.ts";

/**
 * NCP of a released table found from its texts and the original CSV text alone, in code that shares nothing with the
 * search: intervals over the range of the numbers, sets over how many values there are, `*` as everything.
 */
export function independentNcp(original: string, released: Table, quasi: readonly string[]): number {
  const [header, ...rows] = original.trimEnd().split("\n");
  const names = header.split(",");
  let lost = 0;
  for (const name of quasi) {
    const place = names.indexOf(name);
    const values = rows.map((row) => row.split(",")[place]);
    const different = [...new Set(values)];
    const numbers = different.map(Number);
    const numeric = numbers.every((number) => !Number.isNaN(number));
    const range = numeric
      ? numbers.reduce((a, b) => Math.max(a, b)) - numbers.reduce((a, b) => Math.min(a, b))
      : different.length - 1;
    for (const text of textsOf(released, name)) lost += shareOf(text, range);
  }
  return lost / (quasi.length * rows.length);
}

function shareOf(text: string, range: number): number {
  if (text === "*") return 1;
  if (text.startsWith("[")) {
    const [low, high] = text.slice(1, -1).split("..").map(Number);
    return (high - low) / range;
  }
  if (!text.startsWith("{")) return 0;
  return (text.slice(1, -1).split("|").length - 1) / range;
}

/** The texts of a column, row by row. */
export function textsOf(table: Table, name: string): string[] {
  const column = table.columns.find((one) => one.name === name)!;
  const decoder = new TextDecoder();
  const { bytes, offsets } = column.labels;
  return Array.from(column.codes, (code) => decoder.decode(bytes.slice(offsets[code], offsets[code + 1])));
}

/** The sizes of the groups of rows that are written alike in some columns. */
export function groupSizes(table: Table, names: readonly string[]): Map<string, number> {
  const columns = names.map((name) => textsOf(table, name));
  const sizes = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const key = columns.map((texts) => texts[row]).join("\u0000");
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return sizes;
}
