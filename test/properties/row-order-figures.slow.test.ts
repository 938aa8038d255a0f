/** What is measured of a table is a function of its records, not of the order in which the input has them. */
import { describe, expect, it } from "vitest";
import { cluster, mondrian } from "../../src/algorithms/index.ts";
import { audit } from "../../src/audit/audit.ts";
import { jsonText, type Random, randomFrom, shuffle } from "../../src/base/index.ts";
import { attack } from "../../src/examine/attack.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv, type Table, writeCsv } from "../../src/table/index.ts";
import { frontier } from "../../src/utility/frontier.ts";

const tables = 40;

/** Records with ties of every sort, and values that are spelled in several ways. */
function linesOf(random: Random): string[] {
  const pick = (words: readonly string[]): string => words[random.below(words.length)];
  return Array.from({ length: 40 + random.below(40) }, () =>
    [
      20 + random.below(40),
      pick(["ash", "oak", "yew", "elm", "Fir"]),
      pick(["flu", "Flu", "cold", "Cold", "COLD", "gout", "Gout", "none"]),
    ].join(),
  );
}

const tableOf = (rows: readonly string[]): Table => readCsv(`age,town,ill\n${rows.join("\n")}\n`);

const attributes: Spec["attributes"] = {
  age: { role: "quasi-identifying" },
  town: { role: "quasi-identifying" },
  ill: { role: "sensitive" },
};

/** What differs between a function's results on tables and on the same tables with their rows shuffled. */
function differing(figure: (table: Table, seed: number) => unknown): string[] {
  return Array.from({ length: tables }, (_, seed) => {
    const rows = linesOf(randomFrom(seed));
    const turned = shuffle([...rows], randomFrom(seed + 1000));
    const [own, other] = [rows, turned].map((some) => jsonText(figure(tableOf(some), seed)).split("\n"));
    return own.flatMap((line, at) => (line === other[at] ? [] : [`${seed}: ${line} and ${other[at]}`]));
  }).flat();
}

describe("the order of the input's rows does not matter to", () => {
  it("the samples of frontier --sweep rows", () => {
    const found = differing((table, seed) => {
      const spec: Spec = { version: 1, attributes, privacy: [], seed, person: "none" };
      const methods = [{ label: "mondrian", value: mondrian() }];
      return frontier(table, spec, { ks: [2, 4], methods, rows: [10, 25, table.rows] });
    });
    expect(found.slice(0, 5)).toEqual([]);
  });

  it("the targets of attacks", () => {
    const spec = { attributes, privacy: [kAnonymity(3)], algorithm: cluster(), person: "none" } as const;
    const kind = ["linkage", "inference", "endpoints", "homogeneity", "skewness", "definetti"] as const;
    for (const targets of [10, 1000]) {
      const found = differing((table, seed) => {
        const release = readCsv(writeCsv(anonymize(table, spec).table));
        const options = {
          knows: ["age", "town"],
          sensitive: ["ill"],
          attributes,
          targets,
          seed,
          kind,
          countRows: true,
        };
        return attack(table, release, options);
      });
      expect(found.slice(0, 5)).toEqual([]);
    }
  });

  it("the last digit of an audit's figures and the warnings about spelling", () => {
    const found = differing((table) =>
      audit(table, { quasiIdentifiers: ["town"], sensitive: ["ill"], attributes, countRows: true }),
    );
    expect(found.slice(0, 5)).toEqual([]);
    const persons = differing((table) =>
      audit(table, {
        ...{ quasiIdentifiers: ["town"], sensitive: ["ill"], person: "age" },
        attributes: { ...attributes, age: { role: "person" } },
      }),
    );
    expect(persons.slice(0, 5)).toEqual([]);
    const warnings = differing((table) => anonymize(table, { attributes, privacy: [kAnonymity(2)] }).warnings);
    expect(warnings.slice(0, 5)).toEqual([]);
  });
});
