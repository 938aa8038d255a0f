/** @file Measures the requirements of a certificate on the cohorts of a release, relative to what was released. */

import {
  type CombinationGoal,
  combinationsOf,
  countsOf,
  isCombination,
  openTally,
  type Verdict,
} from "../audit/index.ts";
import { report, type Task } from "../base/index.ts";
import { countedByPeople, createModels, type SensitiveCounts, type TableCounts } from "../privacy/index.ts";
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
  const columns: SensitiveCounts[] = [];
  for (const [column, { name, values, tree, pairs }] of sensitive.entries()) {
    columns.push({
      name,
      kind: "category",
      ordered: isOrdered(goals, name),
      totals: pairs === undefined ? yield* totalsOf(cohorts, column, values.length) : Float64Array.from(pairs),
      tree: tree === undefined ? undefined : valueTreeOf(tree, values.length),
    });
  }
  const counts: TableCounts = { rows: cohorts.reduce((sum, { records }) => sum + records, 0), sensitive: columns };
  const sizes = Uint32Array.from(cohorts, ({ records, people = records }) => people);
  const verdicts: Verdict[] = [];
  for (const goal of goals) {
    verdicts.push(
      yield* isCombination(goal)
        ? judgeSets(goal, quasiIdentifiers, cohorts, sizes)
        : judgeGoal(goal, counts, cohorts, sizes),
    );
  }
  return verdicts;
}

/** How often each value of a column occurs in the release. */
function* totalsOf(cohorts: readonly CertifiedCohort[], column: number, values: number): Task<Float64Array> {
  const totals = new Float64Array(values);
  let made = 0;
  for (const [at, { sensitive }] of cohorts.entries()) {
    const counted = Object.entries(sensitive[column]);
    for (const [rank, count] of counted) totals[Number(rank)] += count;
    made += 1 + counted.length;
    if (made < countsAtOnce) continue;
    made = 0;
    yield* report("verify", at, cohorts.length);
  }
  return totals;
}

function* judgeGoal(
  goal: CertifiedGoal,
  counts: TableCounts,
  cohorts: readonly CertifiedCohort[],
  sizes: Uint32Array,
): Task<Verdict> {
  const [model] = createModels([goal], counts);
  const tally = openTally(model);
  let made = 0;
  for (const [at, { records, people, sensitive }] of cohorts.entries()) {
    const histogram = new Float64Array(counts.sensitive[model.sensitive]?.totals.length ?? 0);
    for (const [rank, count] of Object.entries(sensitive[model.sensitive] ?? {})) histogram[Number(rank)] = count;
    tally.add(people === undefined ? { size: records, histogram } : countedByPeople(model, people, histogram));
    made += 1 + histogram.length;
    if (made < countsAtOnce) continue;
    made = 0;
    yield* report("verify", at, cohorts.length);
  }
  return tally.verdict(counts, sizes);
}

function* judgeSets(
  goal: CombinationGoal,
  quasiIdentifiers: readonly string[],
  cohorts: readonly CertifiedCohort[],
  sizes: Uint32Array,
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
