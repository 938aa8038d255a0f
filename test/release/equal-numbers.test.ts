import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/audit.ts";
import { attack } from "../../src/examine/attack.ts";
import { examine } from "../../src/examine/examine.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { type SpecInCode, validateSpec } from "../../src/spec/index.ts";
import { readCsv } from "../../src/table/index.ts";
import { frontier } from "../../src/utility/frontier.ts";

/** Two cohorts of one wage each, which is written in two ways. */
const csv = "age,pay\n20,1.5\n20,1.50\n30,2\n30,2.0\n30,2e0\n40,3\n40,4\n";
const spec: SpecInCode = {
  attributes: { age: { role: "quasi-identifying" }, pay: { role: "sensitive" } },
  privacy: [{ model: "k-anonymity", k: 2 }],
  algorithm: { name: "mondrian" },
};

describe.each(["folded", "exact"] as const)(
  "1.5 and 1.50 are one value of a column of numbers, spelling %s",
  (spelling) => {
    const table = readCsv(csv);
    const asked: SpecInCode = { ...spec, spelling };
    const release = anonymize(table, asked);

    it("in what anonymize says is disclosed", () => {
      const known = { homogeneity: 5 / 7, inference: 6 / 7, baseline: 3 / 7, largestGain: 5 / 7, meanGain: 27 / 49 };
      expect(release.disclosure).toEqual([{ attribute: "pay", ...known }]);
    });

    it("in audit", () => {
      const { risk } = audit(release.table, { quasiIdentifiers: ["age"], sensitive: ["pay"], spelling });
      expect(risk.disclosure!.pay.homogeneity).toBe(5 / 7);
    });

    it("in frontier", () => {
      const plan = { ks: [2], methods: [{ label: "m", value: { name: "mondrian" } as const }] };
      const [point] = frontier(table, validateSpec({ version: 1, ...asked }), plan);
      expect(point.disclosure).toEqual(release.disclosure);
    });

    it("in attacks", () => {
      const found = attack(table, release.table, {
        knows: ["age"],
        sensitive: ["pay"],
        attributes: release.spec.attributes,
        spelling,
        kind: ["homogeneity"],
      });
      expect(found[0].success).toBe(5 / 7);
    });

    it("in what the report draws of cohorts", () => {
      const { counts } = examine(table, release);
      expect(counts!.counts.map((own) => own.filter((count) => count > 0).length).sort()).toEqual([1, 1, 2]);
    });
  },
);

it("numbers beyond 2^53 that differ in their digits stay apart", () => {
  const table = readCsv("age,pay\n20,9007199254740993\n20,9007199254740992\n");
  const { risk } = audit(table, { quasiIdentifiers: ["age"], sensitive: ["pay"] });
  expect(risk.disclosure!.pay.homogeneity).toBe(0);
});
