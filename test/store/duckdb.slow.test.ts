import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { watched, writeParquet } from "../../bench/engines.mjs";
import type { Audit } from "../../src/audit/audit.ts";
import { randomFrom, shuffle } from "../../src/base/index.ts";
import { censusBlocks, censusQuasiIdentifiers, clinicCsv } from "../../src/sample/index.ts";
import { anonymizeInStore } from "../../src/store/anonymize-in-store.ts";
import { auditInStore } from "../../src/store/audit-in-store.ts";
import { openStore } from "../../src/store/open.ts";
import { parseAddress } from "../../src/store/source.ts";
import { faulty, interrupted, kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { censusSpec } from "./census-spec.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

function census(rows: number): string {
  const path = at(`census-${rows}.csv`);
  if (!existsSync(path)) writeFileSync(path, Buffer.concat([...censusBlocks({ rows })]));
  return path;
}

const roles = [
  "--quasi",
  censusQuasiIdentifiers.join(","),
  "--sensitive",
  "income",
  "--unpublished",
  "weight",
  "--rest",
  "insensitive",
];

function release(words: readonly string[], output: string): { sha256: string; engine: Record<string, number> } {
  const { code, stdout, stderr } = kohort(["anonymize", ...words, "-o", at(output), "--force", "--json"]);
  expect(stderr).not.toContain("error:");
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { release: { sha256: string }; search: { engine: Record<string, number> } };
  return { sha256: report.release.sha256, engine: report.search.engine };
}

/** What JSON says; sums of fractions depend on their order in the last digits. */
function rounded(text: string): unknown {
  return JSON.parse(text, (_, value) => (typeof value === "number" ? Number(value.toPrecision(12)) : value));
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

  it("makes the same bytes whatever the order of the rows is, in CSV and in Parquet", async () => {
    const [header, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
    const turned = shuffle(lines, randomFrom(3));
    writeFileSync(at("turned.csv"), `${[header, ...turned].join("\n")}\n`);
    await sql(`COPY (FROM read_csv('${at("turned.csv")}', all_varchar = true)) TO '${at("turned.parquet")}'`);
    const words = [...roles, "-k", "10", "-t", "0.3", "--algorithm", "mondrian"];
    const memory = release([path, ...words], "memory.csv");
    for (const name of ["turned.csv", "turned.parquet"]) {
      const { sha256 } = release([at(name), ...words, "--engine", "duckdb"], "turned-release.csv");
      expect(sha256, name).toBe(memory.sha256);
    }
    expect(release([at("turned.csv"), ...words], "memory.csv").sha256).toBe(memory.sha256);
  });

  it("counts long numeric axes in bounded runs and still makes the same bytes", async () => {
    const memory = release([path, ...roles, "-k", "10", "--algorithm", "mondrian"], "memory.csv");
    const spec = censusSpec([{ model: "k-anonymity", k: 10 }]);
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
    const header = odd[0].split(";");
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
    expect(rounded(stored.stdout)).toEqual(rounded(memory.stdout));
    expect([memory.code, stored.code]).toEqual([1, 1]);
  });

  it("leaves records with missing values out of an audit as memory does", () => {
    const lines = Array.from({ length: 60 }, (_, i) => `${i % 7 === 0 ? "" : i % 3},${i % 5},${i % 2}`);
    writeFileSync(at("gaps.csv"), ["a,b,s", ...lines, ""].join("\n"));
    const words = ["audit", at("gaps.csv"), "--quasi", "a,b", "--sensitive", "s", "--drop-missing", "--json"];
    const memory = kohort(words);
    const stored = kohort([...words, "--engine", "duckdb"]);
    expect(JSON.parse(memory.stdout).release.rows).toBe(lines.filter((line) => !line.startsWith(",")).length);
    expect(rounded(stored.stdout)).toEqual(rounded(memory.stdout));
  });

  it("agrees with memory on every name of a column that it can tell from others", () => {
    const data = Array.from({ length: 60 }, (_, i) => `${20 + ((i * 7) % 40)},${i % 2},${(i * 13) % 37},d${i % 5}`);
    const release = (names: readonly string[], more: readonly string[], output: string) => {
      const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(",");
      writeFileSync(at("names.csv"), [quoted, ...data, ""].join("\n"));
      const roles = names.map((name, i) => [name, { role: i < 3 ? "quasi-identifying" : "sensitive" }] as const);
      const privacy = [{ model: "k-anonymity", k: 4 }];
      const spec = { version: 1, attributes: Object.fromEntries(roles), privacy, algorithm: { name: "mondrian" } };
      writeFileSync(at("names.json"), JSON.stringify(spec));
      const words = ["anonymize", at("names.csv"), "-c", at("names.json"), "-o", at(output), "--force", "--json"];
      return kohort([...words, ...more]);
    };
    for (const names of [
      ["fa'ther", 'mo"ther', "a;b", "--x"],
      ["a\nb", "a\\b", "$x", "`"],
      ["x0", "c0", "place", "o0"],
      ["select", "leaf", "*", "a.b"],
      ["é", "É", " a", "a "],
    ]) {
      const memory = JSON.parse(release(names, [], "names-memory.csv").stdout);
      const stored = JSON.parse(release(names, [], "names.parquet").stdout);
      expect([names, stored.release.sha256]).toEqual([names, memory.release.sha256]);
    }
    for (const names of [
      ["Age", "age", "b", "c"],
      ["a", "file_row_number", "b", "c"],
    ]) {
      const { code, stderr } = release(names, [], "names.parquet");
      expect([code, stderr]).toEqual([2, expect.stringMatching(/does not tell column "Age" from "age"|of its own/)]);
      expect(stderr).toContain("for the memory engine");
    }
  });

  it("reads the same whatever the machine's time zone is, and a query that ends with a comment", () => {
    const query =
      "SELECT range % 3 AS age, TIMESTAMPTZ '2024-03-31 00:30:00+00' + to_hours(range) AS seen FROM range(60)";
    const made = ["America/New_York", "Asia/Tokyo"].map((TZ) => {
      const words = [
        `duckdb:?query=${query} -- all`,
        "--quasi",
        "age",
        "--insensitive",
        "seen",
        "-k",
        "5",
        "--algorithm",
        "mondrian",
      ];
      expect(kohort(["anonymize", ...words, "-o", at("zone.csv"), "--force"], { env: { TZ } }).code).toBe(0);
      return readFileSync(at("zone.csv"), "utf8");
    });
    expect(made[0]).toBe(made[1]);
    expect(made[0]).toContain("2024-03-31 00:30:00+00");
  });

  it("takes JSON as memory does: keys that come late, twins and nested values", () => {
    const lines = Array.from({ length: 30_000 }, (_, i) =>
      JSON.stringify({ age: i % 50, zip: i % 7, ...(i > 25_000 ? { late: `x${i % 3}` } : {}) }),
    );
    writeFileSync(at("late.jsonl"), lines.join("\n"));
    const words = [at("late.jsonl"), "--quasi", "age,zip", "-k", "5", "--algorithm", "mondrian"];
    const memory = release(words, "late.csv");
    expect(release([...words, "--engine", "duckdb"], "late.duckdb.csv").sha256).toBe(memory.sha256);
    const refused = (row: object): string => {
      writeFileSync(at("odd.jsonl"), `${JSON.stringify(row)}\n`.repeat(10));
      const { code, stderr } = kohort(
        `anonymize ${at("odd.jsonl")} --quasi age -k 5 --algorithm mondrian --engine duckdb -o ${at("odd.csv")}`.split(
          " ",
        ),
      );
      expect(code).toBe(2);
      return stderr;
    };
    expect(refused({ age: 1, Age: 2 })).toContain('does not tell column "Age" from "age"');
    expect(refused({ age: 1, home: { street: "a" } })).toContain('column "home" has objects or lists');
    expect(refused({ age: 1, tags: ["a"] })).toContain('column "tags" has objects or lists');
  });

  it("says where a CSV file is broken, and not what the people in it have", () => {
    for (const [text, said] of [
      ["age,zip\n30,secret1\n31\n", "Line: 3, Expected Number of Columns: 2 Found: 1"],
      ['age,zip\n30,"secret1\n31,secret2\n', "Line: 2, Value with unterminated quote"],
    ] as const) {
      writeFileSync(at("broken.csv"), text);
      const { code, stderr } = kohort(
        `anonymize ${at("broken.csv")} --quasi age -k 2 --algorithm mondrian --engine duckdb -o ${at("b.csv")}`.split(
          " ",
        ),
      );
      expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
      expect(stderr).not.toContain("secret");
    }
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
    const [once, after] = audits.map((audit) => rounded(JSON.stringify(audit)) as Audit);
    expect(after).toEqual(once);
    expect(once.risk.disclosure!["native-country"].largestGain).toBeGreaterThan(0);
  });

  it("keeps to its memory when nearly every row is a tuple of its own", async () => {
    const rows = 1_000_000;
    const limit = 512 * 2 ** 20;
    await writeParquet(at("wide"), rows, true);
    const quasi = [...censusQuasiIdentifiers.slice(0, 7), "zip"].join(",");
    const words = `anonymize ${at("wide/*.parquet")} --quasi ${quasi} --sensitive income --unpublished weight -k 10 --algorithm mondrian --memory 512MB --shards 20 --scratch ${folder} -o ${at("wide.out.parquet")} --json --progress none -q`;
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
    for (const flag of [["--certificate", at("c.json")], ["--safe-cells"]]) {
      const passedOver = run(...target, "--algorithm", "mondrian", ...flag);
      expect([passedOver.code, passedOver.stderr]).toEqual([2, expect.stringContaining(`knows no ${flag[0]}`)]);
    }
    const far = kohort([
      "anonymize",
      "s3://bucket/x.parquet",
      "--quasi",
      "age",
      "-k",
      "5",
      "--algorithm",
      "mondrian",
      ...target,
    ]);
    expect([far.code, far.stderr]).toEqual([2, expect.stringContaining("files of this machine only")]);
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
    const full = kohort(["anonymize", ...words], { env: faulty("full-disk") });
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
