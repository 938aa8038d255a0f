import { describe, expect, it } from "vitest";
import {
  type Column,
  daysSince1970,
  describeKind,
  evidence,
  type Kind,
  readCsv,
  readCsvResult,
  withKind,
} from "../../src/table/index.ts";
import { errorOf } from "./errors.ts";

function column(values: readonly string[], options: { missing?: string[]; kind?: Kind } = {}): Column {
  const text = `v\n${values.map((value) => `"${value}"`).join("\n")}\n`;
  return readCsv(text, {
    delimiter: ",",
    missing: options.missing ?? [""],
    ...(options.kind === undefined ? {} : { kinds: { v: options.kind } }),
  }).columns[0];
}
const numbersOf = (values: readonly string[]): number[] => [...(column(values).numbers ?? [])];

describe("numbers", () => {
  it("have a sign, digits, a point and an exponent", () => {
    const values = ["0", "39", "-2.5", "+7", ".5", "5.", "1e3", "-1.25E-2", "0.1", "1234567890123456", " 8 ", "2e-7"];
    expect(column(values).kind).toBe("number");
    expect(numbersOf(values)).toEqual(values.map(Number));
  });

  it("read like JavaScript reads them, to the last bit", () => {
    const values = Array.from({ length: 3000 }, (_, i) => String(((i * 7919) % 100_003) / 10 ** (i % 9)));
    expect(numbersOf([...new Set(values)])).toEqual([...new Set(values)].map(Number));
  });

  it("are not words, dates, hexadecimal, infinite or with thousands parted by commas", () => {
    for (const value of [
      "x",
      "1-2",
      "0x10",
      "Infinity",
      "1e999",
      "1,5,5",
      "1,234",
      "1 2",
      "e5",
      "-",
      ".",
      "1e",
      "--1",
      "NaN",
    ]) {
      expect(column(["1", value]).kind, value).toBe("category");
    }
  });

  it("are keys when one is written with zeros in front", () => {
    expect(column(["10115", "02139"]).kind).toBe("category");
    expect(column(["0.5", "0", "-0.25"]).kind).toBe("number");
    expect(column(["10115", "02139"], { kind: "number" }).numbers).toEqual(Float64Array.of(10_115, 2139));
  });

  it("are NaN where missing, which does not count against them", () => {
    const found = column(["1", "", "NA"], { missing: ["", "NA"] });
    expect(found.kind).toBe("number");
    expect([...found.numbers!]).toEqual([1, Number.NaN, Number.NaN]);
    expect(column(["", ""]).kind).toBe("category");
  });
});

describe("dates", () => {
  const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

  it("count days as the calendar does", () => {
    for (let days = -800_000; days < 800_000; days += 997) {
      const date = new Date(days * 86_400_000);
      expect(daysSince1970(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toBe(days);
    }
  });

  it("are read in each form", () => {
    for (const [value, expected] of [
      ["2024-02-29", "2024-02-29"],
      ["2024/2/9", "2024-02-09"],
      ["29.02.2024", "2024-02-29"],
      ["13/1/1999", "1999-01-13"],
      ["1/13/1999", "1999-01-13"],
      ["0001-01-01", "0001-01-01"],
    ] as const) {
      const found = column([value]);
      expect(found.kind, value).toBe("date");
      expect([...found.numbers!], value).toEqual([day(expected)]);
    }
  });

  it("may have a time of day and an offset", () => {
    const values = ["2024-03-01T12:30:00Z", "2024-03-01 06:00", "2024-03-01T00:00:00.500+02:00", "2024-03-01"];
    const times = ["2024-03-01T12:30:00Z", "2024-03-01T06:00Z", "2024-03-01T00:00:00.500+02:00", "2024-03-01T00:00Z"];
    const found = numbersOf(values);
    times.forEach((time, index) => {
      expect(found[index]).toBeCloseTo(Date.parse(time) / 86_400_000, 9);
    });
  });

  it("must exist, and all be of one form", () => {
    for (const value of [
      "2023-02-29",
      "2024-13-01",
      "31.4.2020",
      "2024-1-1",
      "20.20.2020",
      "2024-03-01T25:00",
      "1/1/999",
      "32.1.99",
      "31dez1999",
      "31-feb-1999",
      "1/1/2024 24:00",
    ]) {
      expect(column(["2024-01-01", value]).kind, value).toBe("category");
      expect(column([value]).kind, value).toBe("category");
    }
    expect(column(["2024-01-01", "1.1.2024"]).kind).toBe("category");
  });

  it("with a year of two digits, a month's name or a time of day are dates", () => {
    for (const [value, expected] of [
      ["31.12.99", "1999-12-31"],
      ["1.3.68", "2068-03-01"],
      ["12/31/69", "1969-12-31"],
      ["31dec1999", "1999-12-31"],
      ["1JAN2024", "2024-01-01"],
      ["31-Dec-1999", "1999-12-31"],
      ["31-DEC-99", "1999-12-31"],
    ] as const) {
      const found = column([value]);
      expect(found.kind, value).toBe("date");
      expect([...found.numbers!], value).toEqual([day(expected)]);
    }
    for (const [value, hours] of [
      ["12/31/1999 14:05", 14 + 5 / 60],
      ["12/31/1999 2:05 PM", 14 + 5 / 60],
      ["12/31/1999 12:05 am", 5 / 60],
      ["31.12.1999 14:05", 14 + 5 / 60],
      ["31dec1999:14:05:00", 14 + 5 / 60],
    ] as const) {
      const found = column([value]);
      expect(found.kind, value).toBe("date");
      expect(found.numbers![0], value).toBeCloseTo(day("1999-12-31") + hours / 24, 9);
    }
    expect(describeKind(column(["31.12.99"]))).toBe(
      "all 1 read as dates; written dd.mm.yy; 00 to 68 are read as 2000 to 2068, 69 to 99 as 1969 to 1999",
    );
  });

  it("have the day first or the month first as all values allow, and are asked about when both do", () => {
    expect(numbersOf(["1/2/2020", "25/3/2020"])).toEqual([day("2020-02-01"), day("2020-03-25")]);
    expect(numbersOf(["1/2/2020", "3/25/2020"])).toEqual([day("2020-01-02"), day("2020-03-25")]);
    expect(column(["13/1/2020", "1/13/2020"]).kind).toBe("category");
    const both = column(["1/2/2020", "3/4/2020"]);
    expect(both.kind).toBe("category");
    expect(evidence(both)).toMatchObject({ ambiguousDates: true, fittingForms: ["dd/mm/yyyy", "mm/dd/yyyy"] });
    expect(describeKind(both)).toBe(
      "all 2 read as dates; dd/mm/yyyy and mm/dd/yyyy both fit, so they are not taken for dates",
    );
    const asked = errorOf(() => column(["1/2/2020", "3/4/2020"], { kind: "date" }));
    expect(asked.message).toBe('the dates of column "v" may be dd/mm/yyyy or mm/dd/yyyy');
    expect(asked.hint).toContain('"dates": { "v": "dd/mm/yyyy" }');
    expect(numbersOf(["1/1/2020", "3/3/2020"])).toEqual([day("2020-01-01"), day("2020-03-03")]);
    const text = "v\n04/05/1999\n06/05/1999\n";
    expect(readCsvResult(text).notes).toEqual([
      'column "v" has dates such as "04/05/1999", which may be dd/mm/yyyy or mm/dd/yyyy; it is read as names until `dates` states one',
    ]);
    for (const [form, first] of [
      ["dd/mm/yyyy", "1999-05-04"],
      ["mm/dd/yyyy", "1999-04-05"],
    ] as const) {
      const { table, notes } = readCsvResult(text, { dates: { v: form } });
      expect(table.columns[0]).toMatchObject({ kind: "date" });
      expect(table.columns[0].numbers![0]).toBe(day(first));
      expect(evidence(table.columns[0]).dateForm).toBe(form);
      expect(notes).toBeUndefined();
    }
    expect(errorOf(() => readCsv(text, { dates: { v: "dd.mm.yyyy" } })).message).toBe(
      'column "v" is not written dd.mm.yyyy: it has "04/05/1999"',
    );
  });
});

describe("evidence", () => {
  it("counts rows, not values, and names the first misfit", () => {
    const found = column(["1", "1", "-2.5", "?", "1", "n/a", "?", ""]);
    expect(found.kind).toBe("category");
    expect(evidence(found)).toEqual({
      rows: 8,
      missing: 1,
      numbers: 4,
      decimals: true,
      negatives: true,
      leadingZeros: false,
      beyondDouble: false,
      dates: 0,
      ambiguousDates: false,
      decimalCommas: 0,
      misfit: { row: 4, value: "?" },
      looksMissing: [
        { value: "?", rows: 2 },
        { value: "n/a", rows: 1 },
      ],
    });
    expect(describeKind(found)).toBe(
      '4 of 7 read as numbers; first that does not: row 4, "?"; 1 missing; "?" in 2 rows may mean missing; "n/a" in 1 row may mean missing',
    );
  });

  it("is short where there is nothing to say", () => {
    expect(describeKind(column(["a", "b"]))).toBe("none read as numbers or dates");
    expect(describeKind(column(["02139", "10115"]))).toBe(
      "all 2 read as numbers; some have zeros in front, as keys have",
    );
    expect(describeKind(column(Array.from({ length: 1200 }, () => "7")))).toBe("all 1,200 read as numbers");
  });
});

describe("numbers with a decimal comma", () => {
  it("are pointed out, and not taken for marks of missing values", () => {
    expect(describeKind(column(["12,5", "1.234,75", "x"]))).toBe(
      "none read as numbers or dates; 2 have a decimal comma",
    );
    expect(errorOf(() => column(["1,234"], { kind: "number" })).hint).toContain('"decimal": { "v": "," }');
  });
});

describe("a kind that is asked for", () => {
  it("is given if every value fits", () => {
    expect(column(["1", "2"], { kind: "category" })).toMatchObject({ kind: "category" });
    expect(column(["1", "2"], { kind: "category" }).numbers).toBeUndefined();
    expect(withKind(column(["1", "2"], { kind: "category" })).kind).toBe("number");
  });

  it("is refused with the first value that does not", () => {
    expect(errorOf(() => column(["1", "2", "two"], { kind: "number" }))).toMatchObject({
      code: "column",
      message: 'column "v" is not a number: row 3 has "two"',
    });
    expect(errorOf(() => column(["2024-01-01", "soon"], { kind: "date" })).message).toContain('row 2 has "soon"');
    expect(errorOf(() => readCsv("zip\n1\n", { kinds: { zipp: "category" } }))).toMatchObject({
      code: "column",
      hint: 'did you mean "zip"? columns are: zip',
    });
  });
});
