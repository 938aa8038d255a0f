import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { finish } from "../../src/base/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { parseRecipe } from "../../src/recipe/recipe.ts";
import { checkedRecipe } from "../../src/recipe/recipe-check.ts";
import { clinicCsv } from "../../src/sample/index.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import { labelStrings, readCsv, writeCsv } from "../../src/table/index.ts";
import { compare } from "../../src/utility/compare.ts";

const clinic = readCsv(clinicCsv());

const spec: SpecInCode = {
  attributes: {
    age: {
      role: "quasi-identifying",
      transform: [
        { kind: "top", at: 80 },
        { kind: "bottom", at: 20 },
        { kind: "round", to: 5 },
      ],
    },
    sex: { role: "quasi-identifying" },
    diagnosis: { role: "sensitive", transform: [{ kind: "rare", below: 15, as: "another" }] },
  },
  privacy: [{ model: "k-anonymity", k: 5 }],
  algorithm: { name: "mondrian" },
};

describe("values coded before the search", () => {
  const release = anonymize(clinic, spec);
  const text = (table: Parameters<typeof writeCsv>[0]): string => new TextDecoder().decode(writeCsv(table));

  it("are all a release has", () => {
    const written = readCsv(text(release.table));
    const options = { quasiIdentifiers: ["age", "sex"], attributes: spec.attributes, uncoded: clinic };
    expect(audit(written, options)).toMatchObject({ holds: true });
    expect(release.prepared.coded.map(({ attribute, kind }) => `${attribute} ${kind}`)).toEqual([
      "age top",
      "age bottom",
      "age round",
      "diagnosis rare",
    ]);
    const column = written.columns.find(({ name }) => name === "age")!;
    const ages = labelStrings(column.labels).flatMap((label) => label.match(/\d+/g)!.map(Number));
    expect(ages.filter((age) => age % 5 !== 0 || age < 20 || age > 80)).toEqual([]);
  });

  it("fail the audit where a byte was changed", () => {
    const column = release.table.columns.findIndex(({ name }) => name === "age");
    const lines = text(release.table)
      .split("\n")
      .map((line) => line.split(","));
    lines[7][column] = "99";
    const broken = lines.map((line) => line.join(",")).join("\n");
    const options = { quasiIdentifiers: ["age", "sex"], attributes: spec.attributes, uncoded: clinic };
    expect(audit(readCsv(broken), options)).toMatchObject({ holds: false, uncoded: { attribute: "age", value: "99" } });
  });

  it("are in the recipe, rare names by name, and make the same release again", () => {
    const made = finish(checkedRecipe(clinic, release, {}));
    const recipe = parseRecipe(JSON.stringify(made.recipe), "r.json");
    expect(made.key).toBeUndefined();
    expect(recipe.spec.attributes.diagnosis.transform![0]).toMatchObject({ kind: "group", as: "another" });
    expect(text(applyRecipe(clinic, recipe).table)).toBe(text(release.table));
  });

  it("are what a comparison starts from", () => {
    const { ncp, coded } = compare(clinic, release);
    expect(ncp).toBeCloseTo(release.quality.ncp, 12);
    expect(coded).toEqual(release.prepared.coded);
  });

  it("cannot undo each other", () => {
    const wrong = {
      ...spec,
      attributes: {
        age: {
          role: "quasi-identifying",
          transform: [
            { kind: "top", at: 82 },
            { kind: "round", to: 5 },
          ],
        },
      },
    };
    expect(() => anonymize(clinic, wrong as SpecInCode)).toThrow(/no multiple/);
  });
});
