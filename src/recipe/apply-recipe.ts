import { checkColumnsTold, type GroupVerdict, type PrivacyWarning, type Telling } from "../audit/index.ts";
import { closest, didYouMean, few, KohortError, report, type Task, type Verb, verb } from "../base/index.ts";
import {
  applyRecoding,
  axisOf,
  encode,
  type Problem,
  type PublishedColumn,
  type Recoding,
  type SuppressedRows,
} from "../cohort/index.ts";
import { replaceIdentifiers } from "../identifiers/index.ts";
import {
  choosePerson,
  columnsNamed,
  droppedColumns,
  inReleaseOrder,
  type PreparedTable,
  personsIn,
  prepareTable,
  type RunOptions,
  recordsWarning,
  refuseUncounted,
  repetitionsIn,
  replacementsIn,
  sensitiveAxisFor,
  sensitiveNamesOf,
  spelledApartWarning,
  spellingWarnings,
  withReleaseOrder,
} from "../problem/index.ts";
import { inputRows, keptAs, type ReleasePersons, releasePersons } from "../release/index.ts";
import {
  columnsWith,
  type FullSpec,
  hasRole,
  type UnpublishedColumn,
  unpublishedColumns,
  type WarningUse,
  withDefaults,
} from "../spec/index.ts";
import { type Column, columnIndex, type Table, writtenLike } from "../table/index.ts";
import {
  type AttributeDrift,
  chanceDistance,
  type Drift,
  distance,
  type Shortfall,
  type Stranger,
  shortfallSentence,
} from "./drift.ts";
import { type Classes, cohortTest, judgeClasses } from "./judge-classes.ts";
import { readingsOf } from "./label-reading.ts";
import type { Span } from "./label-spans.ts";
import { mergeClasses } from "./merge-classes.ts";
import { placeByKey } from "./place-by-key.ts";
import { placeByLabels } from "./place-by-labels.ts";
import type { Placement } from "./placement.ts";
import type { Recipe } from "./recipe.ts";
import { type RecipeKey, specWithKey } from "./recipe-key.ts";

/** How to apply a recipe. */
export type ApplyOptions = RunOptions & {
  /** Leaves out cohorts that fail even after they were merged, instead of refusing what is more than the spec allows. */
  readonly suppressFailing?: boolean;
  /** What the recipe's release knew and did not print; without it values that need it are published as `*`. */
  readonly recipeKey?: RecipeKey;
  /** What becomes of a table that has privacy warnings; as the recipe's spec says by default. */
  readonly warnings?: WarningUse;
};

/** Another table, recoded. */
export type RecipeResult = {
  readonly table: Table;
  readonly spec: FullSpec;
  /** Its ranges end where no record of this table needs to lie. */
  readonly widened: true;
  /** The table that was recoded: what was read, less the records left out for missing values, its values coded. */
  readonly original: Table;
  readonly prepared: Omit<PreparedTable, "table">;
  /** The table as it was before, for the shares that models compare with. */
  readonly problem: Problem;
  /** RowOwner rows they are, where a column says so. */
  readonly persons?: ReleasePersons;
  readonly suppressed: number;
  /** The columns of the table that are not published; those without a role are unknown to the recipe. */
  readonly unpublished: readonly UnpublishedColumn[];
  readonly cohorts: number;
  readonly drift: Drift;
  /** What the published columns tell that no goal speaks of. */
  readonly told: Telling;
  readonly privacyWarnings: readonly PrivacyWarning[];
  readonly warnings: readonly string[];
};

/** Recodes a table as a recipe says; what comes out holds what the recipe's spec asks, or nothing comes out. */
export const applyRecipe: Verb<[table: Table, recipe: Recipe, options?: ApplyOptions], RecipeResult> =
  /* @__PURE__ */ verb(applyTask);

function* applyTask(read: Table, recipe: Recipe, options: ApplyOptions = {}): Task<RecipeResult> {
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
  // recipes state the scheme of a format since there is more than one
  const replaced = yield* replaceIdentifiers(table, replacementsIn(spec, "feistel-sha256"), options.key);
  const axes = recipe.attributes.map(({ name, kind }) => {
    const index = columnIndex(table, name);
    refuseKind(table.columns[index], kind);
    return axisOf(table.columns[index], index);
  });
  const sensitive = sensitiveNamesOf(spec.privacy, columnsWith(spec, "sensitive")).map((name) => {
    const index = columnIndex(table, name);
    return sensitiveAxisFor(table.columns[index], index, spec.attributes, { ...options, spelling: spec.spelling });
  });
  const problem = yield* encode(table, axes, sensitive, { threads: options.threads ?? 1, persons });
  const readings = readingsOf(recipe, spec, read);
  const placed = yield* recipeKey === undefined
    ? placeByLabels(problem, recipe, readings)
    : placeByKey(problem, recipe, recipeKey, spec, readings);
  const { classes, judged, merged } = yield* settleClasses(problem, spec, placed, recipe, recipeKey);
  const drift = driftOf(problem, recipe, placed, classes, judged, merged);
  refuseDrift(spec, problem, drift, options.suppressFailing ?? false);
  const { recoding, published } = asRecoding(problem, classes, judged.failing);
  const suppressed = drift.failing;
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
  const asked = { spec, problem, original: table, uncoded: read, widened: true, files: options.files } as const;
  const applied = writtenLike((yield* keeps ? keptAs(write, asked) : write("dropped")).table, read);
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
    persons: whose.column === undefined ? undefined : releasePersons(table, problem, whose, truth),
    spec,
    widened: true,
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

/** Records that may be left out by the spec. */
function mostSuppressed({ suppression }: FullSpec, { rows }: Problem): number {
  return Math.floor(suppression * rows + 1e-9);
}

type Settlement = { readonly classes: Classes; readonly judged: GroupVerdict; readonly merged: Drift["merged"] };

/**
 * Judges the classes of a table, and joins those that fail with their neighbours. What the release left out is left out
 * again if it fails: the cohorts that its key names, or all that fail where it published by levels, as far as the spec
 * allows.
 */
function* settleClasses(
  problem: Problem,
  spec: FullSpec,
  placed: Placement,
  { cohorts }: Recipe,
  key: RecipeKey | undefined,
): Task<Settlement> {
  const classes = classesOf(
    problem,
    placed.classOf,
    placed.classes.map(({ spans }) => spans),
  );
  const judged = judgeClasses(problem, spec, classes);
  const wasLeft = (own: number): boolean =>
    cohorts === undefined || key?.cohorts?.[placed.classes[own].leaf]?.suppressed === true;
  const again = [...judged.failing.keys()].filter(wasLeft);
  const records = again.reduce((sum, own) => sum + classes.sizes[own], 0);
  const left = new Set(records <= mostSuppressed(spec, problem) ? again : []);
  const failing = new Set([...judged.failing.keys()].filter((own) => !left.has(own)));
  if (failing.size === 0) return { classes, judged, merged: { cohorts: 0, records: 0 } };
  const holds = cohortTest(problem, spec);
  const joined = yield* mergeClasses({ problem, placed, failing, left, holds });
  const settled = classesOf(
    problem,
    placed.classOf.map((own) => joined.cohortOf[own]),
    joined.spans,
  );
  const merged = { cohorts: joined.classes, records: joined.records };
  return { classes: settled, judged: judgeClasses(problem, spec, settled), merged };
}

/** Tuples by what they are published as. */
function classesOf({ weights }: Problem, cohortOf: Int32Array, spans: readonly (readonly Span[])[]): Classes {
  const known = new Map<string, number>();
  const texts: (readonly string[])[] = [];
  const placeOf = spans.map((own) => {
    const published = own.map(({ text }) => text);
    const key = JSON.stringify(published);
    if (!known.has(key)) known.set(key, texts.push(published) - 1);
    return known.get(key)!;
  });
  const classOf = cohortOf.map((own) => placeOf[own]);
  const sizes = new Float64Array(texts.length);
  classOf.forEach((own, tuple) => {
    sizes[own] += weights[tuple];
  });
  return { classOf, texts, sizes };
}

function driftOf(
  problem: Problem,
  recipe: Recipe,
  placed: Placement,
  classes: Classes,
  judged: GroupVerdict,
  merged: Drift["merged"],
): Drift {
  const attributes = recipe.attributes.map(({ name, labels }, index): AttributeDrift => {
    const now = new Map([...placed.labelled[index]].map(([text, records]) => [text, records / problem.rows]));
    const strangers = (found: ReadonlyMap<number, number>): Stranger[] =>
      [...found].map(([rank, count]) => ({ value: problem.attributes[index].labels[rank], records: count }));
    return {
      name,
      unseen: strangers(placed.unseen[index]),
      outside: strangers(placed.outside[index]),
      withheld: placed.withheld[index],
      distance: distance(labels, now),
      chance: chanceDistance(labels, problem.rows),
    };
  });
  const cohorts = [...judged.failing].map(([own, fails]): Shortfall => {
    const values = recipe.attributes.map(({ name }, index) => [name, classes.texts[own][index]]);
    return { values: Object.fromEntries(values), records: classes.sizes[own], fails };
  });
  const failing = cohorts.reduce((sum, cohort) => sum + cohort.records, 0);
  if (judged.whole.length > 0) {
    throw new KohortError("audit", `the table does not hold ${few(judged.whole)} when recoded by the recipe`, {
      hint: "make a new release of it",
    });
  }
  return { attributes, merged, cohorts, failing };
}

/** What still fails is left out as far as the spec allows; more is refused. */
function refuseDrift(spec: FullSpec, problem: Problem, drift: Drift, suppress: boolean): void {
  const limit = mostSuppressed(spec, problem);
  if (suppress || drift.failing <= limit) return;
  const needsKey = drift.attributes.some(({ withheld }) => withheld > 0);
  const records = `${drift.failing} of ${problem.rows} records`;
  throw new KohortError(
    "audit",
    `${records} cannot be published as the recipe promises; at most ${limit} may be left out`,
    {
      where: shortfallSentence(drift),
      hint: `${needsKey ? "give the recipe's key with `recipeKey`, " : ""}leave them out with \`suppressFailing\`, or make a new release`,
    },
  );
}

function asRecoding(
  problem: Problem,
  { classOf, texts, sizes }: Classes,
  failing: GroupVerdict["failing"],
): { readonly recoding: Recoding; readonly published: PublishedColumn[] } {
  const published = problem.attributes.map((_, index): PublishedColumn => {
    const known = new Map<string, number>();
    const textOf = Uint32Array.from(texts, (own) => {
      if (!known.has(own[index])) known.set(own[index], known.size);
      return known.get(own[index])!;
    });
    return { texts: [...known.keys()], textOf };
  });
  const suppressed = Uint8Array.from(sizes, (_, own) => (failing.has(own) ? 1 : 0));
  const recoding: Recoding = {
    kind: "local",
    cohorts: sizes.length,
    cohortOf: Uint32Array.from(classOf),
    low: [],
    high: [],
    suppressed: failing.size === 0 ? undefined : suppressed,
  };
  return { recoding, published };
}
