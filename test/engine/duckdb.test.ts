import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { watched, writeParquet } from "../../bench/engines.mjs";
import { anonymizeInStore, auditInStore, openStore, parseAddress } from "../../src/engine/index.ts";
import { censusBlocks, censusQuasiIdentifiers, clinicCsv } from "../../src/sample/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { interrupted, kohort, temporaryFolder } from "../cli/run-kohort.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

function census(rows: number): string {
  const path = at(`census-${rows}.csv`);
  if (!existsSync(path)) writeFileSync(path, Buffer.concat([...censusBlocks({ rows })]));
  return path;
}

const roles = ["--quasi", censusQuasiIdentifiers.join(","), "--sensitive", "income", "--identifying", "weight"];

function release(words: readonly string[], output: string): { sha256: string; engine: Record<string, number> } {
  const { code, stdout, stderr } = kohort(["anonymize", ...words, "-o", at(output), "--force", "--json"]);
  expect(stderr).not.toContain("error:");
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { release: { sha256: string }; search: { engine: Record<string, number> } };
  return { sha256: report.release.sha256, engine: report.search.engine };
}

async function sql(statement: string, database = ":memory:"): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(statement)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

describe("DuckDB as the engine", () => {
  const path = census(20_000);

  for (const goal of [
    ["-k", "10"],
    ["-k", "10", "-l", "2"],
    ["-k", "5", "-t", "0.2"],
  ]) {
    it(`makes the memory engine's bytes for ${goal.join(" ")}`, () => {
      const words = [path, ...roles, ...goal, "--algorithm", "mondrian"];
      const memory = release(words, "memory.csv");
      const whole = release([...words, "--engine", "duckdb"], "duckdb.csv");
      const cut = release([...words, "--engine", "duckdb", "--shards", "30"], "duckdb.parquet");
      expect(whole.sha256).toBe(memory.sha256);
      expect(cut.sha256).toBe(memory.sha256);
      expect(readFileSync(at("duckdb.csv")).equals(readFileSync(at("memory.csv")))).toBe(true);
      expect(whole.engine.levels).toBe(0);
      expect(cut.engine.levels).toBeGreaterThanOrEqual(5);
      expect(cut.engine.shards).toBeGreaterThanOrEqual(30);
    });
  }

  it("counts long numeric axes in bounded runs and still makes the same bytes", async () => {
    const memory = release([path, ...roles, "-k", "10", "--algorithm", "mondrian"], "memory.csv");
    const spec: Spec = {
      version: 1,
      attributes: Object.fromEntries([
        ...censusQuasiIdentifiers.map((name) => [name, { role: "quasi-identifying" as const }]),
        ["income", { role: "sensitive" as const }],
        ["weight", { role: "identifying" as const }],
      ]),
      privacy: [{ model: "k-anonymity", k: 10 }],
      algorithm: { name: "mondrian" },
    };
    const store = await openStore({ name: "duckdb", shards: 40 }, { scratch: folder });
    try {
      const made = await anonymizeInStore(store, {
        address: parseAddress(path, undefined),
        specOf: () => spec,
        folder,
        output: at("long.parquet"),
        format: "parquet",
        shards: 40,
        limits: { longest: 10 },
        runs: 4,
      });
      expect(made.sha256).toBe(memory.sha256);
      const { levels, rounds } = made.search.engine as { levels: number; rounds: number };
      expect(rounds).toBeGreaterThan(2 * levels);
    } finally {
      await store.close();
    }
  });

  it("reads Parquet, tables, queries and JSON, and keeps the types of what it does not touch", async () => {
    const words = [...roles, "-k", "10", "--algorithm", "mondrian"];
    const expected = release([path, ...words], "memory.csv").sha256;
    const read = `read_csv('${path}', all_varchar = true)`;
    await sql(`COPY (SELECT * FROM ${read}) TO '${at("in.parquet")}'`);
    await sql(`COPY (SELECT * FROM ${read}) TO '${at("in.json")}'`);
    await sql(`CREATE OR REPLACE TABLE people AS SELECT * FROM ${read}`, at("people.db"));
    const query = `duckdb:${at("people.db")}?query=SELECT * FROM people WHERE age >= '17'`;
    for (const source of [at("in.parquet"), at("in.json"), `duckdb:${at("people.db")}?table=people`, query]) {
      const engine = source.endsWith(".json") ? ["--engine", "duckdb"] : [];
      expect([source, release([source, ...words, ...engine], "again.parquet").sha256]).toEqual([source, expected]);
    }
    await sql(
      `COPY (SELECT * REPLACE ("capital-gain"::INT AS "capital-gain") FROM ${read}) TO '${at("typed.parquet")}'`,
    );
    release([at("typed.parquet"), ...words], "typed-out.parquet");
    const types = Object.fromEntries(
      (await sql(`DESCRIBE SELECT * FROM '${at("typed-out.parquet")}'`)).map((row) => [row[0], row[1]]),
    );
    expect(types["capital-gain"]).toBe("INTEGER");
    expect(types.age).toBe("VARCHAR");
    expect(types).not.toHaveProperty("weight");
  });

  it("agrees with memory on dates, hierarchies, snapped ranges, quotes, missing values and other delimiters", () => {
    const clinic = Buffer.from(clinicCsv()).toString("utf8").split("\n");
    const odd = clinic.map((line, i) => {
      if (line === "") return line;
      const fields = line.split(",");
      if (i % 11 === 5) fields[fields.length - 1] = '"a;b ""quoted"""';
      if (i % 7 === 3) fields[1] = "";
      return fields.join(";");
    });
    writeFileSync(at("clinic.csv"), odd.join("\r\n"));
    const header = odd[0]!.split(";");
    expect(header).toEqual(expect.arrayContaining(["age", "zip", "admission"]));
    const words = [at("clinic.csv"), "--quasi", "age,sex,zip,admission", "--algorithm", "mondrian", "-k", "4"];
    for (const more of [
      [],
      ["--hierarchy", "zip=masking(from=right)"],
      ["--hierarchy", "age=intervals(width=5)", "--snap", "admission=7"],
      ["--drop-missing"],
      ["--weight", "age=3", "--option", "score=entropy"],
    ]) {
      const memory = release([...words, ...more], "memory.csv");
      const stored = release([...words, ...more, "--engine", "duckdb", "--shards", "8"], "stored.csv");
      expect([more, stored.sha256]).toEqual([more, memory.sha256]);
    }
  });

  it("measures what memory measures", () => {
    release([path, ...roles, "-k", "10", "--algorithm", "mondrian"], "memory.csv");
    release([path, ...roles, "-k", "10", "--algorithm", "mondrian"], "duckdb.parquet");
    const words = [
      "--quasi",
      censusQuasiIdentifiers.join(","),
      "--sensitive",
      "income",
      "-k",
      "10",
      "-l",
      "2",
      "--json",
    ];
    const memory = kohort(["audit", at("memory.csv"), ...words]);
    const stored = kohort(["audit", at("duckdb.parquet"), ...words]);
    const rounded = (text: string): unknown =>
      JSON.parse(text, (_, value) => (typeof value === "number" ? Number(value.toPrecision(12)) : value));
    expect(rounded(stored.stdout)).toEqual(rounded(memory.stdout));
    expect([memory.code, stored.code]).toEqual([1, 1]);
  });

  it("puts the histograms of some cohorts together after others and measures the same", async () => {
    const request = {
      address: parseAddress(path, undefined),
      optionsOf: () => ({ quasiIdentifiers: ["age", "sex"], sensitive: ["native-country"] }),
    };
    const audits: unknown[] = [];
    for (const cohortsAtOnce of [Number.POSITIVE_INFINITY, 10]) {
      const store = await openStore({ name: "duckdb" }, { scratch: folder });
      try {
        audits.push((await auditInStore({ ...store, cohortsAtOnce }, request)).audit);
      } finally {
        await store.close();
      }
    }
    const [once, after] = audits.map((audit) =>
      JSON.parse(JSON.stringify(audit), (_, value) =>
        typeof value === "number" ? Number(value.toPrecision(12)) : value,
      ),
    );
    expect(after).toEqual(once);
    expect(once.risk.disclosure["native-country"].largestGain).toBeGreaterThan(0);
  });

  it("keeps to its memory when nearly every row is a tuple of its own", async () => {
    const rows = 1_000_000;
    const limit = 512 * 2 ** 20;
    await writeParquet(at("wide"), rows, true);
    const quasi = [...censusQuasiIdentifiers.slice(0, 7), "zip"].join(",");
    const words = `anonymize ${at("wide/*.parquet")} --quasi ${quasi} --sensitive income --identifying weight -k 10 --algorithm mondrian --memory 512MB --shards 20 --scratch ${folder} -o ${at("wide.out.parquet")} --json --progress none -q`;
    const { code, peak, report } = await watched(words.split(" "));
    expect(code).toBe(0);
    expect(report.search.engine.tuples / rows).toBeGreaterThanOrEqual(0.95);
    expect(report.search.engine.levels).toBeGreaterThanOrEqual(4);
    expect(peak).toBeGreaterThan(2 ** 26);
    expect(peak).toBeLessThan(limit);
  });

  it("keeps to its memory when many columns have many values each", async () => {
    const columns = Array.from({ length: 60 }, (_, j) => `c${j}`);
    const lines = Array.from({ length: 40_000 }, (_, row) =>
      [row % 90, ...columns.map((_, j) => `${(row * (j + 7)) % 40_009}-${j}`)].join(","),
    );
    writeFileSync(at("columns.csv"), `${["age", ...columns].join(",")}\n${lines.join("\n")}\n`);
    const words = `anonymize ${at("columns.csv")} --quasi age -k 10 --algorithm mondrian --engine duckdb --memory 512MB --scratch ${folder} -o ${at("columns.parquet")} --json --progress none -q`;
    const { code, peak, report } = await watched(words.split(" "));
    expect([code, report?.release.smallest]).toEqual([0, 444]);
    expect(peak).toBeLessThan(512 * 2 ** 20);
  });

  it("says what it does not do, and what to ask for", () => {
    const run = (...words: string[]) =>
      kohort(["anonymize", path, ...roles, "-k", "5", "--engine", "duckdb", ...words]);
    const target = ["-o", at("refused.parquet")];
    const exact = run(...target, "--algorithm", "best-cut");
    expect(exact.stderr).toContain("--algorithm mondrian");
    expect(exact.code).toBe(2);
    const silent = run(...target);
    expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining("--algorithm mondrian")]);
    expect(run(...target, "--algorithm", "mondrian", "--option", "strict=false").code).toBe(2);
    expect(run(...target, "--algorithm", "mondrian", "--order", "input").code).toBe(2);
    expect(run(...target, "--algorithm", "mondrian", "--recipe", at("r.json")).code).toBe(2);
    expect(run("-o", at("refused.json")).stderr).toContain("*.parquet");
    expect(run().stderr).toContain("needs -o");
    expect(run(...target, "--memory", "12 pounds").stderr).toContain("--memory 12 pounds");
    const missing = kohort(["anonymize", at("none.parquet"), "--quasi", "age", "-k", "5", ...target]);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("does not exist")]);
    const sqlite = kohort(["anonymize", "sqlite:x.db?table=t", "--quasi", "age", "-k", "5", ...target]);
    expect([sqlite.code, sqlite.stderr]).toEqual([2, expect.stringContaining("SQLite")]);
    expect(existsSync(at("refused.parquet"))).toBe(false);
  });

  it("leaves nothing behind when the disk is full or Ctrl-C comes", async () => {
    const before = readdirSync(folder).length;
    const words = [path, ...roles, "-k", "5", "--algorithm", "mondrian", "-o", at("lost.parquet")];
    const full = kohort(["anonymize", ...words], { env: { KOHORT_FAULT: "full-disk" } });
    expect([full.code, full.stderr]).toEqual([2, expect.stringContaining("no space left")]);
    const large = census(200_000);
    const ended = await interrupted(
      ["anonymize", large, ...words.slice(1), "--progress", "plain"],
      /read|search/,
      "SIGINT",
    );
    expect(ended.code).toBe(130);
    expect(readdirSync(folder).length).toBe(before + 1);
    expect(statSync(large).size).toBeGreaterThan(0);
  });
});
