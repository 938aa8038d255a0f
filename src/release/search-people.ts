/**
 * @file Asks for releases of tables in which somebody may have several records. Whatever a method proposes is judged
 * here once more, exactly: by the different people, and the (person, value) pairs, of all records that would be
 * published alike. Joining cohorts never lowers the number of people, but may change the shares of values in any way,
 * since a pair that is in both counts once.
 */
import { holdsAll, type Question, type SearchResult, searchPeople } from "../algorithms/index.ts";
import { combinationsOf, isCombination } from "../audit/index.ts";
import { KohortError, largest, report, type Task } from "../base/index.ts";
import {
  cohortSizes,
  countPeople,
  groupPeople,
  groupTuples,
  type Problem,
  type PublishedColumn,
  publish,
  type Recoding,
} from "../cohort/index.ts";
import { createModels, type KAnonymity, kAnonymity, type PrivacyGoal, stricterGoal } from "../privacy/index.ts";
import { joinedCohorts } from "../problem/index.ts";
import { ncp } from "../quality/index.ts";
import type { FullSpec } from "../spec/index.ts";

type Proposal = SearchResult & { readonly published: readonly PublishedColumn[] };

/** The release that loses least of those that a method proposes and that meet every goal by people. */
export function* searchReleaseOfPeople(problem: Problem, question: Question, spec: FullSpec): Task<Proposal> {
  const combinations = question.goals.filter(isCombination);
  const snap = problem.attributes.map((attribute) => spec.attributes[attribute.name]?.snap);
  for (const goals of attempts(question, combinations)) {
    let best: { readonly proposal: Proposal; readonly loss: number } | undefined;
    for (const found of yield* searchPeople(problem, { ...question, goals }, spec.algorithm)) {
      const published = yield* publish(problem, found.recoding, { form: found.form, snap });
      yield* report("search", 1, 1);
      if (!holdsByPeople(problem, found.recoding, published, question)) continue;
      const loss = ncp(problem, found.recoding, cohortSizes(problem, found.recoding)).total;
      if (best === undefined || loss < best.loss) best = { proposal: { ...found, published }, loss };
    }
    if (best !== undefined) return best.proposal;
  }
  throw new KohortError("infeasible", `${spec.algorithm.name} finds no release that holds when people are counted`, {
    hint: "use auto, leave hierarchies and snap out, or ask for less",
  });
}

/** Goals on cohorts from what is needed to what is more likely to hold for the table as a whole. */
function attempts({ goals, table }: Question, combinations: readonly KAnonymity[]): PrivacyGoal[][] {
  const stated = goals.filter((goal) => !isCombination(goal));
  const strict = createModels(stated, table).every(({ monotone }) => monotone) ? [] : [stated.map(stricterGoal)];
  const sets = [stated.length === 0 ? [kAnonymity(1)] : stated, ...strict];
  if (combinations.length === 0) return sets;
  return [0, 0.25, 0.5, 1].flatMap((part) =>
    sets.map((set) => [...set, kAnonymity(Math.max(1, largest(combinations.map(({ k }) => Math.ceil(part * k)))))]),
  );
}

/** Whether what would be published meets every goal by people. */
function holdsByPeople(
  problem: Problem,
  recoding: Recoding,
  published: readonly PublishedColumn[],
  question: Question,
): boolean {
  const persons = problem.persons!;
  const { of, count } = joinedCohorts(recoding, published, cohortSizes(problem, recoding));
  const groupOf = Int32Array.from(recoding.cohortOf, (cohort) => of[cohort]);
  const models = createModels(
    question.goals.filter((goal) => !isCombination(goal)),
    question.table,
  );
  const counter = countPeople(persons, problem.sensitive);
  const { starts, list } = groupTuples(groupOf, count);
  const ofCohorts = models.filter(({ ofTable }) => ofTable === undefined);
  for (let group = 0; group < count; group++) {
    if (!holdsAll(ofCohorts, counter.counts(list.subarray(starts[group], starts[group + 1])))) return false;
  }
  if (ofCohorts.length < models.length) {
    const rows = Int32Array.from(problem.tupleOf, (tuple) => groupOf[tuple]);
    const { sizes, own } = groupPeople(persons, rows, count);
    const atLeast = sizes.map((size) => Math.max(1, size));
    if (!models.every(({ ofTable }) => ofTable === undefined || ofTable(atLeast, own).failing === 0)) return false;
  }
  return question.goals
    .filter(isCombination)
    .every((goal) => holdsCombination(problem, recoding, published, groupOf, goal));
}

/** Whether enough people are published alike in each of the sets of columns that a goal names. */
function holdsCombination(
  problem: Problem,
  recoding: Recoding,
  published: readonly PublishedColumn[],
  groupOf: Int32Array,
  goal: KAnonymity,
): boolean {
  const names = problem.attributes.map(({ name }) => name);
  const counter = countPeople(problem.persons!, problem.sensitive);
  return combinationsOf(goal, names).every((set) => {
    const known = new Map<string, number>();
    const alike = Int32Array.from(recoding.cohortOf, (cohort, tuple) => {
      if (groupOf[tuple] < 0) return -1;
      const key = set.map((index) => published[index].textOf[cohort]).join();
      let number = known.get(key);
      if (number === undefined) {
        number = known.size;
        known.set(key, number);
      }
      return number;
    });
    const { starts, list } = groupTuples(alike, known.size);
    for (let group = 0; group < known.size; group++) {
      if (counter.people(list.subarray(starts[group], starts[group + 1])) < goal.k) return false;
    }
    return true;
  });
}
