import { finish, type Task } from "../base/index.ts";
import {
  any,
  coverOf,
  type Fold,
  type FoldColumn,
  foldRows,
  matchedRecords,
  matchesOf,
  type Sensitive,
} from "../cohort/index.ts";
import type { PrivacyGoal } from "../privacy/index.ts";
import {
  type Disclosure,
  disclosureOf,
  estimatePopulation,
  type MatchedColumn,
  type PopulationEstimate,
  peopleMatching,
  type Risk,
  riskOf,
} from "../risk/index.ts";
import type { Spec } from "../spec/index.ts";
import {
  type Column,
  columnIndex,
  droppingRows,
  labelStrings,
  type Spelling,
  type Table,
  takeRows,
} from "../table/index.ts";
import { hierarchyFor } from "./axes.ts";
import { isSet } from "./baskets.ts";
import { isCombination } from "./combinations.ts";
import { judgeConcealment } from "./concealment.ts";
import { uncodedIn } from "./prepare.ts";
import { columnsNamed, inOneSpelling, spellingWarnings } from "./spelling.ts";
import { judgeTable, type Verdict } from "./verdict.ts";
import { refuseWildcardGoals } from "./wildcards.ts";

/** What to measure. */
export type AuditOptions = {
  readonly quasiIdentifiers: readonly string[];
  readonly sensitive?: readonly string[];
  /** Whether sensitive values that differ only in spelling count as one, which they do unless stated. */
  readonly spelling?: Spelling;
  /** What a spec says of the sensitive columns: their order or hierarchy. */
  readonly attributes?: Spec["attributes"];
  /** The bytes of the files that goals and hierarchies name. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** What stands for "not known" in a population. */
  readonly missing?: readonly string[];
  /** What the table is held against; without it k is measured and nothing is asked. */
  readonly privacy?: readonly PrivacyGoal[];
  /** The share of a population that the table is; asks for an estimate of who is alone in the population. */
  readonly fraction?: number;
  /** The table that the release was made of, for requirements that are measured on both together. */
  readonly original?: Table;
  /** The table before anything was coded, to find values that should have been. */
  readonly uncoded?: Table;
  /** The people from whom the table was drawn, with the same columns; tells the journalist's and the marketer's risk. */
  readonly population?: Table;
  /** How many threads may help. */
  readonly threads?: number;
  /** Takes records with `*` in every quasi-identifier for suppressed ones: they are counted and not judged. */
  readonly suppressedApart?: boolean;
  /** The sensitive columns of the table that a release with records left out was made of; shares are relative to it. */
  readonly reference?: { readonly rows: number; readonly sensitive: readonly Sensitive[] };
};

/** What an audit found. */
export type Audit = {
  readonly k: number;
  readonly highestRisk: number;
  readonly holds: boolean;
  readonly release: {
    readonly rows: number;
    readonly cohorts: number;
    readonly smallest: number;
    readonly largest: number;
    readonly squares: number;
    /** Records with `*` in every quasi-identifier, where they are spoken of apart. */
    readonly suppressed: number;
    /** Records that miss a value in a column where that means to be left out; they are counted and not judged. */
    readonly leftOut: number;
  };
  /** A value that should have been coded and was not, where the table before is at hand. */
  readonly uncoded?: { readonly attribute: string; readonly kind: string; readonly value: string };
  readonly privacy: readonly Verdict[];
  /** What whoever reads the figures should know of the table. */
  readonly warnings: readonly string[];
  readonly risk: Risk & {
    readonly population?: PopulationEstimate;
    /** What cohorts tell about each sensitive column. */
    readonly disclosure?: Readonly<Record<string, Disclosure>>;
  };
};

/** Measures a table as it stands, however it was made; `audit.task` is the same work in steps. */
export const audit: {
  (table: Table, options: AuditOptions): Audit;
  task(table: Table, options: AuditOptions): Task<Audit>;
} = /* @__PURE__ */ Object.assign((table: Table, options: AuditOptions): Audit => finish(auditTask(table, options)), {
  task: auditTask,
});

function* auditTask(given: Table, options: AuditOptions): Task<Audit> {
  const whole = yield* droppingRows(given, ({ name, missing }) =>
    options.attributes?.[name]?.missing === "leave-out" ? missing : [],
  );
  refuseWildcardGoals(options.privacy ?? [], options.attributes ?? {});
  const uncoded =
    options.uncoded === undefined ? undefined : uncodedIn(given, options.uncoded, options.attributes ?? {});
  const table = options.suppressedApart === true ? withoutSuppressed(whole, options.quasiIdentifiers) : whole;
  const names = options.quasiIdentifiers.filter((name) => !isSet(options.attributes ?? {}, name));
  if (names.length < options.quasiIdentifiers.length)
    return yield* auditTask(given, { ...options, quasiIdentifiers: names });
  const quasi = options.quasiIdentifiers.map((name) => asFoldColumn(table.columns[columnIndex(table, name)]!));
  const cohorts = yield* foldRows(quasi, table.rows, options.threads ?? 1);
  const matches = yield* matchesIn(table, cohorts, options);
  const sizes = matches === undefined ? cohorts.weights : matchedRecords(cohorts.weights, matches);
  let smallest = sizes[0] ?? 0;
  let largest = smallest;
  let squares = 0;
  for (let cohort = 0; cohort < sizes.length; cohort++) {
    const size = sizes[cohort]!;
    squares += size * cohorts.weights[cohort]!;
    smallest = Math.min(smallest, size);
    largest = Math.max(largest, size);
  }
  const goals = options.privacy ?? [];
  const verdicts = yield* judgeAll(whole, table, cohorts, matches, options);
  const measured: Verdict = { model: "k-anonymity", measured: smallest, holds: true, failing: 0 };
  const statesK = goals.some(
    (goal) => (goal.model === "k-anonymity" && !isCombination(goal)) || goal.model === "k-concealment",
  );
  const privacy = statesK ? verdicts : [measured, ...verdicts];
  return {
    k: smallest,
    highestRisk: smallest === 0 ? 0 : 1 / smallest,
    holds: verdicts.every((verdict) => verdict.holds) && uncoded === undefined,
    ...(uncoded === undefined ? {} : { uncoded }),
    release: {
      rows: whole.rows,
      cohorts: cohorts.tuples,
      smallest,
      largest,
      squares,
      suppressed: whole.rows - table.rows,
      leftOut: given.rows - whole.rows,
    },
    privacy,
    warnings: spellingWarnings(columnsNamed(table, options.sensitive ?? []), options.spelling),
    risk: {
      ...riskOf(sizes, table.rows, yield* matchingPeople(table, cohorts, options), matches && cohorts.weights),
      ...disclosures(table, cohorts, matches, options),
      ...(options.fraction === undefined ? {} : { population: estimatePopulation(sizes, options.fraction) }),
    },
  };
}

/** Measures every requirement, on the cohorts or on the table and its original together, in the order asked. */
function* judgeAll(
  whole: Table,
  table: Table,
  cohorts: Fold,
  matches: readonly Uint32Array[] | undefined,
  options: AuditOptions,
): Task<Verdict[]> {
  const goals = options.privacy ?? [];
  const ofCohorts = goals.filter((goal) => goal.model !== "k-concealment");
  const verdicts = yield* judgeTable(table, cohorts, matches, { ...options, privacy: ofCohorts });
  return goals.map((goal) =>
    goal.model === "k-concealment" ? judgeConcealment(whole, goal, options) : verdicts[ofCohorts.indexOf(goal)]!,
  );
}

/** Which cohorts match which, where the missing values of a column match anything; undefined where each matches itself. */
function matchesIn(table: Table, cohorts: Fold, options: AuditOptions): Task<Uint32Array[] | undefined> {
  const columns = options.quasiIdentifiers.map((name) => table.columns[columnIndex(table, name)]!);
  return matchesOf(columns, cohorts, ({ name }) => options.attributes?.[name]?.missing === "wildcard");
}

function disclosures(
  table: Table,
  cohorts: Fold,
  matches: readonly Uint32Array[] | undefined,
  { sensitive = [], spelling }: AuditOptions,
): Pick<Audit["risk"], "disclosure"> {
  if (sensitive.length === 0) return {};
  const found = sensitive.map((name) => {
    const { codes, labels } = inOneSpelling(table.columns[columnIndex(table, name)]!, spelling);
    return [name, disclosureOf(cohorts, codes, labels.size, matches)] as const;
  });
  return { disclosure: Object.fromEntries(found) };
}

/** The people of the population that match each cohort, where a population is given. */
function* matchingPeople(table: Table, cohorts: Fold, options: AuditOptions): Task<Float64Array | undefined> {
  const { population, attributes = {}, files, threads = 1 } = options;
  if (population === undefined) return undefined;
  const columns = options.quasiIdentifiers.map((name): MatchedColumn => {
    const released = table.columns[columnIndex(table, name)]!;
    const people = population.columns[columnIndex(population, name, "--population")]!;
    const setting = attributes[name]?.hierarchy;
    const hierarchy =
      setting === undefined ? undefined : hierarchyFor(people, setting, files === undefined ? {} : { files });
    return {
      released,
      population: people,
      cover: coverOf(people, released, {
        hierarchy,
        lenient: true,
        wildcard: attributes[name]?.missing === "wildcard",
      }),
    };
  });
  return yield* peopleMatching(population, cohorts, columns, threads);
}

/** The table without the records that have `*` in every quasi-identifier. */
function withoutSuppressed(table: Table, names: readonly string[]): Table {
  if (names.length === 0) return table;
  const columns = names.map((name) => table.columns[columnIndex(table, name)]!);
  const stars = columns.map(({ labels }) => labelStrings(labels).indexOf(any));
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    if (columns.some(({ codes }, i) => codes[row] !== stars[i])) rows.push(row);
  }
  if (rows.length === table.rows) return table;
  const kept = Uint32Array.from(rows);
  return { rows: kept.length, columns: table.columns.map((column) => takeRows(column, kept)) };
}

/** A column as it stands: two cells are alike exactly if they are written alike. */
function asFoldColumn({ codes, labels }: Column): FoldColumn {
  return { codes, rankOf: Uint32Array.from({ length: labels.size }, (_, code) => code), size: labels.size };
}
