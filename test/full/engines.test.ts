import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { treeMemory, watched, writeParquet } from "../../bench/engines.mjs";
import { anonymizeFile, openPool } from "../../src/engine/index.ts";
import { censusBlocks, censusQuasiIdentifiers } from "../../src/sample/index.ts";
import { anonymizeInStore } from "../../src/store/anonymize-in-store.ts";
import { parseAddress } from "../../src/store/source.ts";
import { sparkStore } from "../../src/store/spark.ts";
import { openSparkSession } from "../../src/store/spark-session.ts";
import { temporaryFolder } from "../cli/run-kohort.ts";
import { needing } from "../setup/needs.ts";
import { censusSpec } from "../store/census-spec.ts";
import { smallSettings, startCluster } from "../store/spark-cluster.ts";

const spec = censusSpec([
  { model: "k-anonymity", k: 10 },
  { model: "l-diversity", l: 2 },
]);

type TaskEnd = {
  readonly Event: string;
  readonly "Task Metrics"?: {
    readonly "Executor CPU Time": number;
    readonly "Shuffle Write Metrics": { readonly "Shuffle Bytes Written": number };
  };
};

/** What an event log says that the tasks cost, per row. */
function costOf(events: string, rows: number): string {
  const tasks = events
    .split("\n")
    .filter((line) => line.includes("SparkListenerTaskEnd"))
    .map((line) => (JSON.parse(line) as TaskEnd)["Task Metrics"]);
  const cpu = tasks.reduce((sum, task) => sum + (task?.["Executor CPU Time"] ?? 0), 0) / 1000 / rows;
  const moved = tasks.reduce((sum, task) => sum + (task?.["Shuffle Write Metrics"]["Shuffle Bytes Written"] ?? 0), 0);
  return `spark: ${tasks.length} tasks, ${cpu.toFixed(1)} µs of processor time and ${(moved / rows).toFixed(0)} bytes shuffled per row`;
}

describe("tables that one place does not hold", () => {
  it("are cut on the cluster when the driver may not hold the tuples", needing("Spark"), async () => {
    const folder = temporaryFolder();
    const csv = join(folder, "census.csv");
    writeFileSync(csv, Buffer.concat([...censusBlocks({ rows: 2_000_000 })]));
    const pool = openPool(1);
    const memory = await anonymizeFile(
      { input: { path: csv, options: {} }, specOf: () => spec, folder, output: join(folder, "memory.csv") },
      pool,
    );
    await pool.close();
    const cluster = await startCluster(folder);
    try {
      const settings = {
        ...smallSettings,
        // small tables go to all workers through the driver, so they must be smaller still
        "spark.driver.maxResultSize": "4m",
        "spark.sql.autoBroadcastJoinThreshold": "512k",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": folder,
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.compress": "false",
      };
      const session = await openSparkSession({ master: cluster.master, settings });
      const store = await sparkStore(session, { scratch: folder, node: process.execPath });
      const made = await anonymizeInStore(store, {
        address: parseAddress(csv, undefined),
        specOf: () => spec,
        folder,
        output: join(folder, "spark.parquet"),
        format: "parquet",
        shards: 16,
      });
      const fetched = await session.query("SELECT * FROM tuples_leaves").catch((error: Error) => error.message);
      expect(fetched).toMatch(/maxResultSize|bigger than|RESULT_TOO_LARGE/i);
      await store.close();
      await session.close();
      expect(made.sha256).toBe(memory.sha256);
      const log = readdirSync(folder).find((name) => /^app-/.test(name))!;
      const events = readFileSync(join(folder, log), "utf8");
      console.log(costOf(events, 2_000_000));
      const levels = new Set([...events.matchAll(/tuples_level(\d+)/g)].map((match) => match[1]));
      expect(levels.size).toBeGreaterThanOrEqual(3);
      expect(events).toContain("kernel.mjs cut");
    } finally {
      cluster.stop();
    }
  });

  it("finish in DuckDB within a limit of a quarter of their size", async () => {
    const folder = temporaryFolder();
    const rows = 18_000_000;
    const limit = 512 * 2 ** 20;
    await writeParquet(join(folder, "in"), rows, true);
    const row = Buffer.concat([...censusBlocks({ rows: 10_000 })]).length / 10_000 + 6;
    expect(row * rows).toBeGreaterThan(4 * limit);
    const quasi = [...censusQuasiIdentifiers.slice(0, 7), "zip"].join(",");
    const output = join(folder, "out.parquet");
    const words = `anonymize ${join(folder, "in", "*.parquet")} --quasi ${quasi} --sensitive income --unpublished weight -k 10 --algorithm mondrian --engine duckdb --memory 512MB --scratch ${folder} -o ${output} --json --progress none -q`;
    const { code, peak, report } = await watched(words.split(" "));
    expect(code).toBe(0);
    expect(statSync(output).size).toBeGreaterThan(0);
    expect(report.release.smallest).toBeGreaterThanOrEqual(10);
    expect(report.search.engine.tuples / rows).toBeGreaterThanOrEqual(0.95);
    expect(treeMemory(process.pid)).toBeGreaterThan(0);
    console.log(`limit ${limit}, peak of the process tree ${peak}, spilled ${report.search.engine.bytesSpilled}`);
    expect(report.search.engine.bytesSpilled).toBeGreaterThan(0);
    expect(peak).toBeLessThan(limit);
  });
});
