import { describe, expect, it } from "vitest";
import { type AlgorithmSpec, exact, genetic, lattice, mingen } from "../../../src/algorithms/index.ts";
import { audit } from "../../../src/audit/audit.ts";
import { drive, randomFrom } from "../../../src/base/index.ts";
import { kAnonymity } from "../../../src/privacy/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import type { Release } from "../../../src/release/release.ts";
import type { SpecInCode } from "../../../src/spec/index.ts";
import { readCsv, type Table } from "../../../src/table/index.ts";

const text = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join("\n")}\n`);

/** The table of Sweeney (2002, figure 3) with its hierarchies: each of three races in each of four ZIP codes. */
const lecture = {
  table: readCsv(
    text([
      "race,zip",
      ...["asian", "black", "white"].flatMap((race) =>
        ["02138", "02139", "02141", "02142"].map((zip) => `${race},${zip}`),
      ),
    ]),
    { kinds: { zip: "category" } },
  ),
  files: new Map([
    ["race.csv", text(["asian;person", "black;person", "white;person"])],
    ["zip.csv", text(["02138;0213*;021**", "02139;0213*;021**", "02141;0214*;021**", "02142;0214*;021**"])],
  ]),
};

function ask(algorithm: AlgorithmSpec, measure: "ncp" | "certainty" | "minimal-distortion"): SpecInCode {
  const attribute = (path: string) => ({
    role: "quasi-identifying" as const,
    kind: "category" as const,
    hierarchy: { kind: "file" as const, path },
  });
  return {
    attributes: { race: attribute("race.csv"), zip: attribute("zip.csv") },
    privacy: [{ model: "k-anonymity", k: 2 }],
    algorithm,
    measure,
  };
}

function reversed(table: Table): Table {
  return { ...table, columns: [...table.columns].reverse() };
}

/** Numbers without any pattern. */
function patternless(rows: number, columns: number, values: number): { table: Table; spec: SpecInCode } {
  const random = randomFrom(rows);
  const names = Array.from({ length: columns }, (_, column) => `c${column}`);
  const lines = Array.from({ length: rows }, () => names.map(() => random.below(values)).join());
  return {
    table: readCsv(text([names.join(), ...lines])),
    spec: {
      attributes: Object.fromEntries(names.map((name) => [name, { role: "quasi-identifying" as const }])),
      privacy: [{ model: "k-anonymity", k: 3 }],
    },
  };
}

describe("MinGen on the lecture table", () => {
  it.each([
    ["ncp", 6, 1],
    ["certainty", 6, 1],
    ["minimal-distortion", 12, 533],
  ] as const)("ends with the best table of %s, which costs %d", (measure, score, optima) => {
    for (const table of [lecture.table, reversed(lecture.table)]) {
      for (const meaning of ["classes", "matching"] as const) {
        if (measure === "minimal-distortion" && meaning === "matching") continue;
        const { search, warnings } = anonymize(table, ask(mingen({ meaning, seconds: 1000 }), measure), lecture);
        const best = anonymize(table, ask(exact({ meaning }), measure), lecture).search;
        expect([search.score, search.optima]).toEqual([best.score, best.optima]);
        expect([search.optimal, search.optimaComplete, warnings]).toEqual([true, true, []]);
        if (meaning === "classes") expect([search.score, search.optima]).toEqual([score, optima]);
      }
    }
  });

  it("decides few columns on the way, so that it takes no second", () => {
    for (const table of [lecture.table, reversed(lecture.table)]) {
      expect(anonymize(table, ask(mingen(), "ncp"), lecture).search.states).toBeLessThan(2000);
    }
  });
});

describe("a search that stops at its limit", () => {
  const hard = patternless(40, 4, 97);
  const stopped = (algorithm: AlgorithmSpec, of = hard): Release => anonymize(of.table, { ...of.spec, algorithm });
  const drawn = patternless(60, 5, 9);
  it.each([
    ["mingen", () => stopped(mingen({ seconds: 0.05 }), patternless(12, 3, 9))],
    ["exact by classes", () => stopped(exact({ seconds: 0.0001 }))],
    ["exact by matching", () => stopped(exact({ seconds: 0.001, meaning: "matching" }), patternless(16, 3, 9))],
    ["genetic", () => stopped(genetic({ seconds: 0.05 }), patternless(12, 3, 9))],
    ["lattice, by checks", () => stopped(lattice({ checks: 2 }), drawn)],
    ["lattice with cells, by checks", () => stopped(lattice({ checks: 2, local: "cells" }), drawn)],
  ] as const)("says so in a warning: %s", (_, run) => {
    const release = run();
    expect(release.search.optimal).toBe(false);
    const said = release.warnings.filter((warning) => /before it was done/.test(warning));
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/ (cost|lose)s? [\d.]+, and none (cost|lose)s? less than [\d.]+$/);
  });

  it("hears of its limit while exact by matching still lists what each record may be published as", async () => {
    const { table, spec } = patternless(400, 6, 97);
    // by this clock the time is up when it is first asked again
    let asked = 0;
    const now = (): number => (asked++ === 0 ? 0 : 1e9);
    const algorithm = exact({ meaning: "matching", seconds: 5 });
    const release = await drive(anonymize.task(table, { ...spec, algorithm }), { now });
    expect(release.warnings.join()).toContain("exact reached its limit of 5 seconds before it was done");
    expect(release.search).toMatchObject({ optimal: false, optima: 1, optimaComplete: false });
    const { score, bound } = release.search as { score: number; bound: number };
    expect(bound).toBeLessThanOrEqual(score);
    // cohorts of three lose less than one of all
    expect(score).toBeLessThan(400 * 6);
    const quasiIdentifiers = Object.keys(spec.attributes);
    expect(audit(release.table, { quasiIdentifiers, privacy: [kAnonymity(3)] }).holds).toBe(true);
  });

  it("says that somebody stopped it where that is why", async () => {
    const settle = AbortSignal.abort();
    const release = await drive(anonymize.task(hard.table, { ...hard.spec, algorithm: exact() }), { settle });
    expect(release.warnings.join()).toContain("exact was stopped before it was done");
  });

  it("says nothing where it came to its end", () => {
    const { search, warnings } = stopped(mingen({ seconds: 1000 }), patternless(5, 2, 9));
    expect([search.optimal, warnings]).toEqual([true, []]);
  });
});

describe("exact", () => {
  it("gives no other result from anonymize() than from drive, though nobody waits for the solver to load", async () => {
    const { table, spec } = patternless(24, 2, 9);
    const asked = { ...spec, algorithm: exact() };
    const plain = anonymize(table, asked);
    const driven = await drive(anonymize.task(table, asked));
    expect(driven.search.optimal).toBe(true);
    expect(plain.search).toEqual(driven.search);
    expect(plain.table).toEqual(driven.table);
  });

  it("gives the same where no solver is needed", async () => {
    const { table, spec } = patternless(12, 2, 9);
    for (const meaning of ["classes", "matching"] as const) {
      const asked = { ...spec, algorithm: exact({ meaning }) };
      const driven = await drive(anonymize.task(table, asked));
      expect(anonymize(table, asked).search).toEqual(driven.search);
    }
  });
});
