import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ColumnSummary, parseSpec, type Role, specText, suggestRole, suggestSpec } from "../../src/spec/index.ts";

function column(name: string, kind: ColumnSummary["kind"], distinct: number, rows = 30_162): ColumnSummary {
  return { name, kind, distinct, rows, missing: 0 };
}

describe("suggestRole", () => {
  it.each<[string, ColumnSummary["kind"], number, Role]>([
    ["age", "number", 72, "quasi-identifying"],
    ["workclass", "category", 7, "quasi-identifying"],
    ["fnlwgt", "number", 20_263, "unpublished"],
    ["education-num", "number", 16, "quasi-identifying"],
    ["marital-status", "category", 7, "quasi-identifying"],
    ["race", "category", 5, "quasi-identifying"],
    ["sex", "category", 2, "quasi-identifying"],
    ["hours-per-week", "number", 94, "quasi-identifying"],
    ["native-country", "category", 41, "quasi-identifying"],
    ["income", "category", 2, "sensitive"],
    ["Salary class", "category", 2, "sensitive"],
    ["diagnosis_code", "category", 300, "sensitive"],
    ["date of diagnosis", "date", 900, "quasi-identifying"],
    ["hivStatus", "category", 2, "sensitive"],
    ["first_name", "category", 4000, "identifying"],
    ["E-Mail", "category", 30_000, "identifying"],
    ["patient_id", "number", 30_162, "identifying"],
    ["patient_id", "number", 9000, "person"],
    ["Name", "category", 150, "identifying"],
    ["department_id", "number", 12, "quasi-identifying"],
    ["city name", "category", 200, "quasi-identifying"],
    ["ZIP", "number", 29_000, "quasi-identifying"],
    ["Geburtsdatum", "date", 20_000, "quasi-identifying"],
    ["Staatsangehörigkeit", "category", 90, "quasi-identifying"],
    ["Straße", "category", 8000, "identifying"],
    ["code postal", "number", 900, "quasi-identifying"],
    ["enfermedad", "category", 12, "sensitive"],
    ["nationalité", "category", 50, "quasi-identifying"],
    ["leeftijd", "number", 90, "quasi-identifying"],
    ["remarks", "category", 29_990, "identifying"],
    ["package", "category", 3, "quasi-identifying"],
    ["wave", "category", 1, "insensitive"],
    ["visit", "date", 700, "quasi-identifying"],
  ])("%s (%s, %i values) is %s", (name, kind, distinct, role) => {
    const { role: suggested, reason } = suggestRole(column(name, kind, distinct));
    expect(suggested).toBe(role);
    expect(reason).toMatch(/^[a-z][^\n]{10,140}$/);
  });

  it("does not take a word for what is inside another", () => {
    expect(suggestRole(column("page", "number", 29_000)).role).toBe("unpublished");
    expect(suggestRole(column("capital", "number", 29_000)).role).toBe("unpublished");
  });

  it("takes a number of people that repeats for the person, and only then", () => {
    expect(suggestRole(column("Patienten-Nr.", "number", 9000)).role).toBe("person");
    expect(suggestRole(column("patient_id", "number", 30_162)).role).toBe("identifying");
  });

  it("counts what is there: a column of few, all different values is nearly unique", () => {
    const sparse = { ...column("note", "category", 90, 30_000), missing: 29_900 };
    expect(suggestRole(sparse).role).toBe("identifying");
    expect(suggestRole({ ...column("note", "category", 0), missing: 30_162 }).role).toBe("insensitive");
  });
});

describe("suggestSpec", () => {
  const columns: ColumnSummary[] = [
    column("name", "category", 30_000),
    { ...column("age", "number", 72), hierarchy: { kind: "intervals", width: 5 }, evidence: "intervals of 5" },
    { ...column("disease", "category", 30), hierarchy: { kind: "frequency", keep: 10 }, evidence: "rare ones" },
    column("fnlwgt", "number", 20_263),
  ];

  it("puts roles, hierarchies of quasi-identifiers and k 5 into a spec", () => {
    const { spec, reasons, warnings } = suggestSpec(columns, { missing: ["?"] });
    expect(spec).toEqual({
      $schema: "./node_modules/kohort/schema/kohort.schema.json",
      version: 1,
      input: { missing: ["?"] },
      attributes: {
        name: { role: "identifying" },
        age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5 } },
        disease: { role: "sensitive" },
        fnlwgt: { role: "unpublished" },
      },
      privacy: [{ model: "k-anonymity", k: 5 }],
    });
    expect([...reasons.keys()]).toEqual(["name", "age", "disease", "fnlwgt"]);
    expect(reasons.get("age")).toMatch(/; intervals of 5$/);
    expect(warnings).toEqual([
      expect.stringContaining('"fnlwgt" nearly singles people out: 20,263 values in 30,162 rows'),
    ]);
  });

  it("writes a text for people that reads back", () => {
    const { spec, reasons } = suggestSpec(columns);
    const text = specText(spec, reasons);
    expect(parseSpec(text).spec).toEqual(spec);
    expect(text.split("\n").slice(0, 9)).toEqual([
      "{",
      '  "$schema": "./node_modules/kohort/schema/kohort.schema.json",',
      '  "version": 1,',
      '  "attributes": {',
      `    // ${reasons.get("name")}`,
      '    "name": { "role": "identifying" },',
      `    // ${reasons.get("age")}`,
      '    "age": { "role": "quasi-identifying", "hierarchy": { "kind": "intervals", "width": 5 } },',
      `    // ${reasons.get("disease")}`,
    ]);
  });

  it("makes a valid spec and text of any columns", () => {
    const summary = fc.record({
      name: fc.string({ unit: "binary", maxLength: 8 }),
      kind: fc.constantFrom("number" as const, "date" as const, "category" as const),
      distinct: fc.nat(100),
      rows: fc.nat(100),
      missing: fc.nat(100),
      hierarchy: fc.constantFrom(undefined, { kind: "masking" as const }),
      evidence: fc.string({ unit: "binary" }),
    });
    fc.assert(
      fc.property(fc.array(summary), (any) => {
        const { spec, reasons } = suggestSpec(any);
        expect(parseSpec(specText(spec, reasons)).spec).toEqual(spec);
      }),
      { numRuns: 300 },
    );
  });
});
