import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { KohortError } from "../base/index.ts";
import { beyondFiles, type Spec } from "../spec/index.ts";

/** The bytes of the files that a spec names, hierarchies and populations, looked for from `folder`. */
export function hierarchyFiles(spec: Spec, folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const { hierarchy } of Object.values(spec.attributes)) {
    if (hierarchy !== undefined && "path" in hierarchy) {
      files.set(hierarchy.path, bytesOf(hierarchy.path, folder));
    }
  }
  for (const goal of spec.privacy) {
    if (!("population" in goal) || goal.population === undefined) continue;
    files.set(goal.population, bytesOf(goal.population, folder));
  }
  return files;
}

/** The bytes of a plain file; a pipe would keep everybody waiting, and what a device says is nobody's hierarchy. */
function bytesOf(path: string, folder: string): Uint8Array {
  const what = beyondFiles(path) ?? notPlain(resolve(folder, path));
  if (what === undefined) return readFileSync(resolve(folder, path));
  throw new KohortError("file", `file "${path}" is ${what}`, { hint: "name a plain file on this computer" });
}

/** What stands at a path, behind all links, if it is no plain file. */
function notPlain(path: string): string | undefined {
  const found = statSync(path);
  if (found.isDirectory()) return "a folder";
  return found.isFile() ? beyondFiles(realpathSync(path)) : "a pipe or a device";
}
