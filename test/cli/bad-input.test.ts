/** Every kind of bad input gets its sentence, place and hint, exit code 2, and no output file. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faulty, kohort, program, shell, temporaryFolder } from "./run-kohort.ts";

const folder = temporaryFolder();
const good = "name,age,sex\nann,31,f\nbob,35,m\ncay,32,f\ndan,36,m\n";

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const input = file("good.csv", good);
const flags = ["--quasi", "age,sex", "-k", "2"];

type Case = { readonly words: readonly string[]; readonly says: RegExp; readonly env?: Record<string, string> };

const cases: Record<string, Case> = {
  "a missing file": { words: [join(folder, "none.csv"), ...flags], says: /"[^"]*none\.csv" does not exist\nhint:/ },
  "a directory": { words: [folder, ...flags], says: /is a folder\nhint: name a file/ },
  "an empty file": { words: [file("empty.csv", ""), ...flags], says: /the file is empty\n {2}at .*empty\.csv/ },
  "a header only": {
    words: [file("header.csv", "age,sex\n"), ...flags],
    says: /header but no records\n {2}at .*header\.csv/,
  },
  "a binary file": {
    words: [file("binary.csv", Uint8Array.from([0x89, 0x50, 0, 0, 1, 0x0a, 0, 2])), ...flags],
    says: /the file is not text.*\n {2}at .*binary\.csv:\d+\nhint:/,
  },
  "a workbook": {
    words: [file("sheet.xlsx", Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0x0a, 0])), ...flags],
    says: /not text but a workbook or another zip\n {2}at .*sheet\.xlsx:1\nhint: .*save the sheet as CSV/,
  },
  "a compressed file": {
    words: [file("good.csv.gz", Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0x0a])), ...flags],
    says: /not text but compressed\n {2}at .*good\.csv\.gz:1\nhint: unpack it first/,
  },
  "a duplicate header": {
    words: [file("twice.csv", "age,sex,age\n1,f,2\n"), ...flags],
    says: /columns 1 and 3 are both named "age"\n {2}at .*twice\.csv\nhint:/,
  },
  "a ragged row": {
    words: [file("ragged.csv", "age,sex\n1,f\n2\n3,m\n"), ...flags],
    says: /row 2 has 1 field, the header has 2\n {2}at .*ragged\.csv:3\nhint:/,
  },
  "an unknown column": {
    words: [input, "--quasi", "agee,sex", "-k", "2"],
    says: /"agee" is not in the table[\s\S]*hint: did you mean "age"\?/,
  },
  "a column in two roles": {
    words: [input, "--quasi", "age,sex", "--sensitive", "age", "-k", "2"],
    says: /"age".*(twice|both|two)[\s\S]*hint:/,
  },
  "a name in a numeric hierarchy": {
    words: [input, "--quasi", "age,sex", "--hierarchy", "sex=intervals(width=5)", "-k", "2"],
    says: /"f"[\s\S]*hint:/,
  },
  "a hierarchy that misses a value": {
    words: [input, "--quasi", "age,sex", "--hierarchy", `sex=${file("misses.csv", "f;*\n")}`, "-k", "2"],
    says: /hierarchy misses 1 value of "sex": m\n {2}at .*misses\.csv\nhint:/,
  },
  "a hierarchy with two parents": {
    words: [input, "--quasi", "age,sex", "--hierarchy", `sex=${file("parents.csv", "f;a;x;*\nm;a;y;*\n")}`, "-k", "2"],
    says: /"a"[\s\S]*"x"[\s\S]*"y"/,
  },
  "a malformed spec": {
    words: [input, "-c", file("broken.json", '{\n  "version": 1,\n  "attributes": { "age" { } }\n}\n')],
    says: /at .*broken\.json:3:25/,
  },
  "a spec with an unknown key": {
    words: [input, "-c", file("unknown.json", '{\n  "version": 1,\n  "atributes": {},\n  "privacy": []\n}\n')],
    says: /unknown key "atributes"\n {2}at .*unknown\.json:3:3[\s\S]*did you mean "attributes"\?/,
  },
  "a full disk": {
    words: [input, ...flags],
    says: /no space left[\s\S]*hint: nothing was half-written/,
    env: faulty("full-disk"),
  },
};

describe("bad input", () => {
  it.each(Object.keys(cases))("%s", (name) => {
    const { words, says, env } = cases[name];
    const output = join(folder, "release.csv");
    const before = readdirSync(folder).length;
    const { code, stdout, stderr } = kohort(
      ["anonymize", ...words, "-o", output, "--progress", "none"],
      env === undefined ? {} : { env },
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/\n\s+at .*\.(js|ts):\d+:\d+\)?$/m);
    expect(existsSync(output)).toBe(false);
    expect(readdirSync(folder).length).toBe(before);
  });

  it("an output that exists", () => {
    const output = file("there.csv", "mine\n");
    const { code, stderr } = kohort(["anonymize", input, ...flags, "-o", output]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/there\.csv" exists already\nhint: use --force/);
  });

  it("an output that cannot be written", () => {
    const locked = join(folder, "locked");
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    const none = kohort(["anonymize", input, ...flags, "-o", join(folder, "no", "release.csv")]);
    expect(none.code).toBe(2);
    expect(none.stderr).toMatch(/folder "[^"]*no" does not exist\nhint:/);
    const open = join(folder, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    chmodSync(folder, 0o755);
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    for (const paths of [
      ["-o", join(locked, "release.csv")],
      ["-o", join(open, "release.csv"), "--report", join(locked, "report.html")],
    ]) {
      const words = [program, "anonymize", input, ...flags, ...paths];
      const denied = spawnSync(process.execPath, words, { encoding: "utf8", ...nobody });
      expect(denied.status).toBe(2);
      expect(denied.stderr).toMatch(/may not be written\nhint:/);
    }
    expect(readdirSync(open)).toEqual([]);
  });

  it("an output whose name says that it is no text", () => {
    const { code, stderr } = kohort(["anonymize", input, ...flags, "-o", join(folder, "release.xlsx")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/rows cannot be written as "[^"]*release\.xlsx"\nhint: name it \*\.csv/);
  });

  it("stdin that is closed early", () => {
    const empty = shell(`kohort anonymize - ${flags.join(" ")} -o "${join(folder, "none.out")}" < /dev/null`);
    expect(empty.code).toBe(2);
    expect(empty.stderr).toMatch(/the file is empty\n {2}at stdin/);
    const cut = shell(
      `printf 'age,sex\\n1,"f' | kohort anonymize - ${flags.join(" ")} -o "${join(folder, "none.out")}"`,
    );
    expect(cut.code).toBe(2);
    expect(cut.stderr).toMatch(/opens a quote that is never closed\n {2}at stdin:2/);
    expect(existsSync(join(folder, "none.out"))).toBe(false);
  });
});

describe("a release that is changed between writing and audit", () => {
  it("is not published", () => {
    const output = join(folder, "tampered.csv");
    const before = readdirSync(folder).length;
    const { code, stderr } = kohort(["anonymize", input, ...flags, "-o", output], { env: faulty("changed-cell") });
    expect(code).toBe(1);
    expect(stderr).toMatch(/the written file does not hold k-anonymity: asked 2, measured 1/);
    expect(existsSync(output)).toBe(false);
    expect(readdirSync(folder).length).toBe(before);
  });
});
