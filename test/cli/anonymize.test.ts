import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { clinicCsv, toyCsv } from "../../src/sample/index.ts";
import { interrupted, kohort, shell, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const roles = ["--quasi", "age,zip,sex", "--identifying", "name", "--sensitive", "diagnosis"];

beforeAll(() => {
  writeFileSync(join(cwd, "toy.csv"), toyCsv);
  writeFileSync(join(cwd, "large.csv"), clinicCsv({ rows: 60_000 }));
});

/** The sizes of the groups of records that share the first fields of each line, counted by hand. */
function groupSizes(csv: string, fields: readonly number[]): number[] {
  const counts = new Map<string, number>();
  for (const line of csv.trimEnd().split("\n").slice(1)) {
    const cells = line.split(",");
    const key = fields.map((field) => cells[field]).join(",");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()];
}

describe("anonymize", () => {
  it("writes a release in which nobody stands out and reports it as one JSON document", () => {
    const { code, stdout } = kohort(["anonymize", "toy.csv", ...roles, "-k", "3", "-o", "release.csv", "--json"], {
      cwd,
    });
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    const release = readFileSync(join(cwd, "release.csv"), "utf8");
    expect(release.split("\n")[0]).toBe("age,zip,sex,diagnosis");
    expect(Math.min(...groupSizes(release, [0, 1, 2]))).toBeGreaterThanOrEqual(3);
    expect(report).toMatchObject({
      kohort: expect.any(String),
      seed: 1,
      input: { rows: 12, leftOut: 0, columns: 5 },
      release: { rows: 12, suppressed: 0, sha256: createHash("sha256").update(release).digest("hex") },
      privacy: [{ model: "k-anonymity", asked: 3, measured: 3, holds: true }],
    });
    expect(Object.keys(report.time)).toEqual(expect.arrayContaining(["read", "search", "apply", "write", "audit"]));
    expect(Object.keys(report.quality)).toEqual(
      expect.arrayContaining(["ncp", "discernibility", "averageCohort", "cAvg", "distinctLost"]),
    );
    expect(report.release.smallest).toBe(Math.min(...groupSizes(release, [0, 1, 2])));
    expect(report.risk.highest).toBeCloseTo(1 / report.release.smallest);
  });

  it("gives the same bytes to a file, to a pipe and from stdin", () => {
    const words = [...roles, "-k", "3", "-q"].join(" ");
    const piped = shell(`kohort anonymize toy.csv ${words}`, { cwd });
    const fromStdin = shell(`cat toy.csv | kohort anonymize - ${words}`, { cwd });
    shell(`kohort anonymize toy.csv ${words} -o again.csv`, { cwd });
    expect(piped.code).toBe(0);
    expect(piped.stderr).toBe("");
    expect(piped.stdout).toBe(readFileSync(join(cwd, "again.csv"), "utf8"));
    expect(fromStdin.stdout).toBe(piped.stdout);
  });

  it("says what was done on stderr", () => {
    const { stderr } = kohort(["anonymize", "toy.csv", ...roles, "-k", "3", "-o", "said.csv", "--progress", "none"], {
      cwd,
    });
    expect(stderr).toMatch(
      /^read +12 records, 5 columns\nk-anonymity +asked 3, measured 3 on the written bytes: holds\n/,
    );
    expect(stderr).toMatch(
      /\ncohorts .*\nloss +NCP .*\ngives away .*\nhighest risk .*\nsuppressed +0 records\nnot published +name \(identifying\)\ncheck .*\nwritten +said\.csv\nsha256 +[0-9a-f]{64}\ntime /,
    );
  });

  it("refuses an existing output before it works, and replaces it with --force", () => {
    writeFileSync(join(cwd, "there.csv"), "precious");
    const words = ["anonymize", "toy.csv", ...roles, "-k", "3", "-o", "there.csv"];
    const refused = kohort(words, { cwd });
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toBe('error: file "there.csv" exists already\nhint: use --force to replace it\n');
    expect(readFileSync(join(cwd, "there.csv"), "utf8")).toBe("precious");
    expect(kohort([...words, "--force"], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, "there.csv"), "utf8")).toMatch(/^age,zip,sex/);
  });

  it("refuses to write over its own input, even with --force", () => {
    const { code, stderr } = kohort(["anonymize", "toy.csv", ...roles, "-k", "3", "-o", "./toy.csv", "--force"], {
      cwd,
    });
    expect(code).toBe(2);
    expect(stderr).toContain("is the input itself");
    expect(readFileSync(join(cwd, "toy.csv"), "utf8")).toBe(toyCsv);
  });

  it("refuses to write anything over what it reads, even with --force and by a link", () => {
    const spec = `{"version": 1, "attributes": {"age": {"role": "quasi-identifying"}}, "privacy": [{"model": "k-anonymity", "k": 3}]}`;
    writeFileSync(join(cwd, "spec.json"), spec);
    symlinkSync(join(cwd, "toy.csv"), join(cwd, "linked.csv"));
    const words = ["anonymize", "toy.csv", "-c", "spec.json", "--sensitive", "sex", "--force"];
    const overwriting = [
      ...["--certificate", "--truth", "--recipe", "--class-table", "--ledger"].map((flag) => [flag, "toy.csv"]),
      ["--certificate", "linked.csv"],
      ["--report", "spec.json"],
    ];
    for (const [flag, path] of overwriting) {
      const { code, stderr } = kohort([...words, "-o", "other.csv", flag, path], { cwd });
      expect({ flag, code }).toEqual({ flag, code: 2 });
      expect(stderr).toMatch(/is the input itself|is read and would be written over/);
    }
    for (const flag of ["--certificate", "--class-table", "--truth"]) {
      expect(kohort([...words, "-o", "other.csv", flag, "./other.csv"], { cwd }).stderr).toContain("two files at once");
    }
    expect(existsSync(join(cwd, "other.csv"))).toBe(false);
    expect(readFileSync(join(cwd, "toy.csv"), "utf8")).toBe(toyCsv);
    expect(readFileSync(join(cwd, "spec.json"), "utf8")).toBe(spec);
    const others = [
      ["init", "toy.csv", "-o", "toy.csv"],
      ["synthesize", "toy.csv", "--label", "sex", "--model", "trees", "-o", "toy.csv"],
      ["frontier", "toy.csv", "--quasi", "age", "--ks", "2", "--method", "mondrian", "-o", "toy.csv"],
      ["hierarchy", "build", "toy.csv", "--column", "age", "--using", "intervals(width=5)", "-o", "toy.csv"],
    ];
    for (const typed of others) {
      expect(kohort([...typed, "--force"], { cwd })).toMatchObject({ code: 2, stdout: "" });
      expect(readFileSync(join(cwd, "toy.csv"), "utf8")).toBe(toyCsv);
    }
  });

  it("writes reports for programs and for people, and with --report-only nothing else", () => {
    const words = ["anonymize", "toy.csv", ...roles, "-k", "3", "--report-only"];
    expect(kohort([...words, "--report", "report.json"], { cwd }).stdout).toBe("");
    expect(JSON.parse(readFileSync(join(cwd, "report.json"), "utf8")).privacy[0].holds).toBe(true);
    expect(kohort([...words, "--report", "report.md", "-o", "never.csv"], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, "report.md"), "utf8")).toContain("kohort anonymize toy.csv --quasi age,zip,sex");
    expect(existsSync(join(cwd, "never.csv"))).toBe(false);
    expect(JSON.parse(kohort([...words, "--json"], { cwd }).stdout).release.rows).toBe(12);
    expect(kohort([...words, "--report", "report.pdf"], { cwd })).toMatchObject({ code: 2 });
  });

  it("exits with 1 when no release can meet the spec, and leaves nothing behind", () => {
    const before = readdirSync(cwd);
    const { code, stdout, stderr } = kohort(["anonymize", "toy.csv", ...roles, "-k", "13", "-o", "none.csv", "-q"], {
      cwd,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("error: no release meets the spec");
    expect(stderr).toContain("hint: the most that can be asked is k 12");
    expect(readdirSync(cwd)).toEqual(before);
  });

  it.each<[string, string[], string]>([
    ["no roles", ["toy.csv"], "kohort init toy.csv"],
    ["no privacy", ["toy.csv", "--quasi", "age"], "no privacy requirement is stated"],
    ["no data for --json", ["toy.csv", "--quasi", "age", "-k", "2", "--json"], "--json needs -o for the data"],
    ["a column that is not there", ["toy.csv", "--quasi", "agee", "-k", "2"], 'did you mean "age"?'],
    ["a file that is not there", ["nowhere.csv", "--quasi", "age", "-k", "2"], 'file "nowhere.csv" does not exist'],
    ["a folder", [".", "--quasi", "age", "-k", "2"], "is a folder"],
    ["a spec that is not there", ["toy.csv", "-c", "none.json"], 'file "none.json" does not exist'],
    ["k that is no number", ["toy.csv", "--quasi", "age", "-k", "many"], "many"],
    ["an algorithm of tomorrow", ["toy.csv", "--quasi", "age", "-k", "2", "--algorithm", "tomorrow"], "mondrian"],
    ["an option of tomorrow", ["toy.csv", "--quasi", "age", "-k", "2", "--option", "tomorrow=yes"], "effort"],
    ["no threads", ["toy.csv", "--quasi", "age", "-k", "2", "--threads", "0"], "--threads"],
    [
      "a folder for output",
      ["toy.csv", "--quasi", "age", "-k", "2", "-o", "no/where.csv"],
      'folder "no" does not exist',
    ],
  ])("refuses %s", (_, words, expected) => {
    const { code, stdout, stderr } = kohort(["anonymize", ...words, "--progress", "none"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(expected);
  });

  it("finds a slip in the flags before it reads the table", () => {
    for (const words of [
      ["--quasi", "agee", "-k", "2"],
      ["--quasi", "age", "-k", "0"],
      ["--quasi", "age", "--seed", "x"],
    ]) {
      const { code, stderr } = kohort(["anonymize", "large.csv", ...words], { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(/^error: /);
    }
  });

  it("points to the line of the spec that is wrong", () => {
    writeFileSync(
      join(cwd, "wrong.json"),
      '{ "version": 1,\n  "attributes": {\n    "zipp": { "role": "quasi-identifying" }\n  },\n  "privacy": [{ "model": "k-anonymity", "k": 2 }] }\n',
    );
    const { code, stderr } = kohort(["anonymize", "toy.csv", "-c", "wrong.json", "--progress", "none"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'error: attribute "zipp" is not in the table\n  at wrong.json:3:5   attributes.zipp\nhint: did you mean "zip"? columns are: name, age, zip, sex, diagnosis\n',
    );
  });

  it("finds hierarchy files beside the spec, and those of flags from where it is run", () => {
    shell("mkdir -p specs data && printf 'female;person;*\\nmale;person;*\\n' > specs/sex.csv", { cwd });
    shell("kohort hierarchy build toy.csv --column zip --using masking -o data/zip.csv", { cwd });
    writeFileSync(
      join(cwd, "specs", "kohort.json"),
      JSON.stringify({
        version: 1,
        attributes: {
          name: { role: "identifying" },
          age: { role: "unpublished" },
          diagnosis: { role: "sensitive" },
          zip: { role: "quasi-identifying" },
          sex: { role: "quasi-identifying", hierarchy: { kind: "file", path: "sex.csv" } },
        },
        privacy: [{ model: "k-anonymity", k: 6 }],
      }),
    );
    const { code, stdout, stderr } = shell(
      "kohort anonymize toy.csv -c specs/kohort.json --hierarchy zip=data/zip.csv -q",
      { cwd },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^02\*+,female,/m);
  });

  it("does not mind a reader that leaves early", () => {
    const { code, stdout, stderr } = shell(
      "set -o pipefail; kohort anonymize large.csv --quasi age,sex,zip --rest insensitive -k 5 -q | head -1",
      { cwd },
    );
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "name,age,sex,zip,education,job,admission,diagnosis\n",
      stderr: expect.stringMatching(/^(warning: .*\n)*$/),
    });
  });

  it("says a line per 10 % where nobody watches, and none when asked", () => {
    const words = ["anonymize", "large.csv", "--quasi", "age,sex,zip", "-k", "5", "--report-only"];
    const { stderr } = kohort(words, { cwd });
    const lines = stderr.split("\n").filter((line) => /^\w+ \d+ %$/.test(line));
    expect(lines.length).toBeGreaterThan(3);
    expect(new Set(lines).size).toBe(lines.length);
    expect(kohort([...words, "--progress", "none"], { cwd }).stderr).not.toMatch(/^\w+ \d+ %$/m);
    expect(kohort([...words, "-q"], { cwd }).stderr).not.toMatch(/^\w+ \d+ %$/m);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends on %s with %i and nothing written", async (signal, exitCode) => {
    const before = readdirSync(cwd);
    const output = join(cwd, "stopped.csv");
    const words = ["anonymize", join(cwd, "large.csv"), "--quasi", "age,sex,zip,education,job,admission", "-k", "5"];
    const { code, stdout, stderr } = await interrupted([...words, "-o", output], /read \d0 %/, signal);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: "" });
    expect(stderr).toContain("error: interrupted, nothing was written");
    expect(readdirSync(cwd)).toEqual(before);
  });

  it("previews ten rows on a bare terminal and says how to write them", ({ skip }) => {
    if (shell("command -v script").code !== 0) skip("script(1) is not here");
    const { stdout } = shell(
      'script -qec "$(printf "%q %q" "$NODE" "$PROGRAM") anonymize large.csv --quasi age,sex,zip -k 5 --color never" /dev/null',
      {
        cwd,
        env: { NODE: process.execPath, PROGRAM: join(import.meta.dirname, "..", "..", "dist", "bin", "kohort.js") },
      },
    );
    expect(stdout).toContain("… 59,990 more rows");
    expect(stdout).toContain("nothing yet; write it with -o FILE");
  });
});
