import type { FormatScheme, Replacement } from "../identifiers/index.ts";
import { type FullSpec, unpublishedColumns } from "../spec/index.ts";
import type { Column } from "../table/index.ts";

/** The places of the columns that are not published: those that name people, and those that nobody spoke of. */
export function droppedColumns(
  { columns }: { readonly columns: readonly Pick<Column, "name">[] },
  spec: FullSpec,
): Set<number> {
  const names = columns.map(({ name }) => name);
  const kept = new Set(unpublishedColumns(names, spec).map(({ column }) => column));
  return new Set(names.flatMap((name, index) => (kept.has(name) ? [index] : [])));
}

/** What identifying columns are published as, by name; a format that names no scheme has the one given. */
export function replacementsIn(spec: FullSpec, scheme: FormatScheme = "ff1"): Map<string, Replacement> {
  return new Map(
    Object.entries(spec.attributes).flatMap(([name, { replace }]) => {
      if (replace === undefined) return [];
      return [[name, replace.kind === "format" ? { ...replace, scheme: replace.scheme ?? scheme } : replace]];
    }),
  );
}
