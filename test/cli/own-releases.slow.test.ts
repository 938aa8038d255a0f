/** @file kohort accepts what it wrote itself, and what its own hints say leads on. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kohort, temporaryFolder } from "./run-kohort.ts";

const cwd = temporaryFolder();
const at = (name: string): string => join(cwd, name);
const towns = ["Ulm", "Bonn", "Celle"];
const rows = Array.from(
  { length: 300 },
  (_, i) => `${60 + ((i * 7) % 46)},${towns[i % 3]},${i % 2},${["flu", "cold", "cough"][(i * 5 + (i >> 3)) % 3]}`,
);
writeFileSync(at("t.csv"), `age,town,score,illness\n${rows.join("\n")}\n`);
writeFileSync(at("towns.csv"), "Ulm;South\nBonn;West\nCelle;North\n");
const roles = ["--quasi", "age,town", "--sensitive", "illness", "-k", "5"];
const top = ["--transform", "age=top(at=90)"];
const run = (...words: string[]): ReturnType<typeof kohort> => kohort(words, { cwd });

/** The hint of an error. */
const hintOf = ({ stderr }: { readonly stderr: string }): string => /hint: (.*)/.exec(stderr)![1];

describe("ranges above a top code, such as [90..94] under top(at=90)", () => {
  for (const [name, widened] of [
    ["snapped", ["--snap", "age=5"]],
    ["grouped", ["--hierarchy", "age=intervals(width=5)", "--algorithm", "lattice"]],
  ] as const) {
    it(`are accepted by apply and by audit --original: ${name}`, () => {
      const made = run(
        "anonymize",
        "t.csv",
        ...roles,
        ...top,
        ...widened,
        "-q",
        "-o",
        `${name}.csv`,
        "--recipe",
        `${name}.json`,
      );
      expect(made.code).toBe(0);
      expect(readFileSync(at(`${name}.csv`), "utf8")).toContain("[90..94]");
      expect(run("apply", `${name}.json`, "t.csv", "-q", "-o", `${name}-2.csv`)).toMatchObject({ code: 0 });
      expect(run("audit", `${name}.csv`, "--original", "t.csv", ...roles, ...top).code).toBe(0);
    });
  }

  it("are still refused where the whole range lies above, or where somebody above is named", () => {
    for (const label of ["[91..95]", "95"]) {
      writeFileSync(at("bare.csv"), `age,town,illness\n${`${label},Ulm,flu\n`.repeat(6)}`);
      const found = run("audit", "bare.csv", "--original", "t.csv", ...roles, ...top);
      expect(found).toMatchObject({ code: 1, stderr: expect.stringContaining("which top forbids") });
    }
  });
});

it("audit --population reads the files of hierarchies, and people whom they do not list match nothing but *", () => {
  const hierarchies = ["--hierarchy", "town=towns.csv", "--hierarchy", "age=intervals(width=5)"];
  const how = ["--algorithm", "lattice", "--levels", "town=1..1"];
  expect(run("anonymize", "t.csv", ...roles, ...hierarchies, ...how, "-q", "-o", "p.csv").code).toBe(0);
  const people = Array.from({ length: 1200 }, (_, i) => `${60 + (i % 46)},${[...towns, "Jena"][i % 4]}`);
  const risk = (name: string, own: readonly string[]): number => {
    writeFileSync(at(name), `age,town\n${own.join("\n")}\n`);
    const found = run("audit", "p.csv", "--quasi", "age,town", "--population", name, ...hierarchies, "--json");
    expect(found).toMatchObject({ code: 0 });
    return JSON.parse(found.stdout).risk.journalist;
  };
  const listed = people.filter((one) => !one.endsWith("Jena"));
  expect(risk("people.csv", people)).toBeGreaterThan(0);
  expect(risk("people.csv", people)).toBe(risk("listed.csv", listed));
});

it("synthesize --from does what its own hint says", () => {
  expect(run("anonymize", "t.csv", ...roles, "--insensitive", "score", "-q", "-o", "s.csv").code).toBe(0);
  const words = ["synthesize", "t.csv", "--from", "s.csv", "--label", "score", "--model", "trees", "-q"];
  const refused = run(...words, "-o", "made.csv");
  expect(refused.code).toBe(2);
  const hint = /--kind \S+/.exec(hintOf(refused))![0];
  expect(hint).toBe("--kind score=category");
  expect(run(...words, ...hint.split(" "), "-o", "made.csv")).toMatchObject({ code: 0 });
  const grouped = ["--hierarchy", "town=towns.csv", "--kind", "score=category"];
  expect(run(...words, ...grouped, "-o", "by-groups.csv")).toMatchObject({ code: 0 });
});

describe("Parquet", () => {
  it("leads out of auto and of the memory engine, never from one to the other", () => {
    const asked = ["anonymize", "t.csv", ...roles, "-o", "o.parquet"];
    const byStore = run(...asked);
    expect(byStore.code).toBe(2);
    expect(hintOf(byStore)).toMatch(/--algorithm mondrian.*, or name the output \*\.csv/);
    const inMemory = run(...asked, "--engine", "memory");
    expect(inMemory.code).toBe(2);
    expect(hintOf(inMemory)).toBe("name the output *.csv");
    expect(run("anonymize", "t.csv", ...roles, "-q", "-o", "o.csv").code).toBe(0);
  });

  it("is read by no command under another name, and what to do is said", () => {
    writeFileSync(at("o.parquet"), "PAR1 and so on");
    for (const words of [
      ["compare", "t.csv", "o.parquet", "--quasi", "age"],
      ["inspect", "o.parquet"],
    ]) {
      const found = run(...words);
      expect(found.code).toBe(2);
      expect(hintOf(found)).toMatch(/^convert it to CSV/);
    }
    const beside = run("audit", "o.parquet", "--quasi", "age", "--original", "t.csv", "--engine", "memory");
    expect(beside.code).toBe(2);
    expect(hintOf(beside)).toMatch(/^convert the input to CSV/);
  });

  it("is not the name of text that apply or synthesize write", () => {
    expect(run("anonymize", "t.csv", ...roles, "-q", "-o", "n.csv", "--recipe", "n.json").code).toBe(0);
    for (const words of [
      ["apply", "n.json", "t.csv"],
      ["synthesize", "t.csv", "--label", "illness", "--rest", "insensitive"],
    ]) {
      const found = run(...words, "-o", "x.parquet");
      expect(found.code).toBe(2);
      expect(hintOf(found)).toBe("name it *.csv, *.tsv, *.json or *.jsonl");
    }
  });
});
