import { describe, expect, it } from "vitest";
import { finish, KohortError, type Random, randomFrom } from "../../src/base/index.ts";
import { writtenLabels } from "../../src/table/decimal-mark.ts";
import {
  brokenPart,
  type CsvPart,
  csvBlocks,
  mergeParts,
  openCsv,
  openCsvPart,
  type ReadResult,
  readCsv,
  readHead,
  type Table,
  wantedColumns,
} from "../../src/table/index.ts";
import { labelStrings } from "../../src/table/labels.ts";
import { runs } from "../setup/runs.ts";
import { referenceRead } from "../table/reference-csv.ts";

const pieces = [
  "a",
  "b",
  "12",
  "é",
  "漢",
  " ",
  '"',
  '"',
  '""',
  ",",
  ",",
  ",",
  "\n",
  "\n",
  "\r\n",
  "\r",
  ";",
  "x,y\n",
  '"q\n",',
  "\t",
];

const fields = [
  "a",
  "12",
  "",
  "é漢",
  " x ",
  'b"c',
  '""',
  '"q"',
  '"a""b"',
  '"x,y"',
  '"two\nlines"',
  '"\r\n"',
  "cr\rhere",
  "\t",
];

/** Half of the texts are tables with at most a little noise, half are noise with at most a header. */
function randomText(random: Random): string {
  const pick = (from: readonly string[]): string => from[random.below(from.length)];
  const columns = random.below(4);
  const newline = pick(["\n", "\n", "\r\n"]);
  let text = columns === 0 ? "" : ["a", "b", "c"].slice(0, columns).join(",") + newline;
  if (random.below(2) === 0) {
    for (let left = random.below(24); left > 0; left--) text += pick(pieces);
    return text;
  }
  for (let rows = 1 + random.below(5); rows > 0; rows--) {
    text += Array.from({ length: Math.max(1, columns) }, () => pick(fields)).join(",");
    if (random.below(12) === 0) text += pick(pieces);
    if (rows > 1 || random.below(3) > 0) text += random.below(8) === 0 ? newline + newline : newline;
  }
  return text;
}

/** The table's rows as text, or the error's code. */
function attempt(read: () => Table): string[][] | KohortError {
  try {
    const table = read();
    const names = table.columns.map((column) => column.name);
    const labels = table.columns.map((column) => labelStrings(writtenLabels(column)));
    const rows = Array.from({ length: table.rows }, (_, row) =>
      table.columns.map(({ codes }, column) => labels[column][codes[row]]),
    );
    return [names, ...rows];
  } catch (error) {
    if (error instanceof KohortError) return error;
    throw error;
  }
}

function pushed(bytes: Uint8Array, random: Random): ReadResult {
  const reader = openCsv({ delimiter: "," });
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(random.below(2) === 0 ? 3 : 40);
    reader.push(bytes.subarray(at, at + size));
    at += size;
  }
  return reader.end();
}

describe("the CSV reader", () => {
  it("reads 100,000 random texts as the reference does, in blocks of any size", () => {
    const random = randomFrom(20);
    const encoder = new TextEncoder();
    let read = 0;
    let refused = 0;
    for (let trial = 0; trial < runs(100_000); trial++) {
      const text = randomText(random);
      const hasLineFeed = text.includes("\n");
      const expected = referenceRead(text, ",");
      let blank = 0;
      const found = attempt(() => {
        const result = pushed(encoder.encode(text), random);
        blank = result.blankLines;
        return result.table;
      });
      // a file without any line feed is read with carriage returns as line ends, which the reference does not know
      if (!hasLineFeed && text.includes("\r")) continue;
      if ("error" in expected) {
        refused++;
        if (!(found instanceof KohortError)) expect.fail(`read ${JSON.stringify(text)}, which has ${expected.error}`);
        expect(found.code).toBe("input");
      } else {
        read++;
        if (found instanceof KohortError) expect.fail(`${JSON.stringify(text)}: ${found.message}`);
        if (blank !== expected.blank) expect(blank, JSON.stringify(text)).toBe(expected.blank);
        if (JSON.stringify(found) !== JSON.stringify(expected.rows))
          expect(found, JSON.stringify(text)).toEqual(expected.rows);
      }
    }
    expect(read).toBeGreaterThan(runs(10_000));
    expect(refused).toBeGreaterThan(runs(10_000));
  });

  it("never throws anything but a KohortError, whatever the bytes", () => {
    const random = randomFrom(21);
    for (let trial = 0; trial < runs(20_000); trial++) {
      const bytes = Uint8Array.from({ length: random.below(60) }, () =>
        random.below(3) === 0 ? random.below(256) : [44, 10, 13, 34, 97, 255, 254, 0xc3][random.below(8)],
      );
      attempt(() => readCsv(bytes));
    }
  });

  it("gives the same result when a file is read in parts, wherever it is cut", () => {
    const random = randomFrom(22);
    const encoder = new TextEncoder();
    let reread = 0;
    for (let trial = 0; trial < runs(4000); trial++) {
      const bytes = encoder.encode(randomFile(random));
      const whole = outcome(() => readWhole(bytes));
      const cuts = Array.from({ length: 1 + random.below(4) }, () => random.below(bytes.length + 2)).sort(
        (a, b) => a - b,
      );
      const parts = outcome(() => {
        const { result, again } = readInParts(bytes, cuts, random);
        reread += again;
        return result;
      });
      expect(parts).toEqual(whole);
    }
    expect(reread).toBeGreaterThan(runs(100));
  });

  it("finds decimal commas and numbers that share a double when a file is read in parts", () => {
    const random = randomFrom(24);
    const encoder = new TextEncoder();
    const columns = [
      ["1,5", "2,25", "-0,5", "7", ""],
      ["1,5", "2,25", "1.5", ""],
      ["0.12345678901234567891", "0.12345678901234567892", "0.5", "2"],
      ["1.0000000000000000001", "1", "1.5", "1.50", "1e-400", "3"],
      ["1,0000000000000000001", "1", "1,5", "1,50"],
    ];
    const seen: Record<string, number> = {};
    for (let trial = 0; trial < runs(2000); trial++) {
      const values = [columns[random.below(columns.length)], columns[random.below(columns.length)]];
      const rows = Array.from({ length: 1 + random.below(12) }, () =>
        values.map((own) => own[random.below(own.length)]).join(";"),
      );
      const bytes = encoder.encode(`one;two\n${rows.join("\n")}\n`);
      const cuts = Array.from({ length: 1 + random.below(4) }, () => random.below(bytes.length + 2)).sort(
        (a, b) => a - b,
      );
      const whole = readWhole(bytes, ";");
      const parts = readInParts(bytes, cuts, random, ";").result;
      expect(parts).toEqual(whole);
      for (const { kind, decimal = "." } of parts.table.columns) {
        seen[`${kind} ${decimal}`] = 1 + (seen[`${kind} ${decimal}`] ?? 0);
      }
      expect(joined([...csvBlocks(parts.table, { delimiter: ";", newline: "\n" })])).toEqual(bytes);
    }
    expect(Object.keys(seen).sort()).toEqual(["category .", "number ,", "number ."]);
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(runs(200));
  });
});

function readWhole(bytes: Uint8Array, delimiter = ","): ReadResult {
  const reader = openCsv({ delimiter, source: "x.csv" });
  reader.push(bytes);
  return reader.end();
}

function outcome(read: () => ReadResult): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    return { message: error.message, where: error.where };
  }
}

/** A file with quoted line ends, CRLF, blank lines, and now and then a record that cannot be read. */
function randomFile(random: Random): string {
  const values = ["1", "22", "", "é", '"a\nb"', '"\n"', '"a,\r\n""b"', '"x"', "word", '"\n1,2\n"'];
  let text = "one,two\n";
  for (let rows = 1 + random.below(20); rows > 0; rows--) {
    const end = ["\n", "\r\n", "\n\n"][random.below(3)];
    const odd = random.below(60);
    const first = odd === 0 ? "1,2" : odd === 1 ? '"a"b' : values[random.below(values.length)];
    text += `${first},${values[random.below(values.length)]}${end}`;
  }
  if (random.below(3) === 0) text += "7,8";
  if (random.below(50) === 0) text += '\n9,"';
  return text;
}

function readInParts(
  bytes: Uint8Array,
  cuts: number[],
  random: Random,
  delimiter = ",",
): { result: ReadResult; again: number } {
  const options = { delimiter, source: "x.csv" };
  const head = readHead(bytes, options, true)!;
  const wanted = wantedColumns(head, options);
  const bounds = [0, ...cuts, Number.POSITIVE_INFINITY];
  const readPart = (index: number, start: number, exact: boolean): CsvPart => {
    const reader = openCsvPart({ head, wanted, start, end: bounds[index + 1], exact });
    for (let at = reader.readFrom; at < bytes.length; ) {
      const size = 1 + random.below(30);
      if (!reader.push(bytes.subarray(at, at + size))) break;
      at += size;
    }
    return reader.end();
  };
  const parts = bounds.slice(0, -1).map((start, index) => readPart(index, start, false));
  let again = 0;
  for (let broken = brokenPart(parts); broken !== undefined; broken = brokenPart(parts)) {
    parts[broken.index] = readPart(broken.index, broken.start, true);
    again++;
  }
  return { result: finish(mergeParts(head, structuredClone(parts), options)), again };
}

describe("the CSV writer", () => {
  it("writes what the reader reads back as the same table", () => {
    const random = randomFrom(23);
    const values = [
      "",
      "a",
      " a ",
      "1",
      "-2.5",
      'say "hi"',
      "x,y",
      "x;y",
      "two\nlines",
      "cr\rhere",
      "é漢",
      '"',
      '""',
      "\t",
    ];
    for (let trial = 0; trial < runs(3000); trial++) {
      const columns = 1 + random.below(4);
      const rows = 1 + random.below(8);
      const delimiter = [",", ";", "\t", "|"][random.below(4)];
      const newline = (["\n", "\r\n"] as const)[random.below(2)];
      const header = Array.from({ length: columns }, (_, column) => `"c${column}"`).join(delimiter);
      const lines = Array.from({ length: rows }, () =>
        Array.from({ length: columns }, () => `"${values[random.below(values.length)].replaceAll('"', '""')}"`).join(
          delimiter,
        ),
      );
      const table = readCsv([header, ...lines].join("\n"), { delimiter });
      const written = joined([...csvBlocks(table, { delimiter, newline, size: 1 + random.below(64) })]);
      expect(readCsv(written, { delimiter })).toEqual(table);
      const again = joined([...csvBlocks(readCsv(written, { delimiter }), { delimiter, newline })]);
      expect(again).toEqual(written);
    }
  });
});

function joined(blocks: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(blocks.flatMap((block) => [...block]));
}
