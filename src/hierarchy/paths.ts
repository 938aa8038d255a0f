import { KohortError } from "../base/index.ts";
import { type ColumnsOrigin, hierarchyFromColumns } from "./from-columns.ts";
import type { Hierarchy } from "./hierarchy.ts";

/**
 * Makes a hierarchy of paths, each from a value up to the root. Paths may differ in length: a short one is padded by
 * repeating its value at the lower levels, so that the last labels stand at the level of the root.
 */
export function hierarchyFromPaths(
  paths: readonly (readonly string[])[],
  origin: ColumnsOrigin = {},
): { hierarchy: Hierarchy; addedRoot: boolean } {
  const depth = paths.reduce((deepest, path) => Math.max(deepest, path.length), 1);
  const uneven = paths.some((path) => path.length !== depth);
  if (uneven) refuseTwoPlaces(paths, origin);
  const columns = Array.from({ length: depth }, (_, level) =>
    paths.map((path) => path[Math.max(0, level - (depth - path.length))]),
  );
  return hierarchyFromColumns(columns, origin);
}

/** In paths of different length a group is known by its name alone, so its name must have one parent everywhere. */
function refuseTwoPlaces(paths: readonly (readonly string[])[], { where, lineOf }: ColumnsOrigin): void {
  const known = new Map<string, { parent: string | undefined; row: number }>();
  paths.forEach((path, row) => {
    for (let i = 1; i < path.length; i++) {
      const parent = path[i + 1];
      const before = known.get(path[i]);
      if (before === undefined) known.set(path[i], { parent, row });
      else if (before.parent !== parent) {
        const shown = (label: string | undefined, at: number): string =>
          `${label === undefined ? "none" : `"${label}"`}${lineOf === undefined ? "" : ` (line ${lineOf(at)})`}`;
        throw new KohortError(
          "hierarchy",
          `"${path[i]}" has two parents: ${shown(before.parent, before.row)} and ${shown(parent, row)}`,
          { hint: "a group lies in exactly one larger group; rename one of the two, or move its values", where },
        );
      }
    }
  });
}
