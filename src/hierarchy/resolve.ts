import { KohortError } from "../base/index.ts";
import { buildHierarchy, type HierarchySetting } from "./builders.ts";
import { brokenParts, missedValues, someOf } from "./check.ts";
import type { BuildContext } from "./context.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** A column as hierarchies see it: its distinct values without the missing ones, and what is known of each. */
export type ColumnValues = { readonly values: readonly string[] } & Omit<BuildContext, "files">;

/** Values that a hierarchy does not list, put right below its root: no group has them. */
function withUnlisted(hierarchy: Hierarchy, values: readonly string[]): Hierarchy {
  const more = missedValues(hierarchy, values);
  if (more.length === 0) return hierarchy;
  const { levels, parents } = hierarchy;
  const last = levels.length - 1;
  return {
    levels: levels.map((labels, level) => (level === last ? labels : [...labels, ...more])),
    parents: parents.map((own, level) => {
      const above = levels[level + 1].length;
      return Uint32Array.from([...own, ...more.map((_, at) => (level + 1 === last ? 0 : above + at))]);
    }),
    unlisted: (hierarchy.unlisted ?? 0) + more.length,
  };
}

/** The hierarchy that a setting states for a column, or the one already built; refused unless it is a tree that knows every value, or has the others `apart`. */
export function resolveHierarchy(
  setting: HierarchySetting | Hierarchy,
  column: ColumnValues,
  files?: ReadonlyMap<string, Uint8Array>,
  unlisted: "refused" | "apart" = "refused",
): Hierarchy {
  const { values, ...context } = column;
  const built = "kind" in setting ? buildHierarchy(values, setting, { ...context, files }) : setting;
  const hierarchy = unlisted === "apart" ? withUnlisted(built, values) : built;
  const where = "kind" in setting && setting.kind === "file" ? setting.path : column.name;
  const missed = missedValues(hierarchy, values);
  if (missed.length > 0) {
    const count = missed.length === 1 ? "1 value" : `${missed.length} values`;
    const of = column.name === undefined ? "" : ` of "${column.name}"`;
    throw new KohortError("hierarchy", `hierarchy misses ${count}${of}: ${someOf(missed)}`, {
      hint: "add the values to the hierarchy, or count them as missing",
      where,
    });
  }
  const [error] = brokenParts(hierarchy);
  if (error !== undefined) throw new KohortError("hierarchy", error.message, { where });
  return hierarchy;
}
