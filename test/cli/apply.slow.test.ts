import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const rows = Array.from({ length: 60 }, (_, i) => `p${i},${20 + ((i * 7) % 40)},${11 + (i % 3)},${"abcd"[i % 4]}`);
writeFileSync(join(cwd, "train.csv"), `id,age,zip,illness\n${rows.join("\n")}\n`);
writeFileSync(join(cwd, "test.csv"), `id,age,zip,illness\n${rows.slice(0, 30).join("\n")}\nq1,30,77,a\nq2,99,11,b\n`);

describe("kohort apply", () => {
  it("gives the release again byte for byte, whatever else the spec asks", () => {
    for (const more of [
      [],
      ["-l", "2"],
      ["--algorithm", "lattice", "--hierarchy", "age=intervals(width=5)", "--suppression", "0.1"],
    ]) {
      const words = [
        "--quasi",
        "age,zip",
        "--sensitive",
        "illness",
        "--identifying",
        "id",
        "--kind",
        "zip=category",
        "-k",
        "3",
        "-q",
      ];
      rmSync(join(cwd, "r.key.json"), { force: true });
      const made = kohort(
        ["anonymize", "train.csv", ...words, ...more, "-o", "r.csv", "--recipe", "r.json", "--force"],
        { cwd },
      );
      expect(made).toMatchObject({ code: 0 });
      const key = existsSync(join(cwd, "r.key.json")) ? ["--recipe-key", "r.key.json"] : [];
      const again = kohort(["apply", "r.json", "train.csv", "-q", ...key], { cwd });
      expect(again).toMatchObject({ code: 0, stdout: readFileSync(join(cwd, "r.csv"), "utf8") });
    }
  });

  it("publishes every record of the month after, names the drift and holds what was asked", () => {
    const words = ["--quasi", "age,zip", "--identifying", "id", "--kind", "zip=category", "-k", "3", "-q"];
    expect(kohort(["anonymize", "train.csv", ...words, "-o", "d.csv", "--recipe", "d.json"], { cwd }).code).toBe(0);
    const applied = kohort(["apply", "d.json", "test.csv", "-o", "t.csv", "--json"], { cwd });
    expect(applied.code).toBe(0);
    expect(applied.stderr).toContain('"zip": 1 record (for example "77") not listed in the recipe');
    expect(applied.stderr).toContain('"age": 2 records (2 values, for example "30") outside its cohort\'s label');
    expect(applied.stderr).toMatch(/merged \d+ cohorts \(\d+ records\) because some were below the goal/);
    const { release, privacy, drift } = JSON.parse(applied.stdout);
    expect(privacy[0]).toMatchObject({ model: "k-anonymity", holds: true });
    expect(release).toMatchObject({ rows: 32, suppressed: 0 });
    expect(drift.attributes[1].unseen).toEqual([{ value: "77", records: 1 }]);
    expect(drift.merged.cohorts).toBeGreaterThan(1);
    expect(readFileSync(join(cwd, "t.csv"), "utf8")).toMatch(/^\[\d+\.\.\],/m);
    expect(kohort(["audit", "t.csv", "--quasi", "age,zip", "-k", "3"], { cwd }).code).toBe(0);
    const compared = ["compare", "test.csv", "t.csv", "--quasi", "age,zip", "--kind", "zip=category", "--json"];
    const { ncp } = JSON.parse(kohort(compared, { cwd }).stdout).quality;
    expect(ncp).toBeGreaterThan(0);
    expect(ncp).toBeLessThan(1);
    const original = ["--original", "test.csv", "--kind", "zip=category"];
    expect(kohort(["audit", "t.csv", "--quasi", "age,zip", "-k", "3", ...original], { cwd }).code).toBe(0);
  });

  it("refuses what no merging helps, with an example and what to do, or leaves it out if told to", () => {
    const words = ["--quasi", "age", "--identifying", "id", "--sensitive", "illness", "-k", "3", "-l", "2", "-q"];
    const made = kohort(["anonymize", "train.csv", ...words, "-o", "l.csv", "--recipe", "l.json"], { cwd });
    expect(made.code).toBe(0);
    const alike = rows.map((row) => row.replace(/,.$/, ",a"));
    writeFileSync(join(cwd, "alike.csv"), `id,age,zip,illness\n${alike.join("\n")}\n`);
    const refused = kohort(["apply", "l.json", "alike.csv", "-o", "x.csv"], { cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      "60 of 60 records cannot be published as the recipe promises; at most 0 may be left out",
    );
    expect(refused.stderr).toMatch(/cohorts fail, for example: \S+ \(\d+ records, l-diversity\)/);
    expect(refused.stderr).toContain("hint: leave them out with --suppress-failing, or make a new release");
    expect(existsSync(join(cwd, "x.csv"))).toBe(false);
    const mixed = [...rows.slice(0, 50), ...alike.slice(50)].map((row, i) =>
      i < 50 ? row : row.replace(/,\d+,/, ",500,"),
    );
    writeFileSync(join(cwd, "mixed.csv"), `id,age,zip,illness\n${mixed.join("\n")}\n`);
    expect(kohort(["apply", "l.json", "mixed.csv", "-o", "y.csv"], { cwd }).code).toBe(0);
  });

  it("refuses what is no recipe, and releases that have none", () => {
    writeFileSync(join(cwd, "no.json"), "[]");
    expect(kohort(["apply", "no.json", "test.csv"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"no.json" is no recipe'),
    });
    const words = ["--quasi", "age,zip", "-k", "3", "--algorithm", "cluster", "-o", "c.csv", "--recipe", "c.json"];
    const none = kohort(["anonymize", "train.csv", ...words], { cwd });
    expect(none.code).not.toBe(0);
    expect(none.stderr).toContain("a release by cluster has no recipe");
  });
});
