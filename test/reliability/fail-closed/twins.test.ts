/** No two columns of a table share a name. */
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
import { applyRecipe, checkedRecipe, frontier, synthesize } from "../../../src/run/index.ts";

describe("a table with two columns of one name", () => {
  const table = readCsv("age,illness,note\n20,flu,a\n20,cold,b\n");
  const twin = (name: string): Table => ({ ...table, columns: [...table.columns, { ...table.columns[2]!, name }] });
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
    "is refused by %s, where it was published with a column that nothing was done to",
    (name) => {
      expect(() => calls[name]!(twin("age"))).toThrow('columns 1 and 4 are both named "age"');
      expect(() => calls[name]!(twin("illness"))).toThrow('columns 2 and 4 are both named "illness"');
    },
  );
});
