/** What is no table is refused: two columns of one name, columns of another length, codes without a label. */
import { describe, expect, it } from "vitest";
import { finish } from "../../../src/base/index.ts";
import {
  anonymize,
  attack,
  audit,
  compare,
  insensitive,
  inspect,
  kAnonymity,
  mondrian,
  quasiIdentifying,
  readCsv,
  sensitive,
  type Table,
  unpublished,
  why,
} from "../../../src/index.ts";
import { applyRecipe } from "../../../src/recipe/apply-recipe.ts";
import { checkedRecipe } from "../../../src/recipe/recipe-check.ts";
import { frontier } from "../../../src/utility/frontier.ts";
import { synthesize } from "../../../src/utility/synthesize.ts";

describe("a table that is none", () => {
  const table = readCsv("age,illness,note\n20,flu,a\n20,cold,b\n");
  const twin = (name: string): Table => ({ ...table, columns: [...table.columns, { ...table.columns[2], name }] });
  const spec = {
    attributes: { age: quasiIdentifying(), illness: sensitive(), note: unpublished() },
    privacy: [kAnonymity(2)],
  };
  const release = anonymize(table, spec);
  const calls: Readonly<Record<string, (twice: Table) => unknown>> = {
    anonymize: (twice) => anonymize(twice, spec),
    "anonymize with the rest": (twice) =>
      anonymize(twice, { attributes: { age: quasiIdentifying(), illness: insensitive() }, privacy: [kAnonymity(2)] }),
    audit: (twice) => audit(twice, { quasiIdentifiers: ["age"] }),
    inspect: (twice) => inspect(twice),
    "compare, as the original": (twice) => compare(twice, release),
    "compare, as the release": (twice) => compare(table, twice, { quasiIdentifiers: ["age"] }),
    "attack, as the original": (twice) => attack(twice, release),
    "attack, as the release": (twice) => attack(table, twice, { knows: ["age"], sensitive: ["illness"] }),
    why: (twice) => why(twice, release.table, { record: 0, spec: { version: 1, ...spec } }),
    frontier: (twice) =>
      frontier(twice, { version: 1, ...spec }, { ks: [2], methods: [{ label: "mondrian", value: mondrian() }] }),
    applyRecipe: (twice) => applyRecipe(twice, finish(checkedRecipe(table, release, {})).recipe),
    synthesize: (twice) => synthesize(twice, { label: "illness", rest: "insensitive" }),
  };

  it.each(Object.keys(calls))(
    "of two columns with one name is refused by %s, where it was published with a column that nothing was done to",
    (name) => {
      expect(() => calls[name](twin("age"))).toThrow('columns 1 and 4 are both named "age"');
      expect(() => calls[name](twin("illness"))).toThrow('columns 2 and 4 are both named "illness"');
    },
  );

  const withCodes = (codes: Uint8Array): Table => ({
    ...table,
    columns: table.columns.map((column, at) => (at === 0 ? { ...column, codes } : column)),
  });
  it.each([
    [
      "more rows than it has, of which one was made up",
      { ...table, rows: 3 },
      /"age" has 2 values in a table of 3 rows/,
    ],
    ["fewer rows than it has, of which one was lost", { ...table, rows: 1 }, /"age" has 2 values in a table of 1 rows/],
    ["a text for its rows", { ...table, rows: "2" as unknown as number }, /a table cannot have "2" rows/],
    ["a column that is too short", withCodes(new Uint8Array(1)), /"age" has 1 values/],
    ["a code without a label", withCodes(Uint8Array.of(0, 9)), /"age" has no label for the code 9 of row 2/],
  ])("is refused with %s", (_, broken, message) => {
    for (const name of ["anonymize", "audit", "inspect", "applyRecipe", "synthesize", "frontier"]) {
      expect(() => calls[name](broken), name).toThrow(message);
    }
  });
});
