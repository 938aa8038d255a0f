/**
 * @file Files that are there whole or not at all. A draft is written beside its target under a name of its own,
 * readable by its owner only, and reaches the disk before it takes the target's place.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { KohortError } from "../base/index.ts";
import type { Host } from "./host.ts";

/** A file that is written but not yet in its place. */
export type Draft = {
  readonly path: string;
  /** Where it goes. */
  readonly target: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Puts it in its place; without `force` a file that stands there wins. `mode` is that of a file which stood there. */
  readonly publish: (force: boolean, mode?: number) => void;
  readonly discard: () => void;
};

/** Brings what was written to the disk, which may take seconds, without keeping anybody waiting. */
const sync = promisify(fsync);

/** Refuses a target that exists, or whose folder does not or takes no files, before any work is done. */
export function refuseTarget(target: string, force: boolean): void {
  const folder = dirname(target);
  if (!existsSync(folder)) {
    throw new KohortError("file", `folder "${folder}" does not exist`, {
      hint: "make it first, or name another output",
    });
  }
  refuseFolder(folder, target);
  refuseOddTarget(target);
  if (existsSync(target) && !force) throw existing(target);
}

/** Refuses to take the place of anything but a plain file: a device or a pipe would be gone, and so would a link. */
export function refuseOddTarget(target: string, what: "file" | "folder" = "file"): void {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (found === undefined || found.isFile() || (what === "folder" && found.isDirectory())) return;
  const fail = (is: string, hint: string): never => {
    throw new KohortError("file", `file "${target}" is ${is}`, { hint });
  };
  if (found.isDirectory()) fail("a folder", "name a file");
  if (found.isSymbolicLink()) fail("a link", "name the file itself; kohort does not write through links");
  fail("a pipe or a device", "name a plain file");
}

/** Refuses a folder into which this user may not write; where that cannot be told, writing will. */
function refuseFolder(folder: string, target: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (thrown) {
    throw new KohortError("file", `file "${target}" may not be written`, {
      hint: "check the permissions of its folder",
      cause: thrown,
    });
  }
}

/** The error of a target that stands there already. */
export function existing(target: string): KohortError {
  return new KohortError("file", `file "${target}" exists already`, { hint: "use `force` to replace it" });
}

/** Writes blocks into a draft beside `target`; it takes the mode of what stands there, or the usual one, unless one is given. */
export async function writeDraft(
  target: string,
  blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  host: Host,
  onBytes: (bytes: number) => void = () => {},
  mode?: number,
): Promise<Draft> {
  const path = draftPath(target);
  const file = openSync(path, "wx", 0o600);
  const hash = createHash("sha256");
  let bytes = 0;
  let open = true;
  const discard = (): void => {
    forget();
    if (open) closeSync(file);
    open = false;
    if (existsSync(path)) unlinkSync(path);
  };
  const forget = host.onExit?.(() => discard()) ?? ((): void => {});
  try {
    for await (const block of blocks) {
      host.signal?.throwIfAborted();
      for (let at = 0; at < block.length; ) at += writeSync(file, block, at);
      hash.update(block);
      bytes += block.length;
      onBytes(bytes);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await sync(file);
    host.signal?.throwIfAborted();
    closeSync(file);
    open = false;
  } catch (error) {
    discard();
    throw error;
  }
  const publish = (force: boolean, before?: number): void => {
    publishDraft(path, target, force, mode ?? before);
    forget();
  };
  return { path, target, bytes, sha256: hash.digest("hex"), publish, discard };
}

/** Where a draft of a file is written: beside it, under a name of its own. */
export function draftPath(target: string): string {
  return join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
}

/** Puts a draft in its place; without `force` what stands there wins. */
export function publishDraft(path: string, target: string, force: boolean, mode?: number): void {
  refuseOddTarget(target);
  chmodSync(path, mode ?? (existsSync(target) ? statSync(target).mode & 0o777 : 0o666 & ~process.umask()));
  if (force) renameSync(path, target);
  else {
    try {
      linkSync(path, target);
      unlinkSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") throw existing(target);
      renameSync(path, target);
    }
  }
  syncFolder(target);
}

/** Makes a rename last through a power cut, where the system allows folders to be synced. */
function syncFolder(target: string): void {
  try {
    const folder = openSync(dirname(target), "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // some file systems cannot sync a folder; the file itself is on the disk
  }
}
