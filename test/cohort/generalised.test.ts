import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { intervalText, parseGeneralised, parseTilde, setText, valueText } from "../../src/cohort/index.ts";

/** Text rich in what could be taken for a form. */
const tricky = fc.oneof(
  fc.string({ unit: fc.constantFrom("[", "]", "{", "}", "|", "\\", ".", "*", "a", "1", " ") }),
  fc.string(),
);

describe("generalised values", () => {
  it("come back as they were written: single values", () => {
    fc.assert(
      fc.property(tricky, (value) => {
        expect(parseGeneralised(valueText(value))).toEqual({ form: "value", value });
      }),
      { numRuns: 20_000 },
    );
  });

  it("come back as they were written: sets", () => {
    fc.assert(
      fc.property(fc.array(tricky, { minLength: 1, maxLength: 5 }), (values) => {
        expect(parseGeneralised(setText(values))).toEqual({ form: "set", values });
      }),
      { numRuns: 20_000 },
    );
  });

  it("come back as they were written: intervals", () => {
    expect(parseGeneralised(intervalText("-1.5", "3"))).toEqual({ form: "interval", low: "-1.5", high: "3" });
    expect(parseGeneralised("[20..25)")).toEqual({ form: "interval", low: "20", high: "25", open: true });
    expect(parseGeneralised("[60..]")).toEqual({ form: "interval", low: "60", high: "" });
    expect(parseGeneralised("[..19]")).toEqual({ form: "interval", low: "", high: "19" });
    expect(parseGeneralised("[..20)")).toEqual({ form: "interval", low: "", high: "20", open: true });
    expect(parseGeneralised("[..]")).toEqual({ form: "value", value: "[..]" });
    expect(parseGeneralised("*")).toEqual({ form: "any" });
  });

  it("leave values alone that look like nothing special", () => {
    for (const plain of ["a", "", "5", "[x]", "{", "a|b", "C*", "..", "[1..", "{a{b}"])
      expect(valueText(plain)).toBe(plain);
    for (const odd of ["*", "[1..2]", "[1..]", "[..2]", "{a|b}", "\\a"]) expect(valueText(odd)).toBe(`\\${odd}`);
  });

  it("read the C program's forms on request", () => {
    expect(parseTilde("5~7", true)).toEqual({ form: "interval", low: "5", high: "7" });
    expect(parseTilde("a~b~c", false)).toEqual({ form: "set", values: ["a", "b", "c"] });
    expect(parseTilde("a", false)).toEqual({ form: "value", value: "a" });
  });
});
