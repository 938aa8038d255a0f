import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auto } from "../../src/algorithms/index.ts";
import { KohortError } from "../../src/base/index.ts";
import { attack } from "../../src/examine/attack.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import type { Spec } from "../../src/spec/index.ts";
import { readCsv, type Table } from "../../src/table/index.ts";
import { adultComplete, adultQuasi } from "../data/shared-data.ts";
import { independentNcp, textsOf } from "../peers/independent-ncp.ts";
import { needing } from "../setup/needs.ts";

/** The rates of a released table, from its texts. */
function ratesOf(
  table: Table,
  quasi: readonly string[],
  sensitive: string,
): { homogeneity: number; inference: number } {
  const columns = quasi.map((name) => textsOf(table, name));
  const groups = new Map<string, Map<string, number>>();
  textsOf(table, sensitive).forEach((value, row) => {
    const key = columns.map((texts) => texts[row]).join("\u0000");
    const group = groups.get(key) ?? new Map<string, number>();
    group.set(value, (group.get(value) ?? 0) + 1);
    groups.set(key, group);
  });
  let [alike, right] = [0, 0];
  for (const group of groups.values()) {
    right += Math.max(...group.values());
    if (group.size === 1) alike += Math.max(...group.values());
  }
  return { homogeneity: alike / table.rows, inference: right / table.rows };
}

function specOf(quasi: readonly string[], k: number, minimize?: string, partition = true): Spec {
  const attributes: Record<string, Spec["attributes"][string]> = { s: { role: "sensitive" } };
  for (const name of quasi) attributes[name] = { role: "quasi-identifying" };
  return {
    version: 1,
    attributes,
    privacy: [kAnonymity(k)],
    algorithm: auto({ partition, ...(minimize === undefined ? {} : { minimize }) }),
  };
}

const tables = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), {
    minLength: 10,
    maxLength: 80,
  })
  .map((rows) =>
    readCsv(`n,c,s\n${rows.map(([n, c, s]) => `${n},c${c},s${Math.min(s, Math.floor(n / 9))}`).join("\n")}\n`),
  );

describe("a bound on disclosure", () => {
  it.each([
    ["homogeneity", true],
    ["homogeneity", false],
    ["inference", true],
    ["inference", false],
  ] as const)("keeps %s, measured on the release, or says that nothing can (partition %s)", (rate, partition) => {
    fc.assert(
      fc.property(tables, fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 0.1, 0.3, 0.6), (table, k, most) => {
        const free = anonymize(table, specOf(["n", "c"], k, undefined, partition));
        expect(ratesOf(free.table, ["n", "c"], "s")[rate]).toBeCloseTo(free.disclosure[0][rate], 12);
        try {
          const bounded = anonymize(table, specOf(["n", "c"], k, `ncp,${rate}<=${most}`, partition));
          expect(ratesOf(bounded.table, ["n", "c"], "s")[rate]).toBeLessThanOrEqual(most + 1e-9);
          expect(bounded.quality.ncp).toBeGreaterThanOrEqual(0);
          expect(bounded.cohorts.smallest).toBeGreaterThanOrEqual(k);
          if (free.disclosure[0][rate] <= most)
            expect(bounded.quality.ncp).toBeLessThanOrEqual(free.quality.ncp + 1e-12);
        } catch (thrown) {
          if (!(thrown instanceof KohortError)) throw thrown;
          expect(thrown.code).toBe("infeasible");
          // then one cohort of all rows gives away too much as well
          const values = textsOf(table, "s");
          const counts = [...new Set(values)].map((value) => values.filter((one) => one === value).length);
          const whole = Math.max(...counts) / values.length;
          expect(rate === "inference" ? whole : +(whole === 1)).toBeGreaterThan(most);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("on Adult at k=10 keeps homogeneity of relationship at 0.2 below Mondrian's loss", needing("data sets"), () => {
    const text = adultComplete();
    const adult = readCsv(text);
    const base = specOf(adultQuasi, 10, "ncp,disclosure<=0.2");
    const { s: _, ...attributes } = base.attributes;
    const release = anonymize(adult, { ...base, attributes: { ...attributes, relationship: { role: "sensitive" } } });
    const finding = attack(adult, release, { kind: "homogeneity", sensitive: ["relationship"] });
    expect(finding.success).toBeLessThanOrEqual(0.2);
    expect(100 * independentNcp(text, release.table, adultQuasi)).toBeLessThan(11.24);
    expect(ratesOf(release.table, adultQuasi, "relationship").homogeneity).toBeLessThanOrEqual(0.2);
  });
});
