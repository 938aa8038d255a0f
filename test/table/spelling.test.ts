import { array, assert, constantFrom, integer, property, record, string, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import { categoryColumn, labelStrings } from "../../src/table/index.ts";
import { foldSpelling, spellingKey } from "../../src/table/spelling.ts";
import { spellingRanges } from "../../src/table/spelling-table.ts";

/** Whether two characters are alike by simple case folding, as the machine's Unicode data has it. */
function sameCase(a: string, b: string): boolean {
  return new RegExp(`^\\u{${a.codePointAt(0)!.toString(16)}}$`, "iu").test(b);
}

/** Canonical caseless matching by the machine's own data. */
function matches(a: string, b: string): boolean {
  const [one, other] = [[...a.normalize("NFD")], [...b.normalize("NFD")]];
  return one.length === other.length && one.every((char, place) => sameCase(char, other[place]));
}

const covered = spellingRanges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
const isSpace = (char: string): boolean => /[\s\u0085\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(char);
const isAssigned = (char: string): boolean => !/\p{Cn}/u.test(char);
const characters = covered
  .map((point) => String.fromCodePoint(point))
  .filter((one) => !isSpace(one) && isAssigned(one));
const isCovered = new Set(characters);
const marks = characters.filter((char) => /\p{M}/u.test(char));
const letters = characters.filter((char) => !/\p{M}/u.test(char));

describe("spelling of values", () => {
  it("takes case, surrounding space and Unicode form for one value", () => {
    for (const alike of [
      ["HIV", "hiv", " HIV ", "\tHiv\u00a0", "\ufeffHIV", "ＨＩＶ"],
      ["Café", "cafe\u0301", "CAFÉ", "CAFE\u0301 "],
      ["Ångström", "A\u030angstro\u0308m", "\u212bngström"],
      ["type 2 diabetes", "Type\u00a02\u2009Diabetes"],
      ["ΣΊΣΥΦΟΣ", "σίσυφος", "ΣΙ\u0301ΣΥΦΟΣ"],
      ["ЖЁЛТЫЙ", "жёлтый", "жЕ\u0308лтыи\u0306"],
      ["Ệ", "ệ", "e\u0302\u0323", "e\u0323\u0302", "Ê\u0323"],
      ["한국", "한국".normalize("NFD")],
      ["ﬁbrosis", "FIBROSIS"],
      ["ɦաy", "ɦԱY"],
    ]) {
      expect(new Set(alike.map(spellingKey)).size, alike.join(" | ")).toBe(1);
    }
  });

  it("passes over every character that nobody sees, wherever it stands", () => {
    const all = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point));
    const unseen = all.filter(
      (one) => /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(one) && !/[\t-\r\u0085]/.test(one),
    );
    expect(unseen.length).toBeGreaterThan(4000);
    for (const one of unseen)
      expect(spellingKey(`H${one}IV${one}`), `U+${one.codePointAt(0)!.toString(16)}`).toBe("hiv");
  });

  it("keeps apart what differs in more than spelling", () => {
    const apart = ["HIV 1", "HIV  1", "HIV1", "resume", "résumé", "straße", "strasse", "ı", "i", "1.5", "1.50", ""];
    expect(new Set(apart.map(spellingKey)).size).toBe(apart.length);
  });

  it("agrees with the machine's Unicode data on every covered character", () => {
    expect(letters.length).toBeGreaterThan(2000);
    for (const char of characters) {
      const [nfc, nfd] = [char.normalize("NFC"), char.normalize("NFD")];
      expect(spellingKey(nfc), `U+${char.codePointAt(0)!.toString(16)}`).toBe(spellingKey(char));
      expect(spellingKey(nfd)).toBe(spellingKey(char));
      for (const other of [char.toLowerCase(), char.toUpperCase(), char.toUpperCase().toLowerCase()]) {
        if (!isCovered.has(other)) continue;
        expect(spellingKey(other) === spellingKey(char), `${char} ${other}`).toBe(matches(char, other));
      }
    }
    const first = new Map<string, string>();
    for (const char of characters) {
      const before = first.get(spellingKey(char));
      if (before === undefined) first.set(spellingKey(char), char);
      else expect(matches(before, char), `${before} ${char}`).toBe(true);
    }
  });

  it("agrees with NFD and simple case folding on whole texts, and folding twice changes nothing", () => {
    const text = array(constantFrom(...letters, ...marks, ...marks), { minLength: 1, maxLength: 8 }).map((all) =>
      all.join(""),
    );
    assert(
      property(text, text, integer({ min: 0, max: 3 }), (a, b, how) => {
        const changed = [a.normalize("NFC"), a.normalize("NFD"), a.toLowerCase(), b][how];
        expect(spellingKey(a) === spellingKey(changed)).toBe(matches(a, changed));
        expect(spellingKey(spellingKey(a))).toBe(spellingKey(a));
      }),
      { numRuns: 3000 },
    );
    assert(
      property(string({ unit: "binary" }), (any) => spellingKey(spellingKey(any)) === spellingKey(any)),
      { numRuns: 2000 },
    );
  });

  it("writes a column's values in one way each and leaves a clean column as it is", () => {
    const clean = categoryColumn("d", ["flu", "HIV", "flu"]);
    expect(foldSpelling(clean).column).toBe(clean);
    const { column, codeOf } = foldSpelling(categoryColumn("d", ["hiv", "flu", " HIV", "Flu"]), ["HIV"]);
    expect(labelStrings(column.labels)).toEqual(["HIV", "Flu"]);
    expect([...column.codes]).toEqual([0, 1, 0, 1]);
    expect([...codeOf]).toEqual([0, 1, 0, 1]);
  });
});

describe("numbers among names", () => {
  const values = (texts: readonly string[]): number => foldSpelling(categoryColumn("a", texts)).column.labels.size;

  it("are one value exactly if they are equal", () => {
    expect(
      values(["1000", "1000.0", " 1000. ", "+1000", "01000", "１０００", "1e3", "10E+2", "1.00e03", "1000000e-3"]),
    ).toBe(1);
    expect(values(["0", "-0", "0.0", "00", ".0", "0e7"])).toBe(1);
    expect(values(["1.5", "1.50", "01.5", "-1.5", "15", "1,5", "1.5.0", "1e1", "10", "."])).toBe(7);
    expect(values(["e3", "1e", "1e+", "-", "+", "", ".", "e", "1e1.0", "--1", "1e9999999999", "1e09999999999"])).toBe(
      12,
    );
    expect(values(["9007199254740992", "9007199254740993", "0.1", "0.10000000000000000001", "1e400", "1e401"])).toBe(6);
  });

  /** The number as a whole number of 10⁻⁴⁰. */
  const slow = ({ sign, whole, fraction, power }: { sign: string; whole: string; fraction: string; power: number }) =>
    (sign === "-" ? -1n : 1n) * BigInt(`0${whole}${fraction}`) * 10n ** BigInt(40 + power - fraction.length);

  it("are those that whole numbers of a small unit say are equal", () => {
    const digits = stringMatching(/^[01]{0,6}$/);
    const number = record({
      sign: constantFrom("", "+", "-"),
      whole: digits,
      fraction: digits,
      power: integer({ min: -9, max: 9 }),
    });
    const written = ({ sign, whole, fraction, power }: Parameters<typeof slow>[0]): string =>
      `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}${power === 0 ? "" : `e${power}`}`;
    assert(
      property(array(number.filter(({ whole, fraction }) => whole + fraction !== "")), (numbers) => {
        expect(values(numbers.map(written))).toBe(new Set(numbers.map(slow)).size);
      }),
      { numRuns: 2000 },
    );
  });
});
