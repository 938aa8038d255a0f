import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clinicCsv, clinicSpec } from "../../src/sample/index.ts";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
writeFileSync(join(cwd, "clinic.csv"), clinicCsv({ rows: 600 }));
writeFileSync(join(cwd, "kohort.json"), JSON.stringify(clinicSpec));
const quiet = ["--progress", "none"];

function anonymize(...more: string[]) {
  return kohort(["anonymize", "clinic.csv", "-c", "kohort.json", ...more, ...quiet], { cwd });
}

function attack(...more: string[]) {
  return kohort(["attack", "clinic.csv", ...more, "-c", "kohort.json", ...quiet], { cwd });
}

describe("attack", () => {
  anonymize("-o", "release.csv", "--truth", "truth.csv", "-q");
  anonymize("-o", "ordered.csv", "--order", "input", "-q");

  it("prints a list with success, baseline, interval and verdict", () => {
    const { code, stdout } = attack("release.csv", "--json", "-q");
    expect(code).toBe(0);
    const findings = JSON.parse(stdout) as Record<string, unknown>[];
    expect(findings.length).toBeGreaterThan(6);
    for (const finding of findings) {
      expect(typeof finding.attack).toBe("string");
      const [low, high] = finding.interval as [number, number];
      expect(low).toBeLessThanOrEqual(finding.success as number);
      expect(high).toBeGreaterThanOrEqual(finding.success as number);
      expect(finding.verdict).toMatch(/^(exposed|within what was promised|no better than a blind guess): /);
    }
  });

  it("says what it cannot try, and refuses it when it is asked for by name", () => {
    expect(attack("release.csv").stderr).toContain("not tried: intersection needs a second release");
    const asked = attack("release.csv", "--kind", "intersection");
    expect(asked).toMatchObject({ code: 2, stdout: "" });
    expect(asked.stderr).toContain("intersection cannot be tried: it needs a second release");
    expect(attack("release.csv", "--kind", "linkege").stderr).toContain('did you mean "linkage"?');
  });

  it("ends with 1 above --fail-above, and not below", () => {
    const words = ["ordered.csv", "--kind", "unsorted", "--fail-above"];
    const failed = attack(...words, "0.5");
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain("error: unsorted-matching succeeds for 100 %");
    expect(attack("release.csv", "--kind", "unsorted", "--fail-above", "0.5").code).toBe(0);
    expect(attack(...words, "2")).toMatchObject({ code: 2, stdout: "" });
  });

  it("knows only what it is told with --knows", () => {
    const success = (...knows: string[]) => {
      const { stdout } = attack("release.csv", "--kind", "linkage", "--json", "-q", ...knows);
      return (JSON.parse(stdout) as { success: number }[])[0].success;
    };
    expect(success("--knows", "age")).toBeLessThan(success("--knows", "age,zip"));
    expect(success("--knows", "age,zip")).toBeLessThan(success());
    expect(attack("release.csv", "--knows", "agee").stderr).toContain('did you mean "age"?');
  });

  it("scores exactly with the truth, which only its owner may read", () => {
    expect(statSync(join(cwd, "truth.csv")).mode & 0o777).toBe(0o600);
    const lines = readFileSync(join(cwd, "truth.csv"), "utf8").trimEnd().split("\n");
    expect(lines[0]).toBe("released,original");
    expect(lines.length).toBe(601);
    const original = readFileSync(join(cwd, "clinic.csv"), "utf8").trimEnd().split("\n");
    const release = readFileSync(join(cwd, "release.csv"), "utf8").trimEnd().split("\n");
    for (const line of lines.slice(1)) {
      const [released, from] = line.split(",").map(Number) as [number, number];
      expect(release[released].split(",").at(-1)).toBe(original[from].split(",").at(-1));
    }
    const { stdout } = attack("release.csv", "--truth", "truth.csv", "--kind", "linkage", "--json", "-q");
    expect((JSON.parse(stdout) as { details: { exact: boolean } }[])[0].details.exact).toBe(true);
    const other = attack("release.csv", "--truth", "clinic.csv");
    expect(other.stderr).toContain('"clinic.csv" is no truth');
    expect(other.code).toBe(2);
  });

  it("tells one record as a story", () => {
    const { stdout, code } = attack("release.csv", "--story", "3");
    expect(code).toBe(0);
    const [, , age] = readFileSync(join(cwd, "clinic.csv"), "utf8")
      .split("\n")[3]
      .match(/^([^,]*),(\d+)/)!;
    expect(stdout).toContain(`Somebody knows of a person: age ${age}`);
    expect(stdout).toContain("The truth: diagnosis");
    expect(attack("release.csv", "--story", "9999").stderr).toContain("there is no row 9999 in the original");
  });

  it("works without a spec, from the columns that changed", () => {
    kohort(["anonymize", "clinic.csv", "--quasi", "age,education", "-k", "5", "-o", "plain.csv", "-q"], { cwd });
    const words = ["attack", "clinic.csv", "plain.csv", "--json", "-q", "--kind", "linkage"];
    const { code, stdout } = kohort(words, { cwd });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { details: { knows: string[] } }[])[0].details.knows).toEqual(["age", "education"]);
  });
});

describe("the ledger", () => {
  it("warns when releases isolate people together, and refuses with --compose safe", () => {
    const first = anonymize("-k", "5", "-o", "a.csv", "--ledger", "people.json");
    expect(first.code).toBe(0);
    const before = readFileSync(join(cwd, "people.json"), "utf8");
    expect(statSync(join(cwd, "people.json")).mode & 0o777).toBe(0o600);
    for (const name of readFileSync(join(cwd, "clinic.csv"), "utf8").split("\n").slice(1, 20)) {
      expect(before).not.toContain(name.split(",")[0].slice(0, 12) || "never");
    }
    const refused = anonymize("-k", "7", "-o", "b.csv", "--ledger", "people.json", "--compose", "safe");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /error: together with earlier releases \d+ people are in groups of fewer than 7, \d+ of them alone/,
    );
    expect(existsSync(join(cwd, "b.csv"))).toBe(false);
    expect(readFileSync(join(cwd, "people.json"), "utf8")).toBe(before);
    const warned = anonymize("-k", "7", "-o", "b.csv", "--ledger", "people.json");
    expect(warned.code).toBe(0);
    expect(warned.stderr).toMatch(
      /this one leaves \d+ people in groups of fewer than 7, \d+ of them alone; 600 people are in both/,
    );
    const releases = (JSON.parse(readFileSync(join(cwd, "people.json"), "utf8")) as { releases: unknown[] }).releases;
    expect(releases.length).toBe(2);
  });

  it("lets the same cohorts pass, in any order of rows", () => {
    expect(anonymize("-o", "c.csv", "--ledger", "same.json", "-q").code).toBe(0);
    const again = anonymize("-o", "d.csv", "--ledger", "same.json", "--compose", "safe", "--order", "shuffled");
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("no group of fewer than 5 people can be told apart; 600 people are in both");
  });

  it("counts who is alone in both by the rows themselves", () => {
    anonymize("-k", "5", "-o", "e.csv", "--truth", "e-truth.csv", "--ledger", "count.json", "-q");
    const said = anonymize("-k", "9", "-o", "f.csv", "--truth", "f-truth.csv", "--ledger", "count.json", "--json");
    const cohortOf = (release: string, truth: string): string[] => {
      const rows = readFileSync(join(cwd, release), "utf8").trimEnd().split("\n");
      const cohorts: string[] = [];
      for (const line of readFileSync(join(cwd, truth), "utf8").trimEnd().split("\n").slice(1)) {
        const [released, from] = line.split(",").map(Number) as [number, number];
        cohorts[from - 1] = rows[released].replace(/,[^,]*$/, "");
      }
      return cohorts;
    };
    const one = cohortOf("e.csv", "e-truth.csv");
    const two = cohortOf("f.csv", "f-truth.csv");
    const pairs = one.map((cohort, row) => `${cohort} + ${two[row]}`);
    const alone = pairs.filter((pair) => pairs.indexOf(pair) === pairs.lastIndexOf(pair)).length;
    const { composition } = JSON.parse(said.stdout) as { composition: Record<string, number> };
    expect(composition).toMatchObject({ compared: 1, common: 600, isolated: alone });
    expect(alone).toBeGreaterThan(0);
  });

  it("refuses what is no ledger, and flags that do not go together", () => {
    expect(anonymize("-o", "g.csv", "--ledger", "kohort.json")).toMatchObject({ code: 2, stdout: "" });
    expect(anonymize("-o", "g.csv", "--compose", "safe").stderr).toContain("--compose needs --ledger");
    expect(anonymize("--truth", "x.csv").stderr).toContain("--truth needs -o");
    expect(anonymize("-o", "g.csv", "--truth", "g.csv").stderr).toContain("cannot be two files at once");
    expect(existsSync(join(cwd, "g.csv"))).toBe(false);
  });
});
