import { report, type Task } from "../base/index.ts";
import { type Column, labelsFrom, newCodes, type Table } from "../table/index.ts";
import type { Problem } from "./problem.ts";
import type { Published } from "./publish.ts";
import type { Recoding } from "./recoding.ts";

/** The cohort of each record. */
export function rowCohorts(problem: Problem, recoding: Recoding): Uint32Array {
  const cohorts = new Uint32Array(problem.rows);
  const { tupleOf } = problem;
  const { cohortOf } = recoding;
  for (let row = 0; row < cohorts.length; row++) cohorts[row] = cohortOf[tupleOf[row]!]!;
  return cohorts;
}

/** Writes the published values into the quasi-identifiers' columns and leaves out the dropped ones; rows stay in place. */
export function* applyRecoding(
  table: Table,
  problem: Problem,
  recoding: Recoding,
  published: readonly Published[],
  dropped: ReadonlySet<number>,
): Task<Table> {
  const cohorts = rowCohorts(problem, recoding);
  const replaced = new Map<number, Column>();
  for (let index = 0; index < problem.attributes.length; index++) {
    yield* report("apply", index, problem.attributes.length);
    const { name, column } = problem.attributes[index]!;
    const { texts, textOf } = published[index]!;
    const codes = newCodes(table.rows, texts.length);
    for (let row = 0; row < codes.length; row++) codes[row] = textOf[cohorts[row]!]!;
    replaced.set(column, { name, kind: "category", codes, labels: labelsFrom(texts), missing: [] });
  }
  const columns = table.columns.map((column, index) => replaced.get(index) ?? column);
  return { rows: table.rows, columns: columns.filter((_, index) => !dropped.has(index)) };
}
