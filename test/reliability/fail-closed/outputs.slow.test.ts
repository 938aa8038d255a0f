/** Where results go: never over a device, a pipe or a link, never two into one file, all of them or none. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anonymizeFile, openPool, publishAll, writeDraft } from "../../../src/engine/index.ts";
import type { Spec } from "../../../src/spec/index.ts";
import { publishFolder } from "../../../src/store/spark-write.ts";
import { kohort, temporaryFolder } from "../../cli/run-kohort.ts";

const root = temporaryFolder();
const rows = Array.from({ length: 40 }, (_, i) => `${20 + (i % 10)},${100 + (i % 4)},${["flu", "cold"][i % 2]}`);
const roles = ["--quasi", "age,zip", "--sensitive", "diagnosis", "-k", "4", "--algorithm", "mondrian"];

function workplace(name: string): string {
  const cwd = join(root, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "data.csv"), `age,zip,diagnosis\n${rows.join("\n")}\n`);
  return cwd;
}

/** Things that are no plain file, each with what it must still be afterwards. */
function oddThings(cwd: string): string[] {
  expect(spawnSync("sh", ["-c", 'mkfifo "$0"', join(cwd, "pipe.csv")]).status).toBe(0);
  writeFileSync(join(cwd, "other"), "another's\n");
  symlinkSync("/dev/null", join(cwd, "device.csv"));
  symlinkSync(join(cwd, "other"), join(cwd, "link.csv"));
  symlinkSync(join(cwd, "nowhere"), join(cwd, "dangling.csv"));
  return ["pipe.csv", "device.csv", "link.csv", "dangling.csv"];
}

describe("an output that is no plain file", () => {
  it("is refused by every flag that writes, and stays what it was", () => {
    const cwd = workplace("odd");
    const odd = oddThings(cwd);
    const before = odd.map((name) => lstatSync(join(cwd, name)).ino);
    const files = readdirSync(cwd).sort();
    const flags = ["-o", "--truth", "--certificate", "--ledger", "--recipe", "--class-table", "--figure", "--report"];
    for (const [i, flag] of flags.entries()) {
      // every flag with one of them, so that each is tried twice
      const name = odd[i % odd.length];
      const form = { "--figure": ".svg", "--report": ".html" }[flag];
      const path = form === undefined ? name : name.replace(".csv", form);
      if (form !== undefined) spawnSync("cp", ["-a", name, path], { cwd });
      const own = flag === "-o" ? [] : ["-o", "release.csv"];
      const { code, stderr } = kohort(["anonymize", "data.csv", ...roles, ...own, flag, path, "--force", "-q"], {
        cwd,
      });
      expect([flag, code, stderr]).toEqual([flag, 2, expect.stringMatching(/is (a link|a pipe or a device)/)]);
      if (form !== undefined) spawnSync("rm", [path], { cwd });
    }
    expect(odd.map((name) => lstatSync(join(cwd, name)).ino)).toEqual(before);
    expect(readFileSync(join(cwd, "other"), "utf8")).toBe("another's\n");
    expect(readdirSync(cwd).sort()).toEqual(files);
  });

  it("is refused by every other command that writes, and by DuckDB", () => {
    const cwd = workplace("odd-commands");
    oddThings(cwd);
    const files = readdirSync(cwd).sort();
    const lines = [
      ["anonymize", "data.csv", ...roles, "--engine", "duckdb", "-o", "device.csv"],
      ["init", "data.csv", "-o", "pipe.csv"],
      ["hierarchy", "build", "data.csv", "--column", "age", "--using", "intervals(width=5)", "-o", "link.csv"],
      ["frontier", "data.csv", ...roles.slice(0, 4), "--ks", "4", "--method", "mondrian", "-o", "dangling.csv"],
      ["synthesize", "data.csv", "--label", "diagnosis", "--model", "trees", "-o", "device.csv"],
    ];
    for (const words of lines) {
      const { code, stderr } = kohort([...words, "--force", "-q"], { cwd });
      expect([words[0], code, stderr]).toEqual([words[0], 2, expect.stringMatching(/is (a link|a pipe or a device)/)]);
    }
    expect(readdirSync(cwd).sort()).toEqual(files);
  });

  it("as /dev/stdout, with --force, leaves the device link where it is", () => {
    const cwd = workplace("stdout");
    const { code, stderr } = kohort(["anonymize", "data.csv", ...roles, "-o", "/dev/stdout", "--force"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('"/dev/stdout" is no file')]);
    expect(lstatSync("/dev/stdout").isSymbolicLink()).toBe(true);
    expect(kohort(["anonymize", "data.csv", ...roles, "-o", "/dev/null", "--force"], { cwd }).code).toBe(2);
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it("is not renamed over by a release of Spark either", () => {
    const cwd = workplace("spark");
    oddThings(cwd);
    mkdirSync(join(cwd, ".draft"));
    for (const name of ["pipe.csv", "device.csv", "link.csv"]) {
      expect(() => publishFolder(join(cwd, ".draft"), join(cwd, name), true)).toThrow(/is (a link|a pipe or a device)/);
      expect(lstatSync(join(cwd, name)).isDirectory()).toBe(false);
    }
  });

  it("that became one meanwhile is not renamed over", async () => {
    const cwd = workplace("meanwhile");
    const draft = await writeDraft(join(cwd, "x"), [new Uint8Array(1)], {});
    symlinkSync("/dev/null", join(cwd, "x"));
    expect(() => draft.publish(true)).toThrow(/is a link/);
    draft.discard();
    expect(lstatSync(join(cwd, "x")).isSymbolicLink()).toBe(true);
  });
});

describe("two outputs that are one file", () => {
  it.each([
    ["the salt of a certificate and the release", ["-o", "x.salt", "--certificate", "x.json"]],
    ["the salt by another spelling", ["-o", "./sub/../x.salt", "--certificate", "x.json"]],
    ["names that differ in case", ["-o", "x.csv", "--recipe", "X.CSV"]],
    ["names that differ in Unicode form", ["-o", "é.csv", "--recipe", "e\u0301.csv"]],
    ["through a link of a folder", ["-o", "same/x.csv", "--class-table", "x.csv"]],
    ["by a hard link", ["-o", "a.csv", "--class-table", "b.csv"]],
    ["the report and the certificate", ["-o", "x.csv", "--certificate", "r.json", "--report", "R.json"]],
    ["the truth and the ledger", ["-o", "x.csv", "--truth", "l", "--ledger", "L"]],
    ["the figure and the report", ["-o", "x.csv", "--figure", "f.svg", "--certificate", "F.SVG"]],
    ["the ledger and the salt", ["-o", "x.csv", "--certificate", "c.json", "--ledger", "c.salt"]],
  ])("are refused before work: %s", (_, words) => {
    const cwd = join(root, "twins");
    if (!existsSync(cwd)) {
      workplace("twins");
      mkdirSync(join(cwd, "sub"));
      symlinkSync(cwd, join(cwd, "same"));
      writeFileSync(join(cwd, "a.csv"), "");
      linkSync(join(cwd, "a.csv"), join(cwd, "b.csv"));
    }
    const files = readdirSync(cwd).sort();
    const { code, stderr } = kohort(["anonymize", "data.csv", ...roles, ...words, "--force"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("cannot be two files at once")]);
    expect(stderr).not.toContain("read …");
    expect(readdirSync(cwd).sort()).toEqual(files);
  });

  it("are refused by the library too, and so is the input", async () => {
    const cwd = workplace("library");
    const spec: Spec = {
      version: 1,
      attributes: { age: { role: "quasi-identifying" }, zip: { role: "quasi-identifying" } },
      privacy: [{ model: "k-anonymity", k: 4 }],
    };
    const request = {
      input: { path: join(cwd, "data.csv"), options: {} },
      specOf: () => spec,
      folder: cwd,
      force: true,
    };
    const certificate = { path: join(cwd, "x.json"), version: "1" };
    const twins = { ...request, output: join(cwd, "x.salt"), format: "csv" as const, certificate };
    await expect(anonymizeFile(twins, openPool(1))).rejects.toThrow("cannot be two files at once");
    const over = { ...request, output: join(cwd, "x.csv"), truth: join(cwd, "data.csv") };
    await expect(anonymizeFile(over, openPool(1))).rejects.toThrow("is the input itself");
    expect(readFileSync(join(cwd, "data.csv"), "utf8")).toContain("age,zip");
  });
});

describe("a file beside the release that cannot be written", () => {
  it.each([
    ["--figure", ["--quasi", "age", "--figure", "f.svg"], "needs two quasi-identifiers"],
    ["--class-table", ["--quasi", "age,zip", "--class-table", "c.csv"], "needs a sensitive column"],
  ])("leaves nothing published: %s", (_, words, sentence) => {
    const cwd = workplace(`unwritable${words.at(-1)}`);
    const others = ["--certificate", "c.json", "--recipe", "r.json", "--truth", "t.csv", "--ledger", "l.json"];
    const own = ["-k", "4", "--algorithm", "mondrian", "-o", "release.csv", "--report", "r.html", ...others];
    const { code, stderr } = kohort(["anonymize", "data.csv", ...words, ...own, "-q"], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(readdirSync(cwd)).toEqual(["data.csv"]);
  });

  it("leaves nothing published where its folder is gone, in memory and in DuckDB", () => {
    for (const engine of ["memory", "duckdb"]) {
      const cwd = workplace(`gone-${engine}`);
      writeFileSync(join(cwd, "release.csv"), "an older release\n");
      const words = ["--engine", engine, "-o", "release.csv", "--report", "no/r.json", "--force", "-q"];
      const { code } = kohort(["anonymize", "data.csv", ...roles, ...words], { cwd });
      expect(code).toBe(2);
      expect(readdirSync(cwd).sort()).toEqual(["data.csv", "release.csv"]);
      expect(readFileSync(join(cwd, "release.csv"), "utf8")).toBe("an older release\n");
    }
  });

  it("takes back those that are already in their place", async () => {
    const cwd = workplace("together");
    writeFileSync(join(cwd, "old"), "old\n", { mode: 0o640 });
    const write = (name: string) => writeDraft(join(cwd, name), [new TextEncoder().encode("new\n")], {});
    const drafts = [await write("old"), await write("fresh"), await write("taken")];
    const leaving = drafts.map((draft, i) => ({ draft, force: i === 0 }));
    const late = publishAll(leaving, {
      publish: async () => {
        throw new Error("the last cannot take its place");
      },
    });
    await expect(late).rejects.toThrow("the last");
    expect(readdirSync(cwd).sort()).toEqual(["data.csv", "old"]);
    expect([readFileSync(join(cwd, "old"), "utf8"), statSync(join(cwd, "old")).mode & 0o777]).toEqual(["old\n", 0o640]);
    const again = [await write("old"), await write("fresh"), await write("taken")];
    writeFileSync(join(cwd, "taken"), "somebody's\n");
    await expect(publishAll(again.map((draft, i) => ({ draft, force: i === 0 })))).rejects.toThrow("exists already");
    for (const draft of again) draft.discard();
    expect(readdirSync(cwd).sort()).toEqual(["data.csv", "old", "taken"]);
    expect(readFileSync(join(cwd, "old"), "utf8")).toBe("old\n");
  });
});
