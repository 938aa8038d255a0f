import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Spec } from "../spec/index.ts";

/** The bytes of the files that a spec names, hierarchies and populations, looked for from `folder`. */
export function hierarchyFiles(spec: Spec, folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const { hierarchy } of Object.values(spec.attributes)) {
    if (hierarchy !== undefined && "path" in hierarchy) {
      files.set(hierarchy.path, readFileSync(resolve(folder, hierarchy.path)));
    }
  }
  for (const goal of spec.privacy) {
    if (!("population" in goal) || goal.population === undefined) continue;
    files.set(goal.population, readFileSync(resolve(folder, goal.population)));
  }
  return files;
}
