import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { algorithms } from "../../src/algorithms/index.ts";
import { KohortError } from "../../src/base/index.ts";
import { parseSpec } from "../../src/spec/index.ts";
import { runs } from "../setup/runs.ts";

const valid = `{
  // what the clinic may publish
  "$schema": "./node_modules/kohort/schema/kohort.schema.json",
  "version": 1,
  "input": { "delimiter": ",", "missing": ["", "?"], },
  "attributes": {
    "name": { "role": "identifying" },
    "age": { "role": "quasi-identifying", "hierarchy": { "kind": "intervals", "width": 5, "factor": 2 } },
    "zip": { "role": "quasi-identifying", "hierarchy": { "kind": "masking", "from": "right" }, "weight": 2 },
    "sex": { "role": "quasi-identifying" }, /* two values */
    "diagnosis": { "role": "sensitive", "hierarchy": { "kind": "file", "path": "diagnosis.csv" } }
  },
  "privacy": [{ "model": "k-anonymity", "k": 5 }],
  "algorithm": { "name": "mondrian", "strict": true },
  "suppression": 0.02,
  "measure": "ncp",
  "seed": 7,
}
`;

/** The error that a text gives, as the terminal would draw it. */
function complaint(text: string): string {
  try {
    parseSpec(text);
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    expect(error.code).toBe("spec");
    return [error.message, `at ${error.where}`, ...(error.hint === undefined ? [] : [`hint: ${error.hint}`])].join(
      "\n",
    );
  }
  return "no error";
}

/** A spec with one line replaced, so that its place is known. */
function spec(line: string): string {
  return `{\n  "version": 1,\n  "attributes": { "age": { "role": "quasi-identifying" } },\n  "privacy": [{ "model": "k-anonymity", "k": 5 }],\n  ${line}\n}`;
}

describe("parseSpec", () => {
  it("reads comments and trailing commas and gives what JSON.parse gives", () => {
    const bare = valid
      .replace(/^ *\/\/.*$/m, "")
      .replace(/\/\*.*\*\//, "")
      .replace(/,(\s*[}\]])/g, "$1");
    expect(parseSpec(valid).spec).toEqual(JSON.parse(bare));
  });

  it("knows where keys stand", () => {
    const { placeOf } = parseSpec(valid, "clinic/kohort.json");
    expect(placeOf(["attributes", "zip"])).toBe("clinic/kohort.json:9:5   attributes.zip");
    expect(placeOf(["attributes", "zip", "weight"])).toBe(
      `clinic/kohort.json:9:${valid.split("\n")[8].indexOf('"weight"') + 1}   attributes.zip.weight`,
    );
    expect(placeOf(["privacy", 0, "k"])).toBe("clinic/kohort.json:13:41   privacy[0].k");
    expect(placeOf(["attributes", "nobody", "role"])).toBe("clinic/kohort.json:6:3   attributes");
    expect(placeOf([])).toBe("clinic/kohort.json:1:1");
  });

  it.each([
    [
      '{ "version": 1,\n  "attributess": {} }',
      'unknown key "attributess"\nat kohort.json:2:3   attributess\nhint: did you mean "attributes"? keys are: $schema, version, input, attributes, rest, … (15 in all)',
    ],
    [spec('"suppression": 2'), '"suppression" must be a number from 0 to 1, not 2\nat kohort.json:5:18   suppression'],
    [spec('"seed": -1'), '"seed" must be a whole number of at least 0, not -1\nat kohort.json:5:11   seed'],
    [
      spec('"input": { "missing": ["?", 9] }'),
      '"missing[1]" must be a text, not 9\nat kohort.json:5:31   input.missing[1]',
    ],
    [
      spec('"input": { "missing": { "age": ["?", 9] } }'),
      '"age[1]" must be a text, not 9\nat kohort.json:5:40   input.missing.age[1]',
    ],
    [
      spec('"input": { "missing": "NA" }'),
      '"missing" must be a list or an object, not "NA"\nat kohort.json:5:25   input.missing',
    ],
    [
      spec('"input": { "delimiter": ";;" }'),
      '"delimiter" must be one ASCII character such as "," or ";" or "\\t", and no quote, not ";;"\nat kohort.json:5:27   input.delimiter',
    ],
    [
      spec('"algorithm": { "name": "mondrain" }'),
      `unknown algorithm "mondrain"\nat kohort.json:5:26   algorithm.name\nhint: did you mean "mondrian"? algorithms are: ${Object.keys(algorithms).slice(0, 5).join(", ")}, … (${Object.keys(algorithms).length} in all)`,
    ],
    [
      spec('"algorithm": { "name": "mondrian", "strct": true }'),
      /^unknown key "strct"\nat kohort\.json:5:38 {3}algorithm\.strct\nhint: did you mean "strict"\?/,
    ],
    [
      spec('"algorithm": { "name": "mondrian", "strict": "yes" }'),
      '"strict" must be true or false, not "yes"\nat kohort.json:5:48   algorithm.strict',
    ],
    [spec('"measure": "npc"'), /^unknown measure "npc"\nat kohort\.json:5:14 {3}measure\nhint: did you mean "ncp"\?/],
    [
      spec('"order": "random"'),
      'unknown order "random"\nat kohort.json:5:12   order\nhint: choices are: canonical, shuffled, input',
    ],
    [spec('"seed": 1, "seed": 2'), 'key "seed" is stated twice\nat kohort.json:5:14\nhint: the first is at line 5:3'],
    ["[]", "the spec must be an object, not an empty list\nat kohort.json:1:1"],
    ['{ "version": 2, "atributes": {} }', /^version 2 of the spec is not known\nat kohort\.json:1:14 {3}version/],
    ['{ "version": 1, "privacy": [] }', /^"attributes" is missing\nat kohort\.json:1:1\n/],
    [
      '{ "version": 1, "attributes": {}, "privacy": [] }',
      '"privacy" must be a list that is not empty, not an empty list\nat kohort.json:1:46   privacy',
    ],
  ])("%s", (text, expected) => {
    if (typeof expected === "string") expect(complaint(text)).toBe(expected);
    else expect(complaint(text)).toMatch(expected);
  });

  it.each([
    [
      '"age": { "role": "quasi" }',
      'unknown role "quasi"\nat kohort.json:3:28   attributes.age.role\nhint: choices are: identifying, person, quasi-identifying, sensitive, insensitive, … (6 in all)',
    ],
    ['"age": { "rôle": "sensitive" }', /^unknown key "rôle"\nat kohort\.json:3:20 .*\nhint: did you mean "role"\?/],
    [
      '"age": {}',
      '"role" is missing\nat kohort.json:3:11   attributes.age\nhint: "role" is one of "identifying", "person", "quasi-identifying", "sensitive", "insensitive", "unpublished"',
    ],
    ['"a b": 5', '"a b" must be an object, not 5\nat kohort.json:3:18   attributes["a b"]'],
    [
      '"age": { "role": "sensitive", "weight": "0" }',
      '"weight" must be a number, not "0"\nat kohort.json:3:51   attributes.age.weight',
    ],
    [
      '"age": { "role": "sensitive", "hierarchy": { "kind": "interval" } }',
      /^unknown hierarchy "interval"\nat kohort\.json:3:64 {3}attributes\.age\.hierarchy\.kind\nhint: did you mean "intervals"\?/,
    ],
    [
      '"age": { "role": "sensitive", "hierarchy": { "kind": "intervals", "width": "5" } }',
      '"width" must be a number above 0, not "5"\nat kohort.json:3:86   attributes.age.hierarchy.width',
    ],
    [
      '"age": { "role": "sensitive", "hierarchy": { "kind": "intervals", "min": 9, "max": 3 } }',
      "min must be below max\nat kohort.json:3:54   attributes.age.hierarchy",
    ],
    [
      '"age": { "role": "sensitive", "hierarchy": { "width": 5 } }',
      /^"kind" is missing\nat kohort\.json:3:41 {3}attributes\.age\.hierarchy\nhint: hierarchies are: intervals, masking/,
    ],
    ['"age": { "role": "sensitive", "hierarchy": { "kind": "tree", "tree": 5 } }', /^"tree" must be /],
    ['"__proto__": { "role": "sensitive" }', '"__proto__" cannot be a key\nat kohort.json:3:11'],
  ])("attributes: %s", (attribute, expected) => {
    const text = `{ "version": 1,\n "attributes": {\n          ${attribute} },\n "privacy": [{ "model": "k-anonymity", "k": 5 }] }`;
    if (typeof expected === "string") expect(complaint(text)).toBe(expected);
    else expect(complaint(text)).toMatch(expected);
  });

  it.each([
    [
      '{ "model": "k-anonymity", "k": "five" }',
      '"k" must be a whole number of at least 1 or "auto", not "five"\nat kohort.json:2:33   privacy[0].k\nhint: see `kohort explain k-anonymity`',
    ],
    ['{ "model": "k-anonymity", "k": 0 }', /^"k" must be a whole number of at least 1 or "auto", not 0\n/],
    ['{ "model": "k-anonymity", "k": 2.5 }', /^"k" must be a whole number of at least 1 or "auto", not 2\.5\n/],
    [
      '{ "model": "k-anonymity" }',
      /^"k" is missing\nat kohort\.json:2:2 {3}privacy\[0\]\nhint: "k" is a whole number of at/,
    ],
    [
      '{ "model": "k-anonimity", "k": 2 }',
      /^unknown privacy model "k-anonimity"\n.*\nhint: did you mean "k-anonymity"\?/,
    ],
    ['"k-anonymity"', /^"privacy\[0\]" must be an object, not "k-anonymity"\nat kohort\.json:2:2 {3}privacy\[0\]/],
  ])("privacy: %s", (goal, expected) => {
    const text = `{ "version": 1, "attributes": {}, "privacy": [\n ${goal}] }`;
    if (typeof expected === "string") expect(complaint(text)).toBe(expected);
    else expect(complaint(text)).toMatch(expected);
  });

  it.each([
    ["", "the file is empty\nat kohort.json:1:1\nhint: a spec starts with {; `kohort init` writes one"],
    ["\uFEFF  // nothing\n", /^the file is empty\nat kohort\.json:2:1/],
    ['{ "version" 1 }', 'expected ":" after key "version" but found "1"\nat kohort.json:1:13'],
    ["{\n  version: 1 }", 'expected a key in double quotes or "}" but found "version"\nat kohort.json:2:3'],
    ['{ "version": 1', 'expected "," or "}" but found the end of the file\nat kohort.json:1:15'],
    ['{ "version": 1 } x', 'expected the end of the file but found "x"\nat kohort.json:1:18'],
    ['{ "version": 01 }', 'expected a value but found "01"\nat kohort.json:1:14'],
    [
      "{ \"version\": 'a' }",
      /^expected a value but found "'"\nat kohort\.json:1:14\nhint: a text stands in double quotes/,
    ],
    ['{ "version": NaN }', /^expected a value but found "NaN"/],
    ['{ "version": 1,,}', /^expected a key in double quotes but found ","\nat kohort\.json:1:16/],
    ['{ "a": "b\n" }', 'the text that starts here is never closed\nat kohort.json:1:8\nhint: close it with "'],
    ['{ "a": "\\x" }', /^"\\x" is not an escape\nat kohort\.json:1:9/],
    ['{ "a": "\\u00g0" }', /^\\u must be followed by four hexadecimal digits\nat kohort\.json:1:9/],
    ['{ "a": "\t" }', /^a control character stands inside a text\nat kohort\.json:1:9/],
    ["{ /* } ", /^the comment that starts here is never closed\nat kohort\.json:1:3/],
  ])("%s", (text, expected) => {
    if (typeof expected === "string") expect(complaint(text)).toBe(expected);
    else expect(complaint(text)).toMatch(expected);
  });

  it("refuses what is nested too deeply", () => {
    expect(complaint("[".repeat(1e5))).toBe("more than 64 lists and objects inside one another\nat kohort.json:1:66");
  });

  it("throws nothing but KohortErrors that say where, whatever it is given", () => {
    const pieces = [
      '"',
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      "\\",
      "/*",
      "//",
      "\n",
      "null",
      "1e999",
      "-",
      "\u0000",
      "\uD800",
      "k",
    ];
    const edit = fc.record({
      at: fc.nat(valid.length),
      remove: fc.nat(12),
      insert: fc.oneof(fc.constant(""), fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 4 })),
    });
    const mutated = fc
      .array(edit, { minLength: 1, maxLength: 3 })
      .map((edits) =>
        edits.reduce((text, { at, remove, insert }) => text.slice(0, at) + insert + text.slice(at + remove), valid),
      );
    const anything = fc.oneof(
      { weight: 4, arbitrary: mutated },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    );
    let refused = 0;
    fc.assert(
      fc.property(anything, (text) => {
        try {
          parseSpec(text);
        } catch (error) {
          refused += 1;
          if (!(error instanceof KohortError) || error.code !== "spec") throw error;
          if (!/^kohort\.json:\d+:\d+( {3}.*)?$/s.test(error.where ?? "")) throw new Error(`no place: ${error.where}`);
          if (/something else|undefined|Invalid/.test(error.message)) throw new Error(`poor words: ${error.message}`);
        }
      }),
      { numRuns: runs(20_000) },
    );
    expect(refused).toBeGreaterThan(runs(10_000));
  });
});
