import { algorithmOf } from "../algorithms/index.ts";
import { KohortError, report, type Task } from "../base/index.ts";
import { type Axis, type EncodeOptions, encode, type Problem } from "../cohort/index.ts";
import { type PrivacyGoal, privacyModels, traitsOf } from "../privacy/index.ts";
import { checkSpec, columnsWith, type FullSpec, type Spec } from "../spec/index.ts";
import { checkTable, columnIndex, type Table } from "../table/index.ts";
import { axisFor, type RunOptions, sensitiveAxisFor } from "./axes.ts";
import { axisWithin } from "./levels.ts";
import { personsIn, refuseUncounted } from "./persons.ts";
import { encodeWithPeople, kindsOf, populationPath, readPopulation } from "./population.ts";
import { holdsSets } from "./recode-sets.ts";
import { filledProblem, refuseWildcardGoals, refuseWildcardMethod } from "./wildcards.ts";

/** Encodes a table for the search that a spec asks for. */
export function* problemOf(table: Table, spec: FullSpec, options: RunOptions): Task<Problem> {
  checkColumns(table, spec);
  const path = populationPath(spec.privacy);
  const persons = personsIn(table, spec);
  if (persons !== undefined) refuseUncounted(spec.privacy, spec.attributes);
  if (path !== undefined) {
    const { quasi, sensitive } = placesOf(table, spec);
    refuseWithoutPeople(spec);
    const columns = quasi.map((index) => table.columns[index]);
    const population = readPopulation(path, kindsOf(columns), options, spec.input.missing);
    return yield* encodeWithPeople(table, population, { quasi, sensitive }, spec, {
      ...options,
      spelling: spec.spelling,
    });
  }
  const { quasi, sensitive, ...how } = yield* axesOf(table, spec, options);
  return yield* encode(table, quasi, sensitive, { ...how, persons });
}

/**
 * A table as it is and, where missing values match anything, as it is searched: with every such value filled in from
 * the nearest record that has one.
 */
export function* problemsOf(
  table: Table,
  spec: FullSpec,
  options: RunOptions,
): Task<{ readonly problem: Problem; readonly searched: Problem }> {
  const problem = yield* problemOf(table, spec, options);
  refuseWildcardGoals(spec.privacy, spec.attributes);
  refuseWildcardMethod(spec);
  const hasGaps = problem.attributes.some(({ wildcard, missing }) => wildcard === true && missing > 0);
  if (!hasGaps) return { problem, searched: problem };
  const { quasi, sensitive, ...how } = yield* axesOf(table, spec, options);
  return { problem, searched: yield* filledProblem(table, problem, quasi, sensitive, how) };
}

type Places = { readonly quasi: readonly number[]; readonly sensitive: readonly number[] };

/** Where the columns stand that a search looks at. */
function placesOf(table: Table, spec: FullSpec): Places {
  const all = columnsWith(spec, "sensitive");
  const countsAll = algorithmOf(spec.algorithm).countsSensitive(spec.algorithm);
  const counted = countsAll ? all : sensitiveNamesOf(spec.privacy, all);
  return {
    quasi: quasiIdentifiersOf(table, spec),
    sensitive: counted.map((name) => columnIndex(table, name)),
  };
}

/** The axes on which a table is encoded, and how. */
function* axesOf(
  table: Table,
  spec: FullSpec,
  options: RunOptions,
): Task<{ readonly quasi: readonly Axis[]; readonly sensitive: readonly Axis[] } & EncodeOptions> {
  const { quasi, sensitive } = placesOf(table, spec);
  const axes: Axis[] = [];
  const inOrder = algorithmOf(spec.algorithm).inputOrder?.(spec.algorithm) === true;
  const own = { ...options, spelling: spec.spelling, layout: inOrder ? ("appearance" as const) : undefined };
  for (const index of [...quasi, ...sensitive]) {
    yield* report("fold", axes.length, quasi.length + sensitive.length);
    const column = table.columns[index];
    const isQuasi = axes.length < quasi.length;
    axes.push(
      isQuasi
        ? axisWithin(axisFor(column, index, spec.attributes, own), spec.algorithm)
        : sensitiveAxisFor(column, index, spec.attributes, own),
    );
  }
  return {
    quasi: axes.slice(0, quasi.length),
    sensitive: axes.slice(quasi.length),
    threads: options.threads ?? 1,
    folded: algorithmOf(spec.algorithm).folded(spec.algorithm),
    numbering: inOrder ? "appearance" : "canonical",
  };
}

/** Holds a spec against the columns of a table. */
export function checkColumns(table: Table, spec: Spec): void {
  checkTable(table);
  checkSpec(
    spec,
    table.columns.map((column) => column.name),
    undefined,
    table.columns.map((column) => column.kind),
  );
}

/** Refuses an algorithm that cannot count people, and a least presence where published values may overlap. */
function refuseWithoutPeople({ algorithm, privacy, attributes }: FullSpec): void {
  const goal = privacy.find((one) => "population" in one && one.population !== undefined)!;
  if (algorithmOf(algorithm).countsPeople?.(algorithm) !== true) {
    throw new KohortError("spec", `${algorithm.name} does not count a population, which ${goal.model} needs`, {
      hint: "use auto as it is, mondrian in its default form, or lattice",
    });
  }
  const everyClass = privacy.find((one) => traitsOf(one).everyClass?.(one));
  const wide = Object.keys(attributes).find(
    (name) =>
      attributes[name].role === "quasi-identifying" &&
      (attributes[name].hierarchy !== undefined || attributes[name].snap !== undefined),
  );
  if (everyClass !== undefined && wide !== undefined && algorithmOf(algorithm).disjoint !== true) {
    throw new KohortError(
      "spec",
      `${everyClass.model} with a min above 0 cannot be promised with a hierarchy or snap`,
      {
        hint: `people may fit several published values of "${wide}"; leave its hierarchy or snap out, or ask for min 0`,
      },
    );
  }
}

/** The sensitive columns that goals look at. */
export function sensitiveNamesOf(goals: readonly PrivacyGoal[], sensitive: readonly string[]): string[] {
  const looking = goals.filter((goal) => privacyModels[goal.model].sensitive) as { readonly attribute?: string }[];
  return sensitive.filter((name) => looking.some(({ attribute }) => attribute === undefined || attribute === name));
}

/** The places of the quasi-identifiers, in the table's order; columns of sets are apart. */
export function quasiIdentifiersOf(table: Table, spec: FullSpec): number[] {
  const names = new Set(columnsWith(spec, "quasi-identifying").filter((name) => !holdsSets(spec.attributes, name)));
  return table.columns.flatMap((column, index) => (names.has(column.name) ? [index] : []));
}
