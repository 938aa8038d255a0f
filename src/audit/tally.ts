/** @file Holds cohorts against requirements, wherever they were counted: each model sees the stream of its own column. */
import { report, type Task } from "../base/index.ts";
import { type CohortSizes, type MeasuredCohorts, ownSizes, sizesAtRisk } from "../cohort/index.ts";
import {
  type CohortCounts,
  countedByPeople,
  createModels,
  type PrivacyGoal,
  type PrivacyModel,
  type Relation,
  type TableCounts,
} from "../privacy/index.ts";

/** One requirement: what was asked, what the table has, and whether that is enough. */
export type Verdict = {
  readonly model: string;
  readonly attribute?: string;
  readonly asked?: number;
  readonly measured: number;
  readonly holds: boolean;
  /** Records in cohorts that do not meet it. */
  readonly failing: number;
  /** How the measured figure must stand to the asked one. */
  readonly relation?: Relation;
  /** What was measured, since tools disagree. */
  readonly definition?: string;
  /** The second figure of models that ask two things. */
  readonly second?: { readonly name: string; readonly asked: number; readonly measured: number };
  /** False where no number at all could be asked and met. */
  readonly possible?: boolean;
  /** People of a population whom no record fits, where the table that was given does not say if theirs were left out. */
  readonly unjudged?: number;
};

/** One model's figures, collected over cohorts. */
export type Tally = {
  readonly model: PrivacyModel;
  /** Takes in cohorts that stand for so many records. */
  readonly add: (cohort: CohortCounts, records: number) => void;
  readonly verdict: (counts: TableCounts, cohorts: CohortSizes) => Verdict;
};

/** Counts that are made between two moments in which a signal is heard. */
const countsAtOnce = 50_000;

/** Shows every cohort to every model. */
export function* tallyCohorts(
  models: readonly PrivacyModel[],
  cohorts: MeasuredCohorts,
  stage: "audit" | "verify",
): Task<Tally[]> {
  const tallies = models.map(openTally);
  const all = cohorts.weights.length;
  for (const column of new Set(models.map(({ sensitive }) => sensitive))) {
    const own = tallies.filter(({ model }) => model.sensitive === column);
    let [made, at] = [0, 0];
    for (const { size, histogram, records, alike } of cohorts.stream(column)) {
      const counts =
        cohorts.people === undefined ? { size, histogram } : countedByPeople(own[0].model, size, histogram);
      for (const tally of own) tally.add(counts, records);
      at += alike;
      made += 1 + histogram.length;
      if (made < countsAtOnce) continue;
      made = 0;
      yield* report(stage, at, all);
    }
  }
  return tallies;
}

/** Measures requirements on cohorts, in their order. */
export function* judgeCohorts(
  goals: readonly PrivacyGoal[],
  counts: TableCounts,
  cohorts: MeasuredCohorts,
  stage: "audit" | "verify" = "audit",
): Task<Verdict[]> {
  const tallies = yield* tallyCohorts(createModels(goals, counts), cohorts, stage);
  return tallies.map(({ verdict }) => verdict(counts, cohorts));
}

function openTally(model: PrivacyModel): Tally {
  let measured: number | undefined;
  let other: number | undefined;
  let failing = 0;
  let possible = true;
  const isBroken: number[] = [];
  const { second } = model;
  const add = (cohort: CohortCounts, records: number): void => {
    const figure = model.measure(cohort);
    measured = measured === undefined ? figure : model.worse(measured, figure);
    if (second !== undefined) {
      const next = second.measure(cohort);
      other = other === undefined ? next : second.worse(other, next);
    }
    const holds = model.holds(cohort);
    if (!holds) failing += records;
    isBroken.push(+!holds);
    if (possible && model.possible?.(cohort) === false) possible = false;
  };
  const verdict = (counts: TableCounts, cohorts: CohortSizes): Verdict => {
    const column = counts.sensitive[model.sensitive];
    const [sizes, records] = [sizesAtRisk(cohorts), ownSizes(cohorts)];
    const whole = model.ofTable?.(sizes, sizes === records ? undefined : records);
    return {
      model: model.name,
      attribute: column?.people === true ? undefined : column?.name,
      asked: model.asked,
      measured: whole?.measured ?? measured ?? 0,
      holds: whole === undefined ? !isBroken.includes(1) : whole.failing === 0,
      failing: whole?.failing ?? cohorts.peopleIn?.(Uint8Array.from(isBroken)) ?? failing,
      relation: model.relation,
      definition: model.definition,
      second: second === undefined ? undefined : { name: second.name, asked: second.asked, measured: other ?? 0 },
      possible: model.possible === undefined ? undefined : possible,
    };
  };
  return { model, add, verdict };
}
