/**
 * @file One session with Spark: `spark-sql` as a child that is told to run one statement after the other. Statements
 * lie in files, since what is typed is echoed; answers are lines of JSON behind a mark that only they have.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { KohortError } from "../base/index.ts";
import type { Host } from "../engine/index.ts";
import { claim } from "./owner.ts";
import { driverLog, watchWorkers } from "./spark-workers.ts";
import type { Row } from "./store.ts";

/** How Spark is started. */
export type SparkOptions = {
  readonly master: string;
  /** Settings handed on as they are. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onExit?: Host["onExit"];
  /** Milliseconds to wait for another worker when all are lost; a minute unless stated. */
  readonly patience?: number;
};

/** A session with Spark. */
export type SparkSession = {
  readonly run: (sql: string) => Promise<void>;
  readonly query: (sql: string) => Promise<Row[]>;
  /** A folder on this machine for files that are handed to Spark. */
  readonly folder: string;
  readonly close: () => Promise<void>;
  /** Ends Spark and waits for it without giving way, for a process that is about to end. */
  readonly endNow: () => void;
};

/** Where Spark is: SPARK_HOME, or the cache folder. */
export function sparkHome(): string | undefined {
  const stated = process.env.SPARK_HOME;
  if (stated !== undefined && existsSync(join(stated, "bin", "spark-sql"))) return stated;
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "kohort", "spark", "lib");
  if (!existsSync(cache)) return undefined;
  const found = readdirSync(cache).map((python) => join(cache, python, "site-packages", "pyspark"));
  return found.find((home) => existsSync(join(home, "bin", "spark-sql")));
}

/** The kernel as one file, beside this one or where the command line is bundled. */
export function kernelFile(): string {
  const places = ["./kernel.mjs", "../bin/kernel.mjs", "../../dist/bin/kernel.mjs"];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new KohortError("file", "the kernel for clusters is not built", { hint: "run `npm run build`" });
}

function argumentsOf({ master, settings }: SparkOptions, folder: string): string[] {
  const log = join(folder, "log4j2.properties");
  writeFileSync(log, driverLog);
  const own = `-Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -Dsun.stdout.encoding=UTF-8 -Dlog4j2.configurationFile=file:${log}`;
  const all: Record<string, string> = {
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.warehouse.dir": join(folder, "warehouse"),
    "spark.ui.enabled": "false",
    "spark.log.level": "ERROR",
    "spark.sql.session.timeZone": "UTC",
    // a value such as ${env:HOME} is a value
    "spark.sql.variable.substitute": "false",
    "spark.sql.jsonGenerator.ignoreNullFields": "false",
    "spark.sql.artifact.isolation.enabled": "false",
    "spark.sql.adaptive.coalescePartitions.enabled": "false",
    "spark.sql.shuffle.partitions": "8",
    // what workers write is for its owner alone until it is published
    "spark.hadoop.fs.permissions.umask-mode": "077",
    ...settings,
    "spark.driver.extraJavaOptions": `${own} ${settings?.["spark.driver.extraJavaOptions"] ?? ""}`.trim(),
  };
  const set = Object.entries(all).flatMap(([name, value]) => ["--conf", `${name}=${value}`]);
  return ["--master", master, "--name", "kohort", "--files", kernelFile(), ...set];
}

type PendingReply = {
  readonly number: number;
  readonly rows: Row[];
  isDone: boolean;
  complaints: string;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
};

/** Starts Spark and waits until it answers. */
export async function openSparkSession(options: SparkOptions): Promise<SparkSession> {
  const home = sparkHome();
  if (home === undefined) {
    throw new KohortError("usage", "Apache Spark was not found", {
      hint: "set SPARK_HOME, or run `python3 -m venv ~/.cache/kohort/spark && ~/.cache/kohort/spark/bin/pip install 'pyspark==4.1.*'`",
    });
  }
  const folder = mkdtempSync(join(tmpdir(), "kohort-spark-"));
  const release = claim(folder);
  const isHere = /^local|127\.0\.0\.1|localhost/.test(options.master);
  const child = privately(() =>
    spawn(join(home, "bin", "spark-sql"), argumentsOf(options, folder), {
      cwd: folder,
      env: { ...process.env, SPARK_HOME: home, ...(isHere ? { SPARK_LOCAL_IP: "127.0.0.1" } : {}) },
      stdio: ["pipe", "pipe", "pipe"],
    }),
  );
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const ask = talkTo(child, folder, options.patience ?? 60_000);
  const stop = (): void => endChild(child);
  options.signal?.addEventListener("abort", stop);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    release();
  };
  const endNow = (): void => {
    if (child.exitCode === null && child.signalCode === null) endAndWait(child);
    remove();
  };
  const forget = options.onExit?.(endNow) ?? ((): void => {});
  const close = async (): Promise<void> => {
    forget();
    options.signal?.removeEventListener("abort", stop);
    child.stdin.end();
    const timer = setTimeout(stop, 15_000);
    await ended;
    clearTimeout(timer);
    remove();
  };
  const asked = async (sql: string, answers: boolean): Promise<Row[]> => {
    options.signal?.throwIfAborted();
    try {
      return await ask(sql, answers);
    } catch (error) {
      options.signal?.throwIfAborted();
      throw error;
    }
  };
  try {
    await asked("SELECT 1", false);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    run: async (sql) => {
      await asked(sql, false);
    },
    query: (sql) => asked(sql, true),
    folder,
    close,
    endNow,
  };
}

/** Starts something whose files are for their owner alone. */
function privately<T>(start: () => T): T {
  const before = process.umask(0o077);
  try {
    return start();
  } finally {
    process.umask(before);
  }
}

/** Asks Spark to end, which cancels its jobs, and ends it if it does not. */
function endChild(child: ChildProcess): void {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), 8_000).unref();
}

/** Ends Spark while nothing else can happen here; one that is gone already is a zombie until somebody looks after it. */
function endAndWait(child: ChildProcess): void {
  child.kill("SIGTERM");
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 80; tries++) {
    const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(child.pid)], { encoding: "utf8" });
    if (/^(Z|$)/.test((stdout ?? "").trim())) return;
    Atomics.wait(clock, 0, 0, 100);
  }
  child.kill("SIGKILL");
}

/** A function that runs a statement and waits for its answer; statements wait for one another. */
function talkTo(
  child: ChildProcess,
  folder: string,
  patience: number,
): (sql: string, answers: boolean) => Promise<Row[]> {
  let waiting: PendingReply | undefined;
  let lastAsked: PendingReply | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  let hasEnded = false;
  let complaints = "";
  let isDeserted = false;
  const workers = watchWorkers(patience, () => {
    isDeserted = true;
    endChild(child);
  });
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    workers.read(text);
    complaints = (complaints + text).slice(-65_536);
    const asked = waiting ?? lastAsked;
    if (asked !== undefined) asked.complaints = (asked.complaints + text).slice(-65_536);
  });
  child.stdin!.on("error", () => {});
  const settle = (now: PendingReply): void => {
    waiting = undefined;
    lastAsked = now;
    if (now.isDone) now.resolve(now.rows);
    else whenQuiet(() => now.complaints).then((said) => now.reject(complaint(said)));
  };
  const hear = (line: string): void => {
    if (waiting === undefined) return;
    const mark = `kohort-${waiting.number}-`;
    if (line.startsWith(`${mark}row `)) waiting.rows.push(JSON.parse(line.slice(mark.length + 4)) as Row);
    else if (line === `${mark}end`) waiting.isDone = true;
    else if (line === `${mark}after`) settle(waiting);
  };
  // not node:readline, which also ends lines within values, at U+2028
  let rest = "";
  child.stdout!.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) hear(line);
  });
  child.once("error", (error) => {
    complaints += error.message;
  });
  child.once("close", () => {
    hasEnded = true;
    workers.stop();
    waiting?.reject(isDeserted ? deserted() : complaint(waiting.complaints === "" ? complaints : waiting.complaints));
    waiting = undefined;
  });
  const ask = (sql: string, answers: boolean): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      if (hasEnded) {
        reject(isDeserted ? deserted() : complaint(complaints));
        return;
      }
      const number = ++count;
      waiting = { number, rows: [], isDone: false, complaints: "", resolve, reject };
      const file = join(folder, `statement-${number}.sql`);
      const statement = answers
        ? `SELECT concat('kohort-', '${number}-row ', to_json(struct(*))) FROM (${sql}) answer`
        : sql;
      // a query may end with a comment, which must not take the mark of its end for its own
      writeFileSync(file, `${wholeStatement(statement)}\n;\nSELECT concat('kohort-', '${number}-end');\n`, {
        mode: 0o600,
      });
      child.stdin!.write(`source ${file};\nSELECT concat('kohort-', '${number}-after');\n`);
      const clean = (): void => {
        if (existsSync(file)) unlinkSync(file);
      };
      last.then(clean, clean);
    });
  return (sql, answers) => {
    const answer = last.then(() => ask(sql, answers));
    last = answer.catch(() => {});
    return answer;
  };
}

/** What `spark-sql` looks for to part statements, also within names in backticks, which it does not know. */
const partingMarks = /['";\r\n]|--|\/\*/;

/** A statement as `spark-sql` takes it for one: a name with such a mark in it must not stand there as it is. */
export function wholeStatement(sql: string): string {
  if (!namesIn(sql).some((name) => partingMarks.test(name))) return sql;
  const code = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `EXECUTE IMMEDIATE '${sql.replace(/[^A-Za-z0-9 _.,()=*]/g, code)}'`;
}

/** What stands in backticks, outside texts. */
function namesIn(sql: string): string[] {
  const names: string[] = [];
  for (let at = 0; at < sql.length; at++) {
    const mark = sql[at];
    if (mark !== "'" && mark !== '"' && mark !== "`") continue;
    let end = at + 1;
    while (end < sql.length && sql[end] !== mark) end += mark !== "`" && sql[end] === "\\" ? 2 : 1;
    if (mark === "`") names.push(sql.slice(at + 1, end));
    at = end;
  }
  return names;
}

/** A kernel's own words, where they reached us. */
const kernelWords = /kohort kernel: ([^\n]*)/;

/**
 * What was said once a kernel's words are there or nothing more comes: what Spark complains of comes through another
 * pipe, a while after its answer.
 */
async function whenQuiet(said: () => string): Promise<string> {
  let before = -1;
  for (let quiet = 0, tries = 0; quiet < 5 && tries < 40 && !kernelWords.test(said()); tries++) {
    quiet = said().length === before ? quiet + 1 : 0;
    before = said().length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return said();
}

function deserted(): KohortError {
  return new KohortError("input", "no worker of the cluster is left", {
    hint: "nothing was published; start workers and run it again",
  });
}

/** What Spark says went wrong, in one sentence. */
function complaint(text: string): KohortError {
  const kernel = kernelWords.exec(text)?.[1];
  if (kernel !== undefined) {
    return new KohortError("input", `a worker's kernel ended early: ${kernel}`, {
      hint: "nothing was published; see the executors' logs, or ask for more `shards`",
    });
  }
  // the record that Spark shows is not repeated: it is somebody's
  if (text.includes("[MALFORMED_CSV_RECORD]")) {
    return new KohortError("input", "Spark: the CSV file has a record with more or fewer fields than the header", {
      hint: 'line breaks in quotes are for other engines; `engine: "memory"` says which row it is',
    });
  }
  const lines = text
    .split("\n")
    .filter((line) => !/ WARN | INFO |^WARNING|^Time taken|^\s*at |^Setting |^Using /.test(line));
  const said =
    lines.find((line) => /^\[[A-Z_.]+\]/.test(line)) ??
    lines.find((line) => /Exception|Error|error|failed/.test(line)) ??
    lines.find((line) => line.trim() !== "");
  const sentence = (said ?? "it ended without a word").replace(/^\d[\d/]* [\d:]+ ERROR \w+: /, "");
  return new KohortError("input", `Spark: ${sentence.trim().slice(0, 400)}`, {
    hint: "nothing was published; see the executors' logs",
  });
}
