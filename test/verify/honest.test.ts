/** Random releases are accepted by both verifiers, random edits of their files are rejected, and both always agree. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KohortError } from "../../src/base/index.ts";
import type { PrivacyGoal } from "../../src/privacy/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { runs } from "../setup/runs.ts";
import {
  type Certified,
  certifiedOf,
  hashOf,
  independentProblems,
  libraryProblems,
  textOf,
  verdictsOf,
} from "./certified.ts";

const cell = fc.constantFrom("flu", "Flu", "cold", "gout", "a,b", 'say "no"', "two\nlines", "é", "*", "");
const row = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom("Ulm", "Ems; old", "Łódź", "x"), cell, cell);
const of = { attribute: "illness" } as const;
const goals: readonly PrivacyGoal[] = [
  { model: "k-anonymity", k: 2 },
  { model: "k-anonymity", k: 3, each: 1 },
  { model: "l-diversity", l: 2, ...of },
  { model: "l-diversity", l: 1.2, variant: "entropy", ...of },
  { model: "t-closeness", t: 0.6, ...of },
  { model: "beta-likeness", beta: 5, ...of },
  { model: "alpha-k-anonymity", alpha: 0.9, k: 2, ...of },
  { model: "average-risk", "at-most": 0.5 },
];
const dialect = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  newline: fc.constantFrom("\n", "\r\n"),
  bom: fc.boolean(),
});
const making = fc.record({
  rows: fc.array(row, { minLength: 4, maxLength: 30 }),
  privacy: fc.uniqueArray(fc.constantFrom(...goals), { minLength: 1, maxLength: 3 }),
  suppression: fc.constantFrom(0, 0.2, 0.5),
  method: fc.constantFrom("lattice", "mondrian", "auto"),
  dialect,
  whose: fc.constantFrom("rows", "people", "pseudonyms"),
  people: fc.integer({ min: 3, max: 12 }),
  keepSuppressed: fc.boolean(),
});
type Making = typeof making extends fc.Arbitrary<infer T> ? T : never;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A certified release, or nothing where no release meets the goals or can be certified. */
function tryMaking(made: Making): Certified | undefined {
  const { rows, privacy, suppression, method, dialect: written, whose, people, keepSuppressed } = made;
  const lines = rows.map((cells, i) => [`p${(i * 7) % people}`, ...cells].map((one) => quoted(String(one))).join(","));
  const table = readCsv(`who,age,town,illness,note\n${lines.join("\n")}\n`);
  const algorithm = { name: method } as const;
  const key = new TextEncoder().encode("0f1e2d3c4b5a69788796a5b4c3d2e1f0");
  const who = {
    rows: { role: "unpublished" },
    people: { role: "person" },
    pseudonyms: { role: "person", replace: { kind: "pseudonym" } },
  } as const;
  const attributes = {
    who: who[whose],
    age: { role: "quasi-identifying" },
    town: { role: "quasi-identifying" },
    illness: { role: "sensitive" },
    note: { role: "insensitive" },
  } as const;
  try {
    const limit = method === "mondrian" ? 0 : suppression;
    const spec = { attributes, privacy, algorithm, suppression: limit };
    return certifiedOf(table, { spec, dialect: written, key, keepSuppressed });
  } catch (error) {
    if (error instanceof KohortError) return undefined;
    throw error;
  }
}

/** One edit of a file's bytes. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  how: fc.constantFrom("change", "insert", "remove", "double a line", "swap two lines", "cut"),
  byte: fc.constantFrom(0x0a, 0x0d, 0x22, 0x2a, 0x2c, 0x30, 0x41, 0x00, 0xff, 0xc3),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function edited(bytes: Uint8Array, { at, how, byte }: Edit): Uint8Array {
  const place = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (how === "change") return Buffer.concat([before, Uint8Array.of(byte), after.subarray(1)]);
  if (how === "insert") return Buffer.concat([before, Uint8Array.of(byte), after]);
  if (how === "remove") return Buffer.concat([before, after.subarray(1)]);
  if (how === "cut") return before;
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  const line = Math.floor(at * (lines.length - 1));
  if (how === "double a line") lines.splice(line, 0, lines[line]);
  else lines.splice(line, 2, lines[line + 1], lines[line]);
  return Buffer.from(lines.join("\n"), "latin1");
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const sortedBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1").split("\n").sort().join("\n");

describe("random releases", () => {
  it("are accepted by both verifiers, and every edit of their bytes is rejected by both", () => {
    const certified = { rows: 0, people: 0, pseudonyms: 0 };
    let edits = 0;
    fc.assert(
      fc.property(making, fc.array(edit, { minLength: 4, maxLength: 8 }), (made, changes) => {
        const one = tryMaking(made);
        if (one === undefined) return;
        certified[one.certificate.release.counts]++;
        expect([libraryProblems(one.bytes, one.text), independentProblems(one.bytes, one.text)]).toEqual([[], []]);
        for (const change of changes) {
          const bytes = edited(one.bytes, change);
          if (sameBytes(bytes, one.bytes)) continue;
          edits++;
          expect(verdictsOf(bytes, one.text)).toEqual([false, false]);
        }
      }),
      { numRuns: runs(300) },
    );
    expect(Math.min(...Object.values(certified)), JSON.stringify(certified)).toBeGreaterThanOrEqual(runs(6));
    expect(edits).toBeGreaterThan(runs(300));
  });

  it("with edited bytes whose new hash is stated are rejected by both, unless only rows changed places", () => {
    let edits = 0;
    fc.assert(
      fc.property(making, fc.array(edit, { minLength: 4, maxLength: 8 }), (made, changes) => {
        const one = tryMaking(made);
        if (one === undefined) return;
        for (const change of changes) {
          const bytes = edited(one.bytes, change);
          if (sameBytes(bytes, one.bytes)) continue;
          edits++;
          const release = { ...one.certificate.release, sha256: hashOf(bytes), bytes: bytes.length };
          const verdicts = verdictsOf(bytes, textOf({ ...one.certificate, release }));
          const isReordered = change.how === "swap two lines" && sortedBytes(bytes) === sortedBytes(one.bytes);
          if (isReordered) expect(verdicts[0]).toBe(verdicts[1]);
          else expect(verdicts, change.how).toEqual([false, false]);
        }
      }),
      { numRuns: runs(150) },
    );
    expect(edits).toBeGreaterThan(runs(300));
  });
});
