/** Both verifiers fold spellings alike, each by its own means. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, property, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsv, spellingKey, valueKey } from "../../src/table/index.ts";
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

  it("of numbers are the same to both verifiers", () => {
    const text = stringMatching(/^ ?[-+]?[01]{0,4}\.?[0-9]{0,2}([eE]?[-+]?[01]{0,2}|x|e0?9999999999)$/);
    assert(
      property(text, text, (a, b) => {
        expect(independent.numberOrText(a) === independent.numberOrText(b)).toBe(valueKey(a) === valueKey(b));
      }),
      { numRuns: 20_000 },
    );
    const spelled = ["1000", "1000.0", "1e3", "+01000.", "10E2", "0.1e4"];
    expect(new Set(spelled.map((one) => independent.numberOrText(one))).size).toBe(1);
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
    expect(certificate.measured.privacy[0].measured).toBe(spelling === "folded" ? 2 : 4);
    const words = ", spellings of a value counted apart\n";
    writeFileSync(join(cwd, "release.csv"), bytes);
    writeFileSync(join(cwd, "c.json"), text);
    const other = spawnSync(process.execPath, [verifier, "release.csv", "c.json"], { cwd, encoding: "utf8" });
    const own = kohort(["verify", "release.csv", "c.json", "-q"], { cwd });
    expect([own.code, other.status], own.stderr).toEqual([0, 0]);
    expect([own, other].map(({ stdout }) => stdout.includes(words))).toEqual(
      spelling === "exact" ? [true, true] : [false, false],
    );
    const { spelling: stated, ...others } = certificate.sensitive[0];
    const forged = textOf({
      ...certificate,
      sensitive: [{ ...others, ...(stated === undefined ? { spelling: "exact" } : {}) }],
    });
    expect(libraryProblems(bytes, forged)).not.toEqual([]);
    expect(independentProblems(bytes, forged)).not.toEqual([]);
  });

  it.each(["folded", "exact"] as const)("of numbers among names that are %s are certified so", (spelling) => {
    const loads = ["1000", "1000.0", "5", "NA", " 1E3\u00a0", "05"];
    const numbered = readCsv(
      `age,illness\n${Array.from({ length: 36 }, (_, i) => `${20 + (i % 3)},${loads[Math.floor(i / 3) % 6]}`).join("\n")}\n`,
    );
    const { bytes, text, certificate } = certifiedOf(numbered, making(spelling));
    expect([libraryProblems(bytes, text), independentProblems(bytes, text)]).toEqual([[], []]);
    const [{ values, spelling: stated, ...others }] = certificate.sensitive as [(typeof certificate.sensitive)[0]];
    expect([values.length, stated]).toEqual(spelling === "folded" ? [3, undefined] : [6, "exact"]);
    const forged = textOf({
      ...certificate,
      sensitive: [{ ...others, values, ...(stated === undefined ? { spelling: "exact" } : {}) }],
    });
    expect(libraryProblems(bytes, forged)).not.toEqual([]);
    expect(independentProblems(bytes, forged)).not.toEqual([]);
  });
});
