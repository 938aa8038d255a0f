import { closest, didYouMean, finish, KohortError, report, type Task } from "../base/index.ts";
import {
  any,
  applyRecoding,
  axisOf,
  countPeople,
  encode,
  groupPeople,
  groupTuples,
  type Problem,
  type Published,
  type Recoding,
  type SuppressedRows,
} from "../cohort/index.ts";
import { replaceIdentifiers } from "../identifiers/index.ts";
import { countedByPeople, createModels } from "../privacy/index.ts";
import {
  columnsWith,
  type FullSpec,
  hasRole,
  type Unpublished,
  unpublishedColumns,
  type WarningUse,
  withDefaults,
} from "../spec/index.ts";
import { type Column, columnIndex, type Table } from "../table/index.ts";
import { type RunOptions, sensitiveAxisFor } from "./axes.ts";
import { combinationsOf, countsOf, isCombination } from "./combinations.ts";
import { type AttributeDrift, type Drift, distance, driftSentences, type Shortfall, type Stranger } from "./drift.ts";
import { tableCounts } from "./feasible.ts";
import { keptAs } from "./kept-rows.ts";
import {
  choosePerson,
  personsIn,
  recordsWarning,
  refuseUncounted,
  repetitionsIn,
  spelledApartWarning,
} from "./persons.ts";
import { placeByKey } from "./place-by-key.ts";
import { placeByLabels } from "./place-by-labels.ts";
import type { Placed } from "./placement.ts";
import { type Prepared, prepareTable } from "./prepare.ts";
import type { PrivacyWarning } from "./privacy-warnings.ts";
import { sensitiveNamesOf } from "./problem-of.ts";
import type { Recipe } from "./recipe.ts";
import { type RecipeKey, specWithKey } from "./recipe-key.ts";
import type { ReleasePersons } from "./release.ts";
import { droppedColumns, replacementsIn } from "./released-columns.ts";
import { releasedCounts } from "./released-reference.ts";
import { inputRows, releasePersons } from "./released-rows.ts";
import { inReleaseOrder, withReleaseOrder } from "./row-order.ts";
import { columnsNamed, spellingWarnings } from "./spelling.ts";
import type { Told } from "./telling.ts";
import { checkColumnsTold } from "./told.ts";

/** How to apply a recipe. */
export type ApplyOptions = RunOptions & {
  /** Leaves out what cannot be published as the recipe promises, instead of refusing. */
  readonly suppressFailing?: boolean;
  /** What the recipe's release knew and did not print; without it values that need it are published as `*`. */
  readonly recipeKey?: RecipeKey;
  /** What becomes of a table that has privacy warnings; as the recipe's spec says by default. */
  readonly warnings?: WarningUse;
};

/** Another table, recoded. */
export type Applied = {
  readonly table: Table;
  readonly spec: FullSpec;
  /** The table that was recoded: what was read, less the records left out for missing values, its values coded. */
  readonly original: Table;
  readonly prepared: Omit<Prepared, "table">;
  /** The table as it was before, for the shares that models compare with. */
  readonly problem: Problem;
  /** Whose rows they are, where a column says so. */
  readonly persons?: ReleasePersons;
  readonly suppressed: number;
  /** The columns of the table that are not published; those without a role are unknown to the recipe. */
  readonly unpublished: readonly Unpublished[];
  readonly cohorts: number;
  readonly drift: Drift;
  /** What the published columns tell that no goal speaks of. */
  readonly told: Told;
  readonly privacyWarnings: readonly PrivacyWarning[];
  readonly warnings: readonly string[];
};

/** Recodes a table as a recipe says; what comes out holds what the recipe's spec asks, or nothing comes out. */
export const applyRecipe: {
  (table: Table, recipe: Recipe, options?: ApplyOptions): Applied;
  task(table: Table, recipe: Recipe, options?: ApplyOptions): Task<Applied>;
} = /* @__PURE__ */ Object.assign(
  (table: Table, recipe: Recipe, options: ApplyOptions = {}): Applied => finish(applyTask(table, recipe, options)),
  { task: applyTask },
);

function* applyTask(read: Table, recipe: Recipe, options: ApplyOptions = {}): Task<Applied> {
  const { recipeKey } = options;
  const stated = recipeKey === undefined ? recipe.spec : specWithKey(recipe, recipeKey);
  // a column that the recipe does not know is not published, whatever its spec said of the rest
  const full = {
    ...withDefaults(stated),
    rest: stated.rest === "refuse" ? "refuse" : "drop",
    warnings: options.warnings ?? stated.warnings,
  } as const;
  refuseColumns(read, recipe);
  const { table, ...prepared } = yield* prepareTable(read, full.attributes);
  const whose = choosePerson(full, () => repetitionsIn(table, full));
  const { spec } = whose;
  const persons = personsIn(table, spec);
  if (persons !== undefined) refuseUncounted(spec.privacy, spec.attributes);
  const replaced = yield* replaceIdentifiers(table, replacementsIn(spec), options.key);
  const axes = recipe.attributes.map(({ name, kind }) => {
    const index = columnIndex(table, name);
    refuseKind(table.columns[index]!, kind);
    return axisOf(table.columns[index]!, index);
  });
  const sensitive = sensitiveNamesOf(spec.privacy, columnsWith(spec, "sensitive")).map((name) => {
    const index = columnIndex(table, name);
    return sensitiveAxisFor(table.columns[index]!, index, spec.attributes, { ...options, spelling: spec.spelling });
  });
  const problem = yield* encode(table, axes, sensitive, { threads: options.threads ?? 1, persons });
  const placed = yield* recipeKey === undefined ? placeByLabels(problem, recipe, spec) : placeByKey(problem, recipeKey);
  const classes = classesOf(problem, placed.texts);
  const judged = persons === undefined ? judge(problem, spec, classes) : judgeByPeople(problem, spec, classes);
  const drift = driftOf(problem, recipe, placed, classes, judged);
  refuseDrift(recipe, spec, problem, drift, options.suppressFailing ?? false);
  const { recoding, published } = asRecoding(problem, classes, judged.failing);
  const suppressed = drift.unplaced + drift.failing;
  if (suppressed === problem.rows) {
    throw new KohortError("infeasible", "no record of the table can be published as the recipe says", {
      hint: "make a new release of it",
    });
  }
  const write = function* (suppressedAs: SuppressedRows): Task<{ readonly table: Table }> {
    const how = { dropped: droppedColumns(table, spec), suppressed: suppressedAs };
    return { table: yield* applyRecoding(replaced.table, problem, recoding, published, how) };
  };
  const keeps = options.keepSuppressed === true && suppressed > 0;
  const asked = { spec, problem, original: table, uncoded: read, files: options.files };
  const { table: applied } = yield* keeps ? keptAs(write, asked) : write("dropped");
  const kept = yield* inputRows(problem, recoding, options, undefined);
  const checked = yield* checkColumnsTold({
    released: applied,
    input: read,
    rows: kept,
    preparedRows: prepared.rows,
    spec,
    persons: persons,
    suppressed,
    said: {
      replaced: replaced.warnings,
      people: [...whose.warnings, ...recordsWarning(table, spec), ...spelledApartWarning(table, spec)],
    },
  });
  yield* report("order", 0, 1);
  const { dialect = {}, threads = 1 } = options;
  const wanted = { own: undefined, dialect, threads };
  const traced = persons === undefined ? undefined : yield* withReleaseOrder(applied, spec, wanted);
  const truth = traced === undefined ? undefined : yield* inputRows(problem, recoding, options, traced.order);
  return {
    table: traced?.table ?? (yield* inReleaseOrder(applied, spec, wanted)),
    ...(whose.column === undefined ? {} : { persons: releasePersons(table, problem, whose, truth) }),
    spec,
    original: table,
    prepared,
    problem,
    suppressed,
    unpublished: unpublishedColumns(
      table.columns.map(({ name }) => name),
      spec,
    ),
    cohorts: classes.sizes.length - judged.failing.size,
    drift,
    ...checked,
    warnings: [
      ...checked.privacyWarnings.map(({ sentence }) => sentence),
      ...spellingWarnings(columnsNamed(table, columnsWith(spec, "sensitive")), spec.spelling),
    ],
  };
}

/**
 * Refuses a table that lacks a column of the recipe, since under another name what must not be published might be; and
 * one with a column that the recipe does not know, where its spec refuses those.
 */
function refuseColumns({ columns }: Table, { spec }: Recipe): void {
  const there = columns.map(({ name }) => name);
  const unknown = there.filter((name) => !hasRole(spec, name));
  const absent = Object.keys(spec.attributes).find((name) => !there.includes(name));
  if (absent !== undefined) {
    const near = closest(absent, unknown);
    throw new KohortError("column", `column "${absent}" of the recipe is not in the table`, {
      hint:
        near === undefined
          ? didYouMean(absent, there, "columns")
          : `did you mean "${near}"? Rename it, or make a new release`,
    });
  }
  if (spec.rest !== "refuse" || unknown.length === 0) return;
  throw new KohortError("column", `column "${unknown[0]}" is unknown to the recipe, whose spec refuses such columns`, {
    hint: "take it out of the table, or make a new release",
  });
}

function refuseKind({ name, kind }: Column, asked: Column["kind"]): void {
  if (kind === asked) return;
  throw new KohortError("column", `column "${name}" is a ${kind} here and a ${asked} in the recipe`, {
    hint: `read it as a ${asked}`,
  });
}

/** Tuples that are published alike; −1 for those that are not published. */
type Classes = {
  readonly classOf: Int32Array;
  readonly texts: readonly (readonly string[])[];
  readonly sizes: Float64Array;
};

function classesOf({ weights, tuples }: Problem, placed: Placed["texts"]): Classes {
  const known = new Map<string, number>();
  const texts: (readonly string[])[] = [];
  const classOf = Int32Array.from({ length: tuples }, (_, tuple) => {
    const own = placed[tuple];
    if (own === undefined) return -1;
    const key = JSON.stringify(own);
    let found = known.get(key);
    if (found === undefined) {
      found = texts.push(own) - 1;
      known.set(key, found);
    }
    return found;
  });
  const sizes = new Float64Array(texts.length);
  classOf.forEach((found, tuple) => {
    if (found >= 0) sizes[found]! += weights[tuple]!;
  });
  return { classOf, texts, sizes };
}

/** The classes that fail, with the models they fail, and whether a goal on the whole table does. */
type Judged = { readonly failing: ReadonlyMap<number, readonly string[]>; readonly whole: readonly string[] };

/** Judges classes beside each other: those that fail are taken out, until all that are left hold together. */
function judge(problem: Problem, spec: FullSpec, classes: Classes): Judged {
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
): Judged {
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
      const columns = set.map((index) => texts.map((own) => own[index]!));
      const counts = countsOf(columns, left);
      sizes.forEach((_, own) => {
        const key = JSON.stringify(columns.map((column) => column[own]));
        if (counts.get(key)! < goal.k) fail(own, "k-anonymity");
      });
    }
  }
  const ofCohorts = spec.privacy.filter((goal) => !isCombination(goal));
  const isReleased = (tuple: number): boolean => classOf[tuple]! >= 0 && !gone.has(classOf[tuple]!);
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
        if (own >= 0) histograms[own * values + column.codes[tuple]!]! += problem.weights[tuple]!;
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
function judgeByPeople(problem: Problem, spec: FullSpec, { classOf, sizes, texts }: Classes): Judged {
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
      const alike = classOf.map((own) => (own < 0 ? -1 : numberOf[own]!));
      const { starts, list } = groupTuples(alike, known.size);
      const people = Array.from(known.values(), (group) =>
        counter.people(list.subarray(starts[group]!, starts[group + 1]!)),
      );
      numberOf.forEach((group, own) => {
        if (people[group]! < goal.k) fail(own, "k-anonymity");
      });
    }
  }
  const models = createModels(
    spec.privacy.filter((goal) => !isCombination(goal)),
    tableCounts(problem),
  );
  const { starts, list } = groupTuples(classOf, sizes.length);
  for (let own = 0; own < sizes.length; own++) {
    const { people, histograms } = counter.counts(list.subarray(starts[own]!, starts[own + 1]!));
    for (const model of models) {
      if (model.ofTable !== undefined) continue;
      const histogram = histograms[model.sensitive] ?? new Float64Array(0);
      if (!model.holds(countedByPeople(model, people, histogram))) fail(own, model.name);
    }
  }
  const grouped = groupPeople(
    persons,
    Int32Array.from(problem.tupleOf, (tuple) => classOf[tuple]!),
    sizes.length,
  );
  const atLeastOne = grouped.sizes.map((size) => Math.max(1, size));
  // by the shares of all records: where some are suppressed, the release has others
  const isWhole = failing.size === 0 && !classOf.includes(-1);
  for (const { ofTable, name, relative } of models) {
    if ((ofTable?.(atLeastOne, grouped.own).failing ?? 0) > 0) whole.push(name);
    if (relative === "released" && !isWhole) whole.push(name);
  }
  return { failing, whole };
}

function driftOf(problem: Problem, recipe: Recipe, placed: Placed, classes: Classes, judged: Judged): Drift {
  const records = classes.sizes.reduce((sum, size) => sum + size, 0);
  const attributes = recipe.attributes.map(({ name, labels }, index): AttributeDrift => {
    const now = new Map<string, number>();
    classes.texts.forEach((texts, own) => {
      now.set(texts[index]!, (now.get(texts[index]!) ?? 0) + classes.sizes[own]! / records);
    });
    const strangers = (found: ReadonlyMap<number, number>): Stranger[] =>
      [...found].map(([rank, count]) => ({ value: problem.attributes[index]!.labels[rank]!, records: count }));
    return {
      name,
      unseen: strangers(placed.unseen[index]!),
      outside: strangers(placed.outside[index]!),
      withheld: placed.withheld[index]!,
      distance: distance(labels, now),
    };
  });
  const cohorts = [...judged.failing].map(([own, fails]): Shortfall => {
    const values = recipe.attributes.map(({ name }, index) => [name, classes.texts[own]![index]!]);
    return { values: Object.fromEntries(values), records: classes.sizes[own]!, fails };
  });
  const failing = cohorts.reduce((sum, cohort) => sum + cohort.records, 0);
  if (judged.whole.length > 0) {
    throw new KohortError("audit", `the table does not hold ${judged.whole.join(", ")} when recoded by the recipe`, {
      hint: "make a new release of it",
    });
  }
  return { attributes, cohorts, unplaced: problem.rows - records, failing };
}

/** A recipe by levels leaves out what fails, as its release did, as far as its spec allows; anything else is refused. */
function refuseDrift(recipe: Recipe, spec: FullSpec, problem: Problem, drift: Drift, suppress: boolean): void {
  const byRule = recipe.cohorts === undefined ? Math.floor(spec.suppression * problem.rows) : 0;
  if (suppress || (drift.unplaced === 0 && drift.failing <= byRule)) return;
  const needsKey = drift.attributes.some(({ withheld }) => withheld > 0);
  throw new KohortError(
    "audit",
    `the recipe does not fit ${drift.unplaced + drift.failing} of ${problem.rows} records`,
    {
      where: driftSentences(drift).join("; "),
      hint: `${needsKey ? "give the recipe's key with --recipe-key, " : ""}leave them out with --suppress-failing, or make a new release`,
    },
  );
}

function asRecoding(
  problem: Problem,
  { classOf, texts, sizes }: Classes,
  failing: Judged["failing"],
): { readonly recoding: Recoding; readonly published: Published[] } {
  const none = sizes.length;
  const suppressed = new Uint8Array(none + 1);
  for (const own of failing.keys()) suppressed[own] = 1;
  suppressed[none] = 1;
  const cohortOf = Uint32Array.from(classOf, (own) => (own < 0 ? none : own));
  const published = problem.attributes.map((_, index): Published => {
    const known = new Map<string, number>();
    const textOf = Uint32Array.from([...texts.map((own) => own[index]!), any], (text) => {
      if (!known.has(text)) known.set(text, known.size);
      return known.get(text)!;
    });
    return { texts: [...known.keys()], textOf };
  });
  const isWhole = failing.size === 0 && !classOf.includes(-1);
  const recoding: Recoding = {
    kind: "local",
    cohorts: none + 1,
    cohortOf,
    low: [],
    high: [],
    ...(isWhole ? {} : { suppressed }),
  };
  return { recoding, published };
}
