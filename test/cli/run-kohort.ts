import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** The built program. */
export const program: string = join(import.meta.dirname, "..", "..", "dist", "bin", "kohort.js");

/** What a run of the program left behind. */
export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

type RunOptions = {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
};

const plainEnvironment: Readonly<Record<string, string | undefined>> = {
  ...process.env,
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  CI: undefined,
};

/** Runs the built program with the words given. */
export function kohort(words: readonly string[], options: RunOptions = {}): Outcome {
  return finished(process.execPath, [program, ...words], { ...options, input: options.input ?? "" });
}

/** Runs a line of bash in which `kohort` is the built program. */
export function shell(line: string, options: RunOptions = {}): Outcome {
  const command = `kohort() { "${process.execPath}" "${program}" "$@"; }; ${line}`;
  return finished("bash", ["-c", command], options);
}

/** The environment in which the program meets a fault: a module of test/setup is loaded before it and changes its files. */
export function faulty(fault: "full-disk" | "changed-cell"): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${new URL(`../setup/${fault}.mjs`, import.meta.url)}` };
}

/** Waits for a process to end; all it printed is kept, where Node would stop at a megabyte. */
function finished(command: string, words: readonly string[], { env, ...options }: RunOptions): Outcome {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    ...options,
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
    env: environment(env),
  });
  if (error !== undefined) throw error;
  return { code: status, stdout, stderr };
}

/** Starts the built program, sends a signal when its stderr first says something that matches, and waits for its end. */
export function interrupted(words: readonly string[], when: RegExp, signal: NodeJS.Signals): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...words], { env: environment({}) });
    let stdout = "";
    let stderr = "";
    let sent = false;
    child.stdout.on("data", (text) => {
      stdout += text;
    });
    child.stderr.on("data", (text) => {
      stderr += text;
      if (!sent && when.test(stderr)) {
        sent = true;
        child.kill(signal);
      }
    });
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** A folder that is removed when the tests of the file are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kohort-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function environment(changes: RunOptions["env"]): NodeJS.ProcessEnv {
  const merged = { ...plainEnvironment, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}
