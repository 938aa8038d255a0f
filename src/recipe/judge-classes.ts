/** @file Whether the classes of a table that was recoded by a recipe are what was asked. */

import { combinationsOf, countsOf, isCombination } from "../audit/index.ts";
import { countPeople, groupPeople, groupTuples, type Problem } from "../cohort/index.ts";
import { countedByPeople, createModels } from "../privacy/index.ts";
import { tableCounts } from "../problem/index.ts";
import { releasedCounts } from "../release/index.ts";
import type { FullSpec } from "../spec/index.ts";

/** Tuples that are published alike. */
export type Classes = {
  readonly classOf: Int32Array;
  readonly texts: readonly (readonly string[])[];
  readonly sizes: Float64Array;
};

/** The classes that fail, with the models they fail, and whether a goal on the whole table does. */
export type ClassVerdicts = {
  readonly failing: ReadonlyMap<number, readonly string[]>;
  readonly whole: readonly string[];
};

/** Judges classes by their records or by their people. */
export function judgeClasses(problem: Problem, spec: FullSpec, classes: Classes): ClassVerdicts {
  return problem.persons === undefined ? judge(problem, spec, classes) : judgeByPeople(problem, spec, classes);
}

/** Judges classes beside each other: those that fail are taken out, until all that are left hold together. */
function judge(problem: Problem, spec: FullSpec, classes: Classes): ClassVerdicts {
  const failing = new Map<number, readonly string[]>();
  for (let isFirst = true; ; isFirst = false) {
    const { failing: more, whole } = judgeOnce(problem, spec, classes, failing, isFirst);
    for (const [own, names] of more) failing.set(own, names);
    if (more.size === 0 && !isFirst) return { failing, whole };
  }
}

/** Judges the classes that are not gone by the shares of their own records; at first only by goals that need none. */
function judgeOnce(
  problem: Problem,
  spec: FullSpec,
  { classOf, sizes, texts }: Classes,
  gone: ReadonlyMap<number, unknown>,
  isFirst: boolean,
): ClassVerdicts {
  const failing = new Map<number, string[]>();
  const whole: string[] = [];
  const left = sizes.map((size, own) => (gone.has(own) ? 0 : size));
  const fail = (own: number, name: string): void => {
    if (!gone.has(own)) failing.set(own, [...(failing.get(own) ?? []), name]);
  };
  for (const goal of spec.privacy.filter(isCombination)) {
    for (const set of combinationsOf(
      goal,
      problem.attributes.map(({ name }) => name),
    )) {
      const columns = set.map((index) => texts.map((own) => own[index]));
      const counts = countsOf(columns, left);
      sizes.forEach((_, own) => {
        const key = JSON.stringify(columns.map((column) => column[own]));
        if (counts.get(key)! < goal.k) fail(own, "k-anonymity");
      });
    }
  }
  const ofCohorts = spec.privacy.filter((goal) => !isCombination(goal));
  const isReleased = (tuple: number): boolean => !gone.has(classOf[tuple]);
  for (const model of createModels(ofCohorts, releasedCounts(problem, isReleased, tableCounts(problem)))) {
    if (isFirst && model.relative === "released") continue;
    if (model.ofTable !== undefined) {
      if (model.ofTable(sizes.filter((_, own) => !gone.has(own))).failing > 0) whole.push(model.name);
      continue;
    }
    const column = problem.sensitive[model.sensitive];
    const values = column?.totals.length ?? 0;
    const histograms = new Float64Array(sizes.length * values);
    if (column !== undefined) {
      classOf.forEach((own, tuple) => {
        histograms[own * values + column.codes[tuple]] += problem.weights[tuple];
      });
    }
    sizes.forEach((size, own) => {
      const histogram = histograms.subarray(own * values, (own + 1) * values);
      if (!model.holds({ size, histogram })) fail(own, model.name);
    });
  }
  return { failing, whole };
}

/** As `judge`, by the people of each class. */
function judgeByPeople(problem: Problem, spec: FullSpec, { classOf, sizes, texts }: Classes): ClassVerdicts {
  const persons = problem.persons!;
  const counter = countPeople(persons, problem.sensitive);
  const failing = new Map<number, string[]>();
  const whole: string[] = [];
  const fail = (own: number, name: string): void => {
    failing.set(own, [...(failing.get(own) ?? []), name]);
  };
  const names = problem.attributes.map(({ name }) => name);
  for (const goal of spec.privacy.filter(isCombination)) {
    for (const set of combinationsOf(goal, names)) {
      const known = new Map<string, number>();
      const numberOf = texts.map((own) => {
        const key = JSON.stringify(set.map((index) => own[index]));
        if (!known.has(key)) known.set(key, known.size);
        return known.get(key)!;
      });
      const alike = classOf.map((own) => numberOf[own]);
      const { starts, list } = groupTuples(alike, known.size);
      const people = Array.from(known.values(), (group) =>
        counter.people(list.subarray(starts[group], starts[group + 1])),
      );
      numberOf.forEach((group, own) => {
        if (people[group] < goal.k) fail(own, "k-anonymity");
      });
    }
  }
  const models = createModels(
    spec.privacy.filter((goal) => !isCombination(goal)),
    tableCounts(problem),
  );
  const { starts, list } = groupTuples(classOf, sizes.length);
  for (let own = 0; own < sizes.length; own++) {
    const { people, histograms } = counter.counts(list.subarray(starts[own], starts[own + 1]));
    for (const model of models) {
      if (model.ofTable !== undefined) continue;
      const histogram = histograms[model.sensitive] ?? new Float64Array(0);
      if (!model.holds(countedByPeople(model, people, histogram))) fail(own, model.name);
    }
  }
  const grouped = groupPeople(
    persons,
    Int32Array.from(problem.tupleOf, (tuple) => classOf[tuple]),
    sizes.length,
  );
  const atLeastOne = grouped.sizes.map((size) => Math.max(1, size));
  // by the shares of all records: where some are suppressed, the release has others
  const isWhole = failing.size === 0;
  for (const { ofTable, name, relative } of models) {
    if ((ofTable?.(atLeastOne, grouped.own).failing ?? 0) > 0) whole.push(name);
    if (relative === "released" && !isWhole) whole.push(name);
  }
  return { failing, whole };
}

/** Whether tuples together are what the goals ask of a cohort, by the shares of all records. */
export function cohortTest(problem: Problem, spec: FullSpec): (tuples: readonly number[]) => boolean {
  const goals = spec.privacy.filter((goal) => !isCombination(goal));
  const models = createModels(goals, tableCounts(problem)).filter(({ ofTable }) => ofTable === undefined);
  const { persons, sensitive, weights } = problem;
  if (persons !== undefined) {
    const counter = countPeople(persons, sensitive);
    return (tuples) => {
      const { people, histograms } = counter.counts(Uint32Array.from(tuples).sort());
      return models.every((model) => {
        const histogram = histograms[model.sensitive] ?? new Float64Array(0);
        return model.holds(countedByPeople(model, people, histogram));
      });
    };
  }
  return (tuples) => {
    const size = tuples.reduce((sum, tuple) => sum + weights[tuple], 0);
    return models.every((model) => {
      const column = sensitive[model.sensitive];
      const histogram = new Float64Array(column?.totals.length ?? 0);
      if (column !== undefined) for (const tuple of tuples) histogram[column.codes[tuple]] += weights[tuple];
      return model.holds({ size, histogram });
    });
  };
}
