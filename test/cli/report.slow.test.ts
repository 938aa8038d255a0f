import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const roles = ["--quasi", "age,sex,zip", "--sensitive", "diagnosis"];

function run(...words: string[]): { readonly stderr: string; readonly code: number | null } {
  return kohort([...words, "--threads", "1", "-q"], { cwd });
}

function read(file: string): string {
  return readFileSync(join(cwd, file), "utf8");
}

beforeAll(() => {
  const csv = kohort(["demo", "-o", "clinic", "-q"], { cwd });
  expect(csv.code, csv.stderr).toBe(0);
});

describe("reports", () => {
  it("of a release say everything in one file, as page, Markdown and JSON", () => {
    const words = ["anonymize", "clinic/clinic.csv", "--identifying", "name", ...roles, "-k", "5", "-o", "release.csv"];
    const { code, stderr } = run(...words, "--report", "report.html", "--label", "diagnosis");
    expect(code, stderr).toBe(0);
    const page = read("report.html");
    for (const said of ["What was asked", "What is not promised", "Attacks", "linkage", "What a classifier learns"]) {
      expect(page).toContain(said);
    }
    expect(page).toContain("--report report.html --label diagnosis");
    expect(page).toMatch(/Node \d+\.\d+\.\d+/);
    expect(run(...words, "--force", "--report", "report.md").code).toBe(0);
    expect(read("report.md")).toContain("## Attacks");
    expect(run(...words, "--force", "--report", "report.json").code).toBe(0);
    const { attacks, before, risk } = JSON.parse(read("report.json"));
    expect(attacks.map((one: { attack: string }) => one.attack)).toContain("homogeneity");
    expect(before.risk.unique).toBeGreaterThan(risk.unique);
  });

  it("of audit, compare, attack and frontier are pages too", () => {
    const both = ["clinic/clinic.csv", "release.csv"];
    const made = [
      run("audit", "release.csv", ...roles, "-k", "5", "--report", "audit.html"),
      run("compare", ...both, ...roles, "--report", "compare.html"),
      run("attack", ...both, ...roles, "--kind", "linkage,homogeneity", "--report", "attack.html"),
      run(
        "frontier",
        "clinic/clinic.csv",
        ...roles,
        "--ks",
        "2,5",
        "--method",
        "mondrian",
        "--report",
        "frontier.html",
      ),
    ];
    for (const { code, stderr } of made) expect(code, stderr).toBe(0);
    expect(read("audit.html")).toContain("What was asked holds");
    expect(read("compare.html")).toContain("NCP per attribute");
    expect(read("attack.html")).toContain("Attacks against a blind guess");
    expect(read("frontier.html")).toContain("Loss against risk and disclosure");
  });

  it("that cannot be written are refused before any work", () => {
    const words = ["anonymize", "clinic/clinic.csv", ...roles, "-k", "5", "-o", "never.csv"];
    expect(run(...words, "--report", "report.html").stderr).toContain("report.html");
    expect(run(...words, "--label", "diagnosis").stderr).toContain("--label needs --report");
    expect(run(...words, "--label", "wrong", "--report", "new.html").stderr).toContain('"wrong"');
    expect(existsSync(join(cwd, "never.csv"))).toBe(false);
  });
});
