import { KohortError, type Task, type Verb, verb } from "../base/index.ts";
import {
  coverOf,
  type Fold,
  foldRows,
  groupPeople,
  matchedSizes,
  matchesOf,
  type PersonRows,
  peopleIn,
  personRows,
  textFold,
} from "../cohort/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import { isOfMatching, type PrivacyGoal } from "../privacy/index.ts";
import {
  checkLevels,
  choosePerson,
  columnsNamed,
  countedColumns,
  hierarchyFor,
  holdsSets,
  type OutsideLevels,
  outsideLevels,
  type PersonChoice,
  pointedAttributes,
  populationPath,
  refuseUncounted,
  refuseWildcardGoals,
  repetitionsIn,
  rowsCounted,
  severalRows,
  spellingWarnings,
  untransformedIn,
  withoutBlank,
} from "../problem/index.ts";
import {
  type Disclosure,
  type MatchedColumn,
  type PopulationEstimate,
  peopleMatching,
  type Risk,
} from "../risk/index.ts";
import type { Spec } from "../spec/index.ts";
import {
  type Column,
  checkTable,
  columnIndex,
  droppingRows,
  labelsFrom,
  type MissingMarks,
  newCodes,
  readLike,
  type Spelling,
  type Table,
} from "../table/index.ts";
import { auditOf } from "./audit-of.ts";
import { judgeConcealment } from "./concealment.ts";
import { disclosuresOf } from "./disclosure.ts";
import { headerWarnings, type OddName, oddNamesIn } from "./header-warnings.ts";
import { identifyingWarnings } from "./identifying-warnings.ts";
import { missingWarnings } from "./missing-marks.ts";
import { unjudgedWarnings } from "./presence-warnings.ts";
import { secretReportWarnings } from "./secret-certificate.ts";
import { fittingRecords, knownSets } from "./set-risk.ts";
import type { Verdict } from "./tally.ts";
import { type AuditCohorts, judgeTable, refuseWithoutInput } from "./verdict.ts";

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
  /** What stands for "not known"; in a population, and in what is said of the table's values. */
  readonly missing?: MissingMarks;
  /** What the table is held against; without it k is measured and nothing is asked. */
  readonly privacy?: readonly PrivacyGoal[];
  /** The share of a population that the table is; asks for an estimate of who is alone in the population. */
  readonly fraction?: number;
  /** The table that the release was made of, for requirements that are measured on both together. */
  readonly original?: Table;
  /** The table before anything was coded, to find values that should have been. */
  readonly uncoded?: Table;
  /** Whether ranges end where no record needs to lie, as those of a recipe do. */
  readonly widened?: boolean;
  /** The hierarchies that the release was made with, where whoever made it asks. */
  readonly hierarchies?: Readonly<Record<string, Hierarchy>>;
  /** The people from whom the table was drawn, with the same columns; tells the journalist's and the marketer's risk. */
  readonly population?: Table;
  /**
   * The column of the table that says whose rows they are; people are then counted, and not rows. Without it the
   * column to which `attributes` gives the role `person`, or an identifying column that repeats.
   */
  readonly person?: string;
  /** Counts rows even where identifying columns repeat. */
  readonly countRows?: boolean;
  /** RowOwner row each is, where no column of the table says so. */
  readonly persons?: PersonRows;
  /** How many threads may help. */
  readonly threads?: number;
};

/** What an audit found. */
export type Audit = {
  /** The fewest records of a cohort, or people where these are counted. */
  readonly k: number;
  readonly highestRisk: number;
  readonly holds: boolean;
  readonly release: {
    readonly rows: number;
    readonly cohorts: number;
    readonly smallest: number;
    readonly largest: number;
    readonly squares: number;
    /** Records with `*` in every cell, which carry nothing and are in no cohort. */
    readonly suppressed: number;
    /** Records that miss a value in a column where that means to be left out; they are counted and not judged. */
    readonly leftOut: number;
    /** The people that the judged records belong to, and of the cohorts with the fewest and the most; where they are counted. */
    readonly people?: {
      readonly total: number;
      readonly smallest: number;
      readonly largest: number;
      /** Records without an identifier: each may belong to anybody, and adds nobody to a cohort. */
      readonly nameless: number;
      /** The column that tells people apart, where it is one of the table. */
      readonly column?: string;
      /** Whether it was taken without being named, since it repeats. */
      readonly taken?: true;
    };
  };
  /** A value that should have been coded and was not, where the table before is at hand. */
  readonly uncoded?: { readonly attribute: string; readonly kind: string; readonly value: string };
  /** A value outside the levels that are stated for its column, where the hierarchy is at hand. */
  readonly outside?: OutsideLevels;
  /** Columns whose levels are stated and could not be checked, since nothing says which values they were made of. */
  readonly uncheckedLevels?: readonly string[];
  readonly privacy: readonly Verdict[];
  /** What whoever reads the figures should know of the table. */
  readonly warnings: readonly string[];
  readonly risk: Risk & {
    readonly population?: PopulationEstimate;
    /** What cohorts disclose about each sensitive column. */
    readonly disclosure?: Readonly<Record<string, Disclosure>>;
  };
};

/** Measures a table as it stands, however it was made; `audit.task` is the same work in steps. */
export const audit: Verb<[table: Table, options: AuditOptions], Audit> = /* @__PURE__ */ verb(auditTask);

function* auditTask(read: Table, asked: AuditOptions, named = asked.quasiIdentifiers): Task<Audit> {
  checkTable(read);
  const source = asked.original ?? asked.uncoded;
  const stated = source === undefined ? read : readLike(read, source);
  const options =
    asked.attributes === undefined ? asked : { ...asked, attributes: pointedAttributes(asked.attributes, stated) };
  const given = options.persons === undefined ? stated : withPersonColumn(stated, options.persons);
  const kinds = (options.sensitive ?? []).map((name) => [name, options.attributes?.[name]?.kind] as const);
  const { table: carrying, blank } = yield* withoutBlank(given, Object.fromEntries(kinds), personColumn);
  const table = yield* withoutLeftOut(carrying, options);
  refuseWildcardGoals(options.privacy ?? [], options.attributes ?? {});
  refuseWithoutInput(options);
  const uncoded =
    options.uncoded === undefined
      ? undefined
      : untransformedIn(carrying, options.uncoded, options.attributes ?? {}, options.widened ?? false);
  const levels = checkedLevels(carrying, options);
  const names = options.quasiIdentifiers.filter((name) => !holdsSets(options.attributes ?? {}, name));
  if (names.length < options.quasiIdentifiers.length)
    return yield* auditTask(stated, { ...options, quasiIdentifiers: names }, named);
  const quasi = options.quasiIdentifiers.map((name) => table.columns[columnIndex(table, name)]);
  const cohorts = yield* foldRows(quasi.map(textFold), table.rows, options.threads ?? 1);
  const whose = whoseRows(given, options);
  const people = whose.column === undefined ? undefined : peopleOf(table, cohorts, whose.column);
  if (people !== undefined) refuseUncounted(options.privacy ?? [], options.attributes ?? {});
  // which cohorts match which, where the missing values of a column match anything
  const matches = yield* matchesOf(quasi, cohorts, ({ name }) => options.attributes?.[name]?.missing === "wildcard");
  const { weights, tupleOf: groupOf, tuples: groups } = cohorts;
  const sizes: AuditCohorts = { weights, matching: matchedSizes(weights, matches), matches, ...people };
  const goals = options.privacy ?? [];
  const verdicts = yield* judgeAll(given, table, cohorts, sizes, options);
  const sets = knownSets(table, options.attributes ?? {}, goals, named);
  const counted = countedColumns(table, options.sensitive ?? [], options.spelling);
  const found = auditOf(sizes, {
    goals,
    verdicts,
    blank,
    leftOut: carrying.rows - table.rows,
    fraction: options.fraction,
    population: yield* matchingPeople(table, cohorts, options),
    items: sets.length === 0 || table.rows === 0 ? undefined : fittingRecords(table, cohorts, sets, sizes.persons),
    disclosure: yield* disclosuresOf({ groupOf, groups, matches, persons: sizes.persons }, counted, "audit"),
    person: whose.column === undefined ? undefined : toldOf(whose),
  });
  return {
    ...found,
    holds: found.holds && uncoded === undefined && levels.outside === undefined,
    uncoded,
    ...levels,
    warnings: auditWarnings(options, {
      names: table.columns.map(({ name }) => name),
      odd: oddNamesIn(stated),
      owner: whose.warnings,
      verdicts,
      suppressed: (options.original ?? table).rows - table.rows,
      spelled: columnsNamed(table, options.sensitive ?? []),
      measured: columnsNamed(table, [...options.quasiIdentifiers, ...(options.sensitive ?? [])]),
    }),
  };
}

/** What is known of a table, as far as whoever reads its figures should know it. */
type WarningFacts = {
  /** The columns of the table, and those whose names look like values. */
  readonly names: readonly string[];
  readonly odd: readonly OddName[];
  /** What is to be said of whose rows they are. */
  readonly owner: readonly string[];
  readonly verdicts?: readonly Verdict[];
  readonly suppressed?: number;
  /** The sensitive columns, and all that are measured, with the values that may be spelled twice or mean "not known". */
  readonly spelled: readonly Column[];
  readonly measured: readonly Column[];
};

/** What whoever reads the figures should know of the table. */
export function auditWarnings(options: AuditOptions, facts: WarningFacts): string[] {
  const { names, odd, owner, verdicts = [], suppressed = 0, spelled, measured } = facts;
  return [
    ...headerWarnings(odd).map(({ sentence }) => sentence),
    ...identifyingWarnings(names, options.attributes),
    ...owner,
    ...unjudgedWarnings(verdicts),
    ...secretReportWarnings(options.privacy ?? [], suppressed).map(({ sentence }) => sentence),
    ...absentWarnings(names, options),
    ...spellingWarnings(spelled, options.spelling),
    ...missingWarnings(measured, options.missing),
  ];
}

/** The name of a column that no table has: whose rows they are, where that is handed in. */
const personColumn = "\0person";

/** A table with whose row each is as one more column, so that rows which leave take it with them. */
function withPersonColumn(table: Table, { of, count }: PersonRows): Table {
  if (of.length !== table.rows) {
    throw new KohortError("audit", `the table has ${table.rows} rows, and persons are known of ${of.length}`, {
      hint: "what was written is not what was made; check the disk and run it again",
    });
  }
  const codes = newCodes(of.length, count + 1);
  for (let row = 0; row < of.length; row++) codes[row] = of[row] + 1;
  const labels = labelsFrom(Array.from({ length: count + 1 }, (_, code) => String(code)));
  const column: Column = { name: personColumn, kind: "category", codes, labels, missing: [0] };
  return { rows: table.rows, columns: [...table.columns, column] };
}

type RowOwner = Omit<PersonChoice, "spec">;

/** The column that says whose rows they are, if one does, and whether nobody named it. */
function whoseRows(table: Table, options: AuditOptions): RowOwner {
  const { persons, person } = options;
  if (persons !== undefined) return { column: personColumn, taken: false, warnings: [] };
  if (person !== undefined) return { column: person, taken: false, warnings: [] };
  const spec = ownerSpec(
    options,
    table.columns.map(({ name }) => name),
  );
  return choosePerson(spec, () => repetitionsIn(table, spec));
}

/** What is said of whose rows they are; where rows are counted, a column that names people only warns. */
export function ownerSpec({ attributes = {}, countRows = false }: AuditOptions, names: readonly string[]): Spec {
  const present = Object.entries(attributes).filter(([name]) => names.includes(name));
  if (!countRows) return { version: 1, attributes: Object.fromEntries(present), privacy: [] };
  const named = present.map(([name, attribute]) => [
    name,
    attribute.role === "person" ? { ...attribute, role: "identifying" as const } : attribute,
  ]);
  return { version: 1, attributes: Object.fromEntries(named), privacy: [], person: "none" };
}

/** What is said where people have several rows and the table does not say whose they are, so that rows are counted. */
function absentWarnings(
  present: readonly string[],
  { attributes = {}, original, persons, person, countRows = false }: AuditOptions,
): string[] {
  if (persons !== undefined || person !== undefined || countRows) return [];
  const isAbsent = (name: string): boolean => !present.includes(name);
  const stated = Object.keys(attributes).find((name) => attributes[name].role === "person");
  const several = original && severalRows(original, { attributes });
  const names = several?.together ?? [several?.name ?? stated];
  if (!names.every((name) => name !== undefined && isAbsent(name))) return [];
  const so = `the table does not have ${names.length === 1 ? "it" : "them"}, so that one person may fill a cohort alone; \`person: "none"\` says that every row is another person's`;
  if (several !== undefined) return [`${rowsCounted("the audit", several)} in the original; ${so}`];
  return original === undefined
    ? [`the audit counts rows, although people are told apart by column "${stated}": ${so}`]
    : [];
}

function toldOf({ column, taken }: RowOwner): { readonly column?: string; readonly taken?: true } {
  return column === undefined || column === personColumn ? {} : { column, taken: taken || undefined };
}

/** The people of a table and its cohorts; undefined where every row is of another person. */
function peopleOf(
  table: Table,
  { tupleOf, tuples }: Fold,
  name: string,
): Pick<AuditCohorts, "people" | "persons" | "peopleIn"> | undefined {
  const persons = personRows(table.columns[columnIndex(table, name)]);
  if (persons.count === table.rows) return undefined;
  const inMarked = (marks: Uint8Array): number => peopleIn(persons, tupleOf, marks);
  return { persons, people: groupPeople(persons, tupleOf, tuples), peopleIn: inMarked };
}

/** Holds the columns whose levels are stated against the groups of these levels. */
function checkedLevels(table: Table, options: AuditOptions): Pick<Audit, "outside" | "uncheckedLevels"> {
  const { attributes = {}, hierarchies = {}, original, files, privacy = [] } = options;
  const unchecked: string[] = [];
  for (const name of options.quasiIdentifiers) {
    const { levels, hierarchy: setting, missing } = attributes[name] ?? {};
    if (levels === undefined || setting === undefined) continue;
    const before = original?.columns.find((column) => column.name === name);
    // with a population, hierarchies are built of its values as well
    const canBuild = before !== undefined && populationPath(privacy) === undefined;
    const built = canBuild ? () => hierarchyFor(before, setting, files === undefined ? {} : { files }) : undefined;
    const hierarchy = hierarchies[name] ?? built?.();
    if (hierarchy === undefined) {
      unchecked.push(name);
      continue;
    }
    checkLevels(name, levels, hierarchy);
    const outside = outsideLevels(table.columns[columnIndex(table, name)], levels, hierarchy, missing === "wildcard");
    if (outside !== undefined) return { outside };
  }
  return unchecked.length === 0 ? {} : { uncheckedLevels: unchecked };
}

/** Measures every requirement, on the cohorts or on the table and its original together, in the order asked. */
function* judgeAll(
  given: Table,
  table: Table,
  cohorts: Fold,
  sizes: AuditCohorts,
  options: AuditOptions,
): Task<Verdict[]> {
  const goals = options.privacy ?? [];
  const ofCohorts = goals.filter((goal) => !isOfMatching(goal));
  const verdicts = yield* judgeTable(table, cohorts, sizes, { ...options, privacy: ofCohorts });
  // a record that carries nothing could still be anybody
  const whole = ofCohorts.length === goals.length ? table : yield* withoutLeftOut(given, options);
  return goals.map((goal) =>
    isOfMatching(goal) ? judgeConcealment(whole, goal, options) : verdicts[ofCohorts.indexOf(goal)],
  );
}

/** The table without the records that miss a value in a column where that means to be left out. */
function withoutLeftOut(table: Table, { attributes = {} }: AuditOptions): Task<Table> {
  return droppingRows(table, ({ name, missing }) => (attributes[name]?.missing === "leave-out" ? missing : []));
}

/** The people of the population that match each cohort, where a population is given. */
function* matchingPeople(table: Table, cohorts: Fold, options: AuditOptions): Task<Float64Array | undefined> {
  const { population, attributes = {}, files, threads = 1 } = options;
  if (population === undefined) return undefined;
  const columns = options.quasiIdentifiers.map((name): MatchedColumn => {
    const released = table.columns[columnIndex(table, name)];
    const people = population.columns[columnIndex(population, name, "`population`")];
    const setting = attributes[name]?.hierarchy;
    const hierarchy =
      setting === undefined ? undefined : hierarchyFor(people, setting, files === undefined ? {} : { files }, "apart");
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
