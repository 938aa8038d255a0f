import type { Fold } from "../cohort/index.ts";
import type { KmAnonymity } from "../privacy/index.ts";
import { rarestOf, setOf, setsIn } from "../problem/index.ts";
import type { Spec } from "../spec/index.ts";
import { columnIndex, type Table } from "../table/index.ts";
import type { Verdict } from "./tally.ts";

/** Measures a goal on sets in a table as it stands, cohort by cohort. */
export function judgeSets(table: Table, cohorts: Fold, goal: KmAnonymity, attributes: Spec["attributes"]): Verdict {
  const name = setOf(goal, attributes);
  const column = table.columns[columnIndex(table, name)];
  const { ofLabel } = setsIn(column, attributes[name].separator!);
  const groups: (readonly number[])[][] = Array.from({ length: cohorts.tuples }, () => []);
  cohorts.tupleOf.forEach((cohort, row) => {
    groups[cohort].push(ofLabel[column.codes[row]]);
  });
  let measured = table.rows;
  let failing = 0;
  for (const sets of groups) {
    const found = rarestOf(sets, goal.m, goal.k);
    measured = Math.min(measured, found.support);
    failing += found.failing;
  }
  return {
    model: goal.model,
    attribute: name,
    asked: goal.k,
    measured,
    holds: failing === 0,
    failing,
    relation: "≥",
    definition: `sets of a cohort that have the same up to ${goal.m} items, the fewest`,
  };
}
