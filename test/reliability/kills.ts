/** @file Ends programs with SIGKILL at random moments of writing, and looks at what they left. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Random, randomFrom } from "../../src/base/index.ts";

/** A program to be killed, and the only contents that its file may be left with. */
export type Killable = {
  readonly words: readonly string[];
  readonly folder: string;
  readonly file: string;
  /** Hashes of whole contents. */
  readonly whole: ReadonlySet<string>;
  /** The moment of the kill, in milliseconds after what is waited for, or after the start. */
  readonly moment: (random: Random) => number;
  /** A word that the program prints, or the first file that it drafts. */
  readonly waitsFor?: string | typeof draft;
};

/** Waits until a draft lies in the folder. */
export const draft: unique symbol = Symbol("draft");

function draftsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".tmp"));
}

/** What came of many kills. */
export type Killed = {
  /** How often each content was found, by its hash; anything not whole is `torn`. */
  readonly found: ReadonlyMap<string, number>;
  readonly torn: number;
  /** Kills that came while a draft lay beside the file. */
  readonly whileWriting: number;
  /** Drafts that others than the owner could have read. */
  readonly open: number;
};

/** The hash of a content. */
export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Starts and kills a program so many times. */
export async function killOften(subject: Killable, times: number, seed: number): Promise<Killed> {
  const random = randomFrom(seed);
  const found = new Map<string, number>();
  let [torn, whileWriting, open] = [0, 0, 0];
  for (let i = 0; i < times; i++) {
    await killOnce(subject, subject.moment(random));
    const hash = hashOf(readFileSync(join(subject.folder, subject.file)));
    if (subject.whole.has(hash)) found.set(hash, (found.get(hash) ?? 0) + 1);
    else torn++;
    const left = draftsIn(subject.folder);
    if (left.length > 0) whileWriting++;
    for (const name of left) {
      if ((statSync(join(subject.folder, name)).mode & 0o077) !== 0 && !isWhole(subject, name)) open++;
      rmSync(join(subject.folder, name));
    }
  }
  return { found, torn, whileWriting, open };
}

/** A draft that is whole may already have the mode it is to be published with. */
function isWhole({ folder, whole }: Killable, name: string): boolean {
  return whole.has(hashOf(readFileSync(join(folder, name))));
}

function killOnce({ words, folder, waitsFor }: Killable, moment: number): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const kill = (): void => void setTimeout(() => child.kill("SIGKILL"), moment);
    let isWaiting = waitsFor !== undefined;
    const heard = (isIt: boolean): void => {
      if (!isWaiting || !isIt) return;
      isWaiting = false;
      kill();
    };
    const hear = (text: Buffer): void => heard(typeof waitsFor === "string" && text.includes(waitsFor));
    const look = setInterval(() => heard(waitsFor === draft && draftsIn(folder).length > 0), 2);
    if (!isWaiting) kill();
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("close", () => {
      clearInterval(look);
      resolve();
    });
  });
}
