import type { Replacement } from "../identifiers/index.ts";
import type { FullSpec } from "../spec/index.ts";
import type { Column } from "../table/index.ts";

/** The places of the columns that are left out of a release. */
export function droppedColumns(
  { columns }: { readonly columns: readonly Pick<Column, "name">[] },
  spec: FullSpec,
): Set<number> {
  return new Set(
    columns.flatMap(({ name }, index) => {
      const attribute = spec.attributes[name];
      return attribute?.role === "identifying" && attribute.replace === undefined ? [index] : [];
    }),
  );
}

/** What identifying columns are published as, by name. */
export function replacementsIn(spec: FullSpec): Map<string, Replacement> {
  return new Map(
    Object.entries(spec.attributes).flatMap(([name, { replace }]) => (replace === undefined ? [] : [[name, replace]])),
  );
}
