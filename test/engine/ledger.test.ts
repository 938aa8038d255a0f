import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anonymizeFile, openPool } from "../../src/engine/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { temporaryFolder } from "../cli/run-kohort.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

const spec: Spec = {
  version: 1,
  attributes: { name: { role: "identifying" }, age: { role: "quasi-identifying" } },
  privacy: [{ model: "k-anonymity", k: 3 }],
  algorithm: { name: "mondrian" },
};

async function release(output: string, meanwhile: () => void = () => {}): Promise<void> {
  const pool = openPool(1);
  try {
    const request = { input: { path: at("people.csv"), options: {} }, specOf: () => spec, folder };
    const ledger = { path: at("ledger.json"), refuse: false };
    let isDone = false;
    const onProgress = ({ stage }: { stage: string }): void => {
      if (stage !== "audit" || isDone) return;
      isDone = true;
      meanwhile();
    };
    await anonymizeFile({ ...request, output: at(output), ledger }, pool, { onProgress });
    expect(isDone).toBe(true);
  } finally {
    await pool.close();
  }
}

const releases = (text: string): number => (JSON.parse(text) as { releases: unknown[] }).releases.length;

describe("a ledger", () => {
  it("forgets no release when two are made at once", async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `p${i},${20 + (i % 9)}`);
    writeFileSync(at("people.csv"), `name,age\n${lines.join("\n")}\n`);
    await release("first.csv");
    const first = readFileSync(at("ledger.json"), "utf8");
    await release("second.csv");
    const both = readFileSync(at("ledger.json"), "utf8");
    writeFileSync(at("ledger.json"), first);
    const meanwhile = (): void => writeFileSync(at("ledger.json"), both);
    await expect(release("third.csv", meanwhile)).rejects.toThrow(/another release was written to the ledger/);
    expect(existsSync(at("third.csv"))).toBe(false);
    expect(releases(readFileSync(at("ledger.json"), "utf8"))).toBe(2);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    await release("third.csv");
    expect(releases(readFileSync(at("ledger.json"), "utf8"))).toBe(3);
  });

  it("does not name a release that could not take its place", async () => {
    const before = releases(readFileSync(at("ledger.json"), "utf8"));
    await expect(release("fourth.csv", () => writeFileSync(at("fourth.csv"), "theirs"))).rejects.toThrow(
      /exists already/,
    );
    expect(readFileSync(at("fourth.csv"), "utf8")).toBe("theirs");
    expect(releases(readFileSync(at("ledger.json"), "utf8"))).toBe(before);
  });
});
