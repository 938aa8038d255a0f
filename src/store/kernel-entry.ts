/**
 * @file The kernel that runs inside the executors of a cluster, bundled as one file. `cut JOB` reads tuples from stdin,
 * node after node, and writes each back with its leaf; `digest HEADER` hashes the lines of a release. Whatever goes
 * wrong ends it with a code that is not 0, so that the cluster never takes half an answer for a whole one.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isLong } from "../algorithms/index.ts";
import { finish, KohortError } from "../base/index.ts";
import { jobFrom } from "./job-text.ts";
import { cutShard, leavesPerNode, makeRoom, noRows, rowWidth, type ShardJob, type ShardRows } from "./shard.ts";

/** Rows that are written at once. */
const rowsAtOnce = 4096;

async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const block of input) {
    const lines = (rest + decoder.decode(block, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield lines;
  }
  if (rest !== "") yield [rest];
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

/** A whole number that Spark wrote; anything else is an error. */
function wholeNumber(text: string | undefined): number {
  const number = Number(text);
  if (text === undefined || text === "" || !Number.isSafeInteger(number) || number < 0) {
    throw new KohortError("input", `"${text}" is no code`);
  }
  return number;
}

function addRow(rows: ShardRows, fields: readonly string[], job: ShardJob, long: readonly number[]): void {
  const width = rowWidth(job);
  for (let column = 0; column < width; column++) {
    const number = wholeNumber(fields[1 + column]);
    if (number > 0xffff_ffff) throw new KohortError("input", `${number} records share one tuple, which is too many`);
    rows.columns[column][rows.count] = number;
  }
  long.forEach((attribute, nth) => {
    const text = fields[1 + width + nth];
    rows.positions[attribute]![rows.count] = text === "\\N" ? Number.NaN : Number(text);
  });
  rows.count++;
}

async function writeNode(node: number, rows: ShardRows, job: ShardJob): Promise<void> {
  const cohorts = finish(cutShard(job, rows));
  const base = node * leavesPerNode;
  for (let from = 0; from < rows.count; from += rowsAtOnce) {
    const lines: string[] = [];
    for (let row = from; row < Math.min(rows.count, from + rowsAtOnce); row++) {
      lines.push(`${rows.columns.map((column) => column[row]).join("\t")}\t${base + cohorts[row]}\n`);
    }
    await write(lines.join(""));
  }
  rows.count = 0;
}

/** Where a file that was added to the session lies: here, or in the folder of the session where sessions are kept apart. */
function placeOf(name: string): string {
  const folders = readdirSync(".", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [name, ...folders.map((folder) => join(folder.name, name))].find((path) => existsSync(path)) ?? name;
}

async function cut(path: string): Promise<void> {
  const job = jobFrom(readFileSync(placeOf(path), "utf8"));
  const long = job.axes.flatMap((axis, attribute) => (isLong(axis) ? [attribute] : []));
  const rows = noRows(job);
  let node = -1;
  for await (const lines of linesOf(process.stdin.iterator({ destroyOnReturn: false }))) {
    for (const line of lines) {
      const fields = line.split("\t");
      const own = wholeNumber(fields[0]);
      if (own !== node && rows.count > 0) await writeNode(node, rows, job);
      node = own;
      makeRoom(rows, 1, job, node);
      addRow(rows, fields, job, long);
    }
  }
  if (rows.count > 0) await writeNode(node, rows, job);
}

/** Hashes lines that come as hexadecimal digits, since nothing is escaped on the way. */
async function digest(header: string): Promise<void> {
  const hash = createHash("sha256").update(Buffer.from(header, "hex"));
  for await (const lines of linesOf(process.stdin.iterator({ destroyOnReturn: false }))) {
    hash.update(Buffer.from(lines.join(""), "hex"));
  }
  await write(`${hash.digest("hex")}\n`);
}

/** Reads what is left, and gives what was said the time to be heard: who feeds us must see our words and no broken pipe. */
async function hearOut(): Promise<void> {
  process.stdin.resume();
  if (!process.stdin.readableEnded) await new Promise((resolve) => process.stdin.once("close", resolve));
  await new Promise((resolve) => setTimeout(resolve, 300));
}

const [mode, argument = ""] = process.argv.slice(2);
try {
  if (mode === "cut") await cut(argument);
  else if (mode === "digest") await digest(argument);
  else throw new KohortError("usage", `the kernel knows no "${mode}"`);
} catch (error) {
  process.stderr.write(`kohort kernel: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 3;
  await hearOut();
}
