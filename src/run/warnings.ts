import { algorithmOf } from "../algorithms/index.ts";
import type { Problem } from "../cohort/index.ts";
import type { FullSpec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";

/** A share of distinct values above which an untouched column nearly singles people out. */
const nearlyUnique = 0.5;

/** Categories past which a published set is longer than anybody reads. */
const manyCategories = 60;

/** What the publisher should know before a release goes out. */
export function warningsOf(table: Table, problem: Problem, spec: FullSpec): string[] {
  const warnings: string[] = [];
  for (const column of table.columns) {
    const role = spec.attributes[column.name]?.role ?? "insensitive";
    if (role === "insensitive" && column.labels.size > nearlyUnique * table.rows && table.rows > 1) {
      warnings.push(
        `column "${column.name}" is published as it is and nearly singles people out: ${column.labels.size} values in ${table.rows} rows`,
      );
    }
  }
  for (const attribute of problem.attributes) {
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
