import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const towns = ["=cmd|' /C calc'!A0", "Ulm"];
const lines = Array.from(
  { length: 24 },
  (_, i) => `${30 + (i % 2)},${towns[i % 2]},${i % 3 === 0 ? "@flu" : "-cold"},${-i}`,
);
writeFileSync(join(cwd, "input.csv"), `age,town,illness,cost\n${lines.join("\n")}\n`);
const roles = ["--quasi", "age,town", "--sensitive", "illness", "--insensitive", "cost"];

describe("--safe-cells", () => {
  it("writes a release that no spreadsheet runs, which is audited, certified and compared as any other", () => {
    const words = ["anonymize", "input.csv", ...roles, "-k", "3", "-l", "2", "--safe-cells", "-q"];
    const made = kohort([...words, "-o", "release.csv", "--certificate", "c.json", "--report", "r.json"], { cwd });
    expect(made.code, made.stderr).toBe(0);
    const release = readFileSync(join(cwd, "release.csv"), "utf8");
    expect(release).toContain("30,'=cmd|' /C calc'!A0,'@flu,");
    expect(release).not.toMatch(/(^|,)[=@]/m);
    expect(release).toMatch(/,-\d+$/m);
    expect(kohort(["verify", "release.csv", "c.json", "-q"], { cwd }).code).toBe(0);
    const verifier = join(import.meta.dirname, "..", "..", "verify", "verify.mjs");
    expect(spawnSync(process.execPath, [verifier, "release.csv", "c.json"], { cwd }).status).toBe(0);
    const compared = kohort(["compare", "input.csv", "release.csv", ...roles, "--safe-cells", "--json"], { cwd });
    expect(JSON.parse(compared.stdout).quality.ncp).toBe(0);
    expect(kohort(["attack", "input.csv", "release.csv", ...roles, "--safe-cells", "-q"], { cwd }).code).toBe(0);
  });

  it("is refused where cells are not run", () => {
    const { code, stderr } = kohort(["anonymize", "input.csv", ...roles, "-k", "3", "--safe-cells", "-o", "x.json"], {
      cwd,
    });
    expect(code).toBe(2);
    expect(stderr).toContain("--safe-cells is for CSV and TSV, not for json");
  });
});
