import { algorithmOf } from "../algorithms/index.ts";
import type { Attribute } from "../cohort/index.ts";
import type { FullSpec } from "../spec/index.ts";

/** A share of distinct values above which an untouched column nearly singles people out. */
const nearlyUnique = 0.5;

/** Categories past which a published set is longer than anybody reads. */
const manyCategories = 60;

/** How many rows there are, and how many values each column has. */
export type ColumnSizes = {
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly values: number }[];
};

/** What the publisher should know before a release goes out. */
export function warningsOf(
  { rows, columns }: ColumnSizes,
  attributes: readonly Pick<Attribute, "name" | "kind" | "size" | "tree">[],
  spec: FullSpec,
): string[] {
  const warnings: string[] = [];
  for (const { name, values } of columns) {
    const role = spec.attributes[name]?.role ?? "insensitive";
    if (role === "insensitive" && values > nearlyUnique * rows && rows > 1) {
      warnings.push(
        `column "${name}" is published as it is and nearly singles people out: ${values} values in ${rows} rows`,
      );
    }
  }
  for (const attribute of attributes) {
    if (attribute.kind === "category" && attribute.tree === undefined && attribute.size > manyCategories) {
      warnings.push(
        `column "${attribute.name}" has ${attribute.size} categories and no hierarchy, so its sets may be long; a hierarchy such as masking(from=right) keeps them short`,
      );
    }
  }
  if (spec.order === "input") {
    warnings.push("rows stand in the input's order: two releases of the same table can be joined by position");
  }
  if (spec.suppression > 0 && !algorithmOf(spec.algorithm).suppresses) {
    warnings.push(`${spec.algorithm.name} leaves no record out, so suppression ${spec.suppression} is ignored`);
  }
  return warnings;
}
