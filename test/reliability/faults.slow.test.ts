/** What breaks around the program leaves the old file or the new one, and a sentence. */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { faulty, kohort, program, shell, temporaryFolder } from "../cli/run-kohort.ts";
import { hashOf, killOften } from "./kills.ts";

const cwd = temporaryFolder();
const engine = join(import.meta.dirname, "..", "..", "dist", "engine", "index.js");
const flags = ["--quasi", "age,town", "-k", "4"];

beforeAll(() => {
  const lines = Array.from({ length: 40_000 }, (_, i) => `${20 + ((i * 13) % 61)},${(i * 7) % 97},${i}`);
  writeFileSync(join(cwd, "input.csv"), `age,town,cost\n${lines.join("\n")}\n`);
});

describe("kill -9", () => {
  it("at random moments of writing leaves the old file or the new one", async () => {
    const folder = join(cwd, "drafts");
    mkdirSync(folder);
    const contents = ["old", "new"].map((word) => `${word}\n`.repeat(60_000));
    const script = `
      import { writeDraft } from ${JSON.stringify(engine)};
      const blocks = (word) => Array.from({ length: 60 }, () => new TextEncoder().encode((word + "\\n").repeat(1000)));
      console.log("begin");
      for (let i = 0; ; i++) (await writeDraft("target", blocks(i % 2 ? "old" : "new"), {})).publish(true);`;
    writeFileSync(join(folder, "write.mjs"), script);
    writeFileSync(join(folder, "target"), contents[0]);
    const whole = new Set(contents.map(hashOf));
    const subject = { words: ["write.mjs"], folder, file: "target", whole, waitsFor: "begin" };
    const found = new Set<string>();
    let whileWriting = 0;
    // on a busy machine the first rounds may end before anything is written
    for (let round = 1; round <= 20 && (whileWriting <= 3 || found.size < 2); round++) {
      const killed = await killOften({ ...subject, moment: (random) => random.below(60 * round) }, 15, 2 + round);
      expect(killed).toMatchObject({ torn: 0, open: 0 });
      whileWriting += killed.whileWriting;
      for (const hash of killed.found.keys()) found.add(hash);
    }
    expect(whileWriting).toBeGreaterThan(3);
    expect(found.size).toBe(2);
  });

  it("of a whole run leaves the old release or the new one, and the next run is none the worse", async () => {
    const folder = join(cwd, "runs");
    mkdirSync(folder);
    copyFileSync(join(cwd, "input.csv"), join(folder, "input.csv"));
    const words = [program, "anonymize", "input.csv", ...flags, "-o", "release.csv", "--force", "--threads", "1"];
    expect(spawnSync(process.execPath, words, { cwd: folder }).status).toBe(0);
    const made = readFileSync(join(folder, "release.csv"));
    writeFileSync(join(folder, "release.csv"), "an older release\n");
    const whole = new Set([hashOf("an older release\n"), hashOf(made)]);
    const subject = { words, folder, file: "release.csv", whole, waitsFor: "search", moment: () => 0 };
    const killed = await killOften({ ...subject, moment: (random) => random.below(250) }, 6, 5);
    expect(killed).toMatchObject({ torn: 0, open: 0 });
    expect(spawnSync(process.execPath, words, { cwd: folder }).status).toBe(0);
    expect(hashOf(readFileSync(join(folder, "release.csv")))).toBe(hashOf(made));
  });
});

describe("a full disk", () => {
  it("leaves the old files, all of them", () => {
    const files = ["old.csv", "old.html", "old.json", "old.salt"];
    for (const name of files) writeFileSync(join(cwd, name), `mine: ${name}\n`);
    const before = readdirSync(cwd).length;
    const words = ["-o", "old.csv", "--report", "old.html", "--certificate", "old.json", "--force", "-q"];
    const { code, stderr } = kohort(["anonymize", "input.csv", ...flags, ...words], {
      cwd,
      env: faulty("full-disk"),
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/no space left[\s\S]*hint: nothing was half-written/);
    for (const name of files) expect(readFileSync(join(cwd, name), "utf8")).toBe(`mine: ${name}\n`);
    expect(readdirSync(cwd).length).toBe(before);
  });

  it("behind stdout is a sentence and no success", () => {
    const { code, stderr } = shell(`kohort anonymize input.csv ${flags.join(" ")} -q > /dev/full`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/no space left/);
  });
});

describe("unreadable input", () => {
  it("that may not be opened is refused with a sentence", () => {
    const folder = join(cwd, "private");
    mkdirSync(folder);
    writeFileSync(join(folder, "secret.csv"), "age,town\n1,2\n");
    chmodSync(join(folder, "secret.csv"), 0o000);
    chmodSync(cwd, 0o755);
    const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const words = [program, "anonymize", join(folder, "secret.csv"), ...flags, "-q"];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8", ...nobody });
    expect(status).toBe(2);
    expect(stderr).toMatch(/secret\.csv" may not be opened\nhint: check its permissions/);
  });

  it("that fails while it is read is refused with a sentence", () => {
    const { code, stderr, stdout } = kohort(["anonymize", "/proc/self/mem", ...flags, "-q"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: .*\n/);
  });
});

describe("a closed pipe", () => {
  it.each([
    "anonymize input.csv",
    "audit input.csv",
    "inspect input.csv",
    "frontier input.csv --ks 4 --method mondrian",
  ])("ends kohort %s without an error", (words) => {
    const own = words.startsWith("inspect") || words.startsWith("frontier") ? words : `${words} -k 1`;
    const roles = words.startsWith("inspect") ? "" : "--quasi age,town";
    const { code, stderr } = shell(`set -o pipefail; kohort ${own} ${roles} -q | true`, { cwd });
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain("error");
  });
});
