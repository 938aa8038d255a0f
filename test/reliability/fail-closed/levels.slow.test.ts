/**
 * @file A floor is a floor: whoever states the lowest and the highest level of a column gets nothing finer and nothing
 * coarser, by any method, or an error that names the method and the column.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AlgorithmSpec, algorithms } from "../../../src/algorithms/index.ts";
import { audit } from "../../../src/audit/audit.ts";
import { KohortError, type Random, randomFrom } from "../../../src/base/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import { refuseUnheld, releaseAuditOptions } from "../../../src/release/release-audit.ts";
import type { Spec } from "../../../src/spec/index.ts";
import { cell, columnIndex, readCsv, type Table, writeCsv } from "../../../src/table/index.ts";
import { openSession } from "../../../src/web/worker/session.ts";
import { why } from "../../../src/why/why.ts";
import { whySentences } from "../../../src/why/why-words.ts";
import { kohort, temporaryFolder } from "../../cli/run-kohort.ts";

/** Forms of an algorithm that publish in ways of their own; an algorithm that is not here is tried as it is. */
const forms: Readonly<Record<string, readonly AlgorithmSpec[]>> = {
  mondrian: [
    { name: "mondrian" },
    { name: "mondrian", score: "entropy" },
    { name: "mondrian", strict: false },
    { name: "mondrian", flat: true },
    { name: "mondrian", compatible: true },
    { name: "mondrian", compatible: true, strict: false },
    { name: "mondrian", compatible: true, codes: true },
    { name: "mondrian", variant: "paper" },
    { name: "mondrian", values: "set" },
    { name: "mondrian", values: "prefix" },
    { name: "mondrian", values: "node" },
    { name: "mondrian", values: "mean" },
    { name: "mondrian", strict: false, values: "median" },
  ],
  auto: [{ name: "auto" }, { name: "auto", partition: false }, { name: "auto", effort: "fast" }],
  cluster: [{ name: "cluster" }, { name: "cluster", rounds: 1 }],
  "best-cut": [{ name: "best-cut" }, { name: "best-cut", beam: 1 }],
  lattice: [
    { name: "lattice" },
    { name: "lattice", local: "levels" },
    { name: "lattice", local: "cells" },
    { name: "lattice", search: "bottom-up" },
    { name: "lattice", search: "top-down" },
    { name: "lattice", search: "genetic" },
    { name: "lattice", microaggregate: ["age"] },
    { name: "lattice", microaggregate: ["town:mode"] },
  ],
  exact: [{ name: "exact", seconds: 0.05 }],
  mingen: [{ name: "mingen", iterations: 50 }],
  genetic: [{ name: "genetic", population: 10, generations: 20 }],
};

const methods = Object.keys(algorithms).flatMap(
  (name) => forms[name] ?? [{ name } as AlgorithmSpec],
) as readonly AlgorithmSpec[];

type Levels = readonly [number, number];

/** A table with hierarchies given by every value's path to the root, so that a test can tell levels by itself. */
type Sample = {
  readonly table: Table;
  readonly paths: Readonly<Record<string, ReadonlyMap<string, readonly string[]>>>;
  readonly files: ReadonlyMap<string, Uint8Array>;
};

const names = ["age", "town"] as const;

function sampleOf(random: Random): Sample {
  const ages = new Map(
    Array.from({ length: 20 }, (_, i) => {
      const age = 20 + i;
      const [five, ten] = [5 * Math.floor(age / 5), 10 * Math.floor(age / 10)];
      return [`${age}`, [`${age}`, `[${five}..${five + 4}]`, `[${ten}..${ten + 9}]`, "*"]] as const;
    }),
  );
  // of different depth: a town that stands for itself on every level, and one whose region is named like a set
  const towns = new Map(
    ["Ulm", "Bern", "Graz", "Linz", "Wien", "Rom"].map((town, i) => {
      const region = i === 0 ? town : i < 3 ? "{west,south}" : `region ${1 + (i % 2)}`;
      const country = i === 0 ? town : i < 3 ? "one" : "two";
      return [town, [town, region, country, "*"]] as const;
    }),
  );
  const rows = Array.from({ length: 12 + random.below(20) }, () => {
    const age = random.below(12) === 0 ? "" : [...ages.keys()][random.below(ages.size)];
    const town = random.below(12) === 0 ? "" : [...towns.keys()][random.below(towns.size)];
    return `${age},${town},${["flu", "ulcer", "acne"][random.below(3)]}`;
  });
  const csv = `age,town,illness\n${rows.join("\n")}\n`;
  const file = (paths: ReadonlyMap<string, readonly string[]>): Uint8Array =>
    new TextEncoder().encode([...paths.values()].map((path) => path.join(";")).join("\n"));
  return {
    table: readCsv(csv),
    paths: { age: ages, town: towns },
    files: new Map([
      ["age.csv", file(ages)],
      ["town.csv", file(towns)],
    ]),
  };
}

function specOf(algorithm: AlgorithmSpec, levels: Readonly<Record<string, Levels | undefined>>, k: number): Spec {
  const column = (name: string) => ({
    role: "quasi-identifying" as const,
    hierarchy: { kind: "file" as const, path: `${name}.csv` },
    ...(levels[name] === undefined ? {} : { levels: levels[name] }),
  });
  return {
    version: 1,
    attributes: { age: column("age"), town: column("town"), illness: { role: "sensitive" } },
    privacy: [{ model: "k-anonymity", k }],
    algorithm,
    suppression: algorithms[algorithm.name].suppresses ? 0.3 : 0,
  };
}

/** A released cell that is no group of its record's value between two levels; `*` and what is missing apart. */
function violation(sample: Sample, spec: Spec): string | undefined {
  const release = anonymize(sample.table, spec, { files: sample.files, truth: true, keepSuppressed: true });
  for (const name of names) {
    const levels = spec.attributes[name].levels;
    if (levels === undefined) continue;
    const [before, after] = [columnIndex(sample.table, name), columnIndex(release.table, name)];
    for (let row = 0; row < release.table.rows; row++) {
      const original = cell(sample.table, release.truth![row], before);
      const published = cell(release.table, row, after);
      if (published === "*" || (original === "" && published === "")) continue;
      const path = sample.paths[name].get(original);
      const isWithin = path?.slice(levels[0], levels[1] + 1).includes(published) === true;
      if (!isWithin) return `${name} ${original} is published as ${published} for levels ${levels.join("..")}`;
    }
  }
  return undefined;
}

describe.each(methods.map((algorithm) => [JSON.stringify(algorithm), algorithm] as const))(
  "levels by %s",
  (_, algorithm) => {
    it("publishes nothing finer than the lowest level and nothing above the highest, or refuses by name", () => {
      let kept = 0;
      for (let seed = 1; seed <= 15; seed++) {
        const random = randomFrom(seed);
        const sample = sampleOf(random);
        const draw = (): Levels | undefined => {
          const lowest = random.below(4);
          const highest = random.below(2) === 0 ? 3 : lowest + random.below(4 - lowest);
          return random.below(4) === 0 ? undefined : [lowest, highest];
        };
        const levels = { age: draw(), town: draw() };
        const spec = specOf(algorithm, levels, 2 + random.below(2));
        try {
          expect(violation(sample, spec)).toBeUndefined();
          if (levels.age !== undefined || levels.town !== undefined) kept++;
        } catch (error) {
          if (!(error instanceof KohortError)) throw error;
          if (error.code === "infeasible") continue;
          expect(error.message).toContain(algorithm.name);
          expect(error.message).toMatch(/"age"|"town"/);
        }
      }
      // whatever can keep a minimum did so in some of these tables
      const isAble = names.some((name) => algorithms[algorithm.name].levels(algorithm as never, name) !== "none");
      if (isAble) expect(kept).toBeGreaterThan(0);
    });
  },
);

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const people = at("people.csv");
const ages = Array.from({ length: 60 }, (_, i) => 20 + (i % 37));
writeFileSync(people, `age,job\n${ages.map((age, i) => `${age},j${i % 3}`).join("\n")}\n`);
// levels of age: the age, fives, tens, twenties, forties, *
const roles = ["--quasi", "age", "--sensitive", "job", "--hierarchy", "age=intervals(width=5)"];
const ask = (words: readonly string[]): readonly string[] => ["anonymize", people, ...roles, "-k", "2", ...words];

function agesIn(path: string): string[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",")[0].replaceAll('"', ""));
}

/** The width of a published interval of ages; 1 for an age itself. */
function widthOf(text: string): number {
  const [, low, high] = /^\[(\d+)\.\.(\d+)\]$/.exec(text) ?? [];
  return low === undefined ? 1 : Number(high) - Number(low) + 1;
}

describe("--levels age=2..N on the command line", () => {
  it.each(Object.keys(algorithms))("publishes no age finer than ten years by %s", (name) => {
    const output = at(`${name}.csv`);
    const quick = name === "exact" ? ["--option", "seconds=0.5"] : [];
    const made = kohort(ask(["--algorithm", name, ...quick, "--levels", "age=2..5", "-o", output, "-q"]));
    expect(made.stderr).not.toContain("error:");
    const found = agesIn(output);
    expect(found).toHaveLength(ages.length);
    for (const text of found) if (text !== "*") expect(widthOf(text)).toBeGreaterThanOrEqual(10);
  });

  it.each(Object.keys(algorithms))("keeps 2..2 or refuses it by name with %s", (name) => {
    const output = at(`${name}-both.csv`);
    const { code, stderr } = kohort(ask(["--algorithm", name, "--levels", "age=2..2", "-o", output, "-q"]));
    if (code === 0) for (const text of agesIn(output)) expect(widthOf(text)).toBe(10);
    else {
      expect(code).toBe(2);
      expect(stderr).toContain(`${name} cannot keep "age" at level 2 or below`);
      expect(stderr).toContain("use lattice, datafly or incognito");
    }
  });

  it.each([
    ["duckdb", people],
    ["memory", people],
  ])("holds on the %s engine", (engine, input) => {
    const output = at(`${engine}-floor.csv`);
    const words = ["--algorithm", "mondrian", "--engine", engine, "--levels", "age=1..5", "-o", output, "-q"];
    expect(kohort(["anonymize", input, ...roles, "-k", "2", ...words]).stderr).not.toContain("error:");
    for (const text of agesIn(output)) expect(widthOf(text)).toBeGreaterThanOrEqual(5);
    expect(agesIn(output).some((text) => widthOf(text) === 5)).toBe(true);
  });

  it("says the same figures in DuckDB and in memory", () => {
    const report = (engine: string) => {
      const words = ["--algorithm", "mondrian", "--engine", engine, "--levels", "age=1..5", "--report-only", "--json"];
      const { quality } = JSON.parse(kohort(ask(words)).stdout) as { quality: Record<string, unknown> };
      return quality;
    };
    expect(report("duckdb")).toEqual(report("memory"));
    // ages in fives lose about 5 of 37 values, not nothing
    expect(report("memory").ncp).toBeGreaterThan(0.1);
  });

  it.each([
    [["--levels", "age=2..9"], 'level 9 of "age" is asked for, but its hierarchy ends at level 5'],
    [["--levels", "age=7..9"], 'level 9 of "age" is asked for, but its hierarchy ends at level 5'],
    [["--levels", "age=1..5", "--snap", "age=2"], '"levels" and "snap" cannot both be stated for "age"'],
    [["--levels", "job=1..1"], '"levels" is for quasi-identifying columns, and "job" is sensitive'],
  ])("refuses %s", (words, message) => {
    for (const algorithm of ["auto", "lattice"]) {
      const { code, stderr } = kohort(ask([...words, "--algorithm", algorithm, "-o", at("none.csv")]));
      expect(stderr).toContain(message);
      expect(code).toBe(2);
    }
  });

  it("refuses levels of a column without a hierarchy", () => {
    const words = ["anonymize", people, "--quasi", "age", "-k", "2", "--levels", "age=1..1", "-o", at("none.csv")];
    const { code, stderr } = kohort(words);
    expect(stderr).toContain('levels of "age" are stated, but it has no hierarchy');
    expect(code).toBe(2);
  });

  it("is checked by kohort audit against the original, and said to be unchecked without it", () => {
    const release = at("fine.csv");
    const spec = at("floor.json");
    const age = { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5 }, levels: [2, 5] };
    const attributes = { age, job: { role: "sensitive" } };
    writeFileSync(spec, JSON.stringify({ version: 1, attributes, privacy: [{ model: "k-anonymity", k: 2 }] }));
    expect(kohort(ask(["--levels", "age=1..5", "-o", release, "-q"])).code).toBe(0);
    const audited = kohort(["audit", release, "-c", spec, "--original", people]);
    expect(audited.stderr).toContain("which is outside levels 2 to 5");
    expect(audited.code).toBe(1);
    const alone = kohort(["audit", release, "-c", spec]);
    expect(alone.code).toBe(0);
    expect(alone.stdout).toMatch(/levels of age +not checked; give --original/);
  });

  it("holds for a recipe that is applied to other people", () => {
    const recipe = at("recipe.json");
    const release = at("with-recipe.csv");
    const made = kohort(ask(["--levels", "age=1..5", "--recipe", recipe, "-o", release, "-q"]));
    expect(made.stderr).not.toContain("error:");
    const again = at("again.csv");
    expect(kohort(["apply", recipe, people, "-o", again, "-q"]).stderr).not.toContain("error:");
    expect(readFileSync(again, "utf8")).toBe(readFileSync(release, "utf8"));
  });
});

it("why does not offer values below the floor", () => {
  const spec: Spec = {
    version: 1,
    attributes: { age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5 }, levels: [2, 5] } },
    privacy: [{ model: "k-anonymity", k: 2 }],
  };
  const table = readCsv(`age\n${ages.join("\n")}\n`);
  const found = why(table, anonymize(table, spec), { record: 1 });
  const offered = found.cells.flatMap(({ finer }) => finer.map(({ value }) => widthOf(value)));
  expect(offered.filter((width) => width < 10)).toEqual([]);
  expect(whySentences(found).join(" ")).toContain("Nothing finer than level 2 may be published.");
});

describe("the audit of what was written", () => {
  it("refuses a file with a value finer than the floor", () => {
    const spec: Spec = {
      version: 1,
      attributes: { age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5 }, levels: [1, 5] } },
      privacy: [{ model: "k-anonymity", k: 2 }],
    };
    const table = readCsv(`age\n${ages.join("\n")}\n`);
    const release = anonymize(table, spec);
    const written = new TextDecoder().decode(writeCsv(release.table));
    const options = releaseAuditOptions(release, table, new Map());
    expect(() => refuseUnheld(audit(readCsv(written), options), release)).not.toThrow();
    const finer = written.replaceAll("[20..24]", "23");
    expect(finer).not.toBe(written);
    expect(() => refuseUnheld(audit(readCsv(finer), options), release)).toThrow(
      'the written file has "23" in column "age", which is outside levels 1 to 5',
    );
  });
});

describe("the studio", () => {
  it("keeps the floor or shows the refusal", async () => {
    let answered: (message: unknown) => void = () => undefined;
    const hear = openSession({ post: (message) => answered(message) });
    const asked = (id: number, name: string, question: unknown): Promise<Record<string, unknown>> =>
      new Promise((resolve) => {
        answered = (message) => {
          const found = message as Record<string, unknown>;
          if ("answer" in found || "fault" in found) resolve(found);
        };
        void hear({ id, ask: name, with: question } as never);
      });
    const opened = await asked(1, "sample", { rows: 300 });
    const { suggestion } = opened.answer as { suggestion: Spec };
    const withAge = (levels: Levels): Spec => ({
      ...suggestion,
      attributes: {
        ...suggestion.attributes,
        age: { role: "quasi-identifying", hierarchy: { kind: "intervals", width: 5, levels: 2 }, levels },
      },
    });
    const made = await asked(2, "run", { key: "floor", spec: withAge([1, 3]) });
    expect(made).toHaveProperty("answer");
    const capped = await asked(3, "run", { key: "cap", spec: withAge([1, 2]) });
    expect((capped.fault as { message: string }).message).toContain('auto cannot keep "age" at level 2 or below');
  });
});
