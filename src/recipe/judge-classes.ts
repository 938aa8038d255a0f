/** @file Whether the classes of a table that was recoded by a recipe are what was asked. */

import { type GroupVerdict, isCombination, judgeGroups, shortGroups, tupleCounter } from "../audit/index.ts";
import type { Problem } from "../cohort/index.ts";
import { createModels, sizeModel } from "../privacy/index.ts";
import { tableCounts } from "../problem/index.ts";
import { releasedCounts } from "../release/index.ts";
import type { FullSpec } from "../spec/index.ts";

/** Tuples that are published alike. */
export type Classes = {
  readonly classOf: Int32Array;
  readonly texts: readonly (readonly string[])[];
  readonly sizes: Float64Array;
};

/**
 * Judges classes beside each other: those that fail are taken out, until all that are left hold together. At first only
 * goals count that need no shares of what is left. People are not taken out: their pairs do not add up over classes, so
 * that a goal on shares fails as a whole where a class does.
 */
export function judgeClasses(problem: Problem, spec: FullSpec, classes: Classes): GroupVerdict {
  const failing = new Map<number, readonly string[]>();
  const isByPeople = problem.persons !== undefined;
  for (let isFirst = !isByPeople; ; isFirst = false) {
    const { failing: more, whole } = judgeOnce(problem, spec, classes, failing, isFirst);
    for (const [own, names] of more) failing.set(own, names);
    if (isByPeople && failing.size > 0) {
      const relative = modelsOf(problem, spec, failing, classes).filter((model) => model.relative === "released");
      return { failing, whole: [...whole, ...relative.map(({ name }) => name)] };
    }
    if (more.size === 0 && !isFirst) return { failing, whole };
  }
}

/** Judges the classes that are not gone by the shares of their own records; at first only by goals that need none. */
function judgeOnce(
  problem: Problem,
  spec: FullSpec,
  classes: Classes,
  gone: ReadonlyMap<number, unknown>,
  isFirst: boolean,
): GroupVerdict {
  const { classOf, sizes, texts } = classes;
  const left = {
    groupOf: classOf.map((own) => (gone.has(own) ? -1 : own)),
    groups: sizes.length,
  };
  const models = modelsOf(problem, spec, gone, classes).filter(({ relative }) => !isFirst || relative !== "released");
  const { failing, whole } = judgeGroups(problem, left, models);
  const textOf = problem.attributes.map((_, index) => texts.map((own) => own[index]));
  const isShort = spec.privacy.filter(isCombination).map((goal) => shortGroups(problem, left, textOf, goal));
  const all = new Map<number, readonly string[]>();
  sizes.forEach((_, own) => {
    if (gone.has(own)) return;
    const short = isShort.filter((marks) => marks[own] === 1).map(() => sizeModel);
    const names = [...short, ...(failing.get(own) ?? [])];
    if (names.length > 0) all.set(own, names);
  });
  return { failing: all, whole };
}

function modelsOf(problem: Problem, { privacy }: FullSpec, gone: ReadonlyMap<number, unknown>, { classOf }: Classes) {
  const counts = tableCounts(problem);
  const isReleased = (tuple: number): boolean => !gone.has(classOf[tuple]);
  return createModels(
    privacy.filter((goal) => !isCombination(goal)),
    problem.persons === undefined ? releasedCounts(problem, isReleased, counts) : counts,
  );
}

/** Whether tuples together are what the goals ask of a cohort, by the shares of all records. */
export function cohortTest(problem: Problem, spec: FullSpec): (tuples: readonly number[]) => boolean {
  const goals = spec.privacy.filter((goal) => !isCombination(goal));
  const models = createModels(goals, tableCounts(problem)).filter(({ ofTable }) => ofTable === undefined);
  const count = tupleCounter(problem);
  return (tuples) => {
    const counts = count(Uint32Array.from(tuples).sort());
    return models.every((model) => model.holds(counts(model)));
  };
}
