/** Every command hears Ctrl-C and SIGTERM at every moment, ends with their exit code and leaves nothing behind. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { kohort, program, temporaryFolder } from "../../cli/run-kohort.ts";

const cwd = temporaryFolder();
const env = { ...process.env, XDG_STATE_HOME: join(cwd, "state"), NO_COLOR: "1" };
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Milliseconds after a signal that a program is taken not to hear it. */
const patience = 120_000;

const roles = ["--quasi", "age,zip,sex,job", "--sensitive", "diagnosis"];

beforeAll(() => {
  const lines = Array.from(
    { length: 40_000 },
    (_, i) =>
      `${1e6 + i},${18 + ((i * 7) % 70)},${10_000 + ((i * 7919) % 20_011)},${i % 2},j${(i * 31) % 41},d${(i * 17) % 23}`,
  );
  writeFileSync(join(cwd, "data.csv"), `id,age,zip,sex,job,diagnosis\n${lines.join("\n")}\n`);
  const made = kohort(
    [
      "anonymize",
      "data.csv",
      ...roles,
      "-k",
      "5",
      "--algorithm",
      "mondrian",
      "-o",
      "release.csv",
      "--recipe",
      "recipe.json",
      "--certificate",
      "c.json",
      "-q",
    ],
    { cwd, env },
  );
  expect(made.code, made.stderr).toBe(0);
  expect(
    kohort(
      ["hierarchy", "build", "data.csv", "--column", "id", "--using", "masking(from=right)", "-o", "h.csv", "-q"],
      { cwd, env },
    ).code,
  ).toBe(0);
});

const commands: readonly (readonly string[])[] = [
  ["inspect", "data.csv"],
  ["init", "data.csv", "-o", "x/kohort.json"],
  ["anonymize", "data.csv", ...roles, "-k", "5", "-o", "x/release.csv", "--report", "x/r.html", "--ledger", "x/l"],
  ["anonymize", "data.csv", ...roles, "-k", "5", "--algorithm", "mondrian", "-o", "x/release.parquet"],
  ["apply", "recipe.json", "data.csv", "-o", "x/applied.csv"],
  ["audit", "release.csv", ...roles, "-k", "5", "--report", "x/a.html"],
  ["compare", "data.csv", "release.csv", ...roles, "--label", "diagnosis", "--report", "x/c.html"],
  ["attack", "data.csv", "release.csv", ...roles, "--report", "x/a.html"],
  ["verify", "release.csv", "c.json"],
  ["why", "release.csv", "--original", "data.csv", ...roles, "-k", "5", "--algorithm", "mondrian", "--row", "7"],
  ["frontier", "data.csv", ...roles, "--ks", "5,10,20", "-o", "x/f.csv"],
  ["stages", "data.csv", ...roles, "-k", "5", "-l", "2", "-o", "x/stages"],
  [
    "synthesize",
    "data.csv",
    "--label",
    "diagnosis",
    "--model",
    "trees",
    "-o",
    "x/made.csv",
    "--identifying",
    "id",
    "--rest",
    "insensitive",
  ],
  ["hierarchy", "build", "data.csv", "--column", "id", "--using", "masking(from=right)", "-o", "x/h.csv"],
  ["hierarchy", "check", "h.csv", "--data", "data.csv", "--column", "id"],
];

type Ended = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
};

/** When signals are sent: so many milliseconds after the start, or when so many lines of progress were said. */
type Moment = { readonly after: number } | { readonly lines: number };

/** Starts a command, sends it signals at a moment, and waits for its end. */
async function signalled(words: readonly string[], moment: Moment, signals: readonly NodeJS.Signals[]): Promise<Ended> {
  const child: ChildProcess = spawn(process.execPath, [program, ...words, "--progress", "plain"], {
    cwd,
    env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let stderr = "";
  const end = new Promise<Ended>((resolve) => child.once("close", (code, signal) => resolve({ code, signal, stderr })));
  const said = new Promise<void>((resolve) => {
    child.stderr!.on("data", (text) => {
      stderr += text;
      if ("lines" in moment && stderr.split("\n").length > moment.lines) resolve();
    });
  });
  await ("after" in moment ? sleep(moment.after) : Promise.race([said, end]));
  for (const signal of signals) child.kill(signal);
  const late = new AbortController();
  const waited = sleep(patience, undefined, { signal: late.signal }).then(
    () => {
      child.kill("SIGKILL");
      return { code: null, signal: "none heard", stderr };
    },
    () => end,
  );
  const ended = await Promise.race([end, waited]);
  late.abort();
  return ended;
}

describe("signals", () => {
  it.each(commands.map((words) => [words.slice(0, 2).join(" "), words] as const))(
    "kohort %s hears them at several moments",
    async (_, words) => {
      let heard = 0;
      const moments: Moment[] = [{ lines: 1 }, { lines: 6 }, { after: 300 }];
      for (const [i, moment] of moments.entries()) {
        mkdirSync(join(cwd, "x"), { recursive: true });
        const signal = i % 2 === 0 ? "SIGINT" : "SIGTERM";
        const { code, signal: by, stderr } = await signalled(words, moment, [signal]);
        // before the program listens Node ends by the signal itself; when all is done there is nothing to interrupt
        const isEarly = "after" in moment && by === signal;
        const isOver = code === 0 || code === 1;
        expect(code === exitCodes[signal] || isEarly || isOver, `${code} ${by} ${stderr}`).toBe(true);
        if (code === exitCodes[signal]) {
          heard++;
          expect(stderr).toContain("interrupted, nothing was written");
          expect(readdirSync(join(cwd, "x"), { recursive: true }).filter((name) => name !== "stages")).toEqual([]);
        }
        spawnSync("rm", ["-rf", join(cwd, "x")]);
      }
      expect(heard).toBeGreaterThan(0);
      expect(readdirSync(cwd).filter((name) => /\.tmp$|^\.kohort/.test(name))).toEqual([]);
    },
  );

  it.each(["SIGINT", "SIGTERM"] as const)("a second %s ends the process at once", async (signal) => {
    mkdirSync(join(cwd, "x"), { recursive: true });
    const { code, by } = await signalled(commands[2], { lines: 3 }, [signal, signal]).then((ended) => ({
      ...ended,
      by: ended.signal,
    }));
    expect(code === exitCodes[signal] || by === signal).toBe(true);
    expect(readdirSync(join(cwd, "x"))).toEqual([]);
    spawnSync("rm", ["-rf", join(cwd, "x")]);
  });

  it.each([
    ["a table from stdin", ["audit", "-", "--quasi", "age", "-k", "2"]],
    ["a table from a pipe", ["audit", "pipe", "--quasi", "age", "-k", "2"]],
    ["a table from a pipe, to inspect", ["inspect", "pipe"]],
    ["a spec from a pipe", ["audit", "data.csv", "-c", "pipe"]],
    ["a recipe from a pipe", ["apply", "pipe", "data.csv"]],
    ["a certificate from a pipe", ["verify", "release.csv", "pipe"]],
  ])("are heard while nobody writes %s", async (_, words) => {
    spawnSync("sh", ["-c", '[ -p "$0" ] || mkfifo "$0"', join(cwd, "pipe")]);
    let end = await signalled(words, { after: 1500 }, ["SIGTERM"]);
    // before the program listens Node ends by the signal itself
    for (let after = 3000; end.signal === "SIGTERM" && after < patience; after *= 2)
      end = await signalled(words, { after }, ["SIGTERM"]);
    expect([end.code, end.signal]).toEqual([143, null]);
  });

  it.each([
    ["anonymize", "data.csv", "-c", "/dev/zero", "-o", "never.csv"],
    ["anonymize", "/dev/zero", ...roles, "-k", "5", "-o", "never.csv"],
    ["verify", "release.csv", "/dev/zero"],
    ["apply", "/dev/zero", "data.csv", "-o", "never.csv"],
  ])("a device that never ends is refused: %s %s %s %s", (...words) => {
    const { code, stderr } = kohort(words, { cwd, env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('"/dev/zero" is a device')]);
    expect(readdirSync(cwd)).not.toContain("never.csv");
  });

  it("a table comes through a pipe as from a file", () => {
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["-c", `"$0" "$1" inspect <(cat data.csv) --json -q`, process.execPath, program],
      { cwd, env, encoding: "utf8" },
    );
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout).input).toEqual({ rows: 40_000, columns: 6 });
  });
});
