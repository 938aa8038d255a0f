/** Releases of every requirement that a release alone can show are accepted by both verifiers, in odd files too. */
import { describe, expect, it } from "vitest";
import { readCsv } from "../../src/index.ts";
import type { PrivacyGoal } from "../../src/privacy/index.ts";
import type { SpecInCode } from "../../src/spec/index.ts";
import type { Table } from "../../src/table/index.ts";
import { type Certified, certifiedOf, independentProblems, libraryProblems, type Making } from "./certified.ts";

const illnesses = ["flu", "cold", "ulcer", "gout", "?"];
const lines = Array.from({ length: 160 }, (_, i) => {
  const town = ["Ulm", '"Ems, ""old"""', "Pau", "Łódź"][(i * 3) % 4];
  return `${20 + ((i * 13) % 47)},${town},${illnesses[(i * i) % 5]},${((i * 7) % 9) * 100},"note ${i % 3}\nmore"`;
});

function tableOf(records: readonly string[]): Table {
  return readCsv(`age,town,illness,cost,note\n${records.join("\n")}\n`, { missing: ["?"] });
}

const table = tableOf(lines);

function certified(table: Table, changes: Partial<SpecInCode>, making: Omit<Making, "spec"> = {}): Certified {
  const spec: SpecInCode = {
    attributes: {
      age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10, factor: 2 } },
      town: { role: "quasi-identifying" },
      illness: {
        role: "sensitive",
        hierarchy: { kind: "tree", tree: { airways: ["flu", "cold"], other: ["ulcer", "gout"] } },
      },
      cost: { role: "sensitive" },
      note: { role: "insensitive" },
    },
    privacy: [{ model: "k-anonymity", k: 3 }],
    input: { missing: ["?"] },
    person: "none",
    ...changes,
  };
  return certifiedOf(table, { ...making, spec });
}

/** How many records were suppressed in a release that both verifiers accept. */
function accepted(changes: Partial<SpecInCode>, making: Omit<Making, "spec"> = {}): number {
  const { bytes, text, certificate } = certified(table, changes, making);
  expect(libraryProblems(bytes, text)).toEqual([]);
  expect(independentProblems(bytes, text)).toEqual([]);
  return certificate.release.suppressed;
}

const of = { attribute: "illness" } as const;
const goals: readonly PrivacyGoal[] = [
  { model: "k-anonymity", k: 5 },
  { model: "k-anonymity", k: 9, of: ["town"] },
  { model: "k-anonymity", k: 7, each: 1 },
  { model: "alpha-k-anonymity", alpha: 0.7, k: 3, ...of },
  { model: "l-diversity", l: 2, ...of },
  { model: "l-diversity", l: 2.5, variant: "entropy", ...of },
  { model: "l-diversity", l: 2.5, variant: "grassberger", ...of },
  { model: "l-diversity", l: 2, variant: "recursive", c: 3, ...of },
  { model: "t-closeness", t: 0.35, ...of },
  { model: "t-closeness", t: 0.3, distance: "hierarchical", ...of },
  { model: "t-closeness", t: 0.3, distance: "largest-difference", ...of },
  { model: "t-closeness", t: 0.15, attribute: "cost" },
  { model: "beta-likeness", beta: 2, ...of },
  { model: "beta-likeness", beta: 2, variant: "enhanced", ...of },
  { model: "delta-disclosure", delta: 2, ...of },
  { model: "delta-disclosure", delta: 1.5, variant: "present-values", ...of },
  { model: "highest-risk", "at-most": 0.2 },
  { model: "average-risk", "at-most": 0.1 },
  { model: "sample-uniqueness", "at-most": 0.05 },
];

describe("both verifiers accept", () => {
  it.each(goals.map((goal) => [JSON.stringify(goal), goal] as const))("releases with %s", (_, goal) => {
    expect(accepted({ privacy: [{ model: "k-anonymity", k: 2 }, goal] })).toBe(0);
  });

  it("releases with records suppressed, whose shares are those of the released records", () => {
    const changes: Partial<SpecInCode> = {
      privacy: [
        { model: "k-anonymity", k: 4 },
        { model: "t-closeness", t: 0.3, ...of },
      ],
      algorithm: { name: "lattice" },
      suppression: 0.3,
    };
    expect(accepted(changes)).toBeGreaterThan(0);
  });

  it("releases whose certificates are the same for any order of the input", () => {
    const changes: Partial<SpecInCode> = {
      attributes: {
        age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 10, factor: 2 } },
        illness: { role: "sensitive" },
        town: { role: "unpublished" },
      },
      privacy: [
        { model: "k-anonymity", k: 4 },
        { model: "t-closeness", t: 0.3, ...of },
      ],
      algorithm: { name: "lattice" },
      suppression: 0.3,
    };
    const orders = [lines, [...lines].reverse(), [...lines.slice(3), ...lines.slice(0, 3)]];
    const [first, ...others] = orders.map((records) => certified(tableOf(records), changes).text);
    for (const other of others) expect(other).toBe(first);
    accepted(changes);
  });

  it("files with other delimiters, line ends and marks", () => {
    for (const dialect of [
      { delimiter: ";", newline: "\r\n", bom: true },
      { delimiter: "\t" },
      { delimiter: "|" },
    ] as const) {
      expect(accepted({}, { dialect })).toBe(0);
    }
  });
});
