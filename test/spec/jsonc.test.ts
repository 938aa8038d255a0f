import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineAndColumn, parseJsonc } from "../../src/spec/jsonc.ts";

/** Puts blanks, comments and trailing commas between the tokens of a JSON text. */
function loosened(json: string, fillers: readonly string[]): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^{}[\]:,"\s]+/g) ?? [];
  return tokens
    .map((token, i) => {
      const closing = (token === "}" || token === "]") && !/[{[]/.test(tokens[i - 1] ?? "{");
      return `${fillers[i % fillers.length]}${closing && i % 2 === 0 ? "," : ""}${token}`;
    })
    .join("");
}

describe("parseJsonc", () => {
  it("reads what JSON.parse reads, whatever blanks and comments stand between", () => {
    const filler = fc.constantFrom("", " ", "\n", "\r\n\t", '// , } " \n', "/* [ { // */", "/**/");
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.array(filler, { minLength: 1, maxLength: 5 }), (json, fillers) => {
        fc.pre(!json.includes("__proto__"));
        expect(parseJsonc(json, "a").value).toEqual(JSON.parse(json));
        expect(parseJsonc(loosened(json, fillers), "a").value).toEqual(JSON.parse(json));
      }),
      { numRuns: 1000 },
    );
  });

  it("reads every escape", () => {
    const json = String.raw`"\"\\\/\b\f\n\r\té\ud83d\ude00 plain é 😀"`;
    expect(parseJsonc(json, "a").value).toBe(JSON.parse(json));
  });

  it("refuses what JSON refuses, beyond comments and trailing commas", () => {
    const wrong = [
      "[1 2]",
      "[,]",
      "{,}",
      '{"a":1 "b":2}',
      "[1,,2]",
      "-",
      "+1",
      ".5",
      "1.",
      "1e",
      "0x1",
      "tru",
      "'a'",
      "{a:1}",
    ];
    for (const text of [...wrong, '{"a"}', "[", '"', "1 1", "nullx", "-01", "[1]]", "/", "undefined"]) {
      expect(() => parseJsonc(text, "a"), text).toThrow();
      expect(() => JSON.parse(text), text).toThrow();
    }
  });

  it("remembers where every value stands", () => {
    const text = '{ "a": [1,\n  {"b": true}] }';
    const root = parseJsonc(text, "a");
    const inner = root.members!.get("a")!.node.items![1];
    expect(lineAndColumn(text, inner.offset)).toBe("2:3");
    expect(lineAndColumn(text, inner.members!.get("b")!.offset)).toBe("2:4");
    expect(lineAndColumn(text, inner.members!.get("b")!.node.offset)).toBe("2:9");
  });

  it("counts lines however they end, and no byte order mark", () => {
    expect(lineAndColumn("a\r\nb\rc\nd", 3)).toBe("2:1");
    expect(lineAndColumn("a\r\nb\rc\nd", 5)).toBe("3:1");
    expect(lineAndColumn("a\r\nb\rc\nd", 7)).toBe("4:1");
    expect(lineAndColumn("\uFEFF{", 1)).toBe("1:1");
  });
});
