/**
 * @file k-anonymity over chosen combinations of quasi-identifiers: the records that are published alike in those columns
 * are unions of cohorts, so they are counted over the whole release and not cohort by cohort.
 */
import { KohortError, type Task } from "../base/index.ts";
import {
  foldRows,
  groupPeople,
  matchedSizes,
  matchesOf,
  type PersonRows,
  peopleIn,
  textFold,
} from "../cohort/index.ts";
import { isAuto, isSizeGoal, type KAnonymity, type StatedGoal } from "../privacy/index.ts";
import { columnIndex, type Table } from "../table/index.ts";
import type { AuditOptions } from "./audit.ts";
import type { Verdict } from "./tally.ts";

/** A goal on some of the quasi-identifiers instead of all together. */
export type CombinationGoal = KAnonymity & ({ readonly of: readonly string[] } | { readonly each: number });

/** Whether a goal is about combinations of its own. */
export function isCombination(goal: StatedGoal): goal is CombinationGoal {
  return isSizeGoal(goal) && !isAuto(goal) && (goal.of !== undefined || goal.each !== undefined);
}

/** Sets of columns that are counted at most. */
export const mostSets = 100_000;

/** How many sets of this many columns there are. */
export function setsOf(columns: number, each: number): number {
  if (each > columns) return 0;
  let sets = 1;
  for (let i = 0; i < Math.min(each, columns - each); i++) sets *= (columns - i) / (i + 1);
  return sets;
}

/** The sets of columns that a goal is about, as places among the quasi-identifiers. */
export function combinationsOf({ of, each }: KAnonymity, quasiIdentifiers: readonly string[]): number[][] {
  if (of !== undefined) return [of.map((name) => quasiIdentifiers.indexOf(name))];
  const sets: number[][] = [];
  const size = Math.min(each!, quasiIdentifiers.length);
  if (setsOf(quasiIdentifiers.length, size) > mostSets) {
    throw new KohortError("spec", `every ${size} of ${quasiIdentifiers.length} columns are too many sets to count`, {
      hint: `at most ${mostSets} sets of columns are counted; ask for sets of fewer columns`,
    });
  }
  const extend = (chosen: readonly number[], from: number): void => {
    const last = quasiIdentifiers.length - size + chosen.length;
    if (chosen.length === size) sets.push([...chosen]);
    else for (let next = from; next <= last; next++) extend([...chosen, next], next + 1);
  };
  extend([], 0);
  return sets;
}

/** Records with each combination of texts, given the records of each cohort; cohorts with −1 records are left out. */
export function countsOf(texts: readonly ArrayLike<number | string>[], sizes: ArrayLike<number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (let cohort = 0; cohort < sizes.length; cohort++) {
    if (sizes[cohort] <= 0) continue;
    const key = JSON.stringify(texts.map((own) => own[cohort]));
    counts.set(key, (counts.get(key) ?? 0) + sizes[cohort]);
  }
  return counts;
}

/** Measures a goal on combinations in a table as it stands. */
export function* judgeCombination(
  table: Table,
  goal: CombinationGoal,
  { quasiIdentifiers, attributes = {}, threads = 1 }: AuditOptions,
  persons?: PersonRows,
): Task<Verdict> {
  let measured = persons?.count ?? table.rows;
  let failing = 0;
  for (const set of combinationsOf(goal, quasiIdentifiers)) {
    const chosen = set.map((index) => table.columns[columnIndex(table, quasiIdentifiers[index])]);
    const folded = yield* foldRows(chosen.map(textFold), table.rows, threads);
    const matches = yield* matchesOf(chosen, folded, ({ name }) => attributes[name]?.missing === "wildcard");
    const sizes = matchedSizes(folded.weights, matches);
    if (persons !== undefined) {
      const people = groupPeople(persons, folded.tupleOf, folded.tuples).sizes;
      for (const size of people) measured = Math.min(measured, size);
      const short = Uint8Array.from(people, (size) => +(size < goal.k));
      failing = Math.max(failing, peopleIn(persons, folded.tupleOf, short));
      continue;
    }
    let short = 0;
    sizes.forEach((size: number, tuple: number) => {
      measured = Math.min(measured, size);
      if (size < goal.k) short += folded.weights[tuple];
    });
    failing = Math.max(failing, short);
  }
  return {
    model: goal.model,
    attribute: goal.of === undefined ? `any ${goal.each} columns` : goal.of.join("+"),
    asked: goal.k,
    measured,
    holds: failing === 0,
    failing,
    relation: "≥",
    definition: `${persons === undefined ? "records" : "people"} that are published alike in these columns, the fewest`,
  };
}
