import { describe, expect, it } from "vitest";
import { audit } from "../../../src/audit/audit.ts";
import { randomFrom } from "../../../src/base/index.ts";
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import type { Spec } from "../../../src/spec/index.ts";
import { cell, readCsv, type Table } from "../../../src/table/index.ts";

function people(seed: number): Table {
  const random = randomFrom(seed);
  const rows = Array.from(
    { length: 10 + random.below(60) },
    () => `${20 + random.below(50)},${"abcd"[random.below(4)]},${["flu", "ulcer", "asthma"][random.below(3)]}`,
  );
  return readCsv(`age,town,illness\n${rows.join("\n")}\n`);
}

const attributes: Spec["attributes"] = {
  age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5 } },
  town: { role: "quasi-identifying", hierarchy: { kind: "tree", tree: { north: ["a", "b"], south: ["c", "d"] } } },
  illness: { role: "sensitive" },
};

const goals: readonly PrivacyGoal[][] = [
  [{ model: "k-anonymity", k: 3 }],
  [
    { model: "k-anonymity", k: 2 },
    { model: "l-diversity", l: 2 },
  ],
  [{ model: "t-closeness", t: 0.35, distance: "equal" }],
  [{ model: "delta-disclosure", delta: 1.5, variant: "present-values" }],
  [{ model: "average-risk", "at-most": 0.2 }],
];

describe.each(["levels", "cells"] as const)("local=%s", (local) => {
  it("passes the audit, keeps within the limit and loses no more than one level for all", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const table = people(seed);
      const privacy = goals[seed % goals.length];
      const suppression = seed % 3 === 0 ? 0.1 : 0;
      const spec = { attributes, privacy, suppression };
      const made = anonymize(table, { ...spec, algorithm: { name: "lattice", local } });
      const options = { quasiIdentifiers: ["age", "town"], sensitive: ["illness"], privacy, attributes };
      const found = audit(made.table, options);
      expect(found.holds, `seed ${seed} ${JSON.stringify(privacy)}`).toBe(true);
      expect(made.suppressed).toBeLessThanOrEqual(Math.floor(suppression * table.rows + 1e-9));
      expect(made.table.rows + made.suppressed).toBe(table.rows);
      if (privacy.length === 1 && privacy[0].model === "k-anonymity" && suppression === 0) {
        const one = anonymize(table, { ...spec, algorithm: { name: "lattice" }, measure: "ncp" });
        if (local === "levels") expect(made.quality.ncp).toBeLessThanOrEqual(one.quality.ncp + 1e-12);
      }
    }
  });
});

describe("local=cells", () => {
  it("leaves the best levels alone and stars cells of the other records only", () => {
    const rows = ["20,a", "20,a", "21,a", "21,a", "20,b", "21,c"];
    const table = readCsv(`age,town\n${rows.join("\n")}\n`);
    const spec = {
      attributes: { age: { role: "quasi-identifying" }, town: { role: "quasi-identifying" } },
      privacy: [{ model: "k-anonymity", k: 2 }],
      suppression: 0.34,
    } satisfies Omit<Spec, "version">;
    const dropped = anonymize(table, { ...spec, algorithm: { name: "lattice" } });
    expect(dropped.suppressed).toBe(2);
    const made = anonymize(table, { ...spec, algorithm: { name: "lattice", local: "cells" } });
    const lines = Array.from(
      { length: made.table.rows },
      (_, row) => `${cell(made.table, row, 0)},${cell(made.table, row, 1)}`,
    );
    expect(lines).toEqual(["*,*", "*,*", "20,a", "20,a", "21,a", "21,a"]);
    expect(made.suppressed).toBe(0);
  });
});

describe("local=levels on more nodes than can be visited", () => {
  const names = Array.from({ length: 12 }, (_, i) => `a${i}`);
  const wide: Spec["attributes"] = Object.fromEntries(
    names.map((name) => [name, { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 2 } }]),
  );
  const random = randomFrom(8);
  const rows = Array.from({ length: 90 }, () => names.map(() => Math.min(random.below(16), random.below(16))).join());
  const table = readCsv(`${names.join()}\n${rows.join("\n")}\n`);
  const spec = { attributes: wide, privacy: [{ model: "k-anonymity" as const, k: 3 }] };

  it("leaves out levels, passes the audit and says between which figures the best lies", () => {
    const made = anonymize(table, { ...spec, algorithm: { name: "lattice", local: "levels" } });
    const { latticeSize, visited, nodes, loss, bound } = made.search as Record<string, number>;
    expect(latticeSize).toBeGreaterThan(2_000_000);
    expect(visited).toBeLessThanOrEqual(500_000);
    expect(nodes).toBeGreaterThan(5);
    expect(audit(made.table, { quasiIdentifiers: names, privacy: spec.privacy, attributes: wide }).holds).toBe(true);
    expect(bound).toBeGreaterThan(0);
    expect(bound).toBeLessThan(loss);
    expect(made.warnings.join()).toContain(`${visited} of the ${latticeSize} nodes`);
    const one = anonymize(table, { ...spec, algorithm: { name: "lattice", search: "top-down" } });
    expect(loss).toBeLessThan(one.quality.loss!);
  });

  it("stays within the nodes and the time it is given, and settles for what it has", () => {
    for (const checks of [1, 7, 64, 1000]) {
      const made = anonymize(table, { ...spec, algorithm: { name: "lattice", local: "levels", checks } });
      expect((made.search as { visited: number }).visited).toBeLessThanOrEqual(checks);
      expect(made.cohorts.smallest).toBeGreaterThanOrEqual(3);
      expect(made.table.rows).toBe(90);
    }
    const task = anonymize.task(table, { ...spec, algorithm: { name: "lattice", local: "levels" } });
    let step = task.next();
    while (!step.done) {
      const { value } = step;
      step = task.next(
        value.kind === "progress" ? { seconds: 0, settle: value.canSettle === true && value.done > 0 } : [],
      );
    }
    expect((step.value.search as { visited: number }).visited).toBe(64);
    expect(step.value.cohorts.smallest).toBeGreaterThanOrEqual(3);
  });

  it("visits every node where it can", () => {
    const small = { ...spec, attributes: { ...wide, a0: { role: "quasi-identifying" as const } } };
    const few = readCsv(`a0,a1\n${rows.map((row) => row.split(",").slice(0, 2).join()).join("\n")}\n`);
    const attributes = { a0: small.attributes.a0, a1: wide.a1 };
    const whole = anonymize(few, { ...spec, attributes, algorithm: { name: "lattice", local: "levels" } });
    const enough = { name: "lattice" as const, local: "levels" as const, checks: whole.search.latticeSize as number };
    expect(anonymize(few, { ...spec, attributes, algorithm: enough }).quality).toEqual(whole.quality);
    expect(whole.search).not.toHaveProperty("bound");
  });
});
