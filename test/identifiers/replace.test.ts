import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish, hmacSha256, type KohortError } from "../../src/base/index.ts";
import { formatKeeping, type PermutationOf } from "../../src/identifiers/format.ts";
import { feistelPermutations, ff1Permutations } from "../../src/identifiers/format-schemes.ts";
import { keyFrom, type Replacement, replaceIdentifiers } from "../../src/identifiers/index.ts";
import type { Format } from "../../src/identifiers/registry.ts";
import { categoryColumn, cell, readCsv, type Table } from "../../src/table/index.ts";

const key = new TextEncoder().encode("c6f0b1d27a9e48355fd07b1e9a24c3f8");
const otherKey = new TextEncoder().encode("0b7de1f4a8c25396e0417fbd6a9c3e52");

function replaced(table: Table, asked: Record<string, Replacement>, secret: Uint8Array = key): Table {
  return finish(replaceIdentifiers(table, new Map(Object.entries(asked)), secret)).table;
}

function values(table: Table, column: number): string[] {
  return Array.from({ length: table.rows }, (_, row) => cell(table, row, column));
}

const people = readCsv("name,doctor,city\nAda,Bo,Ulm\nBo,Ada,Ulm\nAda,Cy,\n");

describe("pseudonyms", () => {
  it("are the same for the same person across columns and files", () => {
    const one = replaced(people, { name: { kind: "pseudonym" }, doctor: { kind: "pseudonym" } });
    const two = replaced(readCsv("who\nZoe\nBo\nAda\n"), { who: { kind: "pseudonym" } });
    expect(cell(one, 0, 0)).toBe(cell(one, 2, 0));
    expect(cell(one, 0, 0)).toBe(cell(one, 1, 1));
    expect(cell(one, 0, 0)).toBe(cell(two, 2, 0));
    expect(cell(one, 1, 0)).toBe(cell(two, 1, 0));
    expect(cell(one, 0, 0)).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  });

  it("share nothing under another key or in another domain", () => {
    const names = readCsv(`who\n${Array.from({ length: 500 }, (_, i) => `person ${i}`).join("\n")}\n`);
    const of = (secret: Uint8Array, domain: string): Set<string> =>
      new Set(values(replaced(names, { who: { kind: "pseudonym", domain } }, secret), 0));
    const first = of(key, "");
    expect(first.size).toBe(500);
    for (const other of [of(otherKey, ""), of(key, "staff")]) {
      expect([...other].filter((name) => first.has(name))).toEqual([]);
    }
  });

  it("that would be the same for two people stop the run", () => {
    const many = readCsv(`who\n${Array.from({ length: 200_000 }, (_, i) => i.toString(36)).join("\n")}\n`);
    expect(() => replaced(many, { who: { kind: "pseudonym", length: 6 } })).toThrow(/would get the same pseudonym/);
  });
});

describe("hashes", () => {
  it("are the HMAC that other tools compute", () => {
    const table = replaced(people, { name: { kind: "hash" }, doctor: { kind: "hash", length: 20 } });
    const expected = createHmac("sha256", key).update("Ada").digest("hex");
    expect(cell(table, 0, 0)).toBe(expected);
    expect(cell(table, 1, 1)).toBe(expected.slice(0, 20));
  });
});

describe("masks and redaction", () => {
  it("hide from either end and leave what is missing", () => {
    const table = readCsv("a,b,c\nMünchen,12345,x\nAue,1234,\n");
    const out = replaced(table, {
      a: { kind: "mask", keep: 2 },
      b: { kind: "mask", keep: 3, from: "left", with: "#" },
      c: { kind: "redact" },
    });
    expect(values(out, 0)).toEqual(["Mü*****", "Au*"]);
    expect(values(out, 1)).toEqual(["##345", "#234"]);
    expect(values(out, 2)).toEqual(["[redacted]", ""]);
  });

  it("refuse a mask that would publish a value as it is", () => {
    const asked = new Map<string, Replacement>([["name", { kind: "mask", keep: 99 }]]);
    const mask = () => finish(replaceIdentifiers(people, asked, undefined));
    expect(mask).toThrow(/the mask of column "name" hides nothing of \d+ values?/);
    const short = readCsv("a\nMünchen\nAu\n");
    expect(() => replaced(short, { a: { kind: "mask", keep: 2 } })).toThrow(/hides nothing of 1 value/);
  });

  it("say when a mask still singles people out", () => {
    const asked = new Map<string, Replacement>([["name", { kind: "mask", keep: 1 }]]);
    const { warnings } = finish(replaceIdentifiers(people, asked, undefined));
    expect(warnings).toEqual([
      '1 masked value of column "name" still belong to one record each; keep fewer characters',
    ]);
  });
});

/** The class of a character by its general category, decided apart from the code under test. */
function classOf(character: string): string {
  for (const name of ["Lu", "Ll", "Nd", "Lo"]) if (new RegExp(`^\\p{${name}}$`, "u").test(character)) return name;
  return character;
}

describe.each(["ff1", "feistel-sha256"] as const)("format-keeping replacement by %s", (scheme) => {
  const kept = (texts: readonly string[], replace: Partial<Format> = {}): string[] => {
    const table = { rows: texts.length, columns: [categoryColumn("id", texts)] };
    return values(replaced(table, { id: { kind: "format", scheme, ...replace } }), 0);
  };

  it("keeps every character's class over 10,000 people, and their differences", () => {
    const texts = Array.from(
      { length: 10_000 },
      (_, i) => `DE-${String(i * 7919).padStart(9, "0")}-Äb${"xyz"[i % 3]}.`,
    );
    const out = kept(texts);
    expect(new Set(out).size).toBe(new Set(texts).size);
    expect(out.map((text) => [...text].map(classOf))).toEqual(texts.map((text) => [...text].map(classOf)));
    expect(out.filter((text, i) => text === texts[i]).length).toBe(0);
  });

  it("lets every character of a long value decide about the others", () => {
    const start = "7".repeat(299);
    const out = kept(Array.from({ length: 10 }, (_, digit) => start + String(digit)));
    expect(new Set(out.map((text) => text.slice(0, 30))).size).toBe(10);
    expect(out.every((text) => /^\d{300}$/.test(text))).toBe(true);
  });

  it("shares nothing between domains and shapes", () => {
    const digits = Array.from({ length: 200 }, (_, i) => String(100_000_000 + i));
    const apart = [kept(digits), kept(digits, { domain: "study" }), kept(digits.map((text) => `${text}.`))];
    const all = apart.flatMap((texts) => texts.map((text) => text.replace(".", "")));
    expect(new Set(all).size).toBe(600);
  });

  it("keeps classes and differences of any text", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), { maxLength: 20 }),
        (texts) => {
          const long = texts.map((text) => `${text} 000000`);
          const out = kept(long);
          expect(new Set(out).size).toBe(texts.length);
          expect(out.map((text) => [...text].map(classOf))).toEqual(long.map((text) => [...text].map(classOf)));
        },
      ),
    );
  });
});

describe("a format with few values", () => {
  /** Every text of a shape, in which 0, A and a stand for all of their class. */
  const textsOf = (shape: string): string[] =>
    [...shape].reduce<string[]>(
      (texts, sign) => {
        const members = { "0": "0123456789", A: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", a: "abcdefghijklmnopqrstuvwxyz" }[sign];
        return texts.flatMap((text) => [...(members ?? sign)].map((one) => text + one));
      },
      [""],
    );
  const permuted = (shape: string, permutationOf: PermutationOf): string[] => {
    const rewrite = formatKeeping(permutationOf);
    return textsOf(shape).map((text) => {
      const bytes = new TextEncoder().encode(text);
      const out = { bytes: new Uint8Array(64), length: 0 };
      rewrite(bytes, 0, bytes.length, out);
      return new TextDecoder().decode(out.bytes.subarray(0, out.length));
    });
  };

  it.each(["000", "0000", "aa", "A0", "A-00", "a0A"])("is permuted by ff1 as a whole: %s", (shape) => {
    const keyed = hmacSha256(key);
    const out = permuted(shape, ff1Permutations(keyed, { domain: "", column: "id", least: 100 }));
    expect(out).not.toEqual(textsOf(shape));
    expect([...out].sort()).toEqual(textsOf(shape).sort());
  });

  it.each(["0", "00", "000", "aA", "A-00"])("is permuted by feistel-sha256 as a whole: %s", (shape) => {
    expect(permuted(shape, feistelPermutations(hmacSha256(key), "")).sort()).toEqual(textsOf(shape).sort());
  });

  it("is refused by ff1, which names the scheme that takes it", () => {
    const of = (id: string): Table => replaced(readCsv(`id\n${id}\n`), { id: { kind: "format" } });
    expect(() => of("x-99999")).not.toThrow();
    expect(() => of("99999")).toThrow(
      'values of column "id" such as "00000" are too short for ff1: 100,000 of at least',
    );
    expect(() => of("Bo")).toThrow(expect.objectContaining({ hint: expect.stringContaining("feistel-sha256") }));
    expect(() => of("---")).toThrow("1 of at least 1,000,000");
  });
});

describe("shifted dates", () => {
  const day = (text: string): number => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / 86_400_000;

  it("keep the intervals of 10,000 people and move them by more than 100 offsets", () => {
    const lines = Array.from({ length: 10_000 }, (_, i) =>
      [0, 9, 400].map((later) => `${new Date(Date.UTC(2020, 0, 1 + (i % 700) + later)).toISOString().slice(0, 10)}`),
    );
    const text = `who,a,b\n${lines.map(([a, b, c], i) => `p${i},${a},${b}\np${i},${c},${a}`).join("\n")}\n`;
    const before = readCsv(text);
    const shift = { kind: "shift-dates", by: "who" } as const;
    const after = replaced(before, { a: shift, b: shift });
    const offsets = new Set<number>();
    for (let row = 0; row < before.rows; row += 2) {
      const moved = [
        [row, 1],
        [row, 2],
        [row + 1, 1],
        [row + 1, 2],
      ].map(([r, c]) => day(cell(after, r, c)) - day(cell(before, r, c)));
      expect(new Set(moved).size).toBe(1);
      offsets.add(moved[0]);
    }
    expect(offsets.size).toBeGreaterThan(100);
    expect(offsets.has(0)).toBe(false);
    expect(Math.max(...[...offsets].map(Math.abs))).toBeLessThanOrEqual(365);
  });

  it("are written as they were, with their time, and left empty where nobody is named", () => {
    const table = readCsv("who,a,b\nx,1.3.2024,2024-02-28T10:30Z\n,1.3.2024,\n");
    const shift = { kind: "shift-dates", by: "who", days: 1 } as const;
    const out = replaced(table, { a: shift, b: shift });
    expect(["29.2.2024", "2.3.2024"]).toContain(cell(out, 0, 1));
    expect(["2024-02-27T10:30Z", "2024-02-29T10:30Z"]).toContain(cell(out, 0, 2));
    expect([cell(out, 1, 1), cell(out, 1, 2)]).toEqual(["", ""]);
  });

  it("are refused for what is no date, and for days that would leave the calendar", () => {
    const shift = { kind: "shift-dates", by: "who" } as const;
    expect(() => replaced(readCsv("who,a\nx,soon\n"), { a: shift })).toThrow('column "a" is no date');
    const ends = "who,a\nx,0001-01-01\ny,9999-12-31\nz,0001-01-01\nw,9999-12-31\nv,9999-12-31\nu,9999-12-31\n";
    expect(() => replaced(readCsv(ends), { a: shift })).toThrow("it would leave the years 1 to 9999");
  });
});

describe("keys", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it("that are short or easily guessed are refused without being quoted", () => {
    for (const weak of [
      "",
      "short",
      "aaaaaaaaaaaaaaaaaaaaaaaa",
      "passwordpassword",
      "0123456789abcdef",
      "abcabcabcabcabcabcabc",
    ]) {
      let message = "";
      try {
        keyFrom(bytes(weak), '"key"');
      } catch (error) {
        const { message: sentence, hint = "", where = "" } = error as KohortError;
        message = `${sentence} ${hint} ${where}`;
      }
      expect(message).toMatch(/too short|too easily guessed/);
      if (weak !== "" && weak !== "short") expect(message).not.toContain(weak);
    }
  });

  it("of random bytes or hexadecimal are taken, without the line end", () => {
    const random = Uint8Array.from({ length: 16 }, (_, i) => (i * i * 37 + i * 11 + 5) % 251);
    expect(keyFrom(random, "x")).toEqual(random);
    expect(keyFrom(bytes("c6f0b1d27a9e48355fd07b1e9a24c3f8\r\n"), "x")).toEqual(key);
  });

  it("are asked for where a replacement needs one", () => {
    const asked = new Map<string, Replacement>([["name", { kind: "pseudonym" }]]);
    expect(() => finish(replaceIdentifiers(people, asked, undefined))).toThrow("which needs a key");
  });
});
