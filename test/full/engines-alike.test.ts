import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymizeFile, openPool } from "../../src/engine/index.ts";
import { censusBlocks } from "../../src/sample/index.ts";
import type { Spec } from "../../src/spec/index.ts";
import { anonymizeInStore } from "../../src/store/anonymize-in-store.ts";
import { openStore } from "../../src/store/open.ts";
import { parseAddress } from "../../src/store/source.ts";
import { sparkStore } from "../../src/store/spark.ts";
import { openSparkSession, type SparkSession } from "../../src/store/spark-session.ts";
import type { Store } from "../../src/store/store.ts";
import { temporaryFolder } from "../cli/run-kohort.ts";
import { needing } from "../setup/needs.ts";
import { censusGoals, censusSpec } from "../store/census-spec.ts";
import { type Cluster, startCluster } from "../store/spark-cluster.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const csv = at("census.csv");

let cluster: Cluster;
let session: SparkSession;

async function inMemory(spec: Spec): Promise<string> {
  const pool = openPool(1);
  try {
    const input = { path: csv, options: {} };
    return (await anonymizeFile({ input, specOf: () => spec, folder, output: at("memory.csv"), force: true }, pool))
      .sha256;
  } finally {
    await pool.close();
  }
}

async function inStore(store: Store, spec: Spec, shards: number): Promise<string> {
  try {
    const output = at(`${store.name}.parquet`);
    const address = parseAddress(csv, undefined);
    const request = { address, specOf: () => spec, folder, output, format: "parquet", force: true, shards } as const;
    return (await anonymizeInStore(store, request)).sha256;
  } finally {
    await store.close();
  }
}

beforeAll(async () => {
  writeFileSync(csv, Buffer.concat([...censusBlocks({ rows: 2_000_000 })]));
  cluster = await startCluster(folder);
  const settings = {
    "spark.driver.memory": "1g",
    "spark.executor.memory": "1g",
    "spark.executor.cores": "1",
    "spark.sql.shuffle.partitions": "2",
  };
  session = await openSparkSession({ master: cluster.master, settings });
});

afterAll(async () => {
  await session?.close();
  cluster?.stop();
});

describe("two million rows", needing("Spark"), () => {
  for (const [name, privacy] of Object.entries(censusGoals)) {
    it(`are the same bytes in one process, in DuckDB and in 1, 2 and 16 shards of Spark for ${name}`, async () => {
      const spec = censusSpec(privacy);
      const hashes = {
        memory: await inMemory(spec),
        duckdb: await inStore(await openStore({ name: "duckdb" }, { scratch: folder }), spec, 4),
        ...Object.fromEntries(await sparkHashes(spec)),
      };
      console.log(JSON.stringify(hashes));
      expect(new Set(Object.values(hashes)).size).toBe(1);
    });
  }
});

async function sparkHashes(spec: Spec): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const shards of [1, 2, 16]) {
    const store = await sparkStore(session, { scratch: folder, node: process.execPath });
    const began = performance.now();
    found.push([`spark, ${shards}`, await inStore(store, spec, shards)]);
    console.log(`${shards} shards of Spark: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  return found;
}
