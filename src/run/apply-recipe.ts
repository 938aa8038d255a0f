import { finish, KohortError, report, type Task } from "../base/index.ts";
import {
  any,
  applyRecoding,
  axisOf,
  encode,
  type Problem,
  type Published,
  parseGeneralised,
  type Recoding,
} from "../cohort/index.ts";
import { replaceIdentifiers } from "../identifiers/index.ts";
import { createModels } from "../privacy/index.ts";
import { columnsWith, type FullSpec, type Unpublished, unpublishedColumns, withDefaults } from "../spec/index.ts";
import { type Column, columnIndex, type Table } from "../table/index.ts";
import { type RunOptions, sensitiveAxisFor } from "./axes.ts";
import { combinationsOf, countsOf, isCombination } from "./combinations.ts";
import { type AttributeDrift, type Drift, distance, driftSentences, type Shortfall, type Stranger } from "./drift.ts";
import { tableCounts } from "./feasible.ts";
import { type Prepared, prepareTable } from "./prepare.ts";
import { sensitiveNamesOf } from "./problem-of.ts";
import type { Recipe, RecipeAttribute } from "./recipe.ts";
import { droppedColumns, replacementsIn } from "./released-columns.ts";
import { inReleaseOrder } from "./row-order.ts";
import { columnsNamed, spellingWarnings } from "./spelling.ts";

/** How to apply a recipe. */
export type ApplyOptions = RunOptions & {
  /** Leaves out what cannot be published as the recipe promises, instead of refusing. */
  readonly suppressFailing?: boolean;
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
  readonly suppressed: number;
  /** The columns of the table that are not published. */
  readonly unpublished: readonly Unpublished[];
  readonly cohorts: number;
  readonly drift: Drift;
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
  const spec = withDefaults(recipe.spec);
  const { table, ...prepared } = yield* prepareTable(read, spec.attributes);
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
  const problem = yield* encode(table, axes, sensitive, { threads: options.threads ?? 1 });
  const placed = yield* placeTuples(problem, recipe);
  const classes = classesOf(problem, placed.texts);
  const judged = judge(problem, spec, classes);
  const drift = driftOf(problem, recipe, placed, classes, judged);
  refuseDrift(recipe, spec, problem, drift, options.suppressFailing ?? false);
  const { recoding, published } = asRecoding(problem, classes, judged.failing);
  const suppressed = drift.unplaced + drift.failing;
  if (suppressed === problem.rows) {
    throw new KohortError("infeasible", "no record of the table can be published as the recipe says", {
      hint: "make a new release of it",
    });
  }
  const applied = yield* applyRecoding(replaced.table, problem, recoding, published, {
    dropped: droppedColumns(table, spec),
    keepSuppressed: options.keepSuppressed ?? false,
  });
  yield* report("order", 0, 1);
  const { dialect = {}, threads = 1 } = options;
  return {
    table: yield* inReleaseOrder(applied, spec, { own: undefined, dialect, threads }),
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
    warnings: [
      ...spellingWarnings(columnsNamed(table, columnsWith(spec, "sensitive")), spec.spelling),
      ...replaced.warnings,
    ],
  };
}

function refuseKind({ name, kind }: Column, asked: Column["kind"]): void {
  if (kind === asked) return;
  throw new KohortError("column", `column "${name}" is a ${kind} here and a ${asked} in the recipe`, {
    hint: `read it as a ${asked}`,
  });
}

/** Where each rank of the new table lies on a recipe's axis: NaN is unseen, infinity missing. */
function placesOf({ kind, values, map }: RecipeAttribute, problem: Problem, index: number): Float64Array {
  const attribute = problem.attributes[index]!;
  const names = values ?? (map === undefined ? undefined : Object.keys(map));
  const known = names === undefined ? undefined : new Map(names.map((name, place) => [name, place]));
  return Float64Array.from(attribute.labels, (label, rank) => {
    if (rank === attribute.missing) return Number.POSITIVE_INFINITY;
    if (known !== undefined) return known.get(label) ?? Number.NaN;
    return kind === "category" ? Number.NaN : attribute.positions[rank]!;
  });
}

/** Per tuple its text in each column, undefined where there is none; and per column why not. */
type Placed = {
  readonly texts: readonly (readonly string[] | undefined)[];
  readonly unseen: readonly Map<number, number>[];
  readonly outside: readonly Map<number, number>[];
};

function* placeTuples(problem: Problem, recipe: Recipe): Task<Placed> {
  const places = recipe.attributes.map((attribute, index) => placesOf(attribute, problem, index));
  const column = new Map(recipe.attributes.map(({ name }, index) => [name, index]));
  const unseen = recipe.attributes.map(() => new Map<number, number>());
  const outside = recipe.attributes.map(() => new Map<number, number>());
  const texts: (readonly string[] | undefined)[] = [];
  const sets = new Map<string, ReadonlySet<string> | undefined>();
  const inSet = (text: string, label: string): boolean => {
    if (!sets.has(text)) {
      const read = parseGeneralised(text);
      sets.set(text, read.form === "set" ? new Set(read.values) : undefined);
    }
    return sets.get(text)?.has(label) ?? true;
  };
  const blame = (whom: readonly Map<number, number>[], index: number, tuple: number): undefined => {
    const rank = problem.ranks[index]![tuple]!;
    whom[index]!.set(rank, (whom[index]!.get(rank) ?? 0) + problem.weights[tuple]!);
    return undefined;
  };
  const byCuts = (tuple: number): readonly string[] | undefined => {
    const { cuts = [], cohorts = [] } = recipe;
    let at = cuts.length === 0 ? -1 : 0;
    while (at >= 0) {
      const { on, upTo, left, right } = cuts[at]!;
      const index = column.get(on)!;
      const place = places[index]![problem.ranks[index]![tuple]!]!;
      if (Number.isNaN(place)) return blame(unseen, index, tuple);
      at = (upTo === null ? place !== Number.POSITIVE_INFINITY : place <= upTo) ? left : right;
    }
    const cohort = cohorts[-1 - at]!;
    for (let index = 0; index < places.length; index++) {
      const rank = problem.ranks[index]![tuple]!;
      const place = places[index]![rank]!;
      const covers = cohort.covers[index]!;
      if (covers === "any") continue;
      if (Number.isNaN(place)) return blame(unseen, index, tuple);
      const isMissing = place === Number.POSITIVE_INFINITY;
      const fits = covers === "missing" ? isMissing : place >= covers[0] && place <= covers[1];
      const isNamed = recipe.attributes[index]!.kind !== "category" || isMissing;
      const label = problem.attributes[index]!.labels[rank]!;
      if (!fits || !(isNamed || inSet(cohort.texts[index]!, label))) return blame(outside, index, tuple);
    }
    return cohort.texts;
  };
  const byMaps = (tuple: number): readonly string[] | undefined => {
    const found = recipe.attributes.map(({ map }, index) => {
      const label = problem.attributes[index]!.labels[problem.ranks[index]![tuple]!]!;
      return Object.hasOwn(map!, label) ? map![label]! : blame(unseen, index, tuple);
    });
    return found.some((text) => text === undefined) ? undefined : (found as string[]);
  };
  const place = recipe.cohorts === undefined ? byMaps : byCuts;
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (tuple % 0x1000 === 0) yield* report("apply", tuple, problem.tuples);
    texts.push(place(tuple));
  }
  return { texts, unseen, outside };
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

function judge(problem: Problem, spec: FullSpec, { classOf, sizes, texts }: Classes): Judged {
  const failing = new Map<number, string[]>();
  const whole: string[] = [];
  const fail = (own: number, name: string): void => {
    failing.set(own, [...(failing.get(own) ?? []), name]);
  };
  for (const goal of spec.privacy.filter(isCombination)) {
    for (const set of combinationsOf(
      goal,
      problem.attributes.map(({ name }) => name),
    )) {
      const columns = set.map((index) => texts.map((own) => own[index]!));
      const counts = countsOf(columns, sizes);
      sizes.forEach((_, own) => {
        const key = JSON.stringify(columns.map((column) => column[own]));
        if (counts.get(key)! < goal.k) fail(own, "k-anonymity");
      });
    }
  }
  const ofCohorts = spec.privacy.filter((goal) => !isCombination(goal));
  for (const model of createModels(ofCohorts, tableCounts(problem))) {
    if (model.ofTable !== undefined) {
      if (model.ofTable(sizes).failing > 0) whole.push(model.name);
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

function driftOf(problem: Problem, recipe: Recipe, placed: Placed, classes: Classes, judged: Judged): Drift {
  const records = classes.sizes.reduce((sum, size) => sum + size, 0);
  const attributes = recipe.attributes.map(({ name, shares }, index): AttributeDrift => {
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
      distance: distance(shares, now),
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
  throw new KohortError(
    "audit",
    `the recipe does not fit ${drift.unplaced + drift.failing} of ${problem.rows} records`,
    {
      where: driftSentences(drift).join("; "),
      hint: "leave them out with --suppress-failing, or make a new release",
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
