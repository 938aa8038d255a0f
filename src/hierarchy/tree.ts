import * as z from "zod/mini";
import { explained } from "../base/index.ts";
import type { BuildContext } from "./context.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { hierarchyFromPaths } from "./paths.ts";

/** Groups written as nested JSON: an object's keys are groups, a list holds values or further objects, and a key with nothing in it is a value. */
export type NestedGroups = { readonly [label: string]: NestedGroups | null } | readonly (string | NestedGroups)[];

/** A tree as `kohort.json` states it. */
export type TreeSetting = { readonly kind: "tree"; readonly tree: NestedGroups };

/** Checks nested groups of any depth. */
export const nestedGroupsSchema: z.ZodMiniType<NestedGroups> = z.lazy(() =>
  z.union([z.array(z.union([z.string(), nestedGroupsSchema])), z.record(z.string(), z.nullable(nestedGroupsSchema))]),
);

/** Checks a tree setting. */
export const treeSchema: z.ZodMiniType<TreeSetting> = z.strictObject({
  kind: z.literal("tree"),
  tree: explained(
    "Groups as nested JSON: keys are groups, lists hold values.",
    z.lazy(() => nestedGroupsSchema),
  ),
});

/** States a tree: `tree({ Married: ["civil", "armed forces"] })` is `{ kind: "tree", tree: { … } }`. */
export function tree(groups: NestedGroups): TreeSetting {
  return { kind: "tree", tree: groups };
}

/** Groups values as the tree says; branches of different depth are padded as in files, and `*` stands on top. */
export function treeHierarchy(_values: readonly string[], options: TreeSetting, context: BuildContext = {}): Hierarchy {
  const paths: string[][] = [];
  collect(options.tree, ["*"], paths);
  return hierarchyFromPaths(paths, { where: context.name }).hierarchy;
}

/** All paths from a value up to the root, in the order of the tree. */
export function collect(groups: NestedGroups, above: readonly string[], paths: string[][]): void {
  if (Array.isArray(groups)) {
    for (const entry of groups as readonly (string | NestedGroups)[]) {
      if (typeof entry === "string") paths.push([entry, ...above]);
      else collect(entry, above, paths);
    }
    return;
  }
  for (const [label, inner] of Object.entries(groups as { readonly [label: string]: NestedGroups | null })) {
    const path = [label, ...above];
    if (inner === null || Object.keys(inner).length === 0) paths.push(path);
    else collect(inner, path, paths);
  }
}
