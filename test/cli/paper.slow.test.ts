import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clinicCsv } from "../../src/sample/index.ts";
import { expectPaperFigures } from "./paper-figures.ts";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const folder = temporaryFolder();

describe("kohort demo paper", () => {
  it("ends in a page with every figure of the paper", () => {
    const { code, stdout } = kohort(["demo", "paper", "-o", folder, "--epochs", "3", "--overlay", "2", "--seeds", "2"]);
    expect(code).toBe(0);
    expect(stdout).toContain("made from the t-close release");
    for (const name of ["original", "k", "l", "t"]) {
      expect(stdout).toMatch(new RegExp(`^${name} +0\\.\\d+ \\[.*0\\.\\d+ \\[0\\.\\d+, [01]\\.\\d+\\]$`, "m"));
      expect(stdout).toMatch(new RegExp(`^made from ${name} +0\\.\\d+ \\[`, "m"));
    }
    expectPaperFigures(folder, { epochs: 3, overlay: 2, heldOut: 600 });
  });

  it("refuses other stories and other tables", () => {
    writeFileSync(join(folder, "other.csv"), "a,b\n1,2\n");
    const wrong = kohort(["demo", "papr"]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('there is no demo "papr"')]);
    const table = kohort(["demo", "paper", join(folder, "other.csv"), "-o", join(folder, "x")]);
    expect([table.code, table.stderr]).toEqual([2, expect.stringContaining("needs Adult")]);
    const setting = kohort(["demo", "paper", "--option", "penalty=-1", "-o", join(folder, "y")]);
    expect([setting.code, setting.stderr]).toEqual([2, expect.stringContaining('penalty cannot be "-1"')]);
  });
});

describe("kohort compare --label", () => {
  it("trains classifiers on both tables and judges them on the same rows", () => {
    const [data, release] = [join(folder, "clinic.csv"), join(folder, "release.csv")];
    writeFileSync(data, clinicCsv({ rows: 1500 }));
    const made = kohort([
      ...["anonymize", data, "--identifying", "name", "--quasi", "age,education,job", "--sensitive", "sex"],
      ...["-k", "5", "-o", release],
    ]);
    expect(made.code).toBe(0);
    const words = ["compare", data, release, "--quasi", "age,education,job", "--label", "sex"];
    const { code, stdout } = kohort([...words, "--json"]);
    expect(code).toBe(0);
    const { quality, utility } = JSON.parse(stdout);
    expect(quality.ncp).toBeGreaterThan(0);
    for (const { confusion, auc } of [utility.original, utility.anonymized]) {
      expect(confusion.counts.flat().reduce((sum: number, count: number) => sum + count, 0)).toBe(300);
      expect(auc).toBeGreaterThan(0.4);
    }
    expect(kohort(words).stdout).toMatch(/trained on +accuracy/);
    const seeded = JSON.parse(kohort([...words, "--seeds", "3", "--logistic", "--json"]).stdout);
    expect(seeded.utility).toEqual(utility);
    expect(Object.keys(seeded.logistic)).toEqual(["original", "anonymized"]);
    expect(seeded.logistic.original.auc).not.toBe(utility.original.auc);
    expect(seeded.overSeeds.seeds).toEqual([1, 2, 3]);
    const { mean, interval } = seeded.overSeeds.utility.anonymized.auc;
    expect(interval[0] < mean && mean < interval[1]).toBe(true);
    expect(kohort([...words, "--seeds", "2"]).stdout).toMatch(/over 2 seeds, trained on +accuracy/);
  });
});
