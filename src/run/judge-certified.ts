/** @file Measures the requirements of a certificate on the cohorts of a release, relative to what was released. */
import { countedByPeople, createModels, type TableCounts } from "../privacy/index.ts";
import { type CertifiedGoal, isOrdered } from "./certified-goals.ts";
import { type CertifiedSensitive, valueTreeOf } from "./certified-values.ts";
import type { CertifiedCohort } from "./cohort-table.ts";
import { type CombinationGoal, combinationsOf, countsOf, isCombination } from "./combinations.ts";
import { openTally, type Verdict } from "./verdict.ts";

/** Measures every requirement, in their order. */
export function judgeCertified(
  goals: readonly CertifiedGoal[],
  quasiIdentifiers: readonly string[],
  sensitive: readonly CertifiedSensitive[],
  cohorts: readonly CertifiedCohort[],
): Verdict[] {
  const counts: TableCounts = {
    rows: cohorts.reduce((sum, { records }) => sum + records, 0),
    sensitive: sensitive.map(({ name, values, tree, pairs }, column) => ({
      name,
      kind: "category",
      ordered: isOrdered(goals, name),
      totals: pairs === undefined ? totalsOf(cohorts, column, values.length) : Float64Array.from(pairs),
      ...(tree === undefined ? {} : { tree: valueTreeOf(tree, values.length) }),
    })),
  };
  const sizes = Uint32Array.from(cohorts, ({ records, people = records }) => people);
  return goals.map((goal) =>
    isCombination(goal) ? judgeSets(goal, quasiIdentifiers, cohorts, sizes) : judgeGoal(goal, counts, cohorts, sizes),
  );
}

/** How often each value of a column occurs in the release. */
function totalsOf(cohorts: readonly CertifiedCohort[], column: number, values: number): Float64Array {
  const totals = new Float64Array(values);
  for (const { sensitive } of cohorts) {
    for (const [rank, count] of Object.entries(sensitive[column]!)) totals[Number(rank)]! += count;
  }
  return totals;
}

function judgeGoal(
  goal: CertifiedGoal,
  counts: TableCounts,
  cohorts: readonly CertifiedCohort[],
  sizes: Uint32Array,
): Verdict {
  const [model] = createModels([goal], counts);
  const tally = openTally(model!);
  for (const { records, people, sensitive } of cohorts) {
    const histogram = new Float64Array(counts.sensitive[model!.sensitive]?.totals.length ?? 0);
    for (const [rank, count] of Object.entries(sensitive[model!.sensitive] ?? {})) histogram[Number(rank)] = count;
    tally.add(people === undefined ? { size: records, histogram } : countedByPeople(model!, people, histogram));
  }
  return tally.verdict(counts, sizes);
}

function judgeSets(
  goal: CombinationGoal,
  quasiIdentifiers: readonly string[],
  cohorts: readonly CertifiedCohort[],
  sizes: Uint32Array,
): Verdict {
  let measured = sizes.reduce((sum, size) => sum + size, 0);
  for (const set of combinationsOf(goal, quasiIdentifiers)) {
    const texts = set.map((index) => cohorts.map(({ values }) => values[index]!));
    for (const count of countsOf(texts, sizes).values()) measured = Math.min(measured, count);
  }
  const attribute = "each" in goal ? `any ${goal.each} columns` : goal.of!.join("+");
  return { model: goal.model, attribute, asked: goal.k, measured, holds: measured >= goal.k, failing: 0 };
}
