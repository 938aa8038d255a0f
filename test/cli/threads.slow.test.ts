import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { censusBlocks, censusQuasiIdentifiers } from "../../src/sample/index.ts";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const folder = temporaryFolder();

describe("a work that stands apart", () => {
  it("is done where there is one thread, too", () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${20 + ((i * 17) % 41)},${"abcd"[(i * 7) % 4]},${"xyz"[i % 3]}`);
    const input = `age,town,job\n${rows.join("\n")}\n`;
    const words = ["--quasi", "age,town,job", "-k", "3", "--algorithm", "exact", "--option", "seconds=1", "-q"];
    const { code, stdout, stderr } = kohort(["anonymize", "-", ...words, "--threads", "1"], { input });
    expect(code, stderr).toBe(0);
    expect(stdout.trimEnd().split("\n").length).toBe(31);
  });
});

describe("a table large enough for threads", () => {
  it("gives the same bytes on one, two and three of them", () => {
    const input = join(folder, "census.csv");
    const file = openSync(input, "w");
    for (const block of censusBlocks({ rows: 2_100_000, seed: 5 })) writeSync(file, block);
    closeSync(file);
    const releases = [1, 2, 3].map((threads) => {
      const output = join(folder, `release-${threads}.csv`);
      const words = ["--quasi", censusQuasiIdentifiers.join(","), "-k", "25", "-o", output, "-q", "--json"];
      const { code, stdout } = kohort(["anonymize", input, ...words, "--threads", String(threads)]);
      expect(code).toBe(0);
      const { release } = JSON.parse(stdout) as { release: { sha256: string; rows: number; smallest: number } };
      expect(release.rows).toBe(2_100_000);
      expect(release.smallest).toBeGreaterThanOrEqual(25);
      if (threads === 1) {
        expect(createHash("sha256").update(readFileSync(output)).digest("hex")).toBe(release.sha256);
      }
      return release.sha256;
    });
    expect(new Set(releases).size).toBe(1);
  });
});

describe("local recoding on threads", () => {
  it("gives the same bytes on one, two and three of them", () => {
    const input = join(folder, "people.csv");
    writeFileSync(input, Buffer.concat([...censusBlocks({ rows: 20_000, seed: 6 })]));
    const words = ["--quasi", censusQuasiIdentifiers.join(","), "-k", "10", "-q"];
    const options = ["--option", "partition=false", "--option", "planned=2"];
    const hashes = [1, 2, 3].map((threads) => {
      const output = join(folder, `local-${threads}.csv`);
      const { code } = kohort(["anonymize", input, ...words, ...options, "-o", output, "--threads", String(threads)]);
      expect(code).toBe(0);
      return createHash("sha256").update(readFileSync(output)).digest("hex");
    });
    expect(new Set(hashes).size).toBe(1);
  });
});
