import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { KohortError } from "../base/index.ts";

/** Refuses an output that exists unless it may be replaced; asked before any work starts. */
export function checkWritable(path: string, force: boolean): void {
  const folder = dirname(path);
  if (!existsSync(folder)) {
    throw new KohortError("file", `folder "${folder}" does not exist`, { hint: "make it first" });
  }
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory())
    throw new KohortError("file", `"${path}" is a folder`, { hint: "name a file in it" });
  if (!force) {
    throw new KohortError("file", `file "${path}" exists already`, {
      hint: "use --force to replace it, or name another file",
    });
  }
}

/** Writes a small file whole or not at all: beside its place first, then renamed. */
export function writeWhole(path: string, text: string): void {
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o666 & ~process.umask();
  try {
    const file = openSync(beside, "wx", mode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (thrown) {
    rmSync(beside, { force: true });
    throw thrown;
  }
}
