/**
 * @file What the engines cost: rows per second, rounds, bytes spilled and memory, summed over the process and its
 * children. `node bench/engines.mjs 100000000` runs DuckDB on as many generated rows in Parquet, 8 quasi-identifiers;
 * `zip` as the second word adds a postal code so that nearly every row is a tuple of its own.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { censusBlocks, censusColumns, censusQuasiIdentifiers } from "../dist/sample/index.js";
import { writeBlocks } from "./measure.mjs";

const program = fileURLToPath(new URL("../dist/bin/kohort.js", import.meta.url));
const rowsPerFile = 5_000_000;

/** The memory of a process and all its children, in bytes; 0 where /proc is not there. */
export function treeMemory(root) {
  try {
    const parents = new Map();
    for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
      const stat = readProc(`/proc/${name}/stat`);
      if (stat !== "") parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 4).split(" ")[0]));
    }
    const isInside = (process) => {
      for (let at = process; at > 1; at = parents.get(at) ?? 0) if (at === root) return true;
      return false;
    };
    let bytes = 0;
    for (const process of parents.keys()) {
      if (!isInside(process)) continue;
      bytes += 1024 * Number(/VmRSS:\s+(\d+)/.exec(readProc(`/proc/${process}/status`))?.[1] ?? 0);
    }
    return bytes;
  } catch {
    return 0;
  }
}

function readProc(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Writes a census table as Parquet files below a folder; with `zip` a column of postal codes is added. */
export async function writeParquet(folder, rows, zip) {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  mkdirSync(folder, { recursive: true });
  for (let from = 0, part = 0; from < rows; from += rowsPerFile, part++) {
    const name = join(folder, `part-${String(part).padStart(4, "0")}`);
    if (existsSync(`${name}.parquet`)) continue;
    writeBlocks(`${name}.csv`, csvPart(rows, from));
    const instance = await DuckDBInstance.create(":memory:", { memory_limit: "1GB", threads: "1" });
    const connection = await instance.connect();
    // a postal code from the row's own number, spread over five digits
    const code = `, CAST(10000 + (hash(${from} + row_number() OVER ()) % 89999) AS INTEGER) AS zip`;
    await connection.run(
      `COPY (SELECT *${zip ? code : ""} FROM read_csv('${name}.csv', all_varchar = true)) TO '${name}.parquet.tmp' (FORMAT parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    renameSync(`${name}.parquet.tmp`, `${name}.parquet`);
    rmSync(`${name}.csv`);
  }
}

/** The rows of one file, all of them under the header. */
function* csvPart(rows, from) {
  if (from > 0) yield `${censusColumns.join(",")}\n`;
  yield* censusBlocks({ rows, from, to: Math.min(rows, from + rowsPerFile) });
}

/** Runs the command line and watches the memory of its process tree. */
export async function watched(words) {
  const started = performance.now();
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (block) => {
    text += block;
  });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMemory(child.pid));
  }, 250);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  return {
    code,
    peak,
    seconds: (performance.now() - started) / 1000,
    report: code === 0 ? JSON.parse(text) : undefined,
  };
}

/** One run of DuckDB over Parquet files. */
async function duckdbRun(rows, zip, memory, folder) {
  await writeParquet(join(folder, "in"), rows, zip);
  const quasi = zip ? [...censusQuasiIdentifiers.slice(0, 7), "zip"] : censusQuasiIdentifiers;
  const output = join(folder, "out.parquet");
  const { code, peak, seconds, report } = await watched(
    `anonymize ${join(folder, "in", "*.parquet")} --quasi ${quasi.join(",")} --sensitive income --unpublished weight -k 10 --algorithm mondrian --engine duckdb --memory ${memory} --scratch ${folder} -o ${output} --force --json --progress none`.split(
      " ",
    ),
  );
  if (code !== 0) throw new Error(`the run ended with ${code}`);
  const { engine } = report.search;
  const cpu = Object.values(report.cpu).reduce((sum, part) => sum + part, 0);
  const gigabytes = (bytes) => (bytes / 1e9).toFixed(2);
  console.log(
    `duckdb  ${rows} rows, ${engine.tuples} tuples (${(engine.tuples / rows).toFixed(3)}), limit ${memory}: ${Math.round(rows / seconds)} rows/s on the clock, ${((1e6 * cpu) / rows).toFixed(2)} µs of processor time per row, ${engine.levels} levels, ${engine.rounds} rounds, ${engine.shards} shards, ${gigabytes(engine.bytesSpilled)} GB spilled, ${gigabytes(engine.bytesStored)} GB stored, peak ${gigabytes(peak)} GB of memory, ${gigabytes(statSync(output).size)} GB written`,
  );
  console.log(`        processor seconds per stage: ${JSON.stringify(report.cpu)}`);
  return { peak, cpu, report };
}

/** The part of `npm run bench` about engines. */
export async function engines({ large }) {
  const folder = mkdtempSync(join(tmpdir(), "kohort-engines-"));
  try {
    const rows = large ? 2_000_000 : 200_000;
    const { cpu } = await duckdbRun(rows, false, "1GB", folder);
    return [{ name: "DuckDB, µs per row", asked: 20, measured: (1e6 * cpu) / rows, unit: "µs of processor time" }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [rows = "1000000", ...words] = process.argv.slice(2);
  const folder = words.find((word) => word.startsWith("/")) ?? mkdtempSync(join(tmpdir(), "kohort-engines-"));
  const memory = words.find((word) => /^\d+[MG]B$/.test(word)) ?? "8GB";
  await duckdbRun(Number(rows), words.includes("zip"), memory, folder);
  if (!words.some((word) => word.startsWith("/"))) rmSync(folder, { recursive: true, force: true });
}
