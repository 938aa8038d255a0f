/** Spelling: values that differ only in case, surrounding space or Unicode form are one value, everywhere. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { array, assert as check, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { drive, finish } from "../../../src/base/index.ts";
import {
  anonymize,
  attack,
  audit,
  kAnonymity,
  lDiversity,
  quasiIdentifying,
  readCsv,
  type SpecInCode,
  sensitive,
  tCloseness,
  writeCsv,
} from "../../../src/index.ts";
import { applyRecipe } from "../../../src/recipe/apply-recipe.ts";
import { checkedRecipe } from "../../../src/recipe/recipe-check.ts";
import { flagsFromSpec, type Spec, specFromFlags } from "../../../src/spec/index.ts";
import type { MissingMarks } from "../../../src/table/index.ts";
import { frontier } from "../../../src/utility/frontier.ts";
import { cohort } from "../../../src/web/worker/look.ts";
import { attacks, risk } from "../../../src/web/worker/measure.ts";
import { open } from "../../../src/web/worker/open.ts";
import { run } from "../../../src/web/worker/run.ts";
import { newState } from "../../../src/web/worker/state.ts";
import { kohort } from "../../cli/run-kohort.ts";

const folder = mkdtempSync(join(tmpdir(), "spelling-"));
const at = (name: string): string => join(folder, name);

/** Ten people of 30 with one illness in many spellings, ten of 60 with two. */
const spelled = ["HIV", "hiv", " HIV ", "Hiv", "ＨＩＶ", "HIV\u00a0", "hIV", "HIv", "\thiv", "hiV"];
const mixed = ["flu", "Flu", "FLU", "café-au-lait", "cafe\u0301-au-lait", "flu ", "flu", "CAFÉ-AU-LAIT", "flu", "flu"];
const rows = [...spelled.map((d) => [30, d]), ...mixed.map((d) => [60, d])];
const text = `age,illness\n${rows.map(([age, d]) => `${age},"${d}"`).join("\n")}\n`;
const input = at("people.csv");
writeFileSync(input, text);
const table = readCsv(text);
const roles = ["--quasi", "age", "--sensitive", "illness"];
const spec = (more: Partial<SpecInCode> = {}): SpecInCode => ({
  attributes: { age: quasiIdentifying(), illness: sensitive() },
  privacy: [kAnonymity(2), lDiversity("illness", 2)],
  algorithm: { name: "mondrian" },
  ...more,
});

/** What a value is, by the machine's own Unicode data; the program may not use it, a test may. */
function slowKey(value: string): string {
  return value
    .replace(/[\uff01-\uff5e]/g, (char) => char.normalize("NFKC"))
    .trim()
    .normalize("NFD")
    .toLowerCase();
}

/** The least number of values in a cohort, counted from the text of a release. */
function slowL(csv: string, key: (value: string) => string): number {
  const cohorts = new Map<string, Set<string>>();
  for (const line of csv.trimEnd().split("\n").slice(1)) {
    const [age, illness] = [line.slice(0, line.indexOf(",")), line.slice(line.indexOf(",") + 1)];
    const values = cohorts.get(age) ?? new Set();
    values.add(key(illness.replace(/^"|"$/g, "")));
    cohorts.set(age, values);
  }
  return Math.min(...[...cohorts.values()].map((values) => values.size));
}

const written = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

describe("HIV, hiv and HIV with spaces are one value for l-diversity", () => {
  it("in the library: search, audit, disclosure, attacks, frontier, apply", () => {
    const release = anonymize(table, spec());
    const bytes = written(writeCsv(release.table));
    expect(slowL(bytes, slowKey)).toBeGreaterThanOrEqual(2);
    expect(release.cohorts.count).toBe(1);
    for (const value of [...spelled, ...mixed]) expect(bytes).toContain(value);
    expect(release.warnings.join()).toMatch(
      /column "illness" spells 3 values in several ways \("\\thiv" = " HIV " = "HIV"; /,
    );
    const exact = anonymize(table, spec({ spelling: "exact" }));
    expect(exact.cohorts.count).toBe(2);
    expect(exact.warnings.join()).not.toContain("spells");
    const options = { quasiIdentifiers: ["age"], sensitive: ["illness"], privacy: [lDiversity("illness", 2)] };
    const found = audit(table, options);
    expect(found.privacy.find(({ model }) => model === "l-diversity")).toMatchObject({ measured: 1, holds: false });
    expect(found.risk.disclosure!.illness.homogeneity).toBe(0.5);
    expect(found.warnings.join()).toContain('spelling: "exact"');
    const apart = audit(table, { ...options, spelling: "exact" });
    expect(apart.privacy.find(({ model }) => model === "l-diversity")).toMatchObject({ measured: 7, holds: true });
    expect(apart.risk.disclosure!.illness.homogeneity).toBe(0);
    const plain = anonymize(table, spec({ privacy: [kAnonymity(2)] }));
    expect(plain.disclosure[0]).toMatchObject({ homogeneity: 0.5 });
    expect(attack(table, plain, { kind: "homogeneity" }).success).toBe(0.5);
    expect(attack(table, plain, { kind: "homogeneity", spelling: "exact" }).success).toBe(0);
    expect(attack(table, plain, { kind: "inference" }).success).toBeGreaterThan(0.8);
    const { recipe } = finish(checkedRecipe(table, plain, {}));
    const stricter = { ...recipe, spec: { ...recipe.spec, privacy: spec().privacy } };
    const merged = applyRecipe(table, stricter);
    expect(merged.drift.merged).toEqual({ cohorts: 2, records: 20 });
    expect(audit(merged.table, options).holds).toBe(true);
    const points = frontier(
      table,
      { version: 1, ...spec({ privacy: [] }) },
      { ks: [2], methods: [{ label: "mondrian", value: { name: "mondrian" } }] },
    );
    expect(points[0].disclosure[0]).toMatchObject({ homogeneity: 0.5 });
  });

  it("on the command line and in DuckDB, with the same release", () => {
    for (const engine of [[], ["--engine", "duckdb"]]) {
      const out = at(`release${engine.length}.csv`);
      const words = ["anonymize", input, ...roles, "-k", "2", "-l", "2", "--algorithm", "mondrian", ...engine];
      const made = kohort([...words, "-o", out, "--force"]);
      expect(made.stderr).toContain('column "illness" spells 3 values');
      expect(made.code).toBe(0);
      expect(slowL(readFileSync(out, "utf8"), slowKey)).toBeGreaterThanOrEqual(2);
      const apart = kohort([...words, "--spelling", "exact", "-o", at("apart.csv"), "--force"]);
      expect(apart.code).toBe(0);
      expect(slowL(readFileSync(at("apart.csv"), "utf8"), slowKey)).toBe(1);
      const found = kohort(["audit", input, ...roles, "-l", "2", "--json", ...engine]);
      expect(found.code).toBe(1);
      const document = JSON.parse(found.stdout);
      expect(document.warnings.join()).toContain('column "illness" spells 3 values');
      expect(document.risk.disclosure.illness.homogeneity).toBe(0.5);
      expect(kohort(["audit", input, ...roles, "-l", "2", "--spelling", "exact", ...engine]).code).toBe(0);
    }
    expect(readFileSync(at("release0.csv"), "utf8")).toBe(readFileSync(at("release2.csv"), "utf8"));
    const plain = at("plain.csv");
    expect(kohort(["anonymize", input, ...roles, "-k", "2", "-o", plain]).code).toBe(0);
    const attacked = (more: string[]): number =>
      JSON.parse(kohort(["attack", input, plain, ...roles, "--kind", "homogeneity", "--json", ...more]).stdout)[0]
        .success;
    expect(attacked([])).toBe(0.5);
    expect(attacked(["--spelling", "exact"])).toBe(0);
    const bad = kohort(["audit", input, ...roles, "--spelling", "loose"]);
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain("--spelling");
  });

  it("in certificates, which list the texts of a value together, and in both verifiers", () => {
    const [out, certificate] = [at("certified.csv"), at("certified.json")];
    const words = ["anonymize", input, ...roles, "-k", "2", "-l", "2", "-o", out, "--certificate", certificate];
    expect(kohort(words).code).toBe(0);
    const { sensitive: columns } = JSON.parse(readFileSync(certificate, "utf8"));
    expect(columns[0].spelling).toBeUndefined();
    expect(columns[0].values).toHaveLength(3);
    expect(columns[0].values.flat().sort()).toEqual([...new Set([...spelled, ...mixed])].sort());
    expect(kohort(["verify", out, certificate]).code).toBe(0);
    const forged = JSON.parse(readFileSync(certificate, "utf8"));
    const [first] = forged.sensitive[0].values[0].splice(0, 1);
    forged.sensitive[0].values.push([first]);
    forged.sensitive[0].values.sort(([a]: string[], [b]: string[]) => (a < b ? -1 : 1));
    writeFileSync(at("forged.json"), `${JSON.stringify(forged)}\n`);
    const refused = kohort(["verify", out, at("forged.json")]);
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain("spellings of one value are not counted as stated");
  });

  it("in the studio", async () => {
    const state = newState();
    const tools = { drive: <T>(task: Parameters<typeof drive<T>>[0]) => drive(task), part: () => {} };
    await open(state, { name: "people.csv", blob: new Blob([text]) }, tools);
    const asked = { version: 1 as const, ...spec(), attributes: { ...spec().attributes } };
    const result = await run(state, { key: "a", spec: asked }, tools);
    expect(result.report.warnings.join()).toContain('column "illness" spells 3 values');
    expect(result.marks).toHaveLength(1);
    const plain = { ...asked, privacy: [kAnonymity(2)] };
    await run(state, { key: "b", spec: plain }, tools);
    expect((await risk(state, { key: "b", spec: plain }, tools)).after.risk.disclosure!.illness.homogeneity).toBe(0.5);
    const { findings } = await attacks(state, { key: "b", spec: plain, kinds: ["homogeneity"] }, tools);
    expect(findings[0].success).toBe(0.5);
    const seen = await cohort(state, { key: "b", cohort: 0 }, tools);
    expect(seen.sensitive[0].counts).toHaveLength(1);
  });
});

describe("every model that looks at sensitive values", () => {
  it("counts as on a table in which values are already written in one way", () => {
    const words = ["flu", "HIV", "café", "gout"];
    const spellingsOf = (word: string): string[] => [
      word,
      word.toUpperCase(),
      ` ${word}`,
      word.normalize("NFD"),
      `${word.toLowerCase()}\u00a0`,
    ];
    const people = array(
      record({ age: integer({ min: 20, max: 24 }), word: constantFrom(...words), how: integer({ min: 0, max: 4 }) }),
      { minLength: 4, maxLength: 40 },
    );
    const goals = [
      lDiversity("illness", 2),
      lDiversity("illness", 2, { variant: "entropy" }),
      tCloseness("illness", 0.3),
      { model: "alpha-k-anonymity" as const, attribute: "illness", alpha: 0.6, k: 2 },
      { model: "beta-likeness" as const, attribute: "illness", beta: 1 },
      { model: "delta-disclosure" as const, attribute: "illness", delta: 1 },
    ];
    check(
      property(people, (found) => {
        const csv = (illness: (one: (typeof found)[number]) => string): string =>
          `age,illness\n${found.map((one) => `${one.age},${illness(one)}`).join("\n")}\n`;
        const options = { quasiIdentifiers: ["age"], sensitive: ["illness"], privacy: goals };
        const [spelt, clean] = [csv(({ word, how }) => spellingsOf(word)[how]), csv(({ word }) => word)];
        const [a, b] = [audit(readCsv(spelt), options), audit(readCsv(clean), options)];
        // sums of fractions depend on the order of values in the last digits
        const rounded = (figures: unknown): unknown =>
          JSON.parse(JSON.stringify(figures), (_, one) =>
            typeof one === "number" ? Number(one.toPrecision(12)) : one,
          );
        expect(rounded(a.privacy)).toEqual(rounded(b.privacy));
        expect(rounded(a.risk)).toEqual(rounded(b.risk));
      }),
      { numRuns: 60 },
    );
  });

  it("makes releases whose l holds when slow, independent code counts it", () => {
    const values = ["flu", "Flu", "FLU ", "HIV", "hiv", "gout", "GOUT", "cafe\u0301", "café"];
    const people = array(record({ age: integer({ min: 20, max: 60 }), illness: constantFrom(...values) }), {
      minLength: 12,
      maxLength: 60,
    });
    let made = 0;
    check(
      property(people, constantFrom("mondrian", "auto", "cluster"), (found, name) => {
        const csv = `age,illness\n${found.map(({ age, illness }) => `${age},${illness}`).join("\n")}\n`;
        if (new Set(found.map(({ illness }) => slowKey(illness))).size < 2) return;
        const release = anonymize(readCsv(csv), spec({ algorithm: { name } as never }));
        made += 1;
        expect(slowL(written(writeCsv(release.table)), slowKey)).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 40 },
    );
    expect(made).toBeGreaterThan(30);
  });

  it("compares exactly where a method does what another program does, says so, and refuses to be told otherwise", () => {
    const compatible = spec({ privacy: [kAnonymity(2)], algorithm: { name: "mondrian", compatible: true } });
    const release = anonymize(table, compatible);
    expect(release.spec.spelling).toBe("exact");
    expect(release.warnings.join()).toContain("spellings count apart, as the program does");
    expect(() => anonymize(table, { ...compatible, spelling: "folded" })).toThrow(
      "mondrian in its compatible form cannot fold spelling",
    );
  });

  it("places spellings as a stated order and a hierarchy call them", () => {
    const csv = "age,mood\n1,GOOD\n1,bad\n1,so-so\n2,Good\n2,good\n2,good\n";
    const attributes = { mood: { role: "sensitive" as const, order: ["bad", "so-so", "good"] } };
    const options = { quasiIdentifiers: ["age"], sensitive: ["mood"], privacy: [tCloseness("mood", 1)], attributes };
    const clean = csv.replaceAll(/good/gi, "good");
    expect(audit(readCsv(csv), options).privacy).toEqual(audit(readCsv(clean), options).privacy);
  });
});

describe("NA, ?, n/a and - mean missing only where somebody says so", () => {
  const csv = `country,age,rh,illness
NA,20,+,flu
NA,?,-,HIV
DE,21,+,flu
DE,22,-,HIV
FR,-,+,flu
FR,24,-,
`;
  const path = at("marks.csv");
  writeFileSync(path, csv);
  const quasi = ["--quasi", "country,age,rh", "--sensitive", "illness"];
  const told = 'column "country" has 2 × "NA", column "age" has 1 × "?" and 1 × "-"; ';

  it("warns in anonymize, audit and inspect, in memory and in DuckDB, and reads them as values", () => {
    for (const engine of [[], ["--engine", "duckdb"]]) {
      const words = [path, ...quasi, ...engine];
      const made = kohort([
        "anonymize",
        ...words,
        "-k",
        "2",
        "--algorithm",
        "mondrian",
        "-o",
        at("marks-r.csv"),
        "--force",
      ]);
      expect(made.stderr).toContain(told);
      const found = kohort(["audit", ...words, "--json"]);
      expect(JSON.parse(found.stdout).warnings.join()).toContain(told);
      const quiet = kohort(["audit", ...words, "--missing", "country=", "--missing", "age=,?,-", "--json"]);
      expect(JSON.parse(quiet.stdout).warnings).toEqual([]);
    }
    expect(kohort(["inspect", path]).stderr).toContain('column "country" has 2 × "NA"');
    const table = readCsv(csv);
    expect(table.columns.map(({ missing }) => missing)).toEqual([[], [], [], [2]]);
    const attributes = { country: quasiIdentifying(), age: quasiIdentifying(), rh: quasiIdentifying() };
    const release = anonymize(table, { attributes, privacy: [kAnonymity(2)] });
    expect(release.warnings.join()).toContain(told);
    const options = { quasiIdentifiers: ["country", "age", "rh"] };
    expect(audit(table, options).warnings.join()).toContain(told);
    expect(audit(table, { ...options, missing: { country: [""], age: [""] } }).warnings).toEqual([]);
  });

  it("names five columns at most and counts the rest", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const many = readCsv(`${names.join()}\n${names.map(() => "NA").join()}\n`);
    const [warning] = audit(many, { quasiIdentifiers: names }).warnings;
    expect(warning).toContain('column "e" has 1 × "NA", and 2 more; `missing`');
    expect(warning).not.toContain('"f"');
  });

  it("reads them per column where a list, a column or * says so, the same in every reader and engine", () => {
    const rowsLeft = (words: string[]): string => {
      const out = kohort([
        "anonymize",
        path,
        ...quasi,
        "-k",
        "1",
        "--algorithm",
        "mondrian",
        "-o",
        at("left.csv"),
        "--force",
        "--drop-missing",
        ...words,
      ]);
      expect(out.code, out.stderr).toBe(0);
      return readFileSync(at("left.csv"), "utf8");
    };
    const cases: readonly (readonly [readonly string[], MissingMarks])[] = [
      [["--missing", "NA"], ["NA"]],
      [["--missing", "age=?,-"], { age: ["?", "-"] }],
      [["--missing", "[]", "--missing", "country=NA"], { "*": [], country: ["NA"] }],
    ];
    for (const [words, marks] of cases) {
      const memory = rowsLeft([...words]);
      expect(rowsLeft([...words, "--engine", "duckdb"])).toBe(memory);
      const library = readCsv(csv, { missing: marks, dropMissing: true });
      expect(library.rows).toBe(memory.trimEnd().split("\n").length - 1);
      const known = (name: string): readonly string[] => {
        const own = marks as Readonly<Record<string, readonly string[]>>;
        return Array.isArray(marks) ? marks : (own[name] ?? own["*"] ?? [""]);
      };
      const [header, ...records] = csv
        .trimEnd()
        .split("\n")
        .map((line) => line.split(","));
      const slow = records.filter((cells) => cells.every((cell, i) => !known(header[i]).includes(cell)));
      expect(library.rows).toBe(slow.length);
    }
    const typo = kohort(["anonymize", path, ...quasi, "-k", "1", "--missing", "contry=NA", "-o", at("typo.csv")]);
    expect(typo.code).toBe(2);
    expect(typo.stderr).toContain('"missing" names column "contry", which is not in the table');
    expect(kohort(["audit", path, ...quasi, "--missing", "contry=NA"]).code).toBe(2);
    expect(kohort(["inspect", path, "--missing", "contry=NA"]).code).toBe(2);
  });

  it("are written into input.missing by init, column by column and with the count, and read so from there on", () => {
    const spec = at("marks.json");
    const made = kohort(["init", path, "-o", spec]);
    expect(made.stderr).toContain(
      'column "country" has 2 × "NA", column "age" has 1 × "?" and 1 × "-": read as missing',
    );
    const written = readFileSync(spec, "utf8");
    expect(written).toContain('"missing": { "country": ["", "NA"], "age": ["", "?", "-"] }');
    expect(written).toContain('2 × "NA" read as missing');
    const release = kohort([
      "anonymize",
      path,
      "-c",
      spec,
      "-k",
      "2",
      "-o",
      at("init-r.csv"),
      "--certificate",
      at("init-c.json"),
    ]);
    expect(release.stderr).not.toContain("says whether that means missing");
    expect(release.code, release.stderr).toBe(0);
    expect(kohort(["verify", at("init-r.csv"), at("init-c.json")]).code).toBe(0);
    expect(kohort(["audit", at("init-r.csv"), "-c", spec, "-k", "2"]).code).toBe(0);
  });

  it("are written by the studio when a file is first opened, and stay values where the spec says so", async () => {
    const state = newState();
    const tools = { drive: <T>(task: Parameters<typeof drive<T>>[0]) => drive(task), part: () => {} };
    const opened = await open(state, { name: "marks.csv", blob: new Blob([csv]) }, tools);
    expect(opened.suggestion.input).toEqual({ missing: { country: ["", "NA"], age: ["", "?", "-"] } });
    expect(opened.columns.map(({ missing }) => missing)).toEqual([2, 2, 0, 1]);
    expect(opened.columns[1].kind).toBe("number");
    expect(opened.warnings.join()).toContain('column "country" has 2 × "NA"');
    const input = { missing: { country: [""], age: ["?", "-"] } };
    const again = await open(state, { name: "marks.csv", input, kinds: {} }, tools);
    expect(again.columns.map(({ missing }) => missing)).toEqual([0, 2, 0, 1]);
  });

  it("survives the way from a spec to flags and back", () => {
    const names = constantFrom("age", "a=b", "c,d", "*");
    const lists = array(constantFrom("", "NA", "?", "a=b", "x,y", "[]"), { maxLength: 3 });
    check(
      property(array(record({ name: names, marks: lists }), { minLength: 1, maxLength: 3 }), (found) => {
        const missing = Object.fromEntries(found.map(({ name, marks }) => [name, marks]));
        if (Object.keys(missing).join() === "*") return;
        const stated: Spec = {
          version: 1,
          input: { missing },
          attributes: { age: { role: "quasi-identifying" } },
          privacy: [kAnonymity(2)],
        };
        const words = flagsFromSpec(stated);
        expect(words).toBeDefined();
        const texts = words!.flatMap((word, i) =>
          words![i - 1] === "--missing" ? [word] : word.startsWith("--missing=") ? [word.slice(10)] : [],
        );
        expect(specFromFlags({ quasi: ["age"], k: "2", missing: texts }, undefined, ["age"]).input!.missing).toEqual(
          missing,
        );
      }),
    );
  });
});

describe("1000 and 1000.0 are two values if one text keeps a column from being numbers", () => {
  const loads = "age,load\n20,1000\n20,1000.0\n20,1e3\n21,5\n21,n/a\n";
  const words = [at("loads.csv"), "--quasi", "age", "--sensitive", "load", "-k", "2", "-l", "2"];
  const same = (value: string): string => (Number.isNaN(Number(value)) ? value : String(Number(value)));
  writeFileSync(at("loads.csv"), loads);

  it.each(["memory", "duckdb"])("for l-diversity, in %s", (engine) => {
    const out = at(`loads-${engine}.csv`);
    const made = kohort(["anonymize", ...words, "--algorithm", "mondrian", "--engine", engine, "-o", out]);
    expect(made.code).toBe(0);
    expect(made.stderr).toContain('column "load" spells 1 value in several ways ("1000" = "1000.0" = "1e3")');
    expect(slowL(readFileSync(out, "utf8"), same)).toBeGreaterThanOrEqual(2);
    expect(kohort(["audit", ...words, "--engine", engine]).code).toBe(1);
    expect(kohort(["audit", ...words, "--spelling", "exact", "--engine", engine]).code).toBe(0);
  });
});
