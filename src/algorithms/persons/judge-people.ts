import { countPeople, type PeopleCounter, type PeopleCounts, type Problem } from "../../cohort/index.ts";
import { countedByPeople, createModels, type PrivacyModel } from "../../privacy/index.ts";
import type { Requirement } from "../judge.ts";

/** Decides whether sets of tuples are allowed as cohorts, by the people in them. */
export type PeopleJudge = {
  /** No cohort may have fewer people. */
  readonly least: number;
  /** True when the number of people decides everything. */
  readonly sizeOnly: boolean;
  readonly counter: PeopleCounter;
  readonly holds: (tuples: Uint32Array) => boolean;
};

const none: Float64Array = /* @__PURE__ */ new Float64Array(0);

/** A judge of people for a problem that says whose records they are. */
export function judgePeople(problem: Problem, { goals, table }: Requirement): PeopleJudge {
  const counter = countPeople(problem.persons!, problem.sensitive);
  const models = createModels(goals, table);
  const least = models.reduce((most, model) => (model.sensitive < 0 ? Math.max(most, model.least) : most), 0);
  const sizeOnly = models.every(({ bySize }) => bySize);
  return {
    least,
    sizeOnly,
    counter,
    holds: (tuples) => {
      if (sizeOnly) return counter.people(tuples) >= least;
      return holdsAll(models, counter.counts(tuples));
    },
  };
}

/** Whether a cohort of these people meets every model, those on the whole table included. */
export function holdsAll(models: readonly PrivacyModel[], { people, histograms }: PeopleCounts): boolean {
  return models.every((model) => model.holds(countedByPeople(model, people, histograms[model.sensitive] ?? none)));
}
