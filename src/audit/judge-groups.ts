/** @file Whether tuples that would be published alike are what was asked, by their records or by their people. */
import {
  cohortSizes,
  countPeople,
  groupPeople,
  groupTuples,
  type Problem,
  type PublishedColumn,
  type Recoding,
  type Sizes,
} from "../cohort/index.ts";
import { type CohortCounts, countedByPeople, type PrivacyModel } from "../privacy/index.ts";
import { joinedCohorts } from "../problem/index.ts";
import { type CombinationGoal, combinationsOf } from "./combinations.ts";

/** The group of each tuple, −1 for those that are not published. */
export type PublishedGroups = { readonly groupOf: ArrayLike<number>; readonly groups: number };

/** The groups that fail, with the models they fail, and the models that all groups together fail. */
export type GroupVerdict = {
  readonly failing: ReadonlyMap<number, readonly string[]>;
  readonly whole: readonly string[];
};

const none = new Float64Array(0);

type ModelView = Pick<PrivacyModel, "sensitive">;

/** Looks at the size of a set alone. */
const atSize: ModelView = { sensitive: -1 };

/** Counts sets of a problem's tuples, as each model sees them; histograms are overwritten by the next count. */
export function tupleCounter(problem: Problem): (tuples: Uint32Array) => (model: ModelView) => CohortCounts {
  const { persons, sensitive } = problem;
  if (persons !== undefined) {
    const counter = countPeople(persons, sensitive);
    return (tuples) => {
      const { people, histograms } = counter.counts(tuples);
      return (model) => countedByPeople(model, people, histograms[model.sensitive] ?? none);
    };
  }
  const histograms = sensitive.map(({ totals }) => new Float64Array(totals.length));
  return (tuples) => {
    let size = 0;
    for (const tuple of tuples) size += problem.weights[tuple];
    return (model) => {
      const column = sensitive[model.sensitive];
      if (column === undefined) return { size, histogram: none };
      const { codes, weights = problem.weights } = column;
      const histogram = histograms[model.sensitive].fill(0);
      for (const tuple of tuples) histogram[codes[tuple]] += weights[tuple];
      return { size, histogram };
    };
  };
}

/** The tuples that would be published alike, and the group of each cohort. */
export function publishedGroups(
  problem: Problem,
  recoding: Recoding,
  published: readonly PublishedColumn[],
): PublishedGroups & { readonly of: Int32Array } {
  const { of, count } = joinedCohorts(recoding, published, cohortSizes(problem, recoding));
  return { groupOf: Int32Array.from(recoding.cohortOf, (cohort) => of[cohort]), groups: count, of };
}

/** Judges groups of tuples; one without tuples is none. */
export function judgeGroups(
  problem: Problem,
  published: PublishedGroups,
  models: readonly PrivacyModel[],
): GroupVerdict {
  const { groupOf, groups } = published;
  const { starts, list } = groupTuples(groupOf, groups);
  const count = tupleCounter(problem);
  const ofCohorts = models.filter(({ ofTable }) => ofTable === undefined);
  const failing = new Map<number, readonly string[]>();
  for (let group = 0; group < groups && ofCohorts.length > 0; group++) {
    if (starts[group] === starts[group + 1]) continue;
    const counts = count(list.subarray(starts[group], starts[group + 1]));
    const failed = ofCohorts.filter((model) => !model.holds(counts(model)));
    if (failed.length > 0)
      failing.set(
        group,
        failed.map(({ name }) => name),
      );
  }
  if (ofCohorts.length === models.length) return { failing, whole: [] };
  const [sizes, own] = groupSizes(problem, published);
  const whole = models.flatMap(({ name, ofTable }) => ((ofTable?.(sizes, own).failing ?? 0) > 0 ? [name] : []));
  return { failing, whole };
}

/** Whether the cohorts hold once those that are published alike are one. */
export function holdsTogether(
  problem: Problem,
  recoding: Recoding,
  published: readonly PublishedColumn[],
  models: readonly PrivacyModel[],
): boolean {
  const { failing, whole } = judgeGroups(problem, publishedGroups(problem, recoding, published), models);
  return failing.size === 0 && whole.length === 0;
}

/** Who is in each group, and of these who is counted with it where people may be in several. */
function groupSizes({ persons, tupleOf, weights }: Problem, published: PublishedGroups): [Sizes, Sizes?] {
  const { groupOf, groups } = published;
  if (persons !== undefined) {
    const rows = Int32Array.from(tupleOf, (tuple) => groupOf[tuple]);
    const { sizes, own } = groupPeople(persons, rows, groups);
    return [sizes.map((size) => Math.max(1, size)), own];
  }
  const sizes = new Float64Array(groups);
  const isThere = new Uint8Array(groups);
  for (let tuple = 0; tuple < groupOf.length; tuple++) {
    const group = groupOf[tuple];
    if (group < 0) continue;
    sizes[group] += weights[tuple];
    isThere[group] = 1;
  }
  return [sizes.filter((_, group) => isThere[group] === 1)];
}

/**
 * The groups that fail a goal on combinations: too few are published alike with them in one of its sets of columns.
 * `textOf` has what is published of each group, attribute by attribute.
 */
export function shortGroups(
  problem: Problem,
  { groupOf, groups }: PublishedGroups,
  textOf: readonly ArrayLike<number | string>[],
  goal: CombinationGoal,
): Uint8Array {
  const isShort = new Uint8Array(groups);
  const count = tupleCounter(problem);
  const names = problem.attributes.map(({ name }) => name);
  for (const set of combinationsOf(goal, names)) {
    const known = new Map<string, number>();
    const unionOf = Uint32Array.from(isShort, (_, group) => {
      const key = JSON.stringify(set.map((index) => textOf[index][group]));
      const union = known.get(key) ?? known.size;
      known.set(key, union);
      return union;
    });
    const unions = Int32Array.from(groupOf, (group) => (group < 0 ? -1 : unionOf[group]));
    const { starts, list } = groupTuples(unions, known.size);
    const areFew = Array.from(known.values(), (union) => {
      const tuples = list.subarray(starts[union], starts[union + 1]);
      return tuples.some((tuple) => problem.weights[tuple] > 0) && count(tuples)(atSize).size < goal.k;
    });
    unionOf.forEach((union, group) => {
      if (areFew[union]) isShort[group] = 1;
    });
  }
  return isShort;
}

/** Whether what would be published holds goals on combinations. */
export function holdsCombinations(
  problem: Problem,
  recoding: Recoding,
  published: readonly PublishedColumn[],
  goals: readonly CombinationGoal[],
): boolean {
  const { cohortOf, cohorts, suppressed } = recoding;
  const groupOf = Int32Array.from(cohortOf, (cohort) => (suppressed?.[cohort] === 1 ? -1 : cohort));
  const textOf = published.map((own) => own.textOf);
  return goals.every((goal) => !shortGroups(problem, { groupOf, groups: cohorts }, textOf, goal).includes(1));
}
