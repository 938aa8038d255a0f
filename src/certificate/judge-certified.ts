/** @file Measures the requirements of a certificate on the cohorts of a release, relative to what was released. */

import {
  type CombinationGoal,
  combinationsOf,
  countsOf,
  isCombination,
  judgeCohorts,
  type Verdict,
} from "../audit/index.ts";
import { report, type Task } from "../base/index.ts";
import { type ListedCohort, listedCohorts, type MeasuredCohort, type MeasuredCohorts } from "../cohort/index.ts";
import type { SensitiveCounts, TableCounts } from "../privacy/index.ts";
import { type CertifiedGoal, isOrdered } from "./certified-goals.ts";
import { type CertifiedSensitive, valueTreeOf } from "./certified-values.ts";
import type { CertifiedCohort } from "./cohort-table.ts";

/** Counts that are made between two moments in which a signal is heard. */
const countsAtOnce = 50_000;

/** Measures every requirement, in their order. */
export function* judgeCertified(
  goals: readonly CertifiedGoal[],
  quasiIdentifiers: readonly string[],
  sensitive: readonly CertifiedSensitive[],
  cohorts: readonly CertifiedCohort[],
): Task<Verdict[]> {
  const measured = measuredCohorts(sensitive, cohorts);
  const columns: SensitiveCounts[] = [];
  for (const [column, { name, values, tree, pairs }] of sensitive.entries()) {
    columns.push({
      name,
      kind: "category",
      ordered: isOrdered(goals, name),
      totals:
        pairs === undefined
          ? yield* totalsOf(measured.stream(column), values.length, cohorts.length)
          : Float64Array.from(pairs),
      tree: tree === undefined ? undefined : valueTreeOf(tree, values.length),
    });
  }
  const counts: TableCounts = { rows: cohorts.reduce((sum, { records }) => sum + records, 0), sensitive: columns };
  const ofCohorts = goals.filter((goal) => !isCombination(goal));
  const judged = yield* judgeCohorts(ofCohorts, counts, measured, "verify");
  const verdicts: Verdict[] = [];
  for (const goal of goals) {
    verdicts.push(
      isCombination(goal) ? yield* judgeSets(goal, quasiIdentifiers, cohorts, measured.weights) : judged.shift()!,
    );
  }
  return verdicts;
}

/** The cohorts of a certificate as everything that is judged; people are taken as they are stated. */
function measuredCohorts(
  sensitive: readonly CertifiedSensitive[],
  cohorts: readonly CertifiedCohort[],
): MeasuredCohorts & { readonly weights: Float64Array } {
  const sizes = Float64Array.from(cohorts, ({ records, people = records }) => people);
  const isByPeople = cohorts.some(({ people }) => people !== undefined);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const listed = function* (column: number): Generator<ListedCohort> {
    for (const [at, { sensitive: own }] of cohorts.entries()) {
      const values = Object.entries(own[column] ?? {}).map(([rank, count]) => [Number(rank), count] as const);
      yield { size: sizes[at], values };
    }
  };
  const stream = (column: number): Iterable<MeasuredCohort> =>
    listedCohorts(listed(column), sensitive[column]?.values.length ?? 0);
  const people = isByPeople ? { sizes, own: sizes, known: total, total } : undefined;
  return { weights: sizes, matching: sizes, people, stream };
}

/** How often each value of a column occurs in the release. */
function* totalsOf(cohorts: Iterable<MeasuredCohort>, kinds: number, all: number): Task<Float64Array> {
  const totals = new Float64Array(kinds);
  let [made, at] = [0, 0];
  for (const { histogram, values } of cohorts) {
    for (const value of values) totals[value] += histogram[value];
    at++;
    made += 1 + values.length;
    if (made < countsAtOnce) continue;
    made = 0;
    yield* report("verify", at, all);
  }
  return totals;
}

function* judgeSets(
  goal: CombinationGoal,
  quasiIdentifiers: readonly string[],
  cohorts: readonly CertifiedCohort[],
  sizes: Float64Array,
): Task<Verdict> {
  let measured = sizes.reduce((sum, size) => sum + size, 0);
  let made = 0;
  for (const set of combinationsOf(goal, quasiIdentifiers)) {
    const counts = new Map<string, number>();
    for (let from = 0; from < cohorts.length; from += countsAtOnce) {
      const part = cohorts.slice(from, from + countsAtOnce);
      const texts = set.map((index) => part.map(({ values }) => values[index]));
      for (const [key, count] of countsOf(texts, sizes.subarray(from, from + countsAtOnce))) {
        counts.set(key, (counts.get(key) ?? 0) + count);
      }
      made += part.length * set.length;
      if (made < countsAtOnce) continue;
      made = 0;
      yield* report("verify", from, cohorts.length);
    }
    for (const count of counts.values()) measured = Math.min(measured, count);
  }
  const attribute = "each" in goal ? `any ${goal.each} columns` : goal.of.join("+");
  return { model: goal.model, attribute, asked: goal.k, measured, holds: measured >= goal.k, failing: 0 };
}
