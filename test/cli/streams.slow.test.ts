import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faulty, kohort, shell, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const rows = Array.from({ length: 40 }, (_, i) => `${20 + (i % 8)},${i % 2 === 0 ? "f" : "m"},${i % 3}`);
const data = `age,sex,score\n${rows.join("\n")}\n`;
writeFileSync(join(cwd, "data.csv"), data);
const roles = ["--quasi", "age,sex", "--insensitive", "score", "-k", "5"];
const isCsv = /^age,sex,score\n(?:[^\n]+\n)+$/;

/** The release as a file has it. */
const release = ((): string => {
  kohort(["anonymize", "data.csv", ...roles, "-o", "file.csv", "-q"], { cwd });
  return readFileSync(join(cwd, "file.csv"), "utf8");
})();

it("writes the release to stdout with -o -, and nothing else", () => {
  const { code, stdout, stderr } = kohort(["anonymize", "data.csv", ...roles, "-o", "-"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toBe(release);
  expect(stdout).toMatch(isCsv);
  expect(stderr).toContain("stdout");
  expect(existsSync(join(cwd, "-"))).toBe(false);
});

it("reads stdin and writes stdout in one run, in a pipe of three", () => {
  const line = `cat data.csv | kohort anonymize - ${roles.join(" ")} -o - -q | kohort audit - --quasi age,sex -k 5 --json`;
  const { code, stdout } = shell(line, { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).privacy[0]).toMatchObject({ model: "k-anonymity", holds: true });
  expect(kohort(["anonymize", "-", ...roles, "-o", "-", "-q"], { cwd, input: data }).stdout).toBe(release);
});

it("writes nothing to stdout when the release is refused", () => {
  const { code, stdout } = kohort(["anonymize", "-", ...roles.slice(0, -1), "41", "-o", "-"], { cwd, input: data });
  expect(code).toBe(1);
  expect(stdout).toBe("");
});

it("copies to stdout only what the audit of the draft passed", () => {
  const words = ["anonymize", "data.csv", ...roles, "-o", "-"];
  const { code, stdout } = kohort(words, { cwd, env: faulty("changed-cell") });
  expect(code).toBe(1);
  expect(stdout).toBe("");
});

it("spools the release into a draft for its owner only, and leaves none behind", () => {
  const spool = join(cwd, "spool");
  mkdirSync(spool);
  const big = `age,sex,score\n${Array.from({ length: 60_000 }, (_, i) => rows[i % 40]).join("\n")}\n`;
  writeFileSync(join(cwd, "big.csv"), big);
  const line = `umask 000; kohort anonymize big.csv ${roles.join(" ")} -o - -q | { head -c 1 > /dev/null; ls -lA spool; cat > /dev/null; }`;
  const { stdout } = shell(line, { cwd, env: { TMPDIR: spool } });
  expect(stdout).toMatch(/^-rw------- .* \.kohort-release\.csv\.[0-9a-f]{12}\.tmp$/m);
  expect(readdirSync(spool)).toEqual([]);
});

it("refuses --json beside -o -, since both need stdout", () => {
  for (const words of [
    ["anonymize", "data.csv", ...roles],
    ["synthesize", "data.csv", "--label", "sex"],
    ["frontier", "data.csv", "--quasi", "age"],
  ]) {
    const { code, stdout, stderr } = kohort([...words, "-o", "-", "--json"], { cwd });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("-o - and --json both need stdout");
    expect(stderr).toContain("--report FILE.json");
  }
});

it("writes what belongs to a release on stdout into files of its own", () => {
  const beside = ["--truth", "t.csv", "--recipe", "r.json", "--certificate", "c.json", "--report", "report.json"];
  const { code, stdout } = kohort(["anonymize", "-", ...roles, "-o", "-", "-q", ...beside], { cwd, input: data });
  expect([code, stdout]).toEqual([0, release]);
  expect(beside.filter((_, i) => i % 2 === 1).filter((path) => !existsSync(join(cwd, path)))).toEqual([]);
  const verified = kohort(["verify", "-", "c.json", "--json"], { cwd, input: stdout });
  expect([verified.code, JSON.parse(verified.stdout).verified]).toEqual([0, true]);
  const original = kohort(["verify", "file.csv", "c.json", "--original", "-", "--json"], { cwd, input: data });
  expect([original.code, JSON.parse(original.stdout).isOriginal]).toEqual([0, true]);
  const applied = kohort(["apply", "r.json", "-", "-o", "-", "-q"], { cwd, input: data });
  expect([applied.code, applied.stdout]).toEqual([0, release]);
});

it.each([
  [["anonymize", "data.csv", ...roles, "-o", "-", "--truth", "-"], "--truth cannot be written to stdout"],
  [["anonymize", "data.csv", ...roles, "-o", "-", "--report", "-"], "--report cannot be written to stdout"],
  [["anonymize", "data.csv", ...roles, "-o", "-", "--key-file", "-"], "--key-file cannot be read from stdin"],
  [["anonymize", "data.csv", ...roles, "--hierarchy", "sex=-"], '"-", which is stdin'],
  [["anonymize", "-", ...roles, "--engine", "duckdb", "-o", "x.csv"], "stdin is read by the memory engine only"],
  [["anonymize", "data.csv", ...roles, "--engine", "duckdb", "-o", "-"], "the duckdb engine does not write to stdout"],
  [["stages", "data.csv", "--case", "age,sex", "--sensitive", "score", "-o", "-"], "-o cannot be written to stdout"],
  [["studio", "-"], "studio does not read stdin"],
  [["demo", "paper", "-"], "demo does not read stdin"],
  [["compare", "-", "-", "--quasi", "age"], "stdin can be read once, and 2 things are to be read from it"],
  [["audit", "-", "--original", "-", "--quasi", "age"], "stdin can be read once"],
  [["anonymize", "-", "-c", "-", "-o", "-"], "stdin can be read once"],
])("refuses %j by name", (words, sentence) => {
  const { code, stdout, stderr } = kohort(words as string[], { cwd, input: data });
  expect(stderr).toContain(sentence as string);
  expect([code, stdout]).toEqual([2, ""]);
});

it("reads any one of a command's tables from stdin", () => {
  for (const words of [
    ["inspect", "-"],
    ["compare", "-", "file.csv", "--quasi", "age,sex"],
    ["attack", "-", "file.csv", "--knows", "age,sex"],
    ["audit", "file.csv", "--quasi", "age,sex", "--population", "-"],
    ["why", "file.csv", "--original", "-", ...roles, "--row", "1"],
    ["hierarchy", "build", "-", "--column", "age", "-o", "-"],
    ["frontier", "-", "--quasi", "age,sex", "--ks", "2", "--method", "mondrian", "-o", "-"],
    ["stages", "-", "--case", "age,sex", "--sensitive", "score", "-k", "5"],
  ]) {
    const { code, stdout, stderr } = kohort(words, { cwd, input: data });
    expect([words[0], code, code === 0 ? "" : stderr]).toEqual([words[0], 0, ""]);
    expect(stdout).not.toBe("");
  }
  const compared = kohort(["compare", "data.csv", "-", "--quasi", "age,sex", "--json"], { cwd, input: release });
  expect(JSON.parse(compared.stdout).release.rows).toBe(40);
});

it("prints a spec with init -o -, which -c - reads", () => {
  const made = kohort(["init", "data.csv", "--quasi", "age,sex", "--insensitive", "score", "-o", "-", "-q"], { cwd });
  expect([made.code, existsSync(join(cwd, "kohort.json"))]).toEqual([0, false]);
  const { code, stdout } = kohort(["anonymize", "data.csv", "-c", "-", "-o", "-", "-q"], { cwd, input: made.stdout });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^age,sex,score\n/);
  const bad = kohort(["anonymize", "data.csv", "-c", "-", "-o", "-"], { cwd, input: '{ "version": 9 }' });
  expect(bad.stderr).toContain("at stdin:1:");
});

it("writes synthetic rows to stdout", () => {
  const words = ["synthesize", "-", "--label", "sex", "--quasi", "age", "--model", "trees", "-o", "-", "-q"];
  const { code, stdout } = kohort([...words, "--rest", "insensitive", "--rows", "7"], { cwd, input: data });
  expect(code).toBe(0);
  expect(stdout.trim().split("\n")).toHaveLength(8);
});

it("takes ./- for a file of that name", () => {
  expect(kohort(["anonymize", "data.csv", ...roles, "-o", "./-", "-q"], { cwd })).toMatchObject({
    code: 0,
    stdout: "",
  });
  expect(readFileSync(join(cwd, "-"), "utf8")).toBe(release);
  expect(kohort(["audit", "./-", "--quasi", "age,sex", "-k", "5"], { cwd }).code).toBe(0);
});

it("names -o - where a device was meant for stdout", () => {
  const { code, stderr } = kohort(["anonymize", "data.csv", ...roles, "-o", "/dev/stdout"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("-o -");
});

it("exits 0 when the reader of stdout has seen enough", () => {
  const { code, stdout } = shell(`set -o pipefail; kohort anonymize big.csv ${roles.join(" ")} -o - -q | head -1`, {
    cwd,
  });
  expect([code, stdout]).toEqual([0, "age,sex,score\n"]);
});
