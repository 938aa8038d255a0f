/** @file Runs the cases of the corpus with the built program and takes the SHA-256 of all that they publish. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { program } from "../cli/run-kohort.ts";
import { type Case, cases } from "./cases.ts";
import { files, key } from "./tables.ts";

/** What a case leaves behind: the exit code of each command, and the SHA-256 of each file. */
type Outcome = { readonly codes: readonly (number | null)[]; readonly files: Readonly<Record<string, string>> };

/** Outcomes by the name of their case. */
export type Outcomes = Readonly<Record<string, Outcome>>;

const recordings = join(import.meta.dirname, "recorded.json");

/** The outcomes on record. */
export function recorded(): Outcomes {
  return existsSync(recordings) ? JSON.parse(readFileSync(recordings, "utf8")) : {};
}

/** Puts outcomes on record, and takes off those of cases that are gone. */
function record(outcomes: Outcomes): void {
  const all = { ...recorded(), ...outcomes };
  const kept = cases.flatMap(({ name }) => (all[name] === undefined ? [] : [[name, all[name]]]));
  const text = JSON.stringify(Object.fromEntries(kept), null, 2);
  const inLine = text.replace(/\[[^\]]+\]/g, (codes) => codes.replace(/\s+/g, "").replaceAll(",", ", "));
  writeFileSync(recordings, `${inLine}\n`);
}

/** Runs the cases of an engine and says what differs from the record; with `KOHORT_CORPUS=write` it becomes the record. */
export async function differences(engine: Case["engine"], folder: string): Promise<string[]> {
  const outcomes = await outcomesOf(
    cases.filter((one) => one.engine === engine),
    folder,
  );
  if (process.env.KOHORT_CORPUS === "write") record(outcomes);
  const before = recorded();
  return Object.entries(outcomes).flatMap(([name, now]) => {
    const { codes, files } = before[name] ?? { codes: [], files: {} };
    const names = [...new Set([...Object.keys(files), ...Object.keys(now.files)])];
    const differing = names.filter((file) => files[file] !== now.files[file]);
    const exits = String(codes) === String(now.codes) ? [] : [`exit code ${now.codes}, not ${codes}`];
    return [...exits, ...differing].map((what) => `${name}: ${what}`);
  });
}

/** Writes the tables into a folder and runs cases there, two at a time. */
async function outcomesOf(chosen: readonly Case[], folder: string): Promise<Outcomes> {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, "secret.key"), key, { mode: 0o600 });
  const outcomes: Record<string, Outcome> = {};
  const waiting = [...chosen];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      outcomes[one.name] = await outcomeOf(one, folder);
  };
  await Promise.all([work(), work()]);
  return Object.fromEntries(chosen.map(({ name }) => [name, outcomes[name]!]));
}

async function outcomeOf({ name, spec, commands }: Case, folder: string): Promise<Outcome> {
  mkdirSync(join(folder, name));
  if (spec !== undefined) writeFileSync(join(folder, `${name}.spec.json`), JSON.stringify(spec));
  const codes: (number | null)[] = [];
  for (const words of commands) {
    const stated = words.map((word) => word.replaceAll("@/", `${name}/`));
    codes.push(await exitCode([...stated, "-q"], folder, join(folder, `${name}.log`)));
  }
  const published = readdirSync(join(folder, name)).filter((file) => !file.endsWith(".salt"));
  const hashed = await Promise.all(
    published.sort().map(async (file) => [file, await hashOf(join(folder, name, file))]),
  );
  return { codes, files: Object.fromEntries(hashed) };
}

function exitCode(words: readonly string[], cwd: string, log: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [process.env.KOHORT_PROGRAM ?? program, ...words], {
      cwd,
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr.on("data", (text) => writeFileSync(log, text, { flag: "a" }));
    child.on("error", reject);
    child.on("close", resolve);
  });
}

/** The salt under which a certificate states the hash of the input is random. */
const salted = /"saltedSha256":"[0-9a-f]{64}"/;

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  if (path.endsWith(".parquet")) return hash.update(await parquetText(path)).digest("hex");
  const bytes = readFileSync(path);
  return hash.update(path.endsWith("certificate.json") ? bytes.toString().replace(salted, "") : bytes).digest("hex");
}

/** The columns and rows of Parquet, whose bytes are the engine's own. */
async function parquetText(path: string): Promise<string> {
  const parts = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((part) => part.endsWith(".parquet"))
        .sort()
        .map((part) => join(path, part))
    : [path];
  const texts = parts.map(async (part) => {
    const file = Uint8Array.from(readFileSync(part)).buffer;
    const columns = parquetMetadata(file).schema.map(({ name, type }) => ({ name, type }));
    const rows = await parquetReadObjects({ file });
    return { columns, rows };
  });
  const read = await Promise.all(texts);
  const text = (value: unknown): string =>
    JSON.stringify(value, (_, cell) => (typeof cell === "bigint" ? String(cell) : cell));
  return [text(read[0]?.columns.slice(1)), ...read.flatMap(({ rows }) => rows.map(text))].join("\n");
}
