import { largest, report, type Task } from "../base/index.ts";
import { distinctPairs, type PersonRows, type Problem, peopleIn, type Recoding, rowCohorts } from "../cohort/index.ts";
import type { JoinedCohorts } from "../problem/index.ts";
import { type Codes, columnIndex, type Table } from "../table/index.ts";

/** What a release gives away about one sensitive column to somebody who finds a person's cohort. */
export type Disclosure = {
  readonly attribute: string;
  /** The share of records in cohorts whose members all have one value: it is known for certain. */
  readonly homogeneity: number;
  /** The share of records for which the most frequent value of their cohort is the right one. */
  readonly inference: number;
  /** The share for which the most frequent value of the whole release is the right one: what is known without looking. */
  readonly baseline: number;
};

/** Measures what cohorts disclose about sensitive columns. */
export function* disclosuresOf(
  table: Table,
  problem: Problem,
  recoding: Recoding,
  joined: JoinedCohorts,
  names: readonly string[],
  matched?: { readonly matches: readonly Uint32Array[] },
): Task<Disclosure[]> {
  if (names.length === 0) return [];
  const cohorts = yield* rowCohorts(problem, recoding);
  const starts = new Uint32Array(joined.count + 1);
  const kept = (row: number): number => joined.of[cohorts[row]];
  for (let row = 0; row < cohorts.length; row++) if (kept(row) >= 0) starts[kept(row) + 1] += 1;
  for (let cohort = 0; cohort < joined.count; cohort++) starts[cohort + 1] += starts[cohort];
  const rows = new Uint32Array(starts[joined.count]);
  const next = starts.slice();
  for (let row = 0; row < cohorts.length; row++) if (kept(row) >= 0) rows[next[kept(row)]++] = row;
  const { persons } = problem;
  const cohortOfRow = persons === undefined ? undefined : Int32Array.from(cohorts, (_, row) => kept(row));
  const found: Disclosure[] = [];
  for (const name of names) {
    yield* report("search", found.length, names.length);
    const { codes, labels } = table.columns[columnIndex(table, name)];
    const shares =
      persons === undefined
        ? rates(codes, labels.size, rows, starts, matched?.matches)
        : peopleRates(codes, labels.size, persons, cohortOfRow!, joined.count);
    found.push({ attribute: name, ...shares });
  }
  return found;
}

/**
 * As for records, by people: a value is known for certain of a person who is in a cohort with one value, and guesses
 * are right for a share of the distinct (person, value) pairs of cohorts.
 */
function peopleRates(
  codes: Codes,
  values: number,
  persons: PersonRows,
  cohortOfRow: Int32Array,
  cohorts: number,
): Omit<Disclosure, "attribute"> {
  const { starts, list } = distinctPairs(persons, cohortOfRow, cohorts, codes, values);
  const { inference } = rates(codes, values, list, starts, undefined);
  const whole = distinctPairs(
    persons,
    cohortOfRow.map((cohort) => Math.min(0, cohort)),
    1,
    codes,
    values,
  );
  const { inference: baseline } = rates(codes, values, whole.list, whole.starts, undefined);
  const isAlike = Uint8Array.from({ length: cohorts }, (_, cohort) => {
    const first = codes[list[starts[cohort]]];
    for (let at = starts[cohort]; at < starts[cohort + 1]; at++) if (codes[list[at]] !== first) return 0;
    return 1;
  });
  const everybody = Math.max(1, peopleIn(persons, cohortOfRow, new Uint8Array(cohorts).fill(1)));
  return { homogeneity: peopleIn(persons, cohortOfRow, isAlike) / everybody, inference, baseline };
}

/** As for a cohort, but by the values of all records that match it: of equally frequent ones the one it has most of. */
function matchedRates(
  codes: Codes,
  rows: Uint32Array,
  starts: Uint32Array,
  matches: Uint32Array,
  cohort: number,
): { readonly right: number; readonly alike: number } {
  const count = (cohorts: Iterable<number>): Map<number, number> => {
    const counts = new Map<number, number>();
    for (const one of cohorts) {
      for (let i = starts[one]; i < starts[one + 1]; i++) {
        const value = codes[rows[i]];
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    return counts;
  };
  const around = count(matches);
  const own = count([cohort]);
  const most = largest(around.values());
  let right = 0;
  for (const [value, records] of own) if (around.get(value) === most) right = Math.max(right, records);
  return { right, alike: around.size === 1 ? starts[cohort + 1] - starts[cohort] : 0 };
}

function rates(
  codes: Codes,
  values: number,
  rows: Uint32Array,
  starts: Uint32Array,
  matches: readonly Uint32Array[] | undefined,
): Omit<Disclosure, "attribute"> {
  const counts = new Uint32Array(values);
  const totals = new Float64Array(values);
  let alike = 0;
  let right = 0;
  for (let cohort = 0; cohort + 1 < starts.length; cohort++) {
    const [from, to] = [starts[cohort], starts[cohort + 1]];
    let most = 0;
    for (let i = from; i < to; i++) {
      const value = codes[rows[i]];
      totals[value] += 1;
      most = Math.max(most, ++counts[value]);
    }
    for (let i = from; i < to; i++) counts[codes[rows[i]]] = 0;
    if (matches !== undefined) {
      const around = matchedRates(codes, rows, starts, matches[cohort], cohort);
      right += around.right;
      alike += around.alike;
      continue;
    }
    right += most;
    if (most === to - from) alike += most;
  }
  const all = Math.max(1, rows.length);
  return { homogeneity: alike / all, inference: right / all, baseline: Math.max(0, largest(totals)) / all };
}
