import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { interrupted, temporaryFolder } from "./run-kohort.ts";

const folder = temporaryFolder();

/** Two hundred records without any pattern, for which no proof at k = 5 comes within the time. */
function hardTable(): string {
  const path = join(folder, "hard.csv");
  const rows = Array.from({ length: 200 }, (_, row) => [1, 2, 3, 4].map((by) => (row * 7919 * by * by) % 97).join());
  writeFileSync(path, `a,b,c,d\n${rows.join("\n")}\n`);
  return path;
}

describe("the first Ctrl-C", () => {
  it("stops a search that has a result, and the audited best so far is written", async () => {
    const output = join(folder, "best.csv");
    const words = ["anonymize", hardTable(), "--quasi", "a,b,c,d", "-k", "5", "--algorithm", "exact"];
    const more = ["--option", "seconds=1000", "--progress", "plain", "-o", output];
    const { code, stderr } = await interrupted([...words, ...more], /search \d+ %/, "SIGINT");
    expect(stderr).toContain("best so far");
    expect(code).toBe(0);
    expect(existsSync(output)).toBe(true);
    expect(readFileSync(output, "utf8").trim().split("\n")).toHaveLength(201);
  });
});
