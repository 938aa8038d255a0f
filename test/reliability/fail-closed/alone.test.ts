/** Releases whose goals do not ask that anybody else is in a person's cohort. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anonymize, insensitive, type PrivacyGoal, quasiIdentifying, readCsv, sensitive } from "../../../src/index.ts";
import { kohort } from "../../cli/run-kohort.ts";

const folder = mkdtempSync(join(tmpdir(), "alone-"));
const at = (name: string): string => join(folder, name);
const text = `age,zip,ward,ill\n${Array.from({ length: 40 }, (_, i) => `${20 + i},${1000 + (i % 2)},w,${i % 2 === 0 ? "flu" : "gout"}`).join("\n")}\n`;
writeFileSync(at("people.csv"), text);

/** The sentences that say who is alone in a release. */
function saidOf(privacy: readonly PrivacyGoal[], role = sensitive()): string[] {
  const attributes = { age: quasiIdentifying(), zip: quasiIdentifying(), ward: insensitive(), ill: role };
  const { privacyWarnings } = anonymize(readCsv(text), { version: 1, attributes, privacy, person: "none" });
  return privacyWarnings.flatMap(({ kind, sentence }) => (kind === "alone" ? [sentence] : []));
}

describe("a release in which people are alone in their cohorts is published without a word", () => {
  it.each<[string, PrivacyGoal]>([
    ["k = 1", { model: "k-anonymity", k: 1 }],
    ["l = 1", { model: "l-diversity", l: 1 }],
    ["t = 1", { model: "t-closeness", t: 1 }],
    ["k of some columns", { model: "k-anonymity", k: 5, of: ["zip"] }],
  ])("where %s is all that was asked", (_, goal) => {
    const [sentence, ...more] = saidOf([goal]);
    expect(sentence).toMatch(/^\d+ of 40 people \(.*\) are alone in their cohort: no goal asks/);
    expect(more).toEqual([]);
  });

  it.each<[string, PrivacyGoal]>([
    ["k keeps others in every cohort", { model: "k-anonymity", k: 2 }],
    ["l does", { model: "l-diversity", l: 2 }],
    ["a goal says how many may be alone", { model: "sample-uniqueness", "at-most": 1 }],
  ])("but not where %s", (_, goal) => {
    expect(saidOf([goal])).toEqual([]);
  });

  it.each(["memory", "duckdb"])("and --warnings refuse refuses it in %s", (engine) => {
    const words = [
      "--quasi",
      "age,zip",
      "--sensitive",
      "ill",
      "-t",
      "1",
      "--algorithm",
      "mondrian",
      "--person",
      "none",
    ];
    const making = ["anonymize", at("people.csv"), ...words, "--engine", engine, "-o", at(`${engine}.csv`)];
    const refused = kohort([...making, "--warnings", "refuse"]);
    expect([refused.code, existsSync(at(`${engine}.csv`))]).toEqual([1, false]);
    expect(refused.stderr).toMatch(/\n {2}40 of 40 people \(100 %\) are alone in their cohort/);
    const warned = kohort(making);
    expect([warned.code, warned.stderr]).toEqual([0, expect.stringContaining("40 of 40 people (100 %) are alone")]);
  });
});
