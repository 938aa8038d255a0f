import { describe, expect, it } from "vitest";
import {
  anonymize,
  clinicCsv,
  clinicSpec,
  compare,
  kAnonymity,
  mondrian,
  quasiIdentifying,
  readCsv,
  tree,
} from "../../src/index.ts";

describe("compare with a Release", () => {
  it("knows the hierarchies that it was made with", () => {
    const patients = readCsv(clinicCsv({ rows: 400 }));
    const release = anonymize(patients, { ...clinicSpec, algorithm: mondrian() });
    expect(compare(patients, release).ncp).toBeCloseTo(release.quality.ncp, 12);
  });

  it("knows its weights, unless others are stated", () => {
    const table = readCsv("a,b\n1,x\n1,y\n9,x\n9,y\n");
    const groups = tree({ all: ["x", "y"] });
    const attributes = { a: quasiIdentifying(), b: quasiIdentifying(groups, { weight: 3 }) };
    const release = anonymize(table, { attributes, privacy: [kAnonymity(2)], algorithm: mondrian() });
    // b is cut first because it weighs more: a spans 1..9 in both cohorts, b nothing; (1·1 + 3·0) / 4
    expect(compare(table, release).ncp).toBe(0.25);
    expect(compare(table, release, { weights: { b: 1 } }).ncp).toBe(0.5);
  });
});
