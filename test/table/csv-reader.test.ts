import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cell, labelStrings, openCsv, readCsv, readCsvResult, type Table } from "../../src/table/index.ts";
import { sharedFile } from "../data/shared-data.ts";
import { needing } from "../setup/needs.ts";
import { errorOf } from "./errors.ts";

const rowsOf = (table: Table): string[][] =>
  Array.from({ length: table.rows }, (_, row) => table.columns.map((_, column) => cell(table, row, column)));
const namesOf = (table: Table): string[] => table.columns.map((column) => column.name);
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

describe("records", () => {
  it("become codes and labels in order of first appearance", () => {
    const table = readCsv("sex,age\nF,39\nM,50\nF,38\n");
    expect(table.rows).toBe(3);
    expect([...table.columns[0].codes]).toEqual([0, 1, 0]);
    expect(labelStrings(table.columns[1].labels)).toEqual(["39", "50", "38"]);
  });

  it("may be quoted, hold quotes, delimiters and line ends", () => {
    const table = readCsv('a,b\n"x,1","say ""hi"""\n"two\r\nlines",""\n');
    expect(rowsOf(table)).toEqual([
      ["x,1", 'say "hi"'],
      ["two\r\nlines", ""],
    ]);
  });

  it("keep a quote that does not open a field, blanks and lone carriage returns", () => {
    expect(rowsOf(readCsv('a,b\n5" , x \nl\rr,y\n'))).toEqual([
      ['5" ', " x "],
      ["l\rr", "y"],
    ]);
  });

  it("end with LF, CRLF, CR or the file", () => {
    const expected = [
      ["1", "2"],
      ["3", "4"],
    ];
    for (const [newline, seen] of [
      ["\n", "\n"],
      ["\r\n", "\r\n"],
      ["\r", "\r"],
    ] as const) {
      for (const end of ["", newline]) {
        const result = readCsvResult(`a,b${newline}1,2${newline}3,4${end}`);
        expect(rowsOf(result.table)).toEqual(expected);
        expect(result.dialect.newline).toBe(seen);
      }
    }
  });

  it("are not blank lines, which are counted; a quoted empty field is a record", () => {
    const result = readCsvResult('\na\n\n1\n\r\n""\n2\n\n');
    expect(rowsOf(result.table)).toEqual([["1"], [""], ["2"]]);
    expect(result.blankLines).toBe(4);
  });

  it("take wider codes only when a column has many values", () => {
    const lines = Array.from({ length: 70_000 }, (_, row) => `${row % 256},${row % 257},${row}`);
    const { columns } = readCsv(`a,b,c\n${lines.join("\n")}\n`);
    expect(columns.map(({ codes }) => codes.BYTES_PER_ELEMENT)).toEqual([1, 2, 4]);
    expect(columns[2].codes[69_999]).toBe(69_999);
    expect(columns[1].codes[256]).toBe(256);
  });
});

describe("many records", () => {
  it("are all there, while columns grow from few labels to many", () => {
    const rows = 600_000;
    const few = (row: number): string => `f${row % 7}`;
    const more = (row: number): string => `m${row < 300_000 ? row % 200 : row % 1000}`;
    const many = (row: number): string => `v${row >> 1}`;
    const lines = Array.from({ length: rows }, (_, row) => `${few(row)},${more(row)},${many(row)}\n`);
    const table = readCsv(`few,more,many\n${lines.join("")}`, { delimiter: "," });
    expect(table.rows).toBe(rows);
    expect(table.columns.map(({ codes }) => codes.BYTES_PER_ELEMENT)).toEqual([1, 2, 4]);
    expect(table.columns.map(({ codes }) => codes.length)).toEqual([rows, rows, rows]);
    const labels = table.columns.map((column) => labelStrings(column.labels));
    const wrong = lines.findIndex((line, row) => {
      const fields = table.columns.map(({ codes }, column) => labels[column][codes[row]]);
      return `${fields.join(",")}\n` !== line;
    });
    expect(wrong).toBe(-1);
  });
});

describe("the dialect", () => {
  const delimiterOf = (text: string): string => readCsvResult(text).dialect.delimiter;

  it("is found among comma, semicolon, tab and bar", () => {
    for (const mark of [",", ";", "\t", "|"]) {
      expect(delimiterOf(`${["a", "b", "c"].join(mark)}\n${["1", "2", "3"].join(mark)}`)).toBe(mark);
    }
  });

  it("is not misled by blanks, decimal commas or delimiters in quotes", () => {
    expect(delimiterOf("first name,last name\nAnna Maria,Berg Holm\n")).toBe(",");
    expect(delimiterOf("x;y\n1,5;2,5\n3,25;4,75\n")).toBe(";");
    expect(delimiterOf('a,b\n"x;y;z",1\n"p;q;r",2\n')).toBe(",");
    expect(delimiterOf("name\tnote\na, b\tc, d\ne\tf, g\n")).toBe("\t");
  });

  it("is the one of the header when a record is ragged", () => {
    expect(errorOf(() => readCsv("a;b;c\n1;2;3\n1;2\n")).message).toBe("row 2 has 2 fields, the header has 3");
  });

  it("is a blank only where one of the fields is a number throughout", () => {
    expect(delimiterOf("age sex\n39 M\n50 F\n")).toBe(" ");
    expect(namesOf(readCsv("full name\nAnna Berg\nPer Holm\n"))).toEqual(["full name"]);
  });

  it("allows for one column", () => {
    expect(rowsOf(readCsv("age\n39\n50\n"))).toEqual([["39"], ["50"]]);
  });

  it("may be stated", () => {
    expect(namesOf(readCsv("a:b,c\n1:2,3\n", { delimiter: ":" }))).toEqual(["a", "b,c"]);
    expect(namesOf(readCsv("a,b\tc\n1,2\t3\n", { format: "tsv" }))).toEqual(["a,b", "c"]);
    expect(errorOf(() => readCsv("a,b\n", { delimiter: "::" })).code).toBe("usage");
  });

  it("does not depend on the sizes of the blocks", () => {
    const text = `\u{feff}a;b\r\n${'1,5;"x\r\ny"\r\n'.repeat(9000)}`;
    const whole = readCsvResult(text);
    const reader = openCsv();
    const all = new TextEncoder().encode(text);
    for (let at = 0; at < all.length; at += 7) reader.push(all.subarray(at, at + 7));
    expect(reader.end()).toEqual(whole);
    expect(whole.dialect).toEqual({ delimiter: ";", encoding: "utf-8", bom: true, newline: "\r\n" });
    expect(whole.rowsRead).toBe(9000);
  });
});

describe("encodings", () => {
  it("are UTF-8, with a byte order mark or without", () => {
    expect(readCsvResult(bytes([0xef, 0xbb, 0xbf], "é\nä\n")).dialect).toMatchObject({ encoding: "utf-8", bom: true });
    expect(namesOf(readCsv(bytes([0xef, 0xbb, 0xbf], "é\nä\n")))).toEqual(["é"]);
  });

  it("are Windows-1252 when any value or name is not UTF-8", () => {
    // 0x80 is the euro sign, 0xfc is ü, 0x9f is Ÿ; the pair c3 a9 would be é in UTF-8
    const result = readCsvResult(bytes("pr", [0xc3, 0xa9], ",b\n5 ", [0x80], ",M", [0xfc], "ller\n", [0x9f], ",z\n"));
    expect(result.dialect.encoding).toBe("windows-1252");
    expect(namesOf(result.table)).toEqual(["prÃ©", "b"]);
    expect(rowsOf(result.table)).toEqual([
      ["5 €", "Müller"],
      ["Ÿ", "z"],
    ]);
  });

  it("are not UTF-8 when a character is torn between two values", () => {
    expect(readCsvResult(bytes("a\n", [0xc3], "\n", [0xa9], "\n")).dialect.encoding).toBe("windows-1252");
  });

  it("are UTF-16 where the byte order mark says so, in blocks of any size", () => {
    const text = "name,ü\nA 漢 😀,1\n";
    for (const little of [true, false]) {
      const units = [0xfeff, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))];
      const raw = Uint8Array.from(
        units.flatMap((unit) => (little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
      );
      const reader = openCsv();
      for (const byte of raw) reader.push(Uint8Array.of(byte));
      const result = reader.end();
      expect(result.dialect).toMatchObject({ encoding: little ? "utf-16le" : "utf-16be", bom: true, delimiter: "," });
      expect(namesOf(result.table)).toEqual(["name", "ü"]);
      expect(rowsOf(result.table)).toEqual([["A 漢 😀", "1"]]);
    }
  });
});

describe("errors", () => {
  const read = (text: string | Uint8Array) => errorOf(() => readCsv(text, { source: "f.csv" }));

  it("name the row, the number of fields and the line", () => {
    const text = `a,b\n${'1,"x\ny"\n'.repeat(16)}\n1\n`;
    expect(read(text)).toMatchObject({
      code: "input",
      message: "row 17 has 1 field, the header has 2",
      where: "f.csv:35",
      hint: expect.stringContaining('","'),
    });
    expect(read("a,b\n1,2,3\n").message).toBe("row 1 has 3 fields, the header has 2");
  });

  it("name the column of a quote that goes wrong", () => {
    expect(read('a,b\n1,2\n1,"x"y\n')).toMatchObject({
      message: 'row 2, column 2 ("b") has text after its closing quote',
      where: "f.csv:3",
    });
    expect(read('a,b\n1,"x\n2,3\n')).toMatchObject({
      message: 'row 1, column 2 ("b") opens a quote that is never closed',
      where: "f.csv:2",
    });
    expect(read('a,"b\n1,2').message).toBe("column 2 of the header opens a quote that is never closed");
  });

  it("come early for a file without lines", () => {
    const reader = openCsv();
    const block = new Uint8Array(0x10_0000).fill(0x78);
    let pushed = 0;
    const { message } = errorOf(() => {
      for (; pushed < 100; pushed++) reader.push(block);
    });
    expect(message).toBe("the first line is longer than 16 MB");
    expect(pushed).toBeLessThan(20);
  });

  it("pass over a separator at the end of the header, with a note, and refuse values behind it", () => {
    const note = "the header ends with a separator, so its last field names no column";
    for (const text of ["a;b;\n1;2;\n3;4;\n", "a;b;\n1;2\n3;4\n", "a;b;\r\n1;2;\r\n3;4;"]) {
      const { table, notes } = readCsvResult(text);
      expect(table.columns.map(({ name, labels }) => [name, ...labelStrings(labels)])).toEqual([
        ["a", "1", "3"],
        ["b", "2", "4"],
      ]);
      expect(notes).toEqual([note]);
    }
    expect(readCsvResult("a;b\n1;2\n").notes).toBeUndefined();
    expect(read("a;b;\n1;2;\n3;4;x\n").message).toBe('column 3 of the header has no name, and a record has "x" there');
    expect(read("a;b;\n1;2;\n3;4\n").message).toBe("row 2 has 2 fields, the header has 3");
  });

  it("tell files that are no tables apart", () => {
    expect(read("").message).toBe("the file is empty");
    expect(read("\n\n").message).toBe("the file is empty");
    expect(read("a,b\n").message).toBe("the file has a header but no records");
    expect(read("a,b,a\n1,2,3\n").message).toBe('columns 1 and 3 are both named "a"');
    expect(read("a,,c\n1,2,3\n").message).toBe("column 2 of the header has no name");
    for (const first of ["sep=;", "SEP=,", "sep=\t"]) {
      expect(read(`${first}\r\na;b\r\n1;2\r\n`).message).toContain("note to Excel");
    }
    expect(read(bytes("a,b\n1,", [0], "\n")).message).toBe(
      'the file is not text: row 1, column 2 ("b") has a zero byte',
    );
    expect(read(bytes("a", [0], "\n1\n")).message).toBe("the file is not text: its header has a zero byte");
  });
});

describe("missing values", () => {
  it("are empty fields unless other marks are named", () => {
    expect(readCsv("a,b\n1,\n,?\n").columns.map((column) => column.missing)).toEqual([[1], [0]]);
    expect(readCsv("a,b\n1,\n?,x\n", { missing: ["?", "NA"] }).columns.map((column) => column.missing)).toEqual([
      [1],
      [],
    ]);
  });

  it("can decide which records are left out, also in columns that are not taken", () => {
    const text = "a,b,c\nx,1,p\ny,?,q\nz,2,\nw,2,r\n";
    const result = readCsvResult(text, { missing: ["?", ""], dropMissing: true, only: (name) => name !== "c" });
    expect(namesOf(result.table)).toEqual(["a", "b"]);
    expect(rowsOf(result.table)).toEqual([
      ["x", "1"],
      ["w", "2"],
    ]);
    expect(labelStrings(result.table.columns[0].labels)).toEqual(["x", "w"]);
    expect([result.rowsRead, result.leftOut]).toEqual([4, 2]);
    expect(result.table.columns[1].kind).toBe("number");
  });

  it("cannot be in every record then", () => {
    expect(errorOf(() => readCsv("a,b\n1,\n", { dropMissing: true })).message).toBe("every record has a missing value");
  });
});

describe("other choices", () => {
  it("are columns to leave out", () => {
    const table = readCsv("a,b,c\n1,2,3\n4,5,6\n", { only: (_, index) => index !== 1 });
    expect(rowsOf(table)).toEqual([
      ["1", "3"],
      ["4", "6"],
    ]);
  });

  it("are files with a second line of quasi-identifiers", () => {
    for (const second of ["0,2", "0 2", "0;2"]) {
      const result = readCsvResult(`age,sex,zip\n${second}\n39,M,123\n50,?,124\n38,F,?12\n20,F,9\n`, {
        format: "mondrian-c",
      });
      expect(result.quasiIndexes).toEqual([0, 2]);
      expect(rowsOf(result.table)).toEqual([
        ["39", "M", "123"],
        ["20", "F", "9"],
      ]);
      expect([result.rowsRead, result.leftOut]).toEqual([4, 2]);
    }
    const wrong = errorOf(() => readCsv("a,b\n0,2\n1,2\n", { format: "mondrian-c" }));
    expect(wrong.message).toBe('the second line names quasi-identifier "2", there are columns 0 … 1');
  });
});

describe("the Adult table", needing("data sets"), () => {
  it("has the rows, values and missing records its authors state", () => {
    const text = readFileSync(sharedFile("adult.csv"));
    const result = readCsvResult(text, { missing: ["?"], dropMissing: true });
    expect([result.rowsRead, result.leftOut, result.table.rows]).toEqual([48_842, 3620, 45_222]);
    const { columns } = readCsv(text);
    const values = text
      .toString("latin1")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
    columns.forEach((column, index) => {
      expect(labelStrings(column.labels)).toEqual([...new Set(values.map((row) => row[index]))]);
    });
    expect(columns.filter((column) => column.kind === "number").map((column) => column.name)).toEqual([
      "age",
      "fnlwgt",
      "education-num",
      "capital-gain",
      "capital-loss",
      "hours-per-week",
    ]);
  });
});
