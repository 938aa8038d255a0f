/**
 * @file Asks an algorithm for a recoding. Algorithms see cohorts one at a time, which is not enough for two kinds of
 * requirement: those on the table as a whole (an average), which hold when every cohort does but may hold sooner, and
 * those that two cohorts published alike can break together although each holds. Such a release is judged as a whole,
 * and where that fails the search is made again with requirements on cohorts that are sufficient.
 */
import { algorithmOf, type Question, type SearchResult } from "../algorithms/index.ts";
import { holdsCombinations, holdsTogether, isCombination } from "../audit/index.ts";
import { assert, KohortError, largest, type Task } from "../base/index.ts";
import { type Problem, type PublishedColumn, type PublishForm, publish } from "../cohort/index.ts";
import {
  createModels,
  droppingGoal,
  isOfMatching,
  type KAnonymity,
  kAnonymity,
  type PrivacyGoal,
  type PrivacyModel,
  stricterGoal,
} from "../privacy/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { searchReleaseOfPeople } from "./search-people.ts";

/** A recoding and how its values are written. */
export type PublishedResult = SearchResult & { readonly published: readonly PublishedColumn[] };

/** Searches until what would be published meets every goal, by the shares that the question states. */
export function* searchAgainst(problem: Problem, question: Question, spec: FullSpec): Task<PublishedResult> {
  if (problem.persons !== undefined) return yield* searchReleaseOfPeople(problem, question, spec);
  const combinations = question.goals.filter(isCombination);
  const snap = problem.attributes.map((attribute) => spec.attributes[attribute.name]?.snap);
  const algorithm = algorithmOf(spec.algorithm);
  const alone = algorithm.judgesTable === true;
  for (const stated of withCombinations(question.goals, combinations)) {
    const models = createModels(stated, question.table);
    const judged = models.filter((model) => model.scope === "table" || !model.monotone);
    for (const goals of alone ? [stated] : attempts(stated, models)) {
      const found = yield* algorithm.search(problem, { ...question, goals }, spec.algorithm);
      refuseUncovering(found.form, spec.privacy);
      const published = yield* publish(problem, found.recoding, { form: found.form, snap });
      const holds = alone || judged.length === 0 || holdsTogether(problem, found.recoding, published, judged);
      if (!holds) continue;
      if (holdsCombinations(problem, found.recoding, published, combinations)) return { ...found, published };
      break;
    }
  }
  if (combinations.length > 0) {
    throw new KohortError("infeasible", `${spec.algorithm.name} cannot respect goals on combinations of columns`, {
      hint: "use auto, mondrian, best-cut, cluster or lattice, or ask for a larger k on all quasi-identifiers",
    });
  }
  return assert(false, "the sufficient requirements were not sufficient") as never;
}

/** Forms that do not say which originals a released value covers. */
const uncovering: readonly PublishForm[] = ["mean", "median", "tilde", "tilde-codes"];

/** k-concealment counts the originals that released values cover, so they must say what they cover. */
function refuseUncovering(form: PublishForm, goals: readonly PrivacyGoal[]): void {
  const place = goals.findIndex(isOfMatching);
  if (!uncovering.includes(form) || place < 0) return;
  throw new KohortError("spec", `${goals[place].model} cannot be measured on values published as ${form}`, {
    hint: "publish ranges or sets, or ask for k-anonymity",
    fixes: droppingGoal(goals, place),
  });
}

/**
 * Goals on combinations hold if every cohort has as many records as they ask, but most often long before: the search is
 * made without them, then with a quarter, half and all of their k asked of cohorts, until they hold.
 */
function withCombinations(goals: readonly PrivacyGoal[], combinations: readonly KAnonymity[]): PrivacyGoal[][] {
  if (combinations.length === 0) return [[...goals]];
  const others = goals.filter((goal) => !isCombination(goal));
  return [0, 0.25, 0.5, 1].map((part) => [
    ...others,
    kAnonymity(Math.max(1, largest(combinations.map(({ k }) => Math.ceil(part * k))))),
  ]);
}

/** What the algorithm is asked, from what is needed to what is enough. */
function attempts(goals: readonly PrivacyGoal[], models: readonly PrivacyModel[]): (readonly PrivacyGoal[])[] {
  const ofCohorts = goals.filter((_, i) => models[i].scope === "cohort");
  const strict = goals.map((goal, i) => (models[i].monotone ? goal : stricterGoal(goal)));
  return [
    ...(ofCohorts.length === goals.length ? [] : [ofCohorts.length === 0 ? [kAnonymity(1)] : ofCohorts]),
    goals,
    ...(models.every((model) => model.monotone) ? [] : [strict]),
  ];
}
