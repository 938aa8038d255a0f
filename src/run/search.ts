/**
 * @file Asks an algorithm for a recoding. Algorithms see cohorts one at a time, which is not enough for two kinds of
 * requirement: those on the table as a whole (an average), which hold when every cohort does but may hold sooner, and
 * those that two cohorts published alike can break together although each holds. Such a release is judged as a whole,
 * and where that fails the search is made again with requirements on cohorts that are sufficient.
 */
import { algorithmOf, type Found, type Question } from "../algorithms/index.ts";
import { assert, type Task } from "../base/index.ts";
import { isSuppressed, type Problem, type Published, publish, type Recoding } from "../cohort/index.ts";
import { createModels, kAnonymity, type PrivacyGoal, type PrivacyModel, stricterGoal } from "../privacy/index.ts";
import type { FullSpec } from "../spec/index.ts";

/** A recoding and how its values are written. */
export type Searched = Found & { readonly published: readonly Published[] };

/** Searches until what would be published meets every goal. */
export function* searchRelease(problem: Problem, question: Question, spec: FullSpec): Task<Searched> {
  const models = createModels(question.goals, question.table);
  const snap = problem.attributes.map((attribute) => spec.attributes[attribute.name]?.snap);
  const judged = models.filter((model) => model.scope === "table" || !model.monotone);
  const alone = algorithmOf(spec.algorithm).judgesTable === true;
  for (const goals of alone ? [question.goals] : attempts(question.goals, models)) {
    const found = yield* algorithmOf(spec.algorithm).search(problem, { ...question, goals }, spec.algorithm);
    const published = yield* publish(problem, found.recoding, { form: found.form, snap });
    if (alone || judged.length === 0 || holdsTogether(problem, found.recoding, published, judged))
      return { ...found, published };
  }
  return assert(false, "the sufficient requirements were not sufficient") as never;
}

/** What the algorithm is asked, from what is needed to what is enough. */
function attempts(goals: readonly PrivacyGoal[], models: readonly PrivacyModel[]): (readonly PrivacyGoal[])[] {
  const ofCohorts = goals.filter((_, i) => models[i]!.scope === "cohort");
  const strict = goals.map((goal, i) => (models[i]!.monotone ? goal : stricterGoal(goal)));
  return [
    ...(ofCohorts.length === goals.length ? [] : [ofCohorts.length === 0 ? [kAnonymity(1)] : ofCohorts]),
    goals,
    ...(models.every((model) => model.monotone) ? [] : [strict]),
  ];
}

/** Whether the cohorts hold once those that are published alike are one. */
function holdsTogether(
  problem: Problem,
  recoding: Recoding,
  published: readonly Published[],
  models: readonly PrivacyModel[],
): boolean {
  const joined = joinedCohorts(recoding, published);
  const cohorts = joined.count;
  const sizes = new Float64Array(cohorts);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    const cohort = joined.of[recoding.cohortOf[tuple]!]!;
    if (cohort >= 0) sizes[cohort]! += problem.weights[tuple]!;
  }
  return models.every((model) => {
    if (model.ofTable !== undefined) return model.ofTable(sizes).failing === 0;
    const column = problem.sensitive[model.sensitive];
    if (column === undefined) return true;
    const values = column.totals.length;
    const flat = new Float64Array(cohorts * values);
    for (let tuple = 0; tuple < problem.tuples; tuple++) {
      const cohort = joined.of[recoding.cohortOf[tuple]!]!;
      if (cohort >= 0) flat[cohort * values + column.codes[tuple]!]! += problem.weights[tuple]!;
    }
    for (let cohort = 0; cohort < cohorts; cohort++) {
      const histogram = flat.subarray(cohort * values, (cohort + 1) * values);
      if (!model.holds({ size: sizes[cohort]!, histogram })) return false;
    }
    return true;
  });
}

/** Which published combination each cohort has; −1 for those that are left out. */
export function joinedCohorts(recoding: Recoding, published: readonly Published[]): { of: Int32Array; count: number } {
  const known = new Map<string, number>();
  const of = new Int32Array(recoding.cohorts).fill(-1);
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    if (isSuppressed(recoding, cohort)) continue;
    const key = published.map(({ textOf }) => textOf[cohort]!).join();
    let number = known.get(key);
    if (number === undefined) {
      number = known.size;
      known.set(key, number);
    }
    of[cohort] = number;
  }
  return { of, count: known.size };
}
