/** @file Texts that are nearly specs, hierarchies and domain files, and what reading them may come to. */
import { KohortError, type Random, randomFrom } from "../../src/base/index.ts";
import {
  type ColumnValues,
  domains,
  hierarchyFile,
  readDomains,
  readHierarchy,
  resolveHierarchy,
} from "../../src/hierarchy/index.ts";
import { parseSpec, withDefaults } from "../../src/spec/index.ts";

/** What came of reading many texts. */
export type Fuzzed = {
  readonly accepted: number;
  readonly refused: number;
  /** Texts that ended in anything but a result or an error with a sentence; there must be none. */
  readonly broken: readonly { readonly text: string; readonly thrown: unknown }[];
};

type Parser = {
  readonly seeds: readonly string[];
  readonly tokens: readonly string[];
  readonly read: (text: string) => void;
};

const encoder = new TextEncoder();
const values = ["a", "b", "c", "10", "12", "25", "", "*", "é"];
const column: ColumnValues = { name: "c", kind: "category", values, counts: values.map(() => 1), numbers: undefined };

/** Lets what was read be used, which may be refused but not break. */
function orRefuse(use: () => void): void {
  try {
    use();
  } catch (thrown) {
    if (!(thrown instanceof KohortError)) throw thrown;
  }
}

/** The parsers of everything that people write by hand. */
export const parsers: Readonly<Record<"spec" | "hierarchy" | "domains", Parser>> = {
  spec: {
    seeds: [
      `{ "version": 1, "attributes": { "age": { "role": "quasi-identifying", "hierarchy": { "kind": "intervals", "width": 5 } },
        "zip": { "role": "quasi-identifying", "hierarchy": { "kind": "masking", "from": "right" }, "weight": 2 },
        "d": { "role": "sensitive", "order": ["a", "b"] } },
        "privacy": [ { "model": "k-anonymity", "k": 5 }, { "model": "l-diversity", "attribute": "d", "l": 3 } ],
        "algorithm": { "name": "mondrian", "strict": true }, "suppression": 0.02, "measure": "ncp", "seed": 7 } // end`,
      `{ "version": 1, "input": { "delimiter": ";", "missing": ["", "?"] }, "attributes": { "a": { "role": "identifying" },
        "b": { "role": "quasi-identifying", "hierarchy": { "kind": "tree", "tree": { "x": ["1", { "y": ["2"] }] } } } },
        "privacy": [ { "model": "k-anonymity", "k": "auto" } ], "algorithm": { "name": "lattice", "gs": 0.5 } }`,
    ],
    tokens: [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "//",
      "/*",
      "*/",
      "null",
      "true",
      "1e999",
      "-0",
      "1.5",
      '"k"',
      '"\\u0000"',
      "NaN",
    ],
    read: (text) => void withDefaults(parseSpec(text).spec),
  },
  hierarchy: {
    seeds: [
      "a;x;*\nb;x;*\nc;y;*\n",
      "10;[10..20[;*\n12;[10..20[;*\n25;[20..30[;*\n",
      '"a";"x;y";"*"\r\nb;z;*\r\n',
      "a,x,*\nb,y,*",
    ],
    tokens: [";", ",", "\n", "\r\n", '"', "*", "[0..5[", "[..]", "{a|b}", "\\", "\t", "\u0000", "\ufeff"],
    read: (text) => {
      const bytes = encoder.encode(text);
      readHierarchy(bytes);
      orRefuse(() => resolveHierarchy(hierarchyFile("h.csv"), column, new Map([["h.csv", bytes]])));
    },
  },
  domains: {
    seeds: ["Job/Office: Clerk, Sales\nJob/Craft: Smith, Baker\nTown: a, b\n", "c/x: a, b\r\nc/x/y: c\r\n"],
    tokens: [":", "/", ",", "\n", "//", "::", " ", "c/", "c:", "a", "\u0000", "/:,"],
    read: (text) => {
      const bytes = encoder.encode(text);
      readDomains(bytes);
      orRefuse(() => resolveHierarchy(domains("d.txt"), column, new Map([["d.txt", bytes]])));
    },
  },
};

/** Reads so many texts, each a seed with a few mistakes in it. */
export function fuzz(name: keyof typeof parsers, count: number, seed: number): Fuzzed {
  const { seeds, tokens, read } = parsers[name];
  const random = randomFrom(seed);
  const broken: { text: string; thrown: unknown }[] = [];
  let accepted = 0;
  let refused = 0;
  for (let i = 0; i < count; i++) {
    let text = seeds[random.below(seeds.length)];
    if (text.startsWith("{") && random.below(2) === 0) text = otherValue(text, random);
    else for (let mistakes = 1 + random.below(4); mistakes > 0; mistakes--) text = mistaken(text, tokens, random);
    try {
      read(text);
      accepted++;
    } catch (thrown) {
      if (thrown instanceof KohortError && thrown.message !== "") refused++;
      else broken.push({ text, thrown });
    }
  }
  return { accepted, refused, broken };
}

const oddValues = [0, 1, -1, 0.5, 3, 1e300, "", "a", "auto", "mondrian", null, true, [], {}, ["a"], { a: 1 }] as const;

/** A JSON document with one of its values, at any depth, replaced or left out. */
function otherValue(text: string, random: Random): string {
  const document = JSON.parse(text.replace(/\/\/.*$/, ""));
  let node = document;
  for (;;) {
    const keys = Object.keys(node);
    const key = keys[random.below(keys.length)];
    const below = key === undefined ? undefined : node[key];
    if (typeof below === "object" && below !== null && Object.keys(below).length > 0 && random.below(4) > 0) {
      node = below;
      continue;
    }
    if (key === undefined || random.below(5) === 0) delete node[key ?? ""];
    else
      node[key] =
        typeof below === "number" && random.below(2) === 0 ? below + 1 : oddValues[random.below(oddValues.length)];
    return JSON.stringify(document, null, 2);
  }
}

/** A text with one mistake: something left out, put in, doubled, swapped, or a character that is another. */
function mistaken(text: string, tokens: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const length = 1 + random.below(random.below(4) === 0 ? 40 : 4);
  const token = tokens[random.below(tokens.length)];
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + token + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length).repeat(2 + random.below(3)) + text.slice(at + length);
    case 3:
      return text.slice(0, at) + token + text.slice(at + token.length);
    case 4:
      return (
        text.slice(0, at) +
        String.fromCharCode(random.below(random.below(3) === 0 ? 0x1_0000 : 128)) +
        text.slice(at + 1)
      );
    default:
      return random.below(400) === 0 ? token.repeat(20_000) + text : text.slice(at) + text.slice(0, at);
  }
}
