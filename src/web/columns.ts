import { isNaming, type Role, type Spec } from "../spec/index.ts";
import type { Kind } from "../table/index.ts";
import type { ColumnProfile, OpenTable } from "./protocol.ts";

/** The columns that a spec gives a role. */
export function columnsOfRole({ attributes }: Spec, role: Role): string[] {
  return Object.keys(attributes).filter((name) => attributes[name].role === role);
}

/** The columns whose cells are sets of items. */
export function columnsOfSets({ attributes }: Spec): string[] {
  return Object.keys(attributes).filter((name) => attributes[name].separator !== undefined);
}

/** Whether a spec gives a column a role of its own. */
export function hasRole({ attributes }: Pick<Spec, "attributes">, name: string): boolean {
  return Object.hasOwn(attributes, name);
}

/** The role of a column; the page has no use for the rooms behind the spec's own function of that name. */
export function roleOf(spec: Pick<Spec, "attributes" | "rest">, name: string): Role {
  if (hasRole(spec, name)) return spec.attributes[name].role;
  return spec.rest === "insensitive" ? "insensitive" : "unpublished";
}

/** The kinds that a spec states. */
export function kindsIn({ attributes }: Spec): Record<string, Kind> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { kind }]) => (kind === undefined ? [] : [[name, kind] as const])),
  );
}

/** The files that a spec names: hierarchies and populations. */
export function filesNamedIn({ attributes, privacy }: Spec): string[] {
  const hierarchies = Object.values(attributes).flatMap(({ hierarchy }) =>
    hierarchy !== undefined && "path" in hierarchy ? [hierarchy.path] : [],
  );
  const populations = privacy.flatMap((goal) =>
    "population" in goal && goal.population !== undefined ? [goal.population] : [],
  );
  return [...new Set([...hierarchies, ...populations])];
}

/** Columns that classifiers may predict: some categories, one of them frequent enough to keep a record apart and learn from the rest. */
export function predictable(
  { columns }: Pick<OpenTable, "columns">,
  spec: Pick<Spec, "attributes" | "rest">,
): readonly ColumnProfile[] {
  return columns.filter(
    ({ name, kind, distinct, top }) =>
      kind === "category" &&
      distinct >= 2 &&
      distinct <= 50 &&
      (top[0]?.[1] ?? 0) >= 3 &&
      !isDropped(roleOf(spec, name)),
  );
}

function isDropped(role: Role): boolean {
  return isNaming(role) || role === "unpublished";
}
