import { describe, expect, it } from "vitest";
import { KohortError } from "../../src/base/index.ts";
import { checkSpec, parseSpec, type Spec, validateSpec, withDefaults } from "../../src/spec/index.ts";

const columns = ["age", "workclass", "education", "zip", "sex", "diagnosis"];

function complaint(
  run: () => void,
  code = "spec",
): { message: string; where: string | undefined; hint: string | undefined } {
  try {
    run();
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    expect(error.code).toBe(code);
    return { message: error.message, where: error.where, hint: error.hint };
  }
  throw new Error("no error");
}

function specOf(attributes: Spec["attributes"]): Spec {
  return { version: 1, attributes, privacy: [{ model: "k-anonymity", k: 2 }] };
}

describe("checkSpec", () => {
  it("names an attribute that is not in the table, its place and what was meant", () => {
    const text = `{
  "version": 1,
  "privacy": [{ "model": "k-anonymity", "k": 5 }],
  "attributes": {
    "age": { "role": "quasi-identifying" },
    // five digits
    "zipp": { "role": "quasi-identifying" },
  }
}`;
    const { spec, placeOf } = parseSpec(text);
    expect(complaint(() => checkSpec(spec, columns, placeOf))).toEqual({
      message: 'attribute "zipp" is not in the table',
      where: "kohort.json:7:5   attributes.zipp",
      hint: 'did you mean "zip"? columns are: age, workclass, education, zip, sex, … (6 in all)',
    });
    expect(complaint(() => checkSpec(spec, columns)).where).toBe("attributes.zipp");
    checkSpec(spec, ["zipp", "age"], placeOf);
  });

  it("wants a quasi-identifier", () => {
    const { message, hint } = complaint(() => checkSpec(specOf({ age: { role: "sensitive" } }), columns), "infeasible");
    expect(message).toBe("no column is quasi-identifying");
    expect(hint).toContain('`role: "quasi-identifying"`');
  });

  it("refuses means and medians of a rounded column by name, before anything is searched", () => {
    const rounded = { role: "quasi-identifying", transform: [{ kind: "round", to: 5 }] } as const;
    const asked =
      (algorithm: Spec["algorithm"], more: Partial<Spec["attributes"][string]> = {}) =>
      (): void =>
        checkSpec({ ...specOf({ age: { ...rounded, ...more } }), algorithm }, ["age"]);
    for (const algorithm of [
      { name: "mondrian", values: "mean" },
      { name: "mondrian", values: "median" },
      { name: "mondrian", variant: "paper" },
      { name: "lattice", microaggregate: ["age"] },
      { name: "lattice", microaggregate: ["age:median"] },
    ] as const) {
      expect(asked(algorithm), JSON.stringify(algorithm)).toThrow(/"age" is rounded to 5.*means or medians/);
    }
    expect(asked({ name: "mondrian" })).not.toThrow();
    expect(asked({ name: "lattice", microaggregate: ["age:mode"] })).not.toThrow();
    expect(asked({ name: "mondrian", values: "mean" }, { snap: 10 })).not.toThrow();
    expect(asked({ name: "mondrian", values: "mean" }, { transform: [{ kind: "top", at: 60 }] })).not.toThrow();
  });

  it("refuses a stated kind that the hierarchy is not for, which would win silently", () => {
    const zip = { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 500 } } as const;
    checkSpec(specOf({ zip }), columns);
    checkSpec(specOf({ zip: { ...zip, kind: "number" } }), columns);
    const { message, where, hint } = complaint(() => checkSpec(specOf({ zip: { ...zip, kind: "category" } }), columns));
    expect(message).toBe('the kind of "zip" is category, and its hierarchy "intervals" is for numbers');
    expect(where).toBe("attributes.zip.hierarchy");
    expect(hint).toContain("`attributes.zip.hierarchy`");
    const dated = { role: "sensitive", hierarchy: { kind: "dates" } } as const;
    checkSpec(specOf({ age: { role: "quasi-identifying" }, zip: { ...dated, kind: "date" } }), columns);
    for (const kind of ["number", "category"] as const) {
      const spec = specOf({ age: { role: "quasi-identifying" }, zip: { ...dated, kind } });
      expect(complaint(() => checkSpec(spec, columns)).message).toContain('"dates" is for dates');
    }
    checkSpec(specOf({ zip: { ...zip, kind: "category", hierarchy: { kind: "masking" } } }), columns);
  });

  it("snaps numbers and dates only", () => {
    const spec = specOf({ zip: { role: "quasi-identifying", snap: 10 } });
    checkSpec(spec, columns);
    checkSpec(spec, ["zip"], undefined, ["number"]);
    checkSpec(spec, ["zip"], undefined, ["date"]);
    const expected = '"snap" cannot be used on the category "zip"';
    expect(complaint(() => checkSpec(spec, ["zip"], undefined, ["category"])).message).toBe(expected);
    const said = specOf({ zip: { role: "quasi-identifying", snap: 10, kind: "category" } });
    expect(complaint(() => checkSpec(said, ["zip"], undefined, ["number"])).message).toBe(expected);
  });

  it("orders categories only, each value once", () => {
    const spec = specOf({ sex: { role: "quasi-identifying", order: ["f", "m"] } });
    checkSpec(spec, ["sex"], undefined, ["category"]);
    expect(complaint(() => checkSpec(spec, ["sex"], undefined, ["number"])).message).toBe(
      '"order" cannot be stated for the number "sex"',
    );
    const twice = specOf({ sex: { role: "quasi-identifying", order: ["f", "m", "f"] } });
    expect(complaint(() => checkSpec(twice, ["sex"]))).toMatchObject({
      message: 'value "f" is in the order of "sex" twice',
      where: "attributes.sex.order[2]",
    });
  });
});

describe("weights", () => {
  it("may be 0 or less where an algorithm can do with that, and nowhere else", () => {
    for (const weight of [0, -1]) {
      const spec = specOf({ age: { role: "quasi-identifying", weight } });
      expect(complaint(() => checkSpec(spec, ["age"]))).toMatchObject({
        message: 'the weight of "age" is not above 0',
        where: "attributes.age.weight",
      });
      expect(() => checkSpec({ ...spec, algorithm: { name: "exact" } }, ["age"])).not.toThrow();
    }
  });
});

describe("validateSpec", () => {
  it("says the way to the fault in a spec made in code", () => {
    const spec = specOf({ age: { role: "quasi-identifying", snap: -1 } });
    expect(complaint(() => validateSpec(spec))).toEqual({
      message: '"snap" must be a number of at least 1e-9, not -1',
      where: "attributes.age.snap",
      hint: undefined,
    });
    for (const odd of [undefined, null, 5n, Symbol("a"), () => 1, new Date(0), [Number.NaN]]) {
      expect(complaint(() => validateSpec(odd)).message).toMatch(/^(the spec must be an object|"\w+" is missing)/);
    }
  });

  it("does not pass over a column named __proto__", () => {
    const attributes = JSON.parse('{ "__proto__": { "role": "identifying" }, "age": { "role": "quasi-identifying" } }');
    expect(complaint(() => validateSpec(specOf(attributes))).message).toContain("__proto__");
  });
});

describe("withDefaults", () => {
  it("fills in what is left open and keeps what is said", () => {
    const spec = specOf({ age: { role: "quasi-identifying" } });
    expect(withDefaults(spec)).toEqual({
      ...spec,
      rest: "drop",
      input: { missing: [""], dropMissing: false },
      algorithm: { name: "auto" },
      suppression: 0,
      measure: "ncp",
      seed: 1,
      order: "canonical",
      spelling: "folded",
    });
    const full = withDefaults({ ...spec, seed: 0, suppression: 0.5, input: { missing: [], delimiter: ";" } });
    expect(full).toMatchObject({ seed: 0, suppression: 0.5 });
    expect(full.input).toEqual({ missing: [], delimiter: ";", dropMissing: false });
  });
});
