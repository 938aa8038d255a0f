import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeKind,
  labelStrings,
  type ReadOptions,
  readCsv,
  readCsvResult,
  withPoints,
  writeCsv,
} from "../../src/table/index.ts";
import { errorOf } from "./errors.ts";

const text = (values: readonly string[]): string => `v;w\n${values.map((value) => `${value};x`).join("\n")}\n`;
const column = (values: readonly string[], options: ReadOptions = {}) => readCsv(text(values), options).columns[0];

describe("decimal commas", () => {
  it("are read as numbers, which is said", () => {
    const { table, notes } = readCsvResult(text(["1,5", "2", "-0,25", ",5", "1,5e3"]));
    expect(table.columns[0]).toMatchObject({ kind: "number", decimal: "," });
    expect([...table.columns[0].numbers!]).toEqual([1.5, 2, -0.25, 0.5, 1500]);
    expect(notes).toEqual(['column "v" has decimal commas, such as "1,5", and is read as numbers']);
    expect(describeKind(table.columns[0])).toBe("all 5 read as numbers; written with decimal commas");
  });

  it("are read to the last bit as points are", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e15, max: 1e15, noNaN: true }), (number) => {
        const written = String(number).replace(".", ",");
        const found = column([written, "0,5"]);
        expect(found.numbers![0]).toBe(Number(String(number)));
      }),
      { numRuns: 1000 },
    );
  });

  it("are decided column by column: another column may have points", () => {
    const [a, b] = readCsv("a;b\n1,5;1.5\n2,5;2.5\n").columns;
    expect(a).toMatchObject({ kind: "number", decimal: "," });
    expect(b).toMatchObject({ kind: "number" });
    expect(b.decimal).toBeUndefined();
  });

  it("are not guessed where commas may part thousands", () => {
    for (const values of [["1,234"], ["1,234", "999"], ["-12,345", "678,901"]]) {
      expect(column(values).kind, values.join(" ")).toBe("category");
      expect(column(values, { decimal: "," }).kind, values.join(" ")).toBe("number");
      expect(column(values, { decimal: { v: "," } }).kind, values.join(" ")).toBe("number");
    }
    expect(describeKind(column(["1,234"]))).toContain('the comma of "1,234" may part decimals or thousands');
    expect(column(["0,234"]).kind).toBe("number");
    expect(column(["1,234", "1,5"]).kind).toBe("number");
    expect(column(["1.234,5", "2,5"]).kind).toBe("category");
  });

  it("are stated for all columns or for one, and what is stated holds or is refused", () => {
    expect(column(["1,5"], { decimal: "." }).kind).toBe("category");
    expect(column(["1.500", "2.250"], { decimal: "," }).kind).toBe("category");
    expect(column(["1", "2"], { decimal: "," })).toMatchObject({ kind: "number", decimal: "," });
    expect(column(["1,5"], { kinds: { v: "category" } })).not.toHaveProperty("decimal");
    expect(errorOf(() => column(["1,5", "1.5"], { decimal: { v: "," } })).message).toBe(
      'column "v" has no decimal commas throughout: it has "1.5"',
    );
    expect(errorOf(() => column(["1.500"], { decimal: ",", kinds: { v: "number" } })).message).toContain("row 1");
    expect(errorOf(() => column(["1,5"], { decimal: { z: "," } })).message).toContain(
      'column "z", given a decimal mark, is not in the table',
    );
    expect(readCsvResult(text(["1,5"]), { decimal: "," }).notes).toBeUndefined();
  });

  it("come back byte for byte, quoted where the comma parts fields", () => {
    for (const written of [text(["1,5", "-,5", "2", "1,50"]), 'v,w\n"1,5",x\n"2,50",y\n3,z\n']) {
      const { table, dialect } = readCsvResult(written);
      expect(table.columns[0].kind).toBe("number");
      expect(new TextDecoder().decode(writeCsv(table, { delimiter: dialect.delimiter }))).toBe(written);
    }
  });

  it("stand in ranges, bounds and sets of a release, and are read back from them", () => {
    const labels = ["[1,5..2,5]", "[..,5]", "{1,5|2}", "*", ">=3,25", "7", "[,5..,75)", "[3,5..]"];
    const found = column(labels, { released: true });
    expect(found.decimal).toBe(",");
    expect(labelStrings(found.labels)).toEqual([
      "[1.5..2.5]",
      "[...5]",
      "{1.5|2}",
      "*",
      ">=3.25",
      "7",
      "[.5...75)",
      "[3.5..]",
    ]);
    expect(column(["[1,5]", "[2,5]"], { released: true })).not.toHaveProperty("decimal");
    expect(column(["a,5", "[1,5..2]"], { released: true })).not.toHaveProperty("decimal");
  });

  it("are refused where a label would not come back", () => {
    const read = column(["1,5"]);
    const odd = { ...read, labels: readCsv('v;w\n"1,5";x\n', { kinds: { v: "category" } }).columns[0].labels };
    expect(errorOf(() => writeCsv({ rows: 1, columns: [odd] })).message).toContain("cannot be written");
    expect(withPoints("1,5")).toBe("1.5");
  });
});
