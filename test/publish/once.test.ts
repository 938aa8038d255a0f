/** A run reads and judges its spec once, and looks at the header once; V8 counts the calls. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/run-kohort.ts";

const folder = temporaryFolder();

/** The program before it is bundled: functions have their names there. */
const program = join(import.meta.dirname, "..", "..", "dist", "cli", "main.js");

type Coverage = {
  readonly result: readonly {
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
};

/** How often functions of the program were called, by name. */
function callsOf(words: readonly string[], names: readonly string[]): Record<string, number> {
  const into = mkdtempSync(join(folder, "calls-"));
  const env = { ...process.env, NODE_V8_COVERAGE: into };
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], { cwd: folder, env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  const found = readdirSync(into).flatMap(
    (file) => (JSON.parse(readFileSync(join(into, file), "utf8")) as Coverage).result,
  );
  const counted = (name: string): number =>
    found
      .flatMap(({ functions }) => functions)
      .filter(({ functionName }) => functionName === name)
      .reduce((sum, { ranges }) => sum + ranges[0].count, 0);
  return Object.fromEntries(names.map((name) => [name, counted(name)]));
}

const rows = Array.from({ length: 40 }, (_, i) => `${20 + (i % 10)},${i % 4},${["flu", "cold"][i % 2]}`);
const spec = {
  version: 1,
  attributes: {
    age: { role: "quasi-identifying" },
    zip: { role: "quasi-identifying" },
    disease: { role: "sensitive" },
  },
  privacy: [{ model: "k-anonymity", k: 2 }],
  algorithm: { name: "mondrian" },
};
writeFileSync(join(folder, "data.csv"), `age,zip,disease\n${rows.join("\n")}\n`);
writeFileSync(join(folder, "kohort.json"), JSON.stringify(spec));
const flags = ["--quasi", "age,zip", "--sensitive", "disease", "-k", "3", "--algorithm", "mondrian"];

it.each([
  ["a file", ["-c", "kohort.json"]],
  ["flags", flags],
  ["a file and flags on top of it", ["-c", "kohort.json", "-k", "3", "--kind", "zip=category"]],
  ["flags that count columns", ["--quasi", "0,1", "--sensitive", "2", "-k", "3"]],
  ["flags, on DuckDB", [...flags, "--engine", "duckdb"]],
])("a spec from %s is judged once, and the header looked at once", (_, words) => {
  const all = ["anonymize", "data.csv", ...words, "-o", "release.csv", "--force", "-q"];
  expect(callsOf(all, ["validateSpec", "fileHead"])).toEqual({ validateSpec: 1, fileHead: 1 });
});
