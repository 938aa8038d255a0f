/** @file `exact` from a call that returns at once and from one that is waited for, each in a process that has no solver yet. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { randomFrom } from "../../src/base/index.ts";
import type { SpecInCode } from "../../src/spec/index.ts";

type Case = { readonly csv: string; readonly spec: SpecInCode };

const quasi = { role: "quasi-identifying" } as const;

/** Tables of more rows than are searched by subsets, and of fewer, under every meaning of k. */
const cases: readonly Case[] = Array.from({ length: 12 }, (_, seed) => {
  const random = randomFrom(100 + seed);
  const row = (): string =>
    `${20 + random.below(8)},${"xyz"[random.below(3)]}${random.below(3)},${["flu", "cold", "none"][random.below(3)]}`;
  const table = (rows: number): string => `age,town,illness\n${Array.from({ length: rows }, row).join("\n")}\n`;
  const attributes = { age: quasi, town: quasi, illness: { role: "sensitive" as const } };
  const k = { model: "k-anonymity" as const, k: 2 + (seed % 2) };
  const kept = { attributes, order: "input" as const };
  return [
    { csv: table(17 + random.below(6)), spec: { ...kept, privacy: [k], algorithm: { name: "exact" as const } } },
    {
      csv: table(17 + random.below(4)),
      spec: {
        ...kept,
        privacy: [k, { model: "l-diversity" as const, l: 2, attribute: "illness" }],
        algorithm: { name: "exact" as const },
      },
    },
    {
      csv: table(8 + random.below(3)),
      spec: { ...kept, privacy: [k], algorithm: { name: "exact" as const, meaning: "matching" as const } },
    },
  ];
}).flat();

const script = `
  import { anonymize, drive, readCsv, writeCsv } from ${JSON.stringify(join(import.meta.dirname, "..", "..", "dist", "index.js"))};
  let text = "";
  for await (const part of process.stdin) text += part;
  const made = [];
  for (const { csv, spec } of JSON.parse(text)) {
    const table = readCsv(csv);
    const release = process.argv[1] === "at-once" ? anonymize(table, spec) : await drive(anonymize.task(table, spec));
    made.push({ bytes: new TextDecoder().decode(writeCsv(release.table)), optimal: release.search.optimal });
  }
  console.log(JSON.stringify(made));
`;

function madeBy(way: "at-once" | "driven"): readonly { readonly bytes: string; readonly optimal: boolean }[] {
  const words = ["--input-type=module", "-e", script, way];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: "utf8",
    input: JSON.stringify(cases),
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

it("publishes the same bytes from anonymize() as from drive, for 36 tables and forms", () => {
  const [atOnce, driven] = [madeBy("at-once"), madeBy("driven")];
  expect(atOnce).toHaveLength(36);
  expect(atOnce.map(({ bytes }) => bytes)).toEqual(driven.map(({ bytes }) => bytes));
  expect(atOnce.filter(({ optimal }) => optimal).length).toBeGreaterThan(24);
});

it("refuses, and never ends with another table, where the host cannot load the solver at once", () => {
  const without = script.replace("const made = [];", "process.getBuiltinModule = undefined; const made = [];");
  expect(without).not.toBe(script);
  const input = JSON.stringify(cases.slice(0, 1));
  const run = (way: string) =>
    spawnSync(process.execPath, ["--input-type=module", "-e", without, way], { encoding: "utf8", input });
  const refused = run("at-once");
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toMatch(/exact needs its solver for \d+ records, and has to wait for it to load/);
  expect(run("driven").status).toBe(0);
});
