import { describe, expect, it } from "vitest";
import { audit } from "../../../src/audit/audit.ts";
import { KohortError } from "../../../src/base/index.ts";
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import type { Spec } from "../../../src/spec/index.ts";
import { randomTable } from "./random-tables.ts";
import { slowOptimum } from "./slow-lattice.ts";

const path = "people.csv";

describe.each([
  ["k-map", 0],
  ["delta-presence", 0],
  ["delta-presence", 0.15],
] as const)("the best node under %s with a population file and at least a share %d", (model, min) => {
  it("is that of an exhaustive search on 80 random tables, and passes the audit", () => {
    let found = 0;
    for (let seed = 1; seed <= 80; seed++) {
      const made = randomTable(seed, { attributes: 3, rows: 12 });
      const { slow, hierarchies, random } = made;
      const others = Array.from({ length: random.below(30) }, () =>
        hierarchies.map(({ levels }) => levels[0][random.below(levels[0].length)]),
      );
      const people = [...slow.rows, ...others];
      const alike = (a: readonly string[], b: readonly string[], levels: readonly number[]): boolean =>
        levels.every((level, i) => slow.paths[i].get(a[i])![level] === slow.paths[i].get(b[i])![level]);
      const inside = (share: number): boolean => share <= Math.max(max, 0.4) + 1e-9 && share >= min - 1e-9;
      const peopleLike = (row: number, levels: readonly number[]): number =>
        people.filter((person) => alike(person, slow.rows[row], levels)).length;
      const [k, max, limit] = [1 + random.below(5), 0.3 + 0.6 * random.unit(), [0, 0.2, 1][random.below(3)]];
      const goal: PrivacyGoal =
        model === "k-map" ? { model, k, population: path } : { model, min, max: Math.max(max, 0.4), population: path };
      const header = hierarchies.map((_, i) => `a${i}`).join(",");
      const text = `${header}\n${people.map((person) => person.join(",")).join("\n")}\n`;
      const files = new Map([[path, new TextEncoder().encode(text)]]);
      const attributes: Record<string, Spec["attributes"][string]> = {};
      slow.paths.forEach((paths, i) => {
        attributes[`a${i}`] = { role: "quasi-identifying", hierarchy: { kind: "file", path: `${i}` } };
        const lines = [...paths.values()].map((labels) => labels.join(";"));
        files.set(`${i}`, new TextEncoder().encode(`${lines.join("\n")}\n`));
      });
      const expected = slowOptimum(
        { ...slow, weights: slow.weights.map(() => 1) },
        {
          holds: (rows, levels) =>
            model === "k-map" ? peopleLike(rows[0], levels) >= k : inside(rows.length / peopleLike(rows[0], levels)),
          // where everybody must be likely enough to be in the table, no class of people may be without records
          allowed: (levels) =>
            min === 0 || people.every((person) => slow.rows.some((row) => alike(person, row, levels))),
          limit,
          measure: "loss",
          aggregate: "geometric",
          gs: 0.5,
        },
      );
      const spec = { attributes, privacy: [goal], algorithm: { name: "lattice" as const }, suppression: limit };
      try {
        const release = anonymize(made.table, spec, { files });
        expect(release.search.levels, `seed ${seed}`).toEqual(expected?.levels);
        expect(release.suppressed).toBe(expected!.suppressed);
        const quasiIdentifiers = Object.keys(attributes);
        if (release.table.rows > 0) {
          const original = made.table;
          const asked = { quasiIdentifiers, privacy: [goal], attributes, files, original };
          expect(audit(release.table, asked).holds).toBe(true);
        }
        found += 1;
      } catch (error) {
        if (!(error instanceof KohortError)) throw error;
        expect(error.code).toBe("infeasible");
        expect(expected, `seed ${seed}`).toBeUndefined();
      }
    }
    expect(found).toBeGreaterThan(min > 0 ? 15 : 40);
  });
});
