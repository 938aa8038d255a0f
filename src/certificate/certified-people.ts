/**
 * @file People in a certificate. Where their pseudonyms are in the file everything is counted from these; otherwise what
 * is stated can only be held against the rows: a person has one row at least, and a value that is shown has somebody.
 */

import { isCombination } from "../audit/index.ts";
import { KohortError } from "../base/index.ts";
import { groupPeople, type PersonRows } from "../cohort/index.ts";
import { traitsOf } from "../privacy/index.ts";
import { columnIndex, labelStrings, type Table } from "../table/index.ts";
import type { Certificate, CertifiedColumn } from "./certificate.ts";
import type { CertifiedGoal } from "./certified-goals.ts";
import { type CertifiedReplacement, fits } from "./certified-replacement.ts";
import type { CertifiedSensitive } from "./certified-values.ts";
import { type CertifiedCohort, isBlank, keyOf } from "./cohort-table.ts";

/** What figures count: rows, people whose rows the file does not tell apart, or pseudonyms that stand in it. */
export const countings: readonly ["rows", "people", "pseudonyms"] = ["rows", "people", "pseudonyms"];

/** Whether each person has a cell of their own in a column that is replaced so. */
export function tellsApart({ kind }: CertifiedReplacement): boolean {
  return kind === "pseudonym" || kind === "hash";
}

/** Whose row each is, by the pseudonyms of a column; undefined if a record that shows anything has none. */
export function pseudonymRows(table: Table, { name, replace }: CertifiedColumn): PersonRows | undefined {
  const { codes, labels } = table.columns[columnIndex(table, name)];
  const isPseudonym = labelStrings(labels).map((text) => replace !== undefined && fits(replace, text));
  const isHidden = isBlank(table);
  const of = Int32Array.from(codes, (code) => (isPseudonym[code] ? code : -1));
  if (of.some((person, row) => person < 0 && !isHidden(row))) return undefined;
  return { of, count: labels.size };
}

/** Different people of the records that show anything. */
export function peopleShown(table: Table, persons: PersonRows): number {
  const isHidden = isBlank(table);
  const group = Int32Array.from(persons.of, (_, row) => (isHidden(row) ? -1 : 0));
  return groupPeople(persons, group, 1).sizes[0];
}

/** Refuses releases whose people a certificate cannot state; `person` is the column of their pseudonyms. */
export function refuseUncountable(table: Table, persons: PersonRows, person: CertifiedColumn | undefined): void {
  const isHidden = isBlank(table);
  if (persons.of.some((one, row) => one < 0 && !isHidden(row))) {
    throw new KohortError("spec", "no certificate can be made where people are counted and a row has no identifier", {
      hint: 'give every row an identifier, count rows with `person: "none"`, or leave `certificate` out',
    });
  }
  if (person === undefined) return;
  const pseudonyms = pseudonymRows(table, person);
  if (pseudonyms !== undefined) {
    const both = new Set<string>();
    for (let row = 0; row < table.rows; row++) {
      if (!isHidden(row)) both.add(`${persons.of[row]} ${pseudonyms.of[row]}`);
    }
    if ([persons, pseudonyms].every((one) => peopleShown(table, one) === both.size)) return;
  }
  throw new KohortError("audit", `column "${person.name}" does not tell people apart, so it is not certified`, {
    hint: "make its pseudonyms longer, and write each identifier in one way",
  });
}

/** The requirement that needs the people of several cohorts together, where these are not the sum of each cohort's. */
export function unsummed(
  goals: readonly CertifiedGoal[],
  cohorts: readonly CertifiedCohort[],
  people: number,
): CertifiedGoal | undefined {
  if (sumOf(cohorts.map((cohort) => cohort.people ?? 0)) === people) return undefined;
  return goals.find((goal) => isCombination(goal) || traitsOf(goal).scope === "table");
}

/** Cohorts of the file with the people that a certificate states of them, which the file does not tell. */
export function withStatedPeople(
  found: readonly CertifiedCohort[],
  stated: readonly CertifiedCohort[],
): CertifiedCohort[] {
  const known = new Map(stated.map((cohort) => [keyOf(cohort.values), cohort]));
  return found.map((cohort) => {
    const { people, sensitive } = known.get(keyOf(cohort.values)) ?? cohort;
    const { values, records, sha256 } = cohort;
    return people === undefined ? cohort : { values, records, people, sensitive, sha256 };
  });
}

/** Whether the people stated of a cohort cannot be, given its rows. */
export function isImpossible(rows: CertifiedCohort, { people = 0, sensitive }: CertifiedCohort): boolean {
  if (people < 1 || people > rows.records || sensitive.length !== rows.sensitive.length) return true;
  return sensitive.some((pairs, column) => {
    const inRows = rows.sensitive[column];
    const counts = Object.entries(pairs);
    return (
      counts.length !== Object.keys(inRows).length ||
      counts.some(([rank, count]) => count > people || count > (inRows[rank] ?? 0)) ||
      sumOf(Object.values(pairs)) < people
    );
  });
}

/** What cannot be true of the people of a release, given those of its cohorts. */
export function totalProblems({ release, sensitive, cohorts, asked }: Certificate): string[] {
  const { people = 0 } = release;
  const sizes = cohorts.map((cohort) => cohort.people ?? 0);
  const areApart = sumOf(sizes) === people;
  const isUnion = people <= sumOf(sizes) && sizes.every((size) => size <= people);
  const problems = isUnion ? [] : ["people do not add up"];
  for (const [column, { name, values, pairs = [] }] of sensitive.entries()) {
    const [sums, most] = [new Float64Array(values.length), new Float64Array(values.length)];
    for (const cohort of cohorts) {
      for (const [rank, count] of Object.entries(cohort.sensitive[column] ?? {})) {
        sums[Number(rank)] += count;
        most[Number(rank)] = Math.max(most[Number(rank)], count);
      }
    }
    const isPossible =
      pairs.length === values.length &&
      sumOf(pairs) >= people &&
      pairs.every((count, rank) => count >= most[rank] && count <= Math.min(people, sums[rank])) &&
      (!areApart || pairs.every((count, rank) => count === sums[rank]));
    if (!isPossible) problems.push(`people with the values of "${name}" do not add up`);
  }
  const goal = unsummed(asked.privacy, cohorts, people);
  if (goal !== undefined) problems.push(`${goal.model} cannot be known where a person is in several cohorts`);
  return problems;
}

/** How many people have each value of a sensitive column. */
export function pairTotals(
  table: Table,
  { name, values }: Pick<CertifiedSensitive, "name" | "values">,
  persons: PersonRows,
): number[] {
  const { codes, labels } = table.columns[columnIndex(table, name)];
  const texts = labelStrings(labels);
  const isHidden = isBlank(table);
  const rankOf = new Map(values.flatMap((same, rank) => same.map((text) => [text, rank] as const)));
  const ranks = Int32Array.from(codes, (code, row) => (isHidden(row) ? -1 : (rankOf.get(texts[code]) ?? -1)));
  return Array.from(groupPeople(persons, ranks, values.length).sizes);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
