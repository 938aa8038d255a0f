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

  it("names drift and refuses, or leaves it out and holds what was asked", () => {
    const words = ["--quasi", "age,zip", "--identifying", "id", "--kind", "zip=category", "-k", "3", "-q"];
    expect(kohort(["anonymize", "train.csv", ...words, "-o", "d.csv", "--recipe", "d.json"], { cwd }).code).toBe(0);
    const refused = kohort(["apply", "d.json", "test.csv", "-o", "t.csv"], { cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/"zip" has values the recipe has not seen: "77" \(1\)/);
    expect(refused.stderr).toMatch(/"99" \(1\)/);
    const left = kohort(["apply", "d.json", "test.csv", "-o", "t.csv", "--suppress-failing", "--json"], { cwd });
    expect(left.code).toBe(0);
    const { release, privacy, drift } = JSON.parse(left.stdout);
    expect(privacy[0]).toMatchObject({ model: "k-anonymity", holds: true });
    expect(release.rows + release.suppressed).toBe(32);
    expect(drift.unplaced).toBe(2);
    expect(kohort(["audit", "t.csv", "--quasi", "age,zip", "-k", "3"], { cwd }).code).toBe(0);
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
