/** Both verifiers fold spellings alike, each by its own means. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCsv, spellingKey } from "../../src/table/index.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { certifiedOf, independent, independentProblems, libraryProblems, textOf, verifier } from "./certified.ts";

const cwd = temporaryFolder();

describe("spellings", () => {
  it("of every character are the same to both verifiers, alone and after a letter", () => {
    const differing: string[] = [];
    for (let point = 0; point < 0x11000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue;
      for (const text of [String.fromCodePoint(point), `E${String.fromCodePoint(point)}\u0323e`]) {
        if (independent.spellingOf(text) !== spellingKey(text)) differing.push(point.toString(16));
      }
    }
    expect(differing).toEqual([]);
  });

  const rows = Array.from({ length: 24 }, (_, i) => `${20 + (i % 3)},${["flu", "Flu ", "FLU", "gout"][i % 4]}`);
  const table = readCsv(`age,illness\n${rows.join("\n")}\n`);
  const making = (spelling: "folded" | "exact") => ({
    spec: {
      attributes: { age: { role: "quasi-identifying" }, illness: { role: "sensitive" } },
      privacy: [{ model: "l-diversity", l: 2, attribute: "illness" }],
      spelling,
    } as const,
  });

  it.each(["folded", "exact"] as const)("that are %s are certified so", (spelling) => {
    const { bytes, text, certificate } = certifiedOf(table, making(spelling));
    expect([libraryProblems(bytes, text), independentProblems(bytes, text)]).toEqual([[], []]);
    expect(certificate.measured.privacy[0]!.measured).toBe(spelling === "folded" ? 2 : 4);
    const words = ", spellings of a value counted apart\n";
    writeFileSync(join(cwd, "release.csv"), bytes);
    writeFileSync(join(cwd, "c.json"), text);
    const other = spawnSync(process.execPath, [verifier, "release.csv", "c.json"], { cwd, encoding: "utf8" });
    const own = kohort(["verify", "release.csv", "c.json", "-q"], { cwd });
    expect([own.code, other.status], own.stderr).toEqual([0, 0]);
    expect([own, other].map(({ stdout }) => stdout.includes(words))).toEqual(
      spelling === "exact" ? [true, true] : [false, false],
    );
    const { spelling: stated, ...others } = certificate.sensitive[0]!;
    const forged = textOf({
      ...certificate,
      sensitive: [{ ...others, ...(stated === undefined ? { spelling: "exact" } : {}) }],
    });
    expect(libraryProblems(bytes, forged)).not.toEqual([]);
    expect(independentProblems(bytes, forged)).not.toEqual([]);
  });
});
