/** @file Which input row each released row was, and whose it is. */
import type { Task } from "../base/index.ts";
import { isSuppressed, type Problem, personRows, type Recoding, rowCohorts } from "../cohort/index.ts";
import type { PersonChoice, RunOptions } from "../problem/index.ts";
import { columnIndex, type Table } from "../table/index.ts";
import type { ReleasePersons } from "./release.ts";

/** The input row of each released row. */
export function* inputRows(
  problem: Problem,
  recoding: Recoding,
  { keepSuppressed = false }: RunOptions,
  order: Uint32Array | undefined,
): Task<Uint32Array> {
  const cohorts = yield* rowCohorts(problem, recoding);
  const rows = Uint32Array.from(cohorts.keys());
  const kept = keepSuppressed ? rows : rows.filter((row) => !isSuppressed(recoding, cohorts[row]));
  return order === undefined ? kept : order.map((row) => kept[row]);
}

/** Whose rows are released, and how that was known. */
export function releasePersons(
  table: Table,
  { persons }: Problem,
  { column, taken }: PersonChoice,
  truth: Uint32Array | undefined,
): ReleasePersons {
  if (persons === undefined) {
    const { count } = personRows(table.columns[columnIndex(table, column!)]);
    return { column: column!, taken, people: count };
  }
  const of = Int32Array.from(truth!, (row) => persons.of[row]);
  return { column: column!, taken, people: persons.count, of: { of, count: persons.count } };
}
