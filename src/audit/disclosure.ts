import { report, type Task } from "../base/index.ts";
import { distinctPairs, groupedCohorts, groupTuples, type PersonRows, peopleIn } from "../cohort/index.ts";
import { type Disclosure, disclosureOf } from "../risk/index.ts";
import type { Column } from "../table/index.ts";

/** What a release discloses about one sensitive column. */
export type AttributeDisclosure = Disclosure & { readonly attribute: string };

/** Rows by the cohort that each is in, −1 for none. */
export type DisclosingRows = {
  readonly groupOf: ArrayLike<number>;
  readonly groups: number;
  /** RowOwner rows they are, where people are counted. */
  readonly persons?: PersonRows;
  /** The cohorts that match each one, where missing values match anything. */
  readonly matches?: readonly Uint32Array[];
};

/** Measures what cohorts disclose about sensitive columns. */
export function* disclosuresOf(
  { groupOf, groups, persons, matches }: DisclosingRows,
  columns: readonly Pick<Column, "name" | "codes" | "labels">[],
  stage: "search" | "audit",
): Task<AttributeDisclosure[]> {
  const found: AttributeDisclosure[] = [];
  if (columns.length === 0) return found;
  const rows = groupTuples(groupOf, groups);
  const together = persons && Int32Array.from(groupOf, (group) => Math.min(0, group));
  const inMarked = persons && ((marks: Uint8Array) => peopleIn(persons, groupOf, marks));
  for (const { name, codes, labels } of columns) {
    yield* report(stage, found.length, columns.length);
    const kinds = labels.size;
    const own = persons === undefined ? rows : distinctPairs(persons, groupOf, groups, codes, kinds);
    const all = together === undefined ? rows : distinctPairs(persons!, together, 1, codes, kinds);
    const totals = new Float64Array(kinds);
    for (const row of all.list) totals[codes[row]] += 1;
    const cohorts = groupedCohorts({ groups: own, codes, kinds, matches });
    found.push({ attribute: name, ...disclosureOf(cohorts, totals, inMarked) });
  }
  return found;
}
