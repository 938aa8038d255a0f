import { algorithmOf } from "../algorithms/index.ts";
import { KohortError, type Task } from "../base/index.ts";
import { encode, type Problem } from "../cohort/index.ts";
import { type PrivacyGoal, privacyModels } from "../privacy/index.ts";
import { checkSpec, columnsWith, type FullSpec, type Spec } from "../spec/index.ts";
import { columnIndex, type Table } from "../table/index.ts";
import { axisFor, type RunOptions } from "./axes.ts";
import { encodeWithPeople, kindsOf, populationPath, readPopulation } from "./population.ts";

/** Encodes a table for the search that a spec asks for. */
export function* problemOf(table: Table, spec: FullSpec, options: RunOptions): Task<Problem> {
  checkColumns(table, spec);
  const quasi = quasiIdentifiersOf(table, spec);
  const algorithm = algorithmOf(spec.algorithm);
  const all = columnsWith(spec, "sensitive");
  const counted = algorithm.countsSensitive(spec.algorithm) ? all : sensitiveNamesOf(spec.privacy, all);
  const sensitive = counted.map((name) => columnIndex(table, name));
  const path = populationPath(spec.privacy);
  if (path !== undefined) {
    refuseWithoutPeople(spec);
    const columns = quasi.map((index) => table.columns[index]!);
    const population = readPopulation(path, kindsOf(columns), options, spec.input.missing);
    return yield* encodeWithPeople(table, population, { quasi, sensitive }, spec.attributes, options);
  }
  return yield* encode(
    table,
    quasi.map((index) => axisFor(table.columns[index]!, index, spec.attributes, options)),
    sensitive.map((index) => axisFor(table.columns[index]!, index, spec.attributes, options)),
    { threads: options.threads ?? 1, folded: algorithm.folded(spec.algorithm) },
  );
}

/** Holds a spec against the columns of a table. */
export function checkColumns(table: Table, spec: Spec): void {
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
  const hasLeast = privacy.some((one) => one.model === "delta-presence" && one.min > 0);
  const wide = Object.keys(attributes).find(
    (name) =>
      attributes[name]!.role === "quasi-identifying" &&
      (attributes[name]!.hierarchy !== undefined || attributes[name]!.snap !== undefined),
  );
  if (hasLeast && wide !== undefined && algorithmOf(algorithm).disjoint !== true) {
    throw new KohortError("spec", `delta-presence with a min above 0 cannot be promised with a hierarchy or snap`, {
      hint: `people may fit several published values of "${wide}"; leave its hierarchy or snap out, or ask for min 0`,
    });
  }
}

/** The sensitive columns that goals look at. */
export function sensitiveNamesOf(goals: readonly PrivacyGoal[], sensitive: readonly string[]): string[] {
  const looking = goals.filter((goal) => privacyModels[goal.model].sensitive) as { readonly attribute?: string }[];
  return sensitive.filter((name) => looking.some(({ attribute }) => attribute === undefined || attribute === name));
}

/** The places of the quasi-identifiers, in the table's order. */
export function quasiIdentifiersOf(table: Table, spec: FullSpec): number[] {
  const names = new Set(columnsWith(spec, "quasi-identifying"));
  return table.columns.flatMap((column, index) => (names.has(column.name) ? [index] : []));
}
