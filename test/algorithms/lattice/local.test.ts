import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../src/base/index.ts";
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { anonymize, audit } from "../../../src/run/index.ts";
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
      const privacy = goals[seed % goals.length]!;
      const suppression = seed % 3 === 0 ? 0.1 : 0;
      const spec = { attributes, privacy, suppression };
      const made = anonymize(table, { ...spec, algorithm: { name: "lattice", local } });
      const options = { quasiIdentifiers: ["age", "town"], sensitive: ["illness"], privacy, attributes };
      const { rows, sensitive } = made.problem;
      const found = audit(made.table, { ...options, reference: { rows, sensitive } });
      expect(found.holds, `seed ${seed} ${JSON.stringify(privacy)}`).toBe(true);
      expect(made.suppressed).toBeLessThanOrEqual(Math.floor(suppression * table.rows + 1e-9));
      expect(made.table.rows + made.suppressed).toBe(table.rows);
      if (privacy.length === 1 && privacy[0]!.model === "k-anonymity" && suppression === 0) {
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
