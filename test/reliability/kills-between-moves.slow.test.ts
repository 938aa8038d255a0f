/** A kill between two moves of files leaves no release without the files that go with it, and none beside another's. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { program, temporaryFolder } from "../cli/run-kohort.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const hook = new URL("kill-at-rename.mjs", import.meta.url).href;
const rows = Array.from({ length: 40 }, (_, i) => `${20 + (i % 10)},${["flu", "cold"][i % 2]}`);
const files = ["release.csv", "report.json", "certificate.json", "certificate.salt", "truth.csv"];

/** Makes a release with what goes beside it, killed at a move of a file; whether it ran to its end. */
function release(k: number, killAt: string): boolean {
  const beside = ["--report", "report.json", "--certificate", "certificate.json", "--truth", "truth.csv"];
  const asked = ["--quasi", "age", "--sensitive", "diagnosis", "-k", String(k), "--algorithm", "mondrian"];
  const words = ["anonymize", "data.csv", ...asked, "-o", "release.csv", ...beside, "--force", "-q"];
  const env = { ...process.env, KOHORT_KILL_AT: killAt };
  const { status, signal, stderr } = spawnSync(process.execPath, ["--import", hook, program, ...words], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  if (signal === "SIGKILL") return false;
  expect(status, stderr).toBe(0);
  return true;
}

/** Refuses a release that stands beside files of another, or without them. */
function expectWhole(): void {
  if (!existsSync(at("release.csv"))) return;
  expect(files.filter((name) => !existsSync(at(name)))).toEqual([]);
  const bytes = readFileSync(at("release.csv"));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const json = (name: string): { release: { sha256: string; rows: number } } =>
    JSON.parse(readFileSync(at(name), "utf8"));
  for (const name of ["report.json", "certificate.json"])
    expect([name, json(name).release.sha256]).toEqual([name, sha256]);
}

describe.each(["before", "after"])("a kill %s each move of a file", (moment) => {
  it.each([
    ["of a first release", undefined],
    ["of one that replaces another", 5],
  ])("%s leaves it whole, or leaves none", (_, earlier) => {
    writeFileSync(at("data.csv"), `age,diagnosis\n${rows.join("\n")}\n`);
    let kills = 0;
    for (let move = 1; ; move++) {
      for (const name of files) rmSync(at(name), { force: true });
      if (earlier !== undefined) expect(release(earlier, "")).toBe(true);
      const isDone = release(2, `${moment}:${move}`);
      expectWhole();
      if (isDone) break;
      kills++;
    }
    expect(kills).toBeGreaterThanOrEqual(files.length);
    expect(existsSync(at("release.csv"))).toBe(true);
  });
});
