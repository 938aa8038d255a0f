import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const secret = "7f1c9be02d64a85330e7c1fb96d2485a";
const otherSecret = "e21b07c4f9a83d5560b7d48c1fae9327";

function write(name: string, text: string, mode = 0o600): void {
  writeFileSync(join(cwd, name), text);
  chmodSync(join(cwd, name), mode);
}

write("key", `${secret}\n`);
write("other-key", otherSecret);
write("a.csv", "name,born,age,zip\nAda,1980-02-01,34,1\nBo,1979-05-05,36,1\nCy,1975-01-01,39,2\nDi,1981-12-31,33,2\n");
write("b.csv", "age,patient,zip\n50,Cy,7\n51,Ada,7\n52,Zoe,8\n53,Bo,8\n");

const base = ["--quasi", "age,zip", "-k", "2", "--order", "input", "-q"];

function column(file: string, index: number): string[] {
  const lines = readFileSync(join(cwd, file), "utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => line.split(/,(?![^{[]*[}\]])/)[index]);
}

function everythingWritten(): string {
  return readdirSync(cwd)
    .filter((name) => name !== "key" && name !== "other-key" && name !== "open-key")
    .map((name) => readFileSync(join(cwd, name), "utf8"))
    .join("\n");
}

describe("kohort anonymize --replace", () => {
  it("gives the same person the same pseudonym in two files under one key, and another under another", () => {
    const pseudonym = ["--replace", "name=pseudonym(prefix=P-)"];
    const one = kohort(["anonymize", "a.csv", ...base, ...pseudonym, "--key-file", "key", "-o", "one.csv"], { cwd });
    expect(one).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error") });
    const two = ["anonymize", "b.csv", ...base, "--replace", "patient=pseudonym(prefix=P-)"];
    expect(kohort([...two, "--key-file", "key", "-o", "two.csv"], { cwd }).code).toBe(0);
    expect(kohort([...two, "--key-file", "other-key", "-o", "three.csv"], { cwd }).code).toBe(0);
    expect(kohort([...two, "-o", "four.csv"], { cwd, env: { KOHORT_KEY: secret } }).code).toBe(0);
    const [ada, bo, cy] = column("one.csv", 0);
    expect(ada).toMatch(/^P-[0-9A-Z]{16}$/);
    const again = column("two.csv", 1);
    expect([again[0], again[1], again[3]]).toEqual([cy, ada, bo]);
    expect(column("four.csv", 1)).toEqual(again);
    const all = new Set([...column("one.csv", 0), ...again]);
    expect(column("three.csv", 1).filter((name) => all.has(name))).toEqual([]);
  });

  it("never writes the key: not in releases, reports, the ledger, the truth or what is said", () => {
    const replaces = ["name=hash", "born=shift-dates(by=name)"].flatMap((how) => ["--replace", how]);
    const words = [
      "anonymize",
      "a.csv",
      "--quasi",
      "age,zip",
      "-k",
      "2",
      ...replaces,
      "--key-file",
      "key",
      "--verbose",
    ];
    const beside = ["--truth", "truth.csv", "--ledger", "ledger.json", "--class-table", "classes.csv", "--json"];
    const extras = beside.filter((word) => word !== "--class-table" && word !== "classes.csv");
    const done = kohort([...words, "-o", "all.csv", "--report", "all.md", ...extras], { cwd });
    const files = ["--report", "every.html", "--recipe", "every.json", "--certificate", "every-certificate.json"];
    const others = [
      kohort([...words, "--algorithm", "mondrian", "-o", "every.csv", ...files], { cwd }),
      kohort(["apply", "every.json", "a.csv", "--key-file", "key", "-o", "applied.csv", "--verbose"], { cwd }),
      kohort(["why", "every.csv", "--original", "a.csv", "--quasi", "age,zip", "-k", "2", "--row", "1"], { cwd }),
      kohort(["verify", "every.csv", "every-certificate.json"], { cwd }),
    ];
    expect(others.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const failed = [
      kohort([...words, "-o", "no.csv", "-k", "9"], { cwd }),
      kohort([...words, "-o", "no.csv", "--replace", "zip=pseudonym"], { cwd }),
      kohort(["anonymize", "a.csv", ...base, "--replace", "name=shift-dates(by=born)", "-o", "no.csv"], {
        cwd,
        env: { KOHORT_KEY: secret },
      }),
      kohort(["anonymize", "a.csv", ...base, "--replace", "name=hash", "-o", "no.csv"], {
        cwd,
        env: { KOHORT_KEY: secret.slice(0, 15) },
      }),
    ];
    expect(done.code).toBe(0);
    for (const { code } of failed) expect(code).not.toBe(0);
    const said = [done, ...others, ...failed].map(({ stdout, stderr }) => stdout + stderr).join("\n");
    const written = everythingWritten();
    for (const form of [secret, Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")]) {
      expect(said).not.toContain(form);
      expect(written).not.toContain(form);
    }
    expect(said).not.toContain(secret.slice(0, 15));
  });

  it("refuses a key that others may read, a weak one, and to go on without one", () => {
    write("open-key", secret, 0o640);
    const words = ["anonymize", "a.csv", ...base, "--replace", "name=pseudonym", "-o", "never.csv"];
    expect(kohort([...words, "--key-file", "open-key"], { cwd })).toMatchObject({
      code: 2,
      stderr: 'error: the key file "open-key" can be read by others\nhint: make it yours alone: chmod 600 open-key\n',
    });
    write("weak", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    expect(kohort([...words, "--key-file", "weak"], { cwd }).stderr).toContain("is too easily guessed");
    expect(kohort(words, { cwd }).stderr).toContain(
      'column "name" is to be replaced by pseudonym, which needs a key\nhint: give it with --key-file',
    );
  });

  it("names what is wrong with a replacement", () => {
    const said = (how: string): string =>
      kohort(["anonymize", "a.csv", ...base, "--replace", how, "--key-file", "key", "-o", "never.csv"], { cwd }).stderr;
    expect(said("name=pseudonim")).toMatch(/unknown replacement "pseudonim"\n.*\nhint: did you mean "pseudonym"\?/);
    expect(said("born=shift-dates(by=nam)")).toMatch(
      /column "nam" is not in the table\n.*\nhint: did you mean "name"\?/,
    );
    expect(said("age=hash")).toContain('"replace" is for identifying columns, and "age" is quasi-identifying');
    expect(said("name=mask")).toContain('"keep" is missing');
  });
});
