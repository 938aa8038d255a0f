import { describe, expect, it } from "vitest";
import { anonymize, kAnonymity, lDiversity, quasiIdentifying, readCsv, sensitive } from "../../src/index.ts";

const rows = Array.from(
  { length: 40 },
  (_, i) => `ann${i % 5},${i % 7},${30 + (i % 4)},${i % 3 === 0 ? "" : "flu"},${i * 11}`,
);
const table = readCsv(`name,patient_id,age,illness,cost\n${rows.join("\n")}\n`);

describe("warnings of a release", () => {
  it("name columns that name people and would be published, however often their values occur", () => {
    const { warnings } = anonymize(table, {
      attributes: { age: quasiIdentifying() },
      rest: "insensitive",
      privacy: [kAnonymity(2)],
    });
    expect(warnings.filter((text) => text.includes("its header says"))).toEqual([
      expect.stringContaining('"name"'),
      expect.stringContaining('"patient_id"'),
    ]);
  });

  it("name sensitive columns that single people out, and missing values that count for l-diversity", () => {
    const { warnings } = anonymize(table, {
      attributes: { age: quasiIdentifying(), illness: sensitive(), cost: sensitive() },
      person: "none",
      privacy: [kAnonymity(2), lDiversity("illness", 2)],
    });
    expect(warnings).toContainEqual(expect.stringMatching(/"cost" .* singles out 40 of 40 people/));
    expect(warnings).toContainEqual(expect.stringMatching(/a missing "illness" counts as a value/));
  });
});
