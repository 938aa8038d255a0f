/**
 * @file Risk where columns of sets are published. Whoever knows a person's other quasi-identifiers and some items of a set
 * looks among the records of the cohort that have these items, and there may be far fewer of them than records.
 */

import type { Fold, PersonRows } from "../cohort/index.ts";
import { isOfSets, type PrivacyGoal } from "../privacy/index.ts";
import { fewestFitting, holdsSets, setsIn } from "../problem/index.ts";
import { type Risk, riskOf } from "../risk/index.ts";
import type { Spec } from "../spec/index.ts";
import { columnIndex, type Table } from "../table/index.ts";

/** Items that somebody is taken to know where no km-anonymity says how many. */
const usualItems = 2;

/** A quasi-identifying column of sets, and how many of its items somebody may know. */
type KnownSet = { readonly name: string; readonly separator: string; readonly items: number };

/** The quasi-identifying columns of sets that a table has. */
export function knownSets(
  table: Table,
  attributes: Spec["attributes"],
  goals: readonly PrivacyGoal[],
  named: readonly string[],
): KnownSet[] {
  return table.columns.flatMap(({ name }) => {
    if (!holdsSets(attributes, name)) return [];
    const { role, separator } = attributes[name];
    if (role !== "quasi-identifying" && !named.includes(name)) return [];
    const asked = goals.flatMap((goal) => (isOfSets(goal) && (goal.attribute ?? name) === name ? [goal.m] : []));
    return [{ name, separator: separator!, items: asked[0] ?? usualItems }];
  });
}

/** Records by how many fit what may be known of them: `sizes` fit each of `own` records (or people). */
export type FitCounts = { readonly sizes: Float64Array; readonly own: Float64Array };

/** The risk of cohorts in which somebody may also know items; how many cohorts there are of which size stays. */
export function withItems(risk: Risk, { sizes, own }: FitCounts, rows: number): Risk {
  return { ...riskOf(sizes, rows, undefined, own), sizes: risk.sizes };
}

/**
 * Counts, for each record, the records of its cohort that have the same items: the fewest over what may be known of one
 * column of sets. Where people are counted, a person is as much at risk as their worst record.
 */
export function fittingRecords(
  table: Table,
  { tuples, tupleOf }: Pick<Fold, "tuples" | "tupleOf">,
  sets: readonly KnownSet[],
  persons: PersonRows | undefined,
): FitCounts {
  const fewest = new Float64Array(table.rows).fill(Number.POSITIVE_INFINITY);
  const members: number[][] = Array.from({ length: tuples }, () => []);
  tupleOf.forEach((cohort, row) => {
    members[cohort].push(row);
  });
  for (const { name, separator, items } of sets) {
    const column = table.columns[columnIndex(table, name)];
    const { ofLabel } = setsIn(column, separator);
    for (const rows of members) {
      const owners = rows.map((row) => (persons === undefined ? row : persons.of[row]));
      const found = fewestFitting(
        rows.map((row) => ofLabel[column.codes[row]]),
        items,
        owners,
      );
      rows.forEach((row, at) => {
        fewest[row] = Math.min(fewest[row], found[at]);
      });
    }
  }
  const risks = new Map<string, number>();
  fewest.forEach((count, row) => {
    const person = persons?.of[row] ?? -1;
    const key = person < 0 ? `row ${row}` : `person ${person}`;
    risks.set(key, Math.min(risks.get(key) ?? Number.POSITIVE_INFINITY, count));
  });
  const sizes = Float64Array.from(risks.values());
  return { sizes, own: new Float64Array(sizes.length).fill(1) };
}
