/** What stands around a run: the list of processes, what a kill leaves behind, who may read drafts. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sparkDialect } from "../../../src/store/dialect.ts";
import { claim, sweepScratch } from "../../../src/store/owner.ts";
import { publishFolder, writeFolder } from "../../../src/store/spark-write.ts";
import { kohort, program, temporaryFolder } from "../../cli/run-kohort.ts";

const root = temporaryFolder();
const state = join(root, "state");
const env = { ...process.env, XDG_STATE_HOME: state };

/** Waits until something is so, for five minutes at most. */
async function until<T>(look: () => T | undefined | false): Promise<T> {
  for (let tries = 0; tries < 6000; tries++) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await sleep(50);
  }
  throw new Error("it never came");
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("close", () => resolve()));
}

/** What every process on this computer was started with. */
function commandLines(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8")];
      } catch {
        return [];
      }
    });
}

function statusOf(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    });
    asked.on("error", reject);
    asked.end();
  });
}

describe.skipIf(process.platform !== "linux")("the studio's token", () => {
  it("is in no command line while the browser is opened, and in a file that goes away", async () => {
    const bin = join(root, "bin");
    mkdirSync(bin);
    const said = join(root, "opened");
    writeFileSync(
      join(bin, "xdg-open"),
      `#!/bin/sh\necho "$@" > "${said}.part"; mv "${said}.part" "${said}"\nsleep 300\n`,
    );
    chmodSync(join(bin, "xdg-open"), 0o755);
    const child = spawn(process.execPath, [program, "studio"], {
      env: { ...env, PATH: `${bin}:${process.env.PATH}`, TMPDIR: root },
    });
    let printed = "";
    child.stdout.on("data", (text) => {
      printed += text;
    });
    const opened = (await until(() => existsSync(said) && readFileSync(said, "utf8"))).trim();
    const address = await until(() => /http\S+/.exec(printed)?.[0]);
    const token = address.split("/")[3];
    expect(token.length).toBeGreaterThan(20);
    const lines = commandLines();
    expect(lines.some((line) => line.includes("xdg-open"))).toBe(true);
    expect(lines.filter((line) => line.includes(token))).toEqual([]);
    expect(opened.startsWith("/")).toBe(true);
    expect(readFileSync(opened, "utf8")).toContain(address);
    expect([statSync(opened).mode & 0o777, statSync(dirname(opened)).mode & 0o777]).toEqual([0o600, 0o700]);
    const fromFile = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect(await statusOf(address, { ...fromFile, "sec-fetch-dest": "iframe" })).toBe(403);
    expect(await statusOf(address, { ...fromFile, "sec-fetch-mode": "no-cors" })).toBe(403);
    expect(existsSync(opened)).toBe(true);
    expect(await statusOf(address, fromFile)).toBe(200);
    await until(() => !existsSync(dirname(opened)));
    expect(await statusOf(address, fromFile)).toBe(403);
    const gone = ended(child);
    child.kill("SIGTERM");
    await gone;
  });
});

describe.skipIf(process.platform !== "linux")("scratch folders", () => {
  const scratchIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith(".kohort-"));

  it("of a killed DuckDB run are for their owner alone, and removed by the next start of any command", async () => {
    const cwd = join(root, "killed");
    mkdirSync(cwd);
    const lines = Array.from({ length: 300_000 }, (_, i) => `${i % 97},${(i * 7) % 1009},${(i * 13) % 31},v${i}`);
    writeFileSync(join(cwd, "data.csv"), `age,zip,sex,note\n${lines.join("\n")}\n`);
    const roles = ["--quasi", "age,zip,sex", "-k", "5", "--algorithm", "mondrian", "--engine", "duckdb"];
    const child = spawn(process.execPath, [program, "anonymize", "data.csv", ...roles, "-o", "release.csv"], {
      cwd,
      env,
    });
    const gone = ended(child);
    const [scratch] = await until(() => {
      const found = scratchIn(cwd);
      return found.length > 0 && existsSync(join(cwd, found[0], "kohort.duckdb")) && found;
    });
    expect(statSync(join(cwd, scratch)).mode & 0o777).toBe(0o700);
    // another start leaves the folder of a run that is under way alone
    writeFileSync(join(root, "other.csv"), "a\n1\n");
    expect(kohort(["inspect", "other.csv", "-q"], { cwd: root, env }).code).toBe(0);
    if (child.exitCode === null) expect(existsSync(join(cwd, scratch))).toBe(true);
    child.kill("SIGKILL");
    await gone;
    expect(child.signalCode).toBe("SIGKILL");
    expect(scratchIn(cwd)).toEqual([scratch]);
    expect(readdirSync(join(state, "kohort", "scratch"))).toHaveLength(1);
    expect(kohort(["inspect", "other.csv", "-q"], { cwd: root, env }).code).toBe(0);
    expect(scratchIn(cwd)).toEqual([]);
    expect(readdirSync(join(state, "kohort", "scratch"))).toEqual([]);
    expect(existsSync(join(cwd, "release.csv"))).toBe(false);
  });

  it("that were made for a run are gone with it, and those that were there stay", () => {
    writeFileSync(join(root, "pairs.csv"), `age,sex\n${"20,m\n21,f\n".repeat(20)}`);
    mkdirSync(join(root, "there"));
    for (const scratch of ["made/for/it", "there", "there/new"]) {
      const words = ["--quasi", "age,sex", "-k", "5", "--algorithm", "mondrian", "--engine", "duckdb", "--force"];
      const run = ["anonymize", "pairs.csv", ...words, "--scratch", scratch, "-o", "pairs-out.csv"];
      expect(kohort(run, { cwd: root, env }).code).toBe(0);
    }
    expect([existsSync(join(root, "made")), readdirSync(join(root, "there"))]).toEqual([false, []]);
  });

  it("are known by their process and not by its number alone, and found without a note", () => {
    const parent = join(root, "parents");
    mkdirSync(parent);
    const before = process.env.XDG_STATE_HOME;
    process.env.XDG_STATE_HOME = state;
    try {
      const make = (name: string, change: object) => {
        const path = join(parent, name);
        mkdirSync(path);
        const forget = claim(path);
        const owner = JSON.parse(readFileSync(join(path, "owner"), "utf8"));
        writeFileSync(join(path, "owner"), JSON.stringify({ ...owner, ...change }));
        return { path, forget };
      };
      const alive = make(".kohort-aaaaaa", {});
      const reused = make(".kohort-bbbbbb", { started: "1" });
      const dead = make(".kohort-cccccc", { pid: 2 ** 22 + 1 });
      const elsewhere = make(".kohort-dddddd", { host: "another", pid: 2 ** 22 + 1 });
      const container = make(".kohort-eeeeee", { namespace: "pid:[1]", pid: 2 ** 22 + 1 });
      mkdirSync(join(parent, ".kohort-notours"));
      for (const { forget } of [reused, dead]) forget();
      sweepScratch([parent]);
      const left = [alive, reused, dead, elsewhere, container].map(({ path }) => existsSync(path));
      expect(left).toEqual([true, false, false, true, true]);
      expect(existsSync(join(parent, ".kohort-notours"))).toBe(true);
      for (const { forget } of [alive, elsewhere, container]) forget();
      rmSync(parent, { recursive: true });
    } finally {
      if (before === undefined) delete process.env.XDG_STATE_HOME;
      else process.env.XDG_STATE_HOME = before;
    }
  });
});

describe("drafts on Spark", () => {
  it("are for their owner alone until they are published, and then have the usual modes", async () => {
    const folder = join(root, "parquet");
    mkdirSync(folder);
    let draft = "";
    const run = async (sql: string): Promise<void> => {
      const path = /INSERT OVERWRITE DIRECTORY '([^']+)'/.exec(sql)?.[1];
      if (path === undefined) return;
      draft = path;
      mkdirSync(join(path, "deep"), { recursive: true, mode: 0o755 });
      for (const name of ["part-0.parquet", "_SUCCESS", "deep/part-1"])
        writeFileSync(join(path, name), "x", { mode: 0o644 });
    };
    const session = { run, query: async () => [], folder, close: async () => {}, endNow: () => {} };
    const dialect = sparkDialect(folder);
    const column = { name: "a", quoted: false, values: 1, from: { relation: "r", column: "x0", isRecoded: false } };
    const request = {
      output: join(folder, "release.parquet"),
      format: "parquet" as const,
      columns: [column],
      dialect: {},
      written: {},
      rows: 1,
      select: () => "SELECT 1",
    };
    const written = await writeFolder(session, dialect, request, "node", {});
    const modeOf = (...parts: string[]) => (statSync(join(...parts)).mode & 0o777).toString(8);
    expect([
      modeOf(draft),
      modeOf(draft, "deep"),
      modeOf(draft, "part-0.parquet"),
      modeOf(draft, "deep/part-1"),
    ]).toEqual(["700", "700", "600", "600"]);
    await written.publish(false);
    const mask = process.umask();
    expect(modeOf(request.output)).toBe((0o777 & ~mask).toString(8));
    expect(modeOf(request.output, "part-0.parquet")).toBe((0o666 & ~mask).toString(8));
    expect(() => publishFolder(draft, request.output, false)).toThrow("exists already");
  });
});
