import type { Role, Spec } from "./schema.ts";

/** What becomes of columns that a spec gives no role. */
export const rests = ["drop", "insensitive", "refuse"] as const;

/** What becomes of columns that a spec gives no role: not published, published as they are, or an error. */
export type Rest = (typeof rests)[number];

/** What a spec says of columns, as far as their roles go. */
export type StatedRoles = {
  readonly attributes: Readonly<Record<string, { readonly role: Role }>>;
  readonly rest?: Rest;
};

/** Whether a spec gives a column a role of its own. */
export function hasRole({ attributes }: StatedRoles, name: string): boolean {
  return Object.hasOwn(attributes, name);
}

/** The role of any column of a table; one that nobody spoke of is not published unless the spec says so. */
export function roleOf(spec: StatedRoles, name: string): Role {
  if (hasRole(spec, name)) return spec.attributes[name].role;
  return spec.rest === "insensitive" ? "insensitive" : "unpublished";
}

/** Whether a column of this role names people, so that it is not published, or replaced. */
export function isNaming(role: Role | undefined): role is "identifying" | "person" {
  return role === "identifying" || role === "person";
}

/** A column that is not published, and the role that keeps it back; without one nobody spoke of the column. */
export type UnpublishedColumn = { readonly column: string; readonly role?: "identifying" | "person" | "unpublished" };

/** The columns of a table that are not published, in the table's order. */
export function unpublishedColumns(
  names: readonly string[],
  spec: Pick<Spec, "attributes" | "rest">,
): UnpublishedColumn[] {
  return names.flatMap((column): UnpublishedColumn[] => {
    const role = roleOf(spec, column);
    if (!isNaming(role) && role !== "unpublished") return [];
    if (!hasRole(spec, column)) return [{ column }];
    return spec.attributes[column].replace === undefined ? [{ column, role }] : [];
  });
}

/**
 * The spec with a role for every column that is published: with `"rest": "insensitive"` each column that nobody spoke
 * of is named as insensitive, so that what is made of the spec later (a recipe, a certificate) lets no other column in.
 */
export function withEveryRole<S extends Pick<Spec, "attributes" | "rest">>(spec: S, names: readonly string[]): S {
  if (spec.rest !== "insensitive") return spec;
  const added = names.filter((name) => !hasRole(spec, name)).map((name) => [name, { role: "insensitive" }] as const);
  return { ...spec, attributes: Object.fromEntries([...Object.entries(spec.attributes), ...added]), rest: "drop" };
}

/** Columns named before the others are only counted. */
const named = 20;

/** What is not published, in words; `silence` says why columns without a role are not. */
export function unpublishedText(columns: readonly UnpublishedColumn[], silence?: string): string {
  const withRole = (role: UnpublishedColumn["role"]): string[] =>
    columns.filter((one) => one.role === role).map(({ column }) => column);
  const listed = (names: readonly string[], why: string): string[] => {
    if (names.length === 0) return [];
    const more = names.length > named ? ` and ${names.length - named} more` : "";
    return [`${names.slice(0, named).join(", ")}${more}${why}`];
  };
  const silent = withRole(undefined);
  return [
    ...listed(withRole("identifying"), " (identifying)"),
    ...listed(withRole("person"), " (person)"),
    ...listed(withRole("unpublished"), ""),
    ...listed(
      silent,
      silence ?? ` (no role; \`rest: "insensitive"\` publishes ${silent.length === 1 ? "it" : "them"})`,
    ),
  ].join("; ");
}
