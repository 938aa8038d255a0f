import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymizeFile, openPool } from "../../src/engine/index.ts";
import { validateSpec } from "../../src/spec/index.ts";
import { anonymizeInStore } from "../../src/store/anonymize-in-store.ts";
import { parseAddress } from "../../src/store/source.ts";
import { sparkStore } from "../../src/store/spark.ts";
import { openSparkSession, type SparkSession } from "../../src/store/spark-session.ts";
import { temporaryFolder } from "../cli/run-kohort.ts";
import { needing } from "../setup/needs.ts";
import { smallSettings } from "./spark-cluster.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const spec = validateSpec({
  version: 1,
  attributes: { number: { role: "quasi-identifying" }, illness: { role: "sensitive" } },
  privacy: [{ model: "k-anonymity", k: 10 }],
  algorithm: { name: "mondrian" },
  person: "none",
});

let session: SparkSession;

beforeAll(async () => {
  session = await openSparkSession({ master: "local[1]", settings: smallSettings });
});
afterAll(() => session.close());

async function toParquet(csv: string, parquet: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`COPY (FROM read_csv('${csv}', all_varchar = true)) TO '${parquet}'`);
  connection.closeSync();
  instance.closeSync();
}

/** The hash of what memory makes of a file. */
async function inMemory(path: string): Promise<string> {
  const pool = openPool(1);
  try {
    const request = { input: { path, options: {} }, specOf: () => spec, folder, output: at("memory.csv"), force: true };
    return (await anonymizeFile(request, pool)).sha256;
  } finally {
    await pool.close();
  }
}

/** The hash of what Spark makes of it, whose numbers stay in the store from so many values on. */
async function onSpark(path: string, longest: number): Promise<string> {
  const store = await sparkStore(session, { scratch: folder, node: process.execPath });
  try {
    const made = await anonymizeInStore(store, {
      address: parseAddress(path, undefined),
      specOf: () => spec,
      folder,
      output: at("spark.parquet"),
      format: "parquet",
      force: true,
      shards: 2,
      limits: { longest },
    });
    return made.sha256;
  } finally {
    await store.close();
  }
}

describe("Spark with numbers that differ as they are written and are one double", needing("Spark"), () => {
  it.each([
    [["1.0000000000000000001", "1", "1.5", "1.50", "3"]],
    [["1e-400", "0", "1e400", "2"]],
    [["1.5", "1.50", "1.5e0", "2.0000000000000000000", "2", "33.3333333333333333"]],
  ])("makes memory's bytes, whether values are fetched or stay in the store: %j", async (values) => {
    const lines = Array.from({ length: 30 * values.length }, (_, row) => `${values[row % values.length]},d${row % 3}`);
    writeFileSync(at("doubles.csv"), `number,illness\n${lines.join("\n")}\n`);
    await toParquet(at("doubles.csv"), at("doubles.parquet"));
    const expected = await inMemory(at("doubles.csv"));
    expect(await onSpark(at("doubles.parquet"), 2)).toBe(expected);
    expect(await onSpark(at("doubles.parquet"), 1000)).toBe(expected);
  });
});
