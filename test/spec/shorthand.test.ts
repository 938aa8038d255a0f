import { expect, it } from "vitest";
import { anonymize, KohortError, parseSpec, readCsv } from "../../src/index.ts";
import { specJsonSchema } from "../../src/spec/index.ts";

const specWith = (hierarchy: unknown): string =>
  JSON.stringify({
    version: 1,
    attributes: { city: { role: "quasi-identifying", hierarchy } },
    privacy: [{ model: "k-anonymity", k: 2 }],
  });

const refusal = (hierarchy: unknown): KohortError => {
  try {
    parseSpec(specWith(hierarchy), "kohort.json");
  } catch (thrown) {
    if (thrown instanceof KohortError) return thrown;
    throw thrown;
  }
  throw new Error("it was not refused");
};

it('understands "hierarchy": "file.csv" as the hierarchy of that file', () => {
  const short = parseSpec(specWith("cities/europe.csv")).spec;
  expect(short).toEqual(parseSpec(specWith({ kind: "file", path: "cities/europe.csv" })).spec);
  const files = new Map([["cities/europe.csv", new TextEncoder().encode("Bonn;D;*\nKiel;D;*\nLyon;F;*\nNice;F;*\n")]]);
  const table = readCsv("city\nBonn\nKiel\nLyon\nNice\n");
  expect(anonymize(table, short, { files }).quality.ncp).toBeLessThan(1);
});

it("understands a builder as --hierarchy takes it", () => {
  expect(parseSpec(specWith("masking(from=right)")).spec.attributes.city.hierarchy).toEqual({
    kind: "masking",
    from: "right",
  });
});

it("refuses a text that is no hierarchy where it stands", () => {
  for (const [text, message] of [
    ["", "a hierarchy is empty"],
    ["intervalls(width=5)", 'there is no hierarchy "intervalls"'],
    ["https://example.org/a.csv", '"path" cannot be "https://example.org/a.csv", which is an address'],
    ["-", '"path" cannot be "-", which is stdin'],
  ]) {
    const { code, message: said, where } = refusal(text);
    expect([code, said]).toEqual(["spec", message]);
    expect(where).toMatch(/^kohort\.json:1:\d+ {3}attributes\.city/);
  }
  expect(refusal(7).message).toContain("hierarchy");
});

it("lets editors accept what is understood", () => {
  const attribute = specJsonSchema().properties!.attributes.additionalProperties as {
    properties: Record<string, { anyOf: { type?: string }[] }>;
  };
  expect(attribute.properties.hierarchy.anyOf[0].type).toBe("string");
});
