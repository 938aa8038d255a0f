import { describe, expect, it } from "vitest";
import { finish, type Random, randomFrom } from "../../src/base/index.ts";
import {
  canonicalOrder,
  cell,
  fieldRanks,
  readCsv,
  sortRows,
  splitRows,
  type Table,
  type WriteDialect,
} from "../../src/table/index.ts";

/** The lines of a table as strings of bytes, each with its line end. */
function linesOf(table: Table, { delimiter = ",", newline = "\n" }: WriteDialect): string[] {
  const field = (row: number, column: number): string => {
    const text = cell(table, row, column);
    const alone = text === "" && table.columns.length === 1;
    const quoted = alone || [delimiter, '"', "\r", "\n"].some((mark) => text.includes(mark));
    return quoted ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return Array.from({ length: table.rows }, (_, row) => {
    const line = table.columns.map((_, column) => field(row, column)).join(delimiter) + newline;
    return Buffer.from(line).toString("latin1");
  });
}

/** Rows by their lines, equal lines in the order of the rows. */
function slowOrder(lines: readonly string[]): number[] {
  return [...lines.keys()].sort((a, b) => (lines[a] < lines[b] ? -1 : lines[a] > lines[b] ? 1 : a - b));
}

function randomTable(random: Random, rows: number, columns: number, distinct: number): Table {
  const values = [
    "",
    "a",
    "ab",
    "a b",
    "a,b",
    'a"b',
    '"',
    "é",
    "漢",
    "a\nb",
    "-",
    "!",
    "10",
    "9",
    " ",
    "~",
    "a\tb",
    "#",
  ];
  const value = (): string => {
    const picked = random.below(distinct);
    const text = picked < values.length ? values[picked] : `v${picked}`;
    return `"${text.replaceAll('"', '""')}"`;
  };
  const line = (): string => Array.from({ length: columns }, value).join(",");
  const header = Array.from({ length: columns }, (_, column) => `c${column}`).join(",");
  return readCsv(`${header}\n${Array.from({ length: rows }, line).join("\n")}\n`, { delimiter: "," });
}

describe("the canonical order", () => {
  it("is that of the lines as bytes, in any dialect", () => {
    const random = randomFrom(5);
    for (let trial = 0; trial < 300; trial++) {
      const table = randomTable(random, 1 + random.below(60), 1 + random.below(5), 1 + random.below(30));
      const dialect: WriteDialect = {
        delimiter: [",", ";", "\t", "|"][random.below(4)],
        newline: (["\n", "\r\n"] as const)[random.below(2)],
      };
      expect([...finish(canonicalOrder(table, dialect))]).toEqual(slowOrder(linesOf(table, dialect)));
    }
  });

  it("holds for many rows, with runs of every length", () => {
    const random = randomFrom(6);
    for (const [rows, columns, distinct] of [
      [30_000, 2, 2000],
      [12_000, 9, 60],
      [30_000, 14, 2],
      [20_000, 3, 100_000],
    ] as const) {
      const table = randomTable(random, rows, columns, distinct);
      expect([...finish(canonicalOrder(table))]).toEqual(slowOrder(linesOf(table, {})));
    }
  });

  it("can be made of parts, each sorted on its own", () => {
    const random = randomFrom(7);
    for (let trial = 0; trial < 40; trial++) {
      const table = randomTable(random, 1 + random.below(3000), 1 + random.below(4), 1 + random.below(200));
      const whole = [...finish(canonicalOrder(table))];
      const codes = table.columns.map((column) => column.codes);
      const ranks = finish(fieldRanks(table));
      for (const count of [1, 2, 3, 7]) {
        const parts = finish(splitRows(codes, ranks, table.rows, count));
        expect(parts.length).toBeLessThanOrEqual(count);
        const sorted = parts.flatMap((rows) => [...finish(sortRows(codes, ranks, rows))]);
        expect(sorted).toEqual(whole);
      }
    }
  });

  it("splits rows evenly where the leading columns allow it", () => {
    const table = randomTable(randomFrom(8), 20_000, 4, 12);
    const codes = table.columns.map((column) => column.codes);
    const parts = finish(splitRows(codes, finish(fieldRanks(table)), table.rows, 4));
    expect(parts.map((rows) => Math.round(rows.length / 500))).toEqual([10, 10, 10, 10]);
  });

  it("sorts only the rows it is given", () => {
    const table = readCsv("a\nc\nb\na\nd\n");
    const ranks = finish(fieldRanks(table));
    expect([...finish(sortRows([table.columns[0].codes], ranks, Uint32Array.of(3, 0, 1)))]).toEqual([1, 0, 3]);
  });

  it("does not care for how long labels agree", () => {
    const labels = Array.from({ length: 200 }, (_, index) => "x".repeat(20_000) + ((index * 37) % 200));
    const table = readCsv(`a\n${labels.join("\n")}\n`);
    expect([...finish(canonicalOrder(table))]).toEqual(slowOrder(labels.map((label) => `${label}\n`)));
  });
});
