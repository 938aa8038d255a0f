import { KohortError } from "../base/index.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { hierarchyFromPaths } from "./paths.ts";
import { collect, nestedGroupsSchema } from "./tree.ts";

/** Reads nested groups or a `cat`/`subcats` taxonomy from JSON text; undefined when the text is no JSON object. */
export function readTreeJson(text: string, where: string | undefined): Hierarchy | undefined {
  if (!/^\s*\{\s*["}]/.test(text)) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new KohortError("hierarchy", "the hierarchy file starts like JSON but is not", {
      hint: cause instanceof Error ? cause.message : undefined,
      where,
      cause,
    });
  }
  const paths: string[][] = [];
  if (typeof json === "object" && json !== null && "cat" in json && "subcats" in json) {
    walk(json, [], paths, where);
  } else {
    const groups = nestedGroupsSchema.safeParse(json);
    if (!groups.success) throw unclear(where);
    collect(groups.data, ["*"], paths);
  }
  if (paths.length === 0) throw new KohortError("hierarchy", "the hierarchy file is empty", { where });
  return hierarchyFromPaths(paths, { where }).hierarchy;
}

/** A category's `subcats` are a list, a single category, or nothing. */
function walk(node: unknown, above: readonly string[], paths: string[][], where: string | undefined): void {
  if (typeof node !== "object" || node === null || !("cat" in node) || typeof node.cat !== "string")
    throw unclear(where);
  const path = [node.cat, ...above];
  const inner = "subcats" in node ? (node.subcats ?? []) : [];
  const children: unknown[] = Array.isArray(inner) ? inner : [inner];
  if (children.length === 0) paths.push(path);
  for (const child of children) walk(child, path, paths, where);
}

function unclear(where: string | undefined): KohortError {
  return new KohortError("hierarchy", "the JSON is neither nested groups nor a taxonomy", {
    hint: 'write { "group": ["value", …], … }, or { "cat": "root", "subcats": [ … ] }',
    where,
  });
}
