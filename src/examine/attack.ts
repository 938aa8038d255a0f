import { algorithmOf } from "../algorithms/index.ts";
import {
  type AttackName,
  attackNames,
  countedColumn,
  type Finding,
  type Findings,
  openScene,
  runAttacks,
  type Scene,
  type SceneOptions,
} from "../attacks/index.ts";
import { isCombination } from "../audit/index.ts";
import { byCodePoint, finish, KohortError, smallest, type Task } from "../base/index.ts";
import { type Problem, personRows } from "../cohort/index.ts";
import { type Hierarchy, treeOf } from "../hierarchy/index.ts";
import { traitsOf } from "../privacy/index.ts";
import {
  choosePerson,
  countsRecords,
  hierarchyFor,
  holdsSets,
  pointedAttributes,
  prepareTable,
  problemOf,
  type RunOptions,
  repetitionsIn,
  tableCounts,
  wildcardNames,
} from "../problem/index.ts";
import type { Release } from "../release/index.ts";
import { columnsWith, comparesExactly, type FullSpec, type Spec } from "../spec/index.ts";
import { type Codes, columnIndex, labelStrings, readLike, type Spelling, type Table } from "../table/index.ts";
import { changedColumns } from "../utility/index.ts";

/** What attackers are given and after; whatever a Release knows of itself need not be said. */
export type AttackOptions = Omit<SceneOptions, "knows" | "staysWhole" | "spellings"> & {
  /** Whether sensitive values that differ only in spelling count as one, which they do unless the spec or this says. */
  readonly spelling?: Spelling;
  /** The columns whose values the attacker knows; without them every quasi-identifier. */
  readonly knows?: readonly string[];
  /** Which attacks to try; all that are possible unless stated. */
  readonly kind?: AttackName | readonly AttackName[];
  /** How the release was made, for attackers who know that. */
  readonly spec?: FullSpec;
  /** What a spec says of the columns: how they are coded, and what their missing values mean. */
  readonly attributes?: Spec["attributes"];
  /** Takes every row for a person, even where identifying columns repeat. */
  readonly countRows?: boolean;
  /** The bytes of the files that the spec names. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
};

/** Simulates attackers on a release; `attack.task` is the same work in steps and says what could not be tried. */
export const attack: {
  (original: Table, release: Table | Release, options: AttackOptions & { readonly kind: AttackName }): Finding;
  (original: Table, release: Table | Release, options?: AttackOptions): readonly Finding[];
  task(original: Table, release: Table | Release, options?: AttackOptions): Task<Findings>;
  /** The scene of the attacks, to tell a record's story from. */
  scene(original: Table, release: Table | Release, options?: AttackOptions): Task<Scene>;
} = /* @__PURE__ */ Object.assign(attackNow, { task: attackTask, scene: storyTask }) as never;

function attackNow(
  original: Table,
  release: Table | Release,
  options: AttackOptions = {},
): Finding | readonly Finding[] {
  const { findings, skipped } = finish(attackTask(original, release, options));
  if (typeof options.kind !== "string") return findings;
  const worst = [...findings].sort((a, b) => b.success - b.baseline - (a.success - a.baseline))[0];
  if (worst !== undefined) return worst;
  const { reason = "found nothing", hint } = skipped[0] ?? {};
  throw new KohortError("usage", `${options.kind} cannot be tried: it ${reason}`, { hint });
}

/** The scene of a record's story, which takes every row for a person. */
function* storyTask(original: Table, release: Table | Release, options: AttackOptions = {}): Task<Scene> {
  const repeats = repeatedPerson(original, release, options);
  if (repeats === undefined) return yield* sceneTask(original, release, options);
  throw new KohortError("usage", `a story cannot be told: it ${takenForPeople(repeats)}`, {
    hint: wayToRows,
  });
}

const wayToRows = 'keep one row of each person, or take every row for one with `person: "none"`';

function takenForPeople(column: string): string {
  return `takes every row for a person, and by column "${column}" people have several`;
}

function* attackTask(original: Table, release: Table | Release, options: AttackOptions = {}): Task<Findings> {
  const kinds = typeof options.kind === "string" ? [options.kind] : options.kind;
  const repeats = repeatedPerson(original, release, options);
  if (repeats !== undefined) {
    const reason = takenForPeople(repeats);
    const skipped = (kinds ?? attackNames).map((name) => ({ attack: name, reason, hint: wayToRows }));
    return { findings: [], skipped };
  }
  const scene = yield* sceneTask(original, release, options);
  return yield* runAttacks(scene, kinds);
}

/** The column by which one person has several rows, if one does and rows are not to be counted. */
function repeatedPerson(original: Table, release: Table | Release, options: AttackOptions): string | undefined {
  const spec = options.spec ?? ("table" in release ? release.spec : undefined);
  const attributes = options.attributes ?? spec?.attributes ?? {};
  if (options.countRows === true || spec?.person === "none" || (spec !== undefined && countsRecords(spec)))
    return undefined;
  const present = Object.entries(attributes).filter(([name]) => original.columns.some((one) => one.name === name));
  const stated: Spec = { version: 1, attributes: Object.fromEntries(present), privacy: [] };
  const { column } = choosePerson(stated, () => repetitionsIn(original, stated));
  if (column === undefined) return undefined;
  const { count } = personRows(original.columns[columnIndex(original, column)]);
  return count === original.rows ? undefined : column;
}

function* sceneTask(read: Table, given: Table | Release, options: AttackOptions = {}): Task<Scene> {
  const release = readLike("table" in given ? given.table : given, read);
  const spec = options.spec ?? ("table" in given ? given.spec : undefined);
  const attributes = pointedAttributes(options.attributes ?? spec?.attributes ?? {}, read);
  const { table: original } = yield* prepareTable(read, attributes);
  const knows = (options.knows ?? knownColumns(original, given, spec)).filter((name) => !holdsSets(attributes, name));
  if (knows.length === 0) {
    throw new KohortError("input", "the two tables have no generalised column in common", {
      hint: "name the columns that attackers know with `knows`",
    });
  }
  const sensitive = options.sensitive ?? (spec === undefined ? [] : columnsWith(spec, "sensitive"));
  for (const name of sensitive) columnIndex(release, name);
  const truth = options.truth ?? ("table" in given ? given.truth : undefined);
  const hierarchies = options.hierarchies ?? statedHierarchies(original, spec, options.files);
  const tables = [original, release, ...(options.secondRelease === undefined ? [] : [options.secondRelease])];
  const isFolded = (options.spelling ?? spec?.spelling ?? "folded") === "folded";
  const spellings = isFolded ? (name: string) => writtenIn(name, tables, hierarchies[name]) : undefined;
  const compatible = spec !== undefined && comparesExactly(spec);
  return yield* openScene(original, release, {
    ...options,
    hierarchies,
    knows,
    sensitive,
    spellings,
    truth,
    wildcards: wildcardNames(attributes),
    promised: promisedChance(spec, knows),
    form: options.form ?? (compatible ? "tilde" : "kohort"),
    orders: Object.fromEntries(knows.map((name) => [name, spec?.attributes[name]?.order])),
    staysWhole:
      spec === undefined || wildcardNames(attributes).length > 0 || looksBeyondCohorts(spec)
        ? undefined
        : stopsAt(original, spec, options.files, spellings),
  });
}

/** The largest chance to pick a record that the goals allow to whoever knows no more than the quasi-identifiers. */
function promisedChance(spec: FullSpec | undefined, knows: readonly string[]): number | undefined {
  if (spec === undefined || knows.some((name) => spec.attributes[name]?.role !== "quasi-identifying")) return undefined;
  const chances = spec.privacy.flatMap((goal) => (isCombination(goal) ? [] : (traitsOf(goal).chance?.(goal) ?? [])));
  return chances.length === 0 ? undefined : smallest(chances);
}

/** The texts of a column, those of its hierarchy first: the first spelling of a value is how it is counted. */
function writtenIn(name: string, tables: readonly Table[], hierarchy: Hierarchy | undefined): readonly string[] {
  const columns = tables.flatMap((table) => table.columns.filter((column) => column.name === name));
  const leaves = hierarchy === undefined ? [] : treeOf(hierarchy).leaves;
  const texts = columns.flatMap(({ labels }) => labelStrings(labels));
  return [...leaves, ...texts.sort(byCodePoint)];
}

/** Whether a goal looks at the whole table or at a population, which one cohort by itself does not tell. */
function looksBeyondCohorts({ privacy }: FullSpec): boolean {
  return privacy.some(
    (goal) => traitsOf(goal).scope === "table" || ("population" in goal && goal.population !== undefined),
  );
}

/** The hierarchies that a spec states, as far as the files they are read from are at hand. */
function statedHierarchies(
  original: Table,
  spec: FullSpec | undefined,
  files: ReadonlyMap<string, Uint8Array> | undefined,
): Record<string, Hierarchy> {
  const found: Record<string, Hierarchy> = {};
  for (const [name, { hierarchy }] of Object.entries(spec?.attributes ?? {})) {
    const column = original.columns.find((one) => one.name === name);
    if (hierarchy === undefined || column === undefined) continue;
    if (hierarchy.kind === "file" && files?.has(hierarchy.path) !== true) continue;
    found[name] = hierarchyFor(column, hierarchy, files === undefined ? {} : { files });
  }
  return found;
}

function knownColumns(original: Table, given: Table | Release, spec: FullSpec | undefined): string[] {
  if ("table" in given) return given.problem.attributes.map((attribute) => attribute.name);
  return spec === undefined ? changedColumns(original, given) : columnsWith(spec, "quasi-identifying");
}

/** Asks the method itself whether it would leave some rows together, with other sensitive values than they have. */
function stopsAt(
  original: Table,
  spec: FullSpec,
  files: ReadonlyMap<string, Uint8Array> | undefined,
  spellings: Scene["spellings"],
): Scene["staysWhole"] {
  let known: { problem: Problem; rankOf: Map<number, number>[] } | undefined;
  return (sensitive, rows, values) => {
    known ??= knownProblem(original, spec, spellings, files === undefined ? {} : { files });
    const { problem, rankOf } = known;
    const codes = rankOf[problem.sensitive.findIndex(({ name }) => name === sensitive)];
    const dealt = (own: Codes, name: string): Codes =>
      Uint32Array.from({ length: rows.length }, (_, nth) =>
        name === sensitive ? codes.get(values[nth])! : own[problem.tupleOf[rows[nth]]],
      );
    const cohort: Problem = {
      ...problem,
      rows: rows.length,
      tuples: rows.length,
      ranks: problem.ranks.map((ranks) => dealt(ranks, "")),
      sensitive: problem.sensitive.map((column) => ({ ...column, codes: dealt(column.codes, column.name) })),
      weights: new Uint32Array(rows.length).fill(1),
      tupleOf: Uint32Array.from({ length: rows.length }, (_, nth) => nth),
    };
    const { privacy: goals, seed, suppression, measure } = spec;
    const question = { goals, table: tableCounts(problem), threads: 1, seed, suppression, measure };
    const found = finish(algorithmOf(spec.algorithm).search(cohort, question, spec.algorithm));
    return found.recoding.cohorts === 1;
  };
}

/** The whole table as the method saw it, and the rank that each code of a sensitive column has there. */
function knownProblem(
  original: Table,
  spec: FullSpec,
  spellings: Scene["spellings"],
  options: RunOptions,
): { problem: Problem; rankOf: Map<number, number>[] } {
  const problem = finish(problemOf(original, spec, options));
  const rankOf = problem.sensitive.map(({ column, codes }) => {
    const ranks = new Map<number, number>();
    const { codes: written } = countedColumn(original.columns[column], spellings);
    for (let row = 0; row < original.rows; row++) ranks.set(written[row], codes[problem.tupleOf[row]]);
    return ranks;
  });
  return { problem, rankOf };
}
