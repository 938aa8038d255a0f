/**
 * @file One requirement after the other, each time from the whole table: what k costs alone, what l-diversity or
 * t-closeness cost on top of it. The way Padmaja and Jayashree (2024) look at k, l and t on Adult.
 */
import { type Task, type Verb, verb } from "../base/index.ts";
import { distinctCombinations } from "../cohort/index.ts";
import { type PrivacyGoal, privacyModels } from "../privacy/index.ts";
import type { RunOptions } from "../problem/index.ts";
import { classTable, makeRelease, type Release } from "../release/index.ts";
import { columnsWith, modelLetters, type Spec, withNumbers } from "../spec/index.ts";
import type { Table } from "../table/index.ts";

/** One run: which requirements it met, and what came out. */
export type Stage = {
  /** `k`, `l`, `t`, or the model's name. */
  readonly name: string;
  readonly goals: readonly PrivacyGoal[];
  readonly release: Release;
  /** The release summed up per cohort and sensitive value. */
  readonly classes: Table;
};

/** The stages of a table, and how many combinations of quasi-identifiers it has before any of them. */
export type Stages = { readonly distinct: number; readonly stages: readonly Stage[] };

/** Runs the requirements without a sensitive column alone, then each of the others together with them. */
export const stages: Verb<[table: Table, spec: Spec, options?: RunOptions], Stages> = /* @__PURE__ */ verb(stagesTask);

function* stagesTask(table: Table, spec: Spec, options: RunOptions = {}): Task<Stages> {
  const asked = withNumbers(spec.privacy);
  const first = asked.filter((goal) => !privacyModels[goal.model].sensitive);
  const others = asked.filter((goal) => privacyModels[goal.model].sensitive);
  const plans = [...(first.length === 0 ? [] : [first]), ...others.map((goal) => [...first, goal])];
  const found: Stage[] = [];
  let distinct = 0;
  for (const goals of plans) {
    const release = yield* makeRelease(table, { ...spec, privacy: goals }, options);
    const own = goals[goals.length - 1];
    const attribute = (own as { readonly attribute?: string }).attribute ?? columnsWith(spec, "sensitive")[0];
    if (found.length === 0) distinct = yield* distinctCombinations(release.problem, release.original);
    found.push({ name: nameOf(own), goals, release, classes: classTable(release.original, release, attribute) });
  }
  return { distinct, stages: found };
}

function nameOf({ model }: PrivacyGoal): string {
  return modelLetters.find((known) => known.model === model)?.letter ?? model;
}
