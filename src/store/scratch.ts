/** @file A folder for what does not fit into memory: made for one run, watched, and removed with it. */
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Host } from "../engine/index.ts";
import { claim, sweepScratch } from "./owner.ts";

/** A folder of our own. */
export type Scratch = { readonly path: string; readonly remove: () => void };

/** Makes a folder that only its owner sees, below the one given, where what killed runs left is removed first. */
export function scratchFolder(parent: string, host: Host): Scratch {
  const made = mkdirSync(parent, { recursive: true });
  sweepScratch([parent]);
  const path = mkdtempSync(join(parent, ".kohort-"));
  const release = claim(path);
  const gone = (): void => {
    rmSync(path, { recursive: true, force: true });
    release();
    if (made !== undefined) removeEmpty(resolve(parent), resolve(made));
  };
  const forget = host.onExit?.(gone) ?? ((): void => {});
  return {
    path,
    remove: () => {
      forget();
      gone();
    },
  };
}

/** Removes a folder and those above it that were made with it, as far as nothing is in them. */
function removeEmpty(folder: string, first: string): void {
  try {
    for (let at = folder; at.startsWith(first); at = dirname(at)) rmdirSync(at);
  } catch {
    // another run has put its own there
  }
}

/** Watches how large a database and what it spills become. */
export type SizeWatch = { readonly spilled: () => number; readonly stored: () => number; readonly stop: () => void };

/** Looks at a folder several times a second. */
export function watchSize(path: string): SizeWatch {
  let [spilled, stored] = [0, 0];
  const look = (): void => {
    spilled = Math.max(spilled, sizeOf(join(path, "spilled")));
    stored = Math.max(stored, sizeOf(path));
  };
  const timer = setInterval(look, 200);
  timer.unref();
  return {
    spilled: () => {
      look();
      return spilled;
    },
    stored: () => stored,
    stop: () => clearInterval(timer),
  };
}

/** The bytes of the files right in a folder. */
export function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce(
      (sum, entry) => (entry.isFile() ? sum + statSync(join(folder, entry.name)).size : sum),
      0,
    );
  } catch {
    // a file that was there a moment ago may be gone
    return 0;
  }
}
