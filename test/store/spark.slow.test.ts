import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Audit } from "../../src/audit/audit.ts";
import type { Progress } from "../../src/base/index.ts";
import { anonymizeFile, openPool } from "../../src/engine/index.ts";
import { censusBlocks } from "../../src/sample/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { anonymizeInStore } from "../../src/store/anonymize-in-store.ts";
import { auditInStore } from "../../src/store/audit-in-store.ts";
import { openStore } from "../../src/store/open.ts";
import { parseAddress } from "../../src/store/source.ts";
import { sparkStore } from "../../src/store/spark.ts";
import { openSparkSession, type SparkSession } from "../../src/store/spark-session.ts";
import { kohort, program, temporaryFolder } from "../cli/run-kohort.ts";
import { needing } from "../setup/needs.ts";
import { censusGoals, censusSpec } from "./census-spec.ts";
import { type Cluster, smallSettings, startCluster } from "./spark-cluster.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const rows = 200_000;
const csv = at("census.csv");
const parquet = at("census.parquet");
/** The first rows of the same table, for what does not need many. */
const few = 10_000;
const smallCsv = at("small.csv");
const small = at("small.parquet");

const hashes = new Map<string, string>();
let cluster: Cluster;
let session: SparkSession;

type SparkRun = {
  readonly output?: string;
  readonly input?: string;
  readonly shards: number;
  readonly node?: string;
  readonly force?: boolean;
  readonly scratch?: string;
  readonly spec?: Spec;
  readonly limits?: { readonly longest: number };
  readonly runs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
};

/** A program that stands in for Node in the executors, given `kernel.mjs cut JOB` and the tuples on stdin. */
function standIn(name: string, script: string): string {
  const path = at(name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

const nodeFor = {
  "the kernel ends early": standIn(
    "ends",
    "echo 'kohort kernel: it was told to' >&2; cat > /dev/null; sleep 0.3; exit 3",
  ),
  "the kernel answers with no number": standIn("errs", `"${process.execPath}" "$@" | sed '1s/[0-9]*$/no number/'`),
  "a worker has no room": standIn(
    "small",
    `job=$(find . -maxdepth 2 -name "$3" | head -n 1)
sed 's/"atMost":[0-9]*/"atMost":100/' "\${job:-$3}" > "small.$$.json"
"${process.execPath}" "$1" "$2" "$PWD/small.$$.json"`,
  ),
};

async function onSpark(privacy: Spec["privacy"], run: SparkRun) {
  const store = await sparkStore(session, { scratch: run.scratch ?? folder, node: run.node ?? process.execPath });
  try {
    return await anonymizeInStore(
      store,
      {
        address: parseAddress(run.input ?? parquet, undefined),
        specOf: () => run.spec ?? censusSpec(privacy),
        folder,
        output: run.output ?? at("spark.parquet"),
        format: "parquet",
        force: run.force ?? true,
        shards: run.shards,
        ...(run.limits === undefined ? {} : { limits: run.limits }),
        ...(run.runs === undefined ? {} : { runs: run.runs }),
      },
      {
        ...(run.onProgress === undefined ? {} : { onProgress: run.onProgress }),
        ...(run.signal ? { signal: run.signal } : {}),
      },
    );
  } finally {
    await store.close();
  }
}

async function sql(statement: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

/** The hash of what one process makes of a file, the few rows unless another is named. */
async function inMemory(spec: Spec, path: string = smallCsv): Promise<string> {
  const pool = openPool(1);
  try {
    const input = { path, options: {} };
    const request = { input, specOf: () => spec, folder, output: at("small-memory.csv"), force: true };
    return (await anonymizeFile(request, pool)).sha256;
  } finally {
    await pool.close();
  }
}

/** Sums of fractions depend on their order in the last digits. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item) =>
    typeof item === "number" ? Number(item.toPrecision(12)) : item,
  );
}

/** The command lines of all processes. */
function commandLines(): string[] {
  return readdirSync("/proc").flatMap((name) => {
    const file = `/proc/${name}/cmdline`;
    try {
      return /^\d+$/.test(name) ? [readFileSync(file, "utf8")] : [];
    } catch {
      return [];
    }
  });
}

/** What a reader could find beside what was there. */
function leftovers(): string[] {
  return readdirSync(folder).filter((name) => /lost|\.tmp/.test(name));
}

beforeAll(async () => {
  writeFileSync(csv, Buffer.concat([...censusBlocks({ rows })]));
  writeFileSync(smallCsv, Buffer.concat([...censusBlocks({ rows: few })]));
  await sql(`COPY (SELECT * FROM read_csv('${csv}', all_varchar = true)) TO '${parquet}'`);
  await sql(`COPY (SELECT * FROM read_csv('${smallCsv}', all_varchar = true)) TO '${small}'`);
  cluster = await startCluster(folder);
  session = await openSparkSession({ master: cluster.master, settings: smallSettings, patience: 3_000 });
  const pool = openPool(1);
  for (const [name, privacy] of Object.entries(censusGoals)) {
    const made = await anonymizeFile(
      {
        input: { path: csv, options: {} },
        specOf: () => censusSpec(privacy),
        folder,
        output: at("memory.csv"),
        force: true,
      },
      pool,
    );
    hashes.set(name, made.sha256);
    const store = await openStore({ name: "duckdb" }, { scratch: folder });
    const options = {
      address: parseAddress(parquet, undefined),
      specOf: () => censusSpec(privacy),
      folder,
      shards: 16,
    };
    const stored = await anonymizeInStore(store, {
      ...options,
      output: at("duckdb.parquet"),
      format: "parquet",
      force: true,
    });
    await store.close();
    expect([name, stored.sha256]).toEqual([name, made.sha256]);
  }
  await pool.close();
});

afterAll(async () => {
  cluster?.stop();
  await session?.close();
});

describe("Spark as the engine", needing("Spark"), () => {
  for (const [name, privacy] of Object.entries(censusGoals)) {
    it(`makes the bytes of one process for ${name}, in 1, 2 and 16 shards`, async () => {
      for (const shards of [1, 2, 16]) {
        const { sha256, search } = await onSpark(privacy, { shards });
        expect([shards, sha256]).toEqual([shards, hashes.get(name)]);
        expect((search.engine as { shards: number }).shards).toBeGreaterThanOrEqual(shards);
      }
      expect(existsSync(at("spark.parquet/_SUCCESS"))).toBe(true);
    });
  }

  // Spark loses what a process writes to stderr as it ends when it is slow to read it, and then says only that tasks failed
  for (const [fault, said] of [
    ["the kernel ends early", /kernel ended early: it was told to|Task \d+ in stage \S+ failed/],
    ["the kernel answers with no number", /NULL/],
    ["a worker has no room", /has room for|Task \d+ in stage \S+ failed/],
  ] as const) {
    it(`says what went wrong and leaves nothing when ${fault}`, async () => {
      const failing = onSpark(censusGoals.k, {
        input: small,
        shards: 2,
        output: at("lost.parquet"),
        node: nodeFor[fault],
      });
      const error = await failing.catch((thrown: Error & { where?: string }) => `${thrown.message} ${thrown.where}`);
      expect(error).toMatch(said);
      expect(leftovers()).toEqual([]);
    });
  }

  it("reads JSON lines, ORC, tables and queries", async () => {
    const spec = censusSpec(censusGoals.k, ["age", "education-num", "hours-per-week"]);
    const expected = await inMemory(spec);
    await sql(`COPY (SELECT * FROM '${small}') TO '${at("small.jsonl")}' (FORMAT json)`);
    await session.run(`INSERT OVERWRITE DIRECTORY '${at("small.orc")}' USING orc SELECT * FROM parquet.\`${small}\``);
    await session.run("CREATE DATABASE IF NOT EXISTS people");
    await session.run(`CREATE TABLE people.census USING parquet OPTIONS (path '${small}')`);
    await session.run(`CREATE TABLE census USING parquet OPTIONS (path '${small}')`);
    const query = "spark:?query=SELECT * FROM people.census WHERE age >= 17 -- adults; all of them";
    const inputs = [at("small.jsonl"), at("small.orc"), "spark:?table=people.census", "spark:?table=census", query];
    for (const input of inputs) {
      const { sha256 } = await onSpark(censusGoals.k, { input, shards: 1, spec });
      expect([input, sha256]).toEqual([input, expected]);
    }
    expect(existsSync(small)).toBe(true);
  });

  it("takes names and values for what they are", async () => {
    const variable = "$".concat("{env:HOME}");
    const names = ["fa'ther; --", variable, 'mo"ther`', "/* x"];
    const odd = [variable, "it's", "a\\", "\u2028x", ";--", "é😀", "/*", "x'); DROP TABLE y; --", "\\u0041"];
    const lines = Array.from({ length: 60 }, (_, i) => [odd[i % 9], i % 2, (i * 13) % 37, `d${i % 5}`].join(","));
    const header = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(",");
    writeFileSync(at("odd.csv"), [header, ...lines, ""].join("\n"));
    const roles = names.map((name, i) => [name, { role: i < 3 ? "quasi-identifying" : "sensitive" }] as const);
    const spec: Spec = { ...censusSpec(censusGoals.k), attributes: Object.fromEntries(roles) };
    const folderOf = at("o'brien; x");
    mkdirSync(folderOf, { recursive: true });
    const made = await onSpark(censusGoals.k, {
      input: at("odd.csv"),
      shards: 2,
      spec,
      output: join(folderOf, "out.parquet"),
    });
    expect(made.sha256).toBe(await inMemory(spec, at("odd.csv")));
    expect(readdirSync(folderOf)).toEqual(["out.parquet"]);
  });

  it("refuses text that is not UTF-8, and columns that differ in case only", async () => {
    writeFileSync(at("latin.csv"), Buffer.from("age,sex\n1,\u00e9\n1,\u00e8\n", "latin1"));
    const spec = censusSpec([{ model: "k-anonymity", k: 2 }], ["age", "sex"]);
    await expect(onSpark(censusGoals.k, { input: at("latin.csv"), shards: 1, spec })).rejects.toThrow(/reads UTF-8/);
    writeFileSync(at("twins.csv"), "age,Age\n1,2\n1,2\n");
    await expect(onSpark(censusGoals.k, { input: at("twins.csv"), shards: 1, spec })).rejects.toThrow(
      /"age" from "Age"/,
    );
  });

  it("writes through Spark's own file systems, replaces what stands there only if told to, and cleans up", async () => {
    const spec = censusSpec(censusGoals.k, ["age", "sex"]);
    const expected = await inMemory(spec);
    const output = `file://${at("remote.parquet")}`;
    const run = { input: `file://${small}`, output, shards: 1, spec, scratch: `file://${at("far")}` };
    expect((await onSpark(censusGoals.k, { ...run, force: false })).sha256).toBe(expected);
    await expect(onSpark(censusGoals.k, { ...run, force: false })).rejects.toThrow(/exists already/);
    expect((await onSpark(censusGoals.k, run)).sha256).toBe(expected);
    expect(existsSync(at("remote.parquet/_SUCCESS"))).toBe(true);
    expect(readdirSync(at("far"))).toEqual([]);
    expect(leftovers()).toEqual([]);
  });

  it("counts a column of very many numbers in bounded runs and still makes the same bytes", async () => {
    const spec = censusSpec(censusGoals.k, ["age", "sex", "weight"]);
    const expected = await inMemory(spec);
    const made = await onSpark(censusGoals.k, { input: small, shards: 8, spec, limits: { longest: 1000 }, runs: 16 });
    expect(made.sha256).toBe(expected);
    const { levels, rounds } = made.search.engine as { levels: number; rounds: number };
    expect(rounds).toBeGreaterThan(levels);
  });

  it("measures what memory measures", async () => {
    const words = ["--quasi", "age,sex", "--sensitive", "native-country", "-k", "3", "-l", "2", "--json"];
    const memory = JSON.parse(kohort(["audit", smallCsv, ...words]).stdout) as Pick<Audit, "privacy" | "risk">;
    const store = await sparkStore(session, { scratch: folder, node: process.execPath });
    try {
      const { audit } = await auditInStore(store, {
        address: parseAddress(small, undefined),
        optionsOf: () => ({
          quasiIdentifiers: ["age", "sex"],
          sensitive: ["native-country"],
          privacy: [
            { model: "k-anonymity", k: 3 },
            { model: "l-diversity", l: 2 },
          ],
        }),
      });
      expect(rounded([audit.privacy, audit.risk])).toEqual(rounded([memory.privacy, memory.risk]));
    } finally {
      await store.close();
    }
  });

  it("ends its jobs and leaves nothing on Ctrl-C", async () => {
    const own = at("own");
    mkdirSync(own);
    const engine = { name: "spark", scratch: own };
    writeFileSync(at("spark.json"), JSON.stringify({ ...censusSpec(censusGoals.k), engine }));
    const settings = Object.entries(smallSettings).flatMap(([key, value]) => ["--spark-setting", `${key}=${value}`]);
    const where = ["-c", at("spark.json"), "--master", "local[1]", ...settings, "--shards", "16"];
    const words = [program, "anonymize", small, ...where, "-o", at("lost.parquet")];
    const child = spawn(process.execPath, words, { env: { ...process.env, TMPDIR: own } });
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const hasTuples = (): boolean => readdirSync(own).some((name) => existsSync(join(own, name, "tuples")));
    while (!hasTuples() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill("SIGINT");
    expect([await ended, said]).toEqual([130, expect.stringContaining("nothing was written")]);
    expect(leftovers()).toEqual([]);
    expect(readdirSync(own)).toEqual([]);
    expect(commandLines().filter((line) => line.includes(own))).toEqual([]);
  });

  it("finishes with the same bytes when one of two workers is killed in the middle", async () => {
    let isKilled = false;
    const onProgress = ({ note }: Progress): void => {
      if (isKilled || !/^level 2/.test(note ?? "")) return;
      isKilled = true;
      cluster.kill(0);
    };
    const { sha256 } = await onSpark(censusGoals["k and l"], { shards: 16, onProgress });
    expect(isKilled).toBe(true);
    expect(sha256).toBe(hashes.get("k and l"));
  });

  it("says so and leaves nothing when the last worker is killed as well", async () => {
    const onProgress = ({ stage }: Progress): void => {
      if (stage === "search") cluster.kill(1);
    };
    const failing = onSpark(censusGoals.k, { input: small, shards: 2, output: at("lost.parquet"), onProgress });
    const error = await failing.catch((thrown: Error) => thrown.message);
    expect(error).toBe("no worker of the cluster is left");
    expect(leftovers()).toEqual([]);
  });

  it("exits with 2 and names the algorithm when none is asked for", () => {
    const words = [
      "--quasi",
      "age,sex",
      "-k",
      "5",
      "--engine",
      "spark",
      "--master",
      "local[1]",
      "-o",
      at("lost.parquet"),
    ];
    const { code, stderr } = kohort(["anonymize", csv, ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--algorithm mondrian")]);
    expect(leftovers()).toEqual([]);
  });
});
