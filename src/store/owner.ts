/**
 * @file Whose a scratch folder is. Each holds a file that names the process it was made for, and the user's state folder
 * holds a note of where it lies, so that the next start finds and removes what a killed process left behind.
 */
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir, hostname } from "node:os";
import { basename, join, resolve } from "node:path";

/** A process, as another one can tell whether it is still there. */
type Owner = {
  readonly host: string;
  readonly boot: string;
  /** The namespace in which its number counts, for containers. */
  readonly namespace: string;
  readonly pid: number;
  readonly started: string;
};

const ownerFile = "owner";

/** How scratch folders are called. */
const ours = /^(\.kohort-|\.kohort_[0-9a-f]{12}-|kohort-spark-)[A-Za-z0-9]{6}$/;

/** Milliseconds after which an owner who cannot be asked and gave no sign is taken for gone. */
const silence = 10 * 60_000;

/** Milliseconds between two signs of life. */
const pulse = 60_000;

/** Where notes of scratch folders lie. */
function notes(): string {
  return join(process.env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "kohort", "scratch");
}

/** Says whose a folder is until the result is called. */
export function claim(folder: string): () => void {
  const path = resolve(folder);
  writeFileSync(join(path, ownerFile), JSON.stringify(thisProcess()), { mode: 0o600 });
  const note = join(notes(), createHash("sha256").update(path).digest("hex").slice(0, 32));
  try {
    mkdirSync(notes(), { recursive: true, mode: 0o700 });
    writeFileSync(note, path, { mode: 0o600 });
  } catch {
    // without a home the folder is found by whoever uses the same place for scratch next
  }
  const timer = setInterval(() => quietly(() => utimesSync(join(path, ownerFile), new Date(), new Date())), pulse);
  timer.unref();
  return () => {
    clearInterval(timer);
    quietly(() => unlinkSync(note));
  };
}

/** Removes the scratch folders of processes that are gone: those there are notes of, and those in the folders given. */
export function sweepScratch(parents: readonly string[] = []): void {
  for (const name of listOf(notes())) {
    const note = join(notes(), name);
    quietly(() => {
      const path = readFileSync(note, "utf8");
      if (!ours.test(basename(path)) || remove(path)) unlinkSync(note);
    });
  }
  for (const parent of parents) {
    for (const name of listOf(parent)) if (ours.test(name)) quietly(() => remove(join(parent, name)));
  }
}

/** Removes a folder whose owner is gone; true if it is gone afterwards. */
function remove(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) return false;
  if (isOwned(path)) return false;
  rmSync(path, { recursive: true, force: true });
  return true;
}

function isOwned(path: string): boolean {
  const file = statSync(join(path, ownerFile), { throwIfNoEntry: false }) ?? statSync(path);
  const isFresh = Date.now() - file.mtimeMs < silence;
  let owner: Owner;
  try {
    owner = JSON.parse(readFileSync(join(path, ownerFile), "utf8")) as Owner;
  } catch {
    return isFresh;
  }
  const here = thisProcess();
  const isNear = owner.host === here.host && owner.boot === here.boot && owner.namespace === here.namespace;
  return isNear ? isRunning(owner) : isFresh;
}

function isRunning({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return startOf(pid) === started;
}

function thisProcess(): Owner {
  const { pid } = process;
  const boot = textOf(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  return {
    host: hostname(),
    boot,
    namespace: textOf(() => readlinkSync("/proc/self/ns/pid")),
    pid,
    started: startOf(pid),
  };
}

/** When a process was started, where the system tells; another for one that only waits to be buried. */
function startOf(pid: number): string {
  const fields = textOf(() => readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "")).split(" ");
  return fields[0] === "Z" ? "gone" : (fields[19] ?? "");
}

function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What cannot be tidied now is tidied next time. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // somebody else may have been quicker
  }
}
