import { describe, expect, it } from "vitest";
import {
  cell,
  csvBlocks,
  jsonBlocks,
  openJsonLines,
  readCsv,
  readJson,
  readJsonResult,
  type Table,
} from "../../src/table/index.ts";
import { errorOf } from "./errors.ts";

const textOf = (blocks: Iterable<Uint8Array>): string =>
  new TextDecoder().decode(Uint8Array.from([...blocks].flatMap((block) => [...block])));
const rowsOf = (table: Table): string[][] =>
  Array.from({ length: table.rows }, (_, row) => table.columns.map((_, column) => cell(table, row, column)));

describe("reading JSON", () => {
  it("takes keys for columns and keeps the text of numbers", () => {
    const table = readJson('[{"age": 39.50, "name": "Bo\\n\\u00e9"},\n {"name": "漢", "age": 1e2}]');
    expect(table.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ["age", "number"],
      ["name", "category"],
    ]);
    expect(rowsOf(table)).toEqual([
      ["39.50", "Bo\né"],
      ["1e2", "漢"],
    ]);
    expect([...table.columns[0].numbers!]).toEqual([39.5, 100]);
  });

  it("takes null and absent keys for missing, and only those", () => {
    const table = readJson('[{"a": 1}, {"a": null, "b": ""}, {"b": "x"}, {}]');
    expect(rowsOf(table).map(([a]) => a)).toEqual(["1", "", "", ""]);
    expect(table.columns.map((column) => column.missing)).toEqual([[1], [0]]);
    expect(table.columns[0].kind).toBe("number");
    expect(readJson('[{"a": "?"}, {"a": "x"}]', { missing: ["?"] }).columns[0].missing).toEqual([0]);
  });

  it("never takes texts for numbers, but for dates", () => {
    const table = readJson(
      '[{"zip": "10115", "born": "1999-12-31", "mixed": 1}, {"zip": "1", "born": "2000-01-01", "mixed": "1"}]',
    );
    expect(table.columns.map((column) => column.kind)).toEqual(["category", "date", "category"]);
    expect([...table.columns[2].codes]).toEqual([0, 1]);
    expect(readJson('[{"zip": "7"}]', { kinds: { zip: "number" } }).columns[0].numbers).toEqual(Float64Array.of(7));
  });

  it("leaves records and columns out when told to", () => {
    const result = readJsonResult('[{"a": 1, "b": null}, {"a": 2, "b": true}]', {
      dropMissing: true,
      only: (name) => name === "b",
    });
    expect(rowsOf(result.table)).toEqual([["true"]]);
    expect([result.rowsRead, result.leftOut]).toEqual([2, 1]);
  });

  it("takes lines in blocks of any size, whatever ends them", () => {
    const text = '{"a": 1, "b": "x y"}\r\n\n  {"a": 2}\n{"b": "漢"}';
    const expected = readJsonResult(text, { lines: true });
    expect(rowsOf(expected.table)).toEqual([
      ["1", "x y"],
      ["2", ""],
      ["", "漢"],
    ]);
    const bytes = new TextEncoder().encode(text);
    for (const size of [1, 2, 5, 17]) {
      const reader = openJsonLines();
      for (let at = 0; at < bytes.length; at += size) reader.push(bytes.slice(at, at + size));
      expect(reader.end()).toEqual(expected);
    }
  });

  it("says where it goes wrong", () => {
    const read = (text: string, lines = false) => {
      const { message, where } = errorOf(() => readJson(text, { lines, source: "f.json" }));
      return `${where} ${message}`;
    };
    expect(read("[\n {},\n 5]")).toBe("f.json:3:2 row 2 is not an object");
    expect(read('[{"a": {"b": 1}}]')).toBe('f.json:1:8 row 1 has an object in "a"');
    expect(read('[{"a": [1]}]')).toBe('f.json:1:8 row 1 has an array in "a"');
    expect(read('[{"a": 01}]')).toBe('f.json:1:8 row 1 has no JSON value in "a"');
    expect(read('[{"a": 1,}]')).toBe("f.json:1:10 row 1 has a key that is not in double quotes");
    expect(read('[{"a" 1}]')).toBe('f.json:1:7 row 1 lacks a colon after "a"');
    expect(read('[{"a": 1 "b": 2}]')).toBe('f.json:1:10 row 1 lacks a comma or } after "a"');
    expect(read('[{"a": "x')).toBe("f.json:1:10 a string is not closed");
    expect(read('[{"a": "\\x"}]')).toBe("f.json:1:8 a string has an escape that JSON does not know");
    expect(read('[{"a": 1}')).toBe("f.json:1:10 a comma or ] is missing after an object");
    expect(read('[{"a": 1}] x')).toBe("f.json:1:12 there is text after the array");
    expect(read('{"a": 1}')).toBe("f.json:1:1 the file is not a JSON array of objects");
    expect(read('[{"a": 1, "a": 2}]')).toContain('row 1 has "a" twice');
    expect(read("[]")).toBe("f.json the file has no records");
    expect(read('{"a": 1}\n\n{"a": }', true)).toBe('f.json:3:7 row 2 has no JSON value in "a"');
    expect(read('{"a": 1} {"a": 2}', true)).toBe("f.json:1:10 a line has more than one object");
  });

  it("agrees with JSON.parse on what is JSON, and never fails otherwise", () => {
    const pieces = [
      "{",
      "}",
      "[",
      "]",
      '"a"',
      ":",
      ",",
      "1",
      "-",
      ".5",
      "e3",
      "true",
      "null",
      " ",
      "\n",
      '"',
      "\\",
      "0",
      '"b":2',
    ];
    let seed = 1;
    const below = (bound: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return (seed >>> 8) % bound;
    };
    let good = 0;
    for (let trial = 0; trial < 20_000; trial++) {
      const inner = Array.from({ length: below(6) }, () => pieces[below(pieces.length)]).join("");
      const text = below(2) === 0 ? `[{"a":${inner}}]` : `[{${inner}}]`;
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        parsed = undefined;
      }
      const objects = (parsed ?? []) as Record<string, unknown>[];
      const values = objects.flatMap((object) => Object.values(object ?? {}));
      const flat = values.length > 0 && values.every((value) => value === null || typeof value !== "object");
      const keys = [...text.matchAll(/"[^"]*"\s*:/g)].map(([key]) => key.replaceAll(/\s/g, ""));
      if (flat && new Set(keys).size === keys.length) {
        good++;
        expect(readJson(text).rows, text).toBe(objects.length);
      } else if (!flat) expect(errorOf(() => readJson(text)).code).toBe("input");
    }
    expect(good).toBeGreaterThan(200);
  });
});

describe("JSON Lines", () => {
  it("count their blank lines", () => {
    const reader = openJsonLines();
    for (const text of ['\n{"a":', "1}\n \n", "\n\t", '\n{"a":2}']) reader.push(new TextEncoder().encode(text));
    expect(reader.end()).toMatchObject({ rowsRead: 2, blankLines: 4 });
  });

  it("take a line of many blocks in one go, whatever becomes of the blocks", () => {
    const reader = openJsonLines();
    const block = new TextEncoder().encode('{"a":"');
    reader.push(block);
    const filling = new Uint8Array(1000).fill(0x78);
    for (let count = 0; count < 20_000; count++) reader.push(filling);
    filling.fill(0x79);
    reader.push(new TextEncoder().encode('"}\n'));
    const { table } = reader.end();
    expect(cell(table, 0, 0)).toBe("x".repeat(20_000_000));
  });
});

describe("writing JSON", () => {
  it("gives values back as they stood", () => {
    const text =
      '[\n{"a":1.50,"b":"1.50","c":true},\n{"a":null,"b":"say \\"hi\\"","c":"true"},\n{"a":-0,"b":"é","c":null}\n]\n';
    const table = readJson(text);
    expect(textOf(jsonBlocks(table, { size: 40 }))).toBe(text);
    const lines = textOf(jsonBlocks(table, { lines: true, order: Uint32Array.of(2, 0) }));
    expect(lines).toBe('{"a":-0,"b":"é","c":null}\n{"a":1.50,"b":"1.50","c":true}\n');
    expect(textOf(csvBlocks(table))).toBe('a,b,c\n1.50,1.50,true\n,"say ""hi""",true\n-0,é,\n');
  });

  it("writes numbers of CSV bare where JSON knows them, and null for missing", () => {
    const table = readCsv('n,"q""t"\n1,x\n+5,01\n,\n.5,a\\b\n');
    expect(textOf(jsonBlocks(table, { lines: true }))).toBe(
      '{"n":1,"q\\"t":"x"}\n{"n":"+5","q\\"t":"01"}\n{"n":null,"q\\"t":null}\n{"n":".5","q\\"t":"a\\\\b"}\n',
    );
    expect(JSON.parse(textOf(jsonBlocks(table)))).toHaveLength(4);
  });
});
