import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { KohortError } from "../base/index.ts";
import { stdio } from "./pipe.ts";

/** Whether two paths are one file, also by a link; a file that is not there yet is known by its path. */
export function isSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b) || placeOf(a) === placeOf(b)) return true;
  try {
    const [one, other] = [statSync(a, { bigint: true }), statSync(b, { bigint: true })];
    return one.dev === other.dev && one.ino === other.ino;
  } catch {
    return false;
  }
}

/**
 * Whether two files that are about to be written could be one: also where their names differ in case or in Unicode form
 * only, which some file systems do not tell apart.
 */
export function isSameTarget(a: string, b: string): boolean {
  return isSameFile(a, b) || folded(placeOf(a)) === folded(placeOf(b));
}

/** Refuses to write two things into one file, or over the input, before any work is done. */
export function refuseSameTargets(targets: readonly (string | undefined)[], input: string): void {
  const named = targets.filter((target) => target !== undefined);
  for (const [at, target] of named.entries()) {
    if (input !== stdio && isSameFile(target, input)) {
      throw new KohortError("usage", `"${target}" is the input itself`, { hint: "name another file to write" });
    }
    if (named.slice(0, at).some((other) => isSameTarget(target, other))) {
      throw new KohortError("usage", `"${target}" cannot be two files at once`, { hint: "name another file" });
    }
  }
}

/** A path with the links of its folder followed. */
function placeOf(path: string): string {
  try {
    return join(realpathSync(dirname(resolve(path))), basename(resolve(path)));
  } catch {
    return resolve(path);
  }
}

function folded(path: string): string {
  return path.normalize("NFKC").toLowerCase().toUpperCase().toLowerCase();
}
