import { describe, expect, it } from "vitest";
import { type AlgorithmSpec, algorithms } from "../../src/algorithms/index.ts";
import { finish } from "../../src/base/index.ts";
import { attack } from "../../src/examine/attack.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { clinicCsv } from "../../src/sample/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv } from "../../src/table/index.ts";

const table = readCsv(clinicCsv({ rows: 120 }));

function specFor(algorithm: AlgorithmSpec, withHierarchies: boolean): Spec {
  return {
    version: 1,
    attributes: {
      name: { role: "identifying" },
      age: {
        role: "quasi-identifying",
        ...(withHierarchies ? { hierarchy: { kind: "intervals", width: 10, factor: 2 } } : {}),
      },
      sex: { role: "quasi-identifying", ...(withHierarchies ? { hierarchy: { kind: "masking", from: "right" } } : {}) },
      admission: {
        role: "quasi-identifying",
        ...(withHierarchies ? { hierarchy: { kind: "dates" } } : {}),
      },
      zip: { role: "quasi-identifying", hierarchy: { kind: "masking", from: "right" } },
      diagnosis: { role: "sensitive" },
    },
    privacy: [kAnonymity(3)],
    algorithm,
    suppression: 0.1,
  };
}

/** Searches that would go on for long are told when to end. */
const ended: Readonly<Record<string, object>> = {
  exact: { seconds: 0.2 },
  mingen: { iterations: 5 },
  genetic: { population: 10, generations: 10 },
};

describe("attacks read the releases of every algorithm", () => {
  it.each(Object.keys(algorithms))("%s", (name) => {
    for (const withHierarchies of [true, false]) {
      let release: ReturnType<typeof anonymize>;
      try {
        release = anonymize(table, specFor({ name, ...ended[name] } as AlgorithmSpec, withHierarchies), {
          truth: true,
        });
      } catch (error) {
        // full-domain search wants a hierarchy for every column
        expect(withHierarchies, String(error)).toBe(false);
        continue;
      }
      const findings = attack(table, release);
      expect(findings.map((one) => one.attack)).toContain("linkage");
      const linkage = findings.find((one) => one.attack === "linkage")!;
      // whoever was not left out is among the candidates, so that only those who were cannot be hit
      expect(linkage.details.unmatched as number).toBeLessThanOrEqual(release.suppressed);
      expect(linkage.details.highest as number).toBeLessThanOrEqual(1 / 3 + 1e-9);
      expect(linkage.details.exact).toBe(true);
    }
  });
});

describe("attacks on a release that counts a population", () => {
  it("are tried but for the one that would have to search again", () => {
    const rows = Array.from({ length: 24 }, (_, i) => `${20 + i},${"ab"[i % 2]},${["flu", "cold"][(i * i) % 2]}`);
    const table = readCsv(`age,town,illness\n${rows.join("\n")}\n`);
    const people = [...rows, ...rows].map((row) => row.split(",").slice(0, 2).join(","));
    const files = new Map([["people.csv", new TextEncoder().encode(`age,town\n${people.join("\n")}\n`)]]);
    const release = anonymize(
      table,
      {
        attributes: {
          age: { role: "quasi-identifying" },
          town: { role: "quasi-identifying" },
          illness: { role: "sensitive" },
        },
        privacy: [{ model: "k-map", k: 4, population: "people.csv" }],
        algorithm: { name: "mondrian" },
      },
      { files },
    );
    const { findings, skipped } = finish(attack.task(table, release, { files }));
    expect(findings.map((one) => one.attack)).toContain("linkage");
    expect(skipped.map((one) => one.attack)).toContain("minimality");
  });
});
