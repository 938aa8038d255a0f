import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { finish } from "../../src/base/index.ts";
import { inspect } from "../../src/inspect/inspect.ts";
import { setsIn } from "../../src/problem/item-sets.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { parseRecipe } from "../../src/recipe/recipe.ts";
import { checkedRecipe } from "../../src/recipe/recipe-check.ts";
import { parseRecipeKey } from "../../src/recipe/recipe-key.ts";
import { type Kind, labelStrings, readCsv, readJson, type Table } from "../../src/table/index.ts";
import { certifiedOf, independentProblems, libraryProblems, textOf } from "../verify/certified.ts";
import { errorOf } from "./errors.ts";

const attributes = { number: { role: "quasi-identifying" }, illness: { role: "sensitive" } } as const;
const privacy = [{ model: "k-anonymity" as const, k: 5 }];

function tableOf(values: readonly string[], kinds: Readonly<Record<string, Kind>> = {}): Table {
  return readCsv(`number,illness\n${values.map((number, row) => `${number},d${row % 3}`).join("\n")}\n`, { kinds });
}

/** Pairs of numbers that differ as they are written and are one double. */
const pairs = [
  ["0.12345678901234567891", "0.12345678901234567892"],
  ["1.0000000000000000001", "1"],
  ["-1.0000000000000000001", "-1"],
  ["0.30000000000000001", "0.3"],
  ["9007199254740993.0", "9007199254740992.0"],
  ["9007199254740993e0", "9007199254740992e0"],
  ["1e-400", "0"],
  ["-1e-400", "0"],
  ["1e-323", "1.1e-323"],
] as const;

describe("decimals that differ as they are written and are one double", () => {
  it.each(pairs)("make a column a category: %s and %s", (one, other) => {
    expect(Number(one)).toBe(Number(other) + 0 === 0 ? Number(one) : Number(other));
    for (const order of [
      [one, other],
      [other, one],
    ]) {
      expect(readCsv(`a\n${order.join("\n")}\n`).columns[0].kind).toBe("category");
      expect(readJson(`[${order.map((text) => `{"a":${text}}`).join()}]`).columns[0].kind).toBe("category");
    }
  });

  it.each(pairs)("stay apart in every method: %s and %s", (one, other) => {
    const values = Array.from({ length: 12 }, (_, row) => (row % 2 === 0 ? one : other));
    const table = tableOf(values);
    for (const name of ["auto", "mondrian", "lattice", "cluster"] as const) {
      const release = anonymize(table, { attributes, privacy, algorithm: { name } });
      const [column] = release.table.columns;
      const published = Array.from(column.codes, (code) => labelStrings(column.labels)[code]).sort();
      expect(published, name).toEqual([...values].sort());
      const found = audit(release.table, { quasiIdentifiers: ["number"], sensitive: ["illness"], privacy });
      expect([found.release.cohorts, found.k], name).toEqual([2, 6]);
    }
    const { bytes, text, certificate } = certifiedOf(table, { spec: { attributes, privacy, person: "none" } });
    expect([libraryProblems(bytes, text), independentProblems(bytes, text)]).toEqual([[], []]);
    expect(certificate.cohorts).toHaveLength(2);
  });

  it("are not taken for one sensitive value, whatever a certificate says", () => {
    const [one, other] = ["0.12345678901234567891", "0.12345678901234567892"];
    const rows = Array.from({ length: 12 }, (_, row) => `${row % 2},${row % 2 === 0 ? one : other}`);
    const spec = {
      attributes: { age: { role: "quasi-identifying" }, secret: { role: "sensitive" } },
      privacy,
    } as const;
    const secrets = readCsv(`age,secret\n${rows.join("\n")}\n`);
    const { bytes, text } = certifiedOf(secrets, { spec: { ...spec, person: "none" } });
    expect([libraryProblems(bytes, text), independentProblems(bytes, text)]).toEqual([[], []]);
    const merged = JSON.stringify(JSON.parse(text)).replace(
      JSON.stringify([[one], [other]]),
      JSON.stringify([[one, other]]),
    );
    expect(merged).toContain(JSON.stringify([[one, other]]));
    const forged = textOf(JSON.parse(merged));
    expect(libraryProblems(bytes, forged).join()).toContain("are not the same value");
    expect(independentProblems(bytes, forged).join()).toContain("taken for one value");
  });

  it.each([
    ["1.5", "1.50", "1.5e0", "15e-1", "+1.5", "1.500000000000000000000"],
    ["0", "-0", "0.0000000000000000000", "0e5", "-0e-400"],
    ["96.12345678901234", "96.12345678901235", "33.3333333333333333", "1e300", "5e-324"],
    ["9007199254740991", "9007199254740990.5", "9007199254740991.00000"],
  ])("are not meant by %s, %s, %s", (...values) => {
    expect(readCsv(`a\n${values.join("\n")}\n`).columns[0].kind).toBe("number");
  });

  it("are found exactly where whole numbers of any length tell them apart", () => {
    const digits = fc.stringMatching(/^[0-9]{0,22}$/);
    const written = fc
      .record({
        whole: fc.constantFrom("0", "1", "17", "9007199254740991"),
        digits,
        power: fc.integer({ min: -330, max: 3 }),
        plain: fc.boolean(),
      })
      .map(({ whole, digits: behind, power, plain }) => `${whole}.${behind}${plain ? "" : `e${power}`}`);
    /** The number times 10^400, as a whole number. */
    const exact = (text: string): bigint => {
      const [mantissa, power = "0"] = text.split("e");
      const [whole, behind = ""] = mantissa.split(".");
      return BigInt(whole + behind) * 10n ** BigInt(400 + Number(power) - behind.length);
    };
    /** Texts that differ in their last digits, so that many share a double. */
    const some = fc.array(
      fc
        .tuple(written, fc.constantFrom("", "0", "1", "00"))
        .map(([text, more]) => (text.includes("e") ? text.replace("e", `${more}e`) : text + more)),
      { minLength: 1, maxLength: 4 },
    );
    const near = fc
      .tuple(written, fc.array(fc.constantFrom("", "0", "1", "2"), { minLength: 2, maxLength: 4 }))
      .map(([text, ends]) => ends.map((end) => (text.includes("e") ? text.replace("e", `${end}e`) : text + end)));
    const kinds = { number: 0, category: 0, date: 0 };
    fc.assert(
      fc.property(fc.oneof(some, near), (values) => {
        const { kind } = readCsv(`a\n${values.join("\n")}\n`, { delimiter: "," }).columns[0];
        const isShared = values.some((a) => values.some((b) => Number(a) === Number(b) && exact(a) !== exact(b)));
        const isLost = values.some((a) => Number(a) === 0 && exact(a) !== 0n);
        kinds[kind]++;
        expect(kind).toBe(isShared || isLost ? "category" : "number");
      }),
      { numRuns: 2000, seed: 18 },
    );
    expect(Math.min(kinds.number, kinds.category)).toBeGreaterThan(200);
  });

  it("are refused where a number is asked for, with the reason, unless one marks what is missing", () => {
    const csv = "a\n1.0000000000000000001\n1\n";
    const error = errorOf(() => readCsv(csv, { kinds: { a: "number" } }));
    expect(error.message).toBe(
      'column "a" is not read as a number: "1.0000000000000000001" and "1" differ and are one number to a computer',
    );
    expect(error.hint).toContain("round its values");
    expect(readCsv(csv, { kinds: { a: "number" }, missing: ["1"] }).columns[0].kind).toBe("number");
    expect(readCsv(csv, { missing: ["1"] }).columns[0].kind).toBe("number");
  });

  it("are as they are written where commas part the decimals", () => {
    const csv = "a;b\n0,12345678901234567891;1\n0,12345678901234567892;2\n";
    const [column] = readCsv(csv).columns;
    expect(column.kind).toBe("category");
    expect(labelStrings(column.labels)).toEqual(["0,12345678901234567891", "0,12345678901234567892"]);
    expect(column.decimal).toBeUndefined();
    expect(errorOf(() => readCsv(csv, { decimal: { a: "," } })).message).toContain("are one number to a computer");
    expect(errorOf(() => readCsv(csv, { decimal: ",", kinds: { a: "number" } })).message).toContain(
      "are one number to a computer",
    );
    expect(readCsv("a;b\n0,12345678901234567891;1\n0,5;2\n").columns[0]).toMatchObject({
      kind: "number",
      decimal: ",",
    });
  });

  it("are never put into an interval that does not hold them", () => {
    const grouped = {
      ...attributes,
      number: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5 } },
    } as Parameters<typeof anonymize>[1]["attributes"];
    const below = "4.99999999999999999999";
    const table = tableOf(Array.from({ length: 12 }, (_, row) => (row % 2 === 0 ? below : "7")));
    expect(() => anonymize(table, { attributes: grouped, privacy })).toThrow(`intervals cannot hold "${below}"`);
    const within = tableOf(Array.from({ length: 12 }, (_, row) => (row % 2 === 0 ? "4.33333333333333333333" : "7")));
    expect(anonymize(within, { attributes: grouped, privacy }).table.rows).toBe(12);
  });

  it("are leaves of their own in a hierarchy's file", () => {
    const [one, other] = ["0.12345678901234567891", "0.12345678901234567892"];
    const files = new Map([["h.csv", new TextEncoder().encode(`${one};low;*\n0.5;low;*\n${other};high;*\n`)]]);
    const table = tableOf([one, one, one, "0.5", "0.5", "0.5", other, other, other, other, other, other]);
    const number = { role: "quasi-identifying", hierarchy: { kind: "file", path: "h.csv" } } as const;
    const spec = { attributes: { ...attributes, number }, privacy, algorithm: { name: "lattice" } } as const;
    const [column] = anonymize(table, spec, { files }).table.columns;
    const published = Array.from(column.codes, (code) => labelStrings(column.labels)[code]).sort();
    expect(published).toEqual([...Array(6).fill("high"), ...Array(6).fill("low")]);
  });

  it("are items of their own in a column of sets", () => {
    const [column] = readCsv("s;n\n1.0000000000000000001|1;2\n1;3\n", { delimiter: ";" }).columns;
    expect(setsIn(column, "|").items).toEqual(["1", "1.0000000000000000001"]);
  });

  it("are judged as written by a recipe, on a table where they share a double and on one where they do not", () => {
    const [one, other] = ["0.12345678901234567891", "0.12345678901234567892"];
    const table = tableOf([one, one, one, one, one, other, other, other, other, other]);
    const release = anonymize(table, { attributes, privacy, algorithm: { name: "mondrian" } });
    const made = finish(checkedRecipe(table, release, {}));
    const recipe = parseRecipe(JSON.stringify(made.recipe), "r.json");
    const recipeKey =
      made.key === undefined ? undefined : parseRecipeKey(JSON.stringify(made.key), "r.key.json", recipe);
    for (const values of [
      [one, one, one, one, one, other, other, other, other, other],
      [one, one, one, one, one, one],
    ]) {
      const { table: applied } = applyRecipe(
        tableOf(values, { number: "category" }),
        recipe,
        recipeKey === undefined ? {} : { recipeKey },
      );
      const [column] = applied.columns;
      expect(Array.from(column.codes, (code) => labelStrings(column.labels)[code]).sort()).toEqual(values);
    }
  });

  it("are explained by inspect", () => {
    const said = JSON.stringify(inspect(tableOf(["1.0000000000000000001", "1", "2"])));
    expect(said).toContain("differ and are one number to a computer, so they are compared as texts");
  });
});
