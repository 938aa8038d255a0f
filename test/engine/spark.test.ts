import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Progress } from "../../src/base/index.ts";
import { anonymizeFile, anonymizeInStore, openPool, openStore, parseAddress } from "../../src/engine/index.ts";
import { sparkStore } from "../../src/engine/store/spark.ts";
import { openSparkSession, type SparkSession } from "../../src/engine/store/spark-session.ts";
import { censusBlocks, censusQuasiIdentifiers } from "../../src/sample/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { kohort, temporaryFolder } from "../cli/run-kohort.ts";
import { type Cluster, smallSettings, startCluster } from "./spark-cluster.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const rows = 200_000;
const csv = at("census.csv");
const parquet = at("census.parquet");

const goals = {
  k: [{ model: "k-anonymity", k: 10 }],
  "k and l": [
    { model: "k-anonymity", k: 10 },
    { model: "l-diversity", l: 2, variant: "distinct" },
  ],
  "k and t": [
    { model: "k-anonymity", k: 10 },
    { model: "t-closeness", t: 0.2 },
  ],
} as const satisfies Record<string, Spec["privacy"]>;

function specFor(privacy: Spec["privacy"]): Spec {
  return {
    version: 1,
    attributes: Object.fromEntries([
      ...censusQuasiIdentifiers.map((name) => [name, { role: "quasi-identifying" as const }]),
      ["income", { role: "sensitive" as const }],
      ["weight", { role: "identifying" as const }],
    ]),
    privacy,
    algorithm: { name: "mondrian" },
  };
}

const hashes = new Map<string, string>();
let cluster: Cluster;
let session: SparkSession;

type SparkRun = {
  readonly output?: string;
  readonly input?: string;
  readonly shards: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
};

async function onSpark(privacy: Spec["privacy"], run: SparkRun) {
  const store = await sparkStore(session, { scratch: folder, node: process.execPath });
  try {
    return await anonymizeInStore(
      store,
      {
        address: parseAddress(run.input ?? parquet, undefined),
        specOf: () => specFor(privacy),
        folder,
        output: run.output ?? at("spark.parquet"),
        format: "parquet",
        force: true,
        shards: run.shards,
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

/** What a reader could find beside what was there. */
function leftovers(): string[] {
  return readdirSync(folder).filter((name) => /lost|\.tmp$/.test(name));
}

beforeAll(async () => {
  writeFileSync(csv, Buffer.concat([...censusBlocks({ rows })]));
  await sql(`COPY (SELECT * FROM read_csv('${csv}', all_varchar = true)) TO '${parquet}'`);
  cluster = await startCluster(folder);
  session = await openSparkSession({ master: cluster.master, settings: smallSettings });
  const pool = openPool(1);
  for (const [name, privacy] of Object.entries(goals)) {
    const made = await anonymizeFile(
      {
        input: { path: csv, options: {} },
        specOf: () => specFor(privacy),
        folder,
        output: at("memory.csv"),
        force: true,
      },
      pool,
    );
    hashes.set(name, made.sha256);
    const store = await openStore({ name: "duckdb" }, { scratch: folder });
    const options = { address: parseAddress(parquet, undefined), specOf: () => specFor(privacy), folder, shards: 16 };
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
}, 900_000);

afterAll(async () => {
  cluster?.stop();
  await session?.close();
});

/** Spark starts slowly, and more so on a busy machine. */
const patience = 900_000;

describe("Spark as the engine", { timeout: patience }, () => {
  for (const [name, privacy] of Object.entries(goals)) {
    it(`makes the bytes of one process for ${name}, in 1, 2 and 16 shards`, async () => {
      for (const shards of [1, 2, 16]) {
        const { sha256, search } = await onSpark(privacy, { shards });
        expect([shards, sha256]).toEqual([shards, hashes.get(name)]);
        expect((search.engine as { shards: number }).shards).toBeGreaterThanOrEqual(shards);
      }
      expect(existsSync(at("spark.parquet/_SUCCESS"))).toBe(true);
    });
  }

  for (const [fault, said] of [
    ["kernel-exit", /kernel ended early: it was told to/],
    ["kernel-null", /NULL/],
    ["kernel-room", /has room for/],
  ] as const) {
    it(`says what went wrong and leaves nothing when ${fault}`, async () => {
      process.env.KOHORT_FAULT = fault;
      try {
        const failing = onSpark(goals.k, { shards: 2, output: at("lost.parquet") });
        const error = await failing.catch((thrown: Error & { where?: string }) => `${thrown.message} ${thrown.where}`);
        expect(error).toMatch(said);
      } finally {
        delete process.env.KOHORT_FAULT;
      }
      expect(leftovers()).toEqual([]);
    });
  }

  it("finishes with the same bytes when one of two workers is killed in the middle", async () => {
    let isKilled = false;
    const onProgress = ({ note }: Progress): void => {
      if (isKilled || !/^level 2/.test(note ?? "")) return;
      isKilled = true;
      cluster.kill(0);
    };
    const { sha256 } = await onSpark(goals["k and l"], { shards: 16, onProgress });
    expect(isKilled).toBe(true);
    expect(sha256).toBe(hashes.get("k and l"));
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
