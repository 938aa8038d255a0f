/** Kills of whole runs on a larger table, many of them while the release is being written. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { program } from "../cli/run-kohort.ts";
import { draft, hashOf, killOften } from "../reliability/kills.ts";

const folder = mkdtempSync(join(tmpdir(), "kohort-kills-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("kill -9 of whole runs", () => {
  it("leaves the old release or the new one, a hundred times", async () => {
    const lines = Array.from({ length: 400_000 }, (_, i) => `${20 + ((i * 13) % 61)},${(i * 7) % 97},${i}`);
    writeFileSync(join(folder, "input.csv"), `age,town,cost\n${lines.join("\n")}\n`);
    const words = [program, "anonymize", "input.csv", "--quasi", "age,town", "-k", "4", "-o", "release.csv", "--force"];
    expect(spawnSync(process.execPath, words, { cwd: folder }).status).toBe(0);
    const made = hashOf(readFileSync(join(folder, "release.csv")));
    writeFileSync(join(folder, "release.csv"), "an older release\n");
    const whole = new Set([hashOf("an older release\n"), made]);
    const subject = { words, folder, file: "release.csv", whole };
    const anytime = await killOften({ ...subject, waitsFor: "order", moment: (random) => random.below(900) }, 50, 9);
    const writing = await killOften({ ...subject, waitsFor: draft, moment: (random) => random.below(200) }, 50, 10);
    const drafts = anytime.whileWriting + writing.whileWriting;
    console.log(`100 kills: ${drafts} while a draft lay there, ${anytime.torn + writing.torn} torn`);
    for (const killed of [anytime, writing]) expect(killed).toMatchObject({ torn: 0, open: 0 });
    expect(drafts).toBeGreaterThan(20);
  });
});
