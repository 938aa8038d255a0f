/**
 * @file Holds the cohorts of a table against requirements. Rows are grouped by cohort once; a cohort's histogram is
 * filled into one scratch array, judged by every model and cleared again, so memory grows with rows and not with
 * cohorts times values.
 */
import { KohortError, report, type Task } from "../base/index.ts";
import {
  type Attribute,
  type Axis,
  distinctPairs,
  type Fold,
  type GroupPeople,
  matchedRecords,
  type PersonRows,
  peopleIn,
  rankTotals,
} from "../cohort/index.ts";
import {
  asksOfEveryClass,
  type CohortCounts,
  countedByPeople,
  createModels,
  type PrivacyGoal,
  type PrivacyModel,
  type Relation,
  type SensitiveCounts,
  type TableCounts,
} from "../privacy/index.ts";
import {
  peopleOf,
  populationPath,
  readPopulation,
  sensitiveAxisFor,
  sensitiveCounts,
  sensitiveNamesOf,
} from "../problem/index.ts";
import {
  type Codes,
  type Column,
  columnIndex,
  foldSpelling,
  labelStrings,
  type Spelling,
  type Table,
} from "../table/index.ts";
import { peopleWithoutRecords } from "./absent-people.ts";
import type { AuditOptions } from "./audit.ts";
import { isCombination, judgeCombination } from "./combinations.ts";
import { judgeSets } from "./judge-sets.ts";

/** One requirement: what was asked, what the table has, and whether that is enough. */
export type Verdict = {
  readonly model: string;
  readonly attribute?: string;
  readonly asked?: number;
  readonly measured: number;
  readonly holds: boolean;
  /** Records in cohorts that do not meet it. */
  readonly failing: number;
  /** How the measured figure must stand to the asked one. */
  readonly relation?: Relation;
  /** What was measured, since tools disagree. */
  readonly definition?: string;
  /** The second figure of models that ask two things. */
  readonly second?: { readonly name: string; readonly asked: number; readonly measured: number };
  /** False where no number at all could be asked and met. */
  readonly possible?: boolean;
  /** People of a population whom no record fits, where the table that was given does not say if theirs were left out. */
  readonly unjudged?: number;
};

type SensitiveGroups = {
  readonly codes: Codes;
  readonly rankOf: Uint32Array;
  readonly histogram: Float64Array;
  readonly grouped: RowGroups;
};

/** Measures every requirement on a table: on its cohorts, or on combinations of its columns where one names them. */
export function* judgeTable(
  table: Table,
  cohorts: Fold,
  matches: readonly Uint32Array[] | undefined,
  options: AuditOptions,
  people?: AuditPeople,
): Task<Verdict[]> {
  const goals = options.privacy ?? [];
  const ofCohorts = yield* judgeCohorts(
    table,
    cohorts,
    goals.filter((goal) => !isCombination(goal) && goal.model !== "km-anonymity"),
    matches,
    options,
    people,
  );
  const verdicts: Verdict[] = [];
  for (const goal of goals) {
    if (goal.model === "km-anonymity") verdicts.push(judgeSets(table, cohorts, goal, options.attributes ?? {}));
    else if (!isCombination(goal)) verdicts.push(ofCohorts.shift()!);
    else verdicts.push(yield* judgeCombination(table, goal, options, people?.rows));
  }
  return verdicts;
}

function* judgeCohorts(
  table: Table,
  cohorts: Fold,
  goals: readonly PrivacyGoal[],
  matches: readonly Uint32Array[] | undefined,
  options: AuditOptions,
  people: AuditPeople | undefined,
): Task<Verdict[]> {
  const axes = sensitiveNamesOf(goals, options.sensitive ?? []).map((name) =>
    sensitiveAxis(table, name, goals, options, people),
  );
  const population = populationFor(goals, options);
  const fit =
    population === undefined
      ? undefined
      : yield* peopleOf(table, cohorts, population, options.quasiIdentifiers, options.attributes ?? {}, options);
  const counts: TableCounts = {
    rows: table.rows,
    inputRows: options.original === undefined ? undefined : options.original.rows,
    sensitive: [
      ...axes.map(({ input, ...axis }) => ({
        ...sensitiveCounts(axis.attribute, people === undefined ? rankTotals(axis) : pairTotals(axis, people.rows)),
        ...(input === undefined ? {} : { input }),
      })),
      ...(population === undefined ? [] : [peopleColumn(population.rows)]),
    ],
    persons: people?.known,
  };
  const models = createModels(goals, counts);
  const byCohort = axes.length === 0 || people !== undefined ? undefined : rowsByCohort(cohorts);
  const columns = axes.map((axis) => ({
    codes: axis.source.codes,
    rankOf: axis.rankOf,
    histogram: new Float64Array(axis.attribute.size),
    grouped: byCohort ?? pairsByCohort(axis, cohorts, people!.rows),
  }));
  const tallies = models.map((model) => openTally(model));
  const none = new Float64Array(0);
  const fitting = new Float64Array(1);
  const sizes = people?.sizes ?? (matches === undefined ? cohorts.weights : matchedRecords(cohorts.weights, matches));
  const records = people?.own ?? cohorts.weights;
  const failing = people === undefined ? [] : tallies.map(() => new Uint8Array(cohorts.tuples));
  for (let cohort = 0; cohort < cohorts.tuples; cohort++) {
    if (cohort % 4096 === 4095) yield* report("audit", cohort, cohorts.tuples);
    const size = sizes[cohort];
    const alike = matches?.[cohort] ?? [cohort];
    for (const column of columns) for (const one of alike) fill(column, one);
    if (fit !== undefined) fitting[0] = fit.fitting[cohort];
    for (const [nth, tally] of tallies.entries()) {
      const { sensitive, population: asks } = tally.model;
      const histogram = asks === undefined ? (columns[sensitive]?.histogram ?? none) : fitting;
      const counted = people === undefined ? { size, histogram } : countedByPeople(tally.model, size, histogram);
      if (!tally.add(counted, records[cohort]) && people !== undefined) failing[nth][cohort] = 1;
    }
    for (const column of columns) for (const one of alike) clear(column, one);
  }
  const unjudged = new Map<Tally, number>();
  const left = fit?.unmatched.people.reduce((sum, count) => sum + count, 0) ?? 0;
  for (const tally of left === 0 ? [] : tallies.filter(({ model }) => model.population === "all")) {
    const { original } = options;
    const isJudged = original !== undefined && asksOfEveryClass(tally.model);
    const absent = isJudged ? yield* peopleWithoutRecords(table, original, population!, fit!.unmatched, options) : left;
    if (absent > 0) tally.add({ size: 0, histogram: Float64Array.of(absent) }, 0);
    if (original === undefined && asksOfEveryClass(tally.model)) unjudged.set(tally, left);
  }
  const verdicts = tallies.map((tally) => {
    const verdict = tally.verdict(counts, people?.atLeastOne ?? sizes, records);
    return unjudged.has(tally) ? { ...verdict, unjudged: unjudged.get(tally)! } : verdict;
  });
  if (people === undefined) return verdicts;
  return verdicts.map((verdict, nth) =>
    tallies[nth].model.ofTable === undefined
      ? { ...verdict, failing: peopleIn(people.rows, cohorts.tupleOf, failing[nth]) }
      : verdict,
  );
}

/** The people of a table and of its cohorts. */
export type AuditPeople = GroupPeople & {
  readonly rows: PersonRows;
  /** As `sizes`, but at least 1: whoever is in a cohort is somebody. */
  readonly atLeastOne: Float64Array;
};

/** How many people have each value of a column. */
function pairTotals(axis: Axis, persons: PersonRows): Float64Array {
  const totals = new Float64Array(axis.attribute.size);
  const ranks = ranksOf(axis);
  const { list } = distinctPairs(persons, new Uint8Array(ranks.length), 1, ranks, totals.length);
  for (const row of list) totals[ranks[row]] += 1;
  return totals;
}

function pairsByCohort(axis: Axis, { tupleOf, tuples }: Fold, persons: PersonRows): RowGroups {
  const { starts, list } = distinctPairs(persons, tupleOf, tuples, ranksOf(axis), axis.attribute.size);
  return { starts, rows: list };
}

function ranksOf({ source, rankOf }: Axis): Uint32Array {
  return Uint32Array.from(source.codes, (code) => rankOf[code]);
}

/** Whether a goal compares the values of a sensitive column with those of the input. */
function comparesWithInput(goal: PrivacyGoal, name: string | undefined): boolean {
  if (!("reference" in goal) || goal.reference !== "input") return false;
  return name === undefined || goal.attribute === undefined || goal.attribute === name;
}

/** Refuses goals that compare with the input where that is not at hand. */
export function refuseWithoutInput({ privacy = [], original }: Pick<AuditOptions, "privacy" | "original">): void {
  const goal = privacy.find((one) => comparesWithInput(one, undefined));
  if (goal === undefined || original !== undefined) return;
  throw new KohortError("usage", `${goal.model} with reference input cannot be judged without the original table`, {
    hint: "name it with `original`, or compare with the released records: leave the reference out",
  });
}

/** A sensitive column on its axis; where a goal compares with the input, on that of the input, with its counts. */
function sensitiveAxis(
  table: Table,
  name: string,
  goals: readonly PrivacyGoal[],
  options: AuditOptions,
  people: AuditPeople | undefined,
): Axis & { readonly input?: Float64Array } {
  const { original, attributes = {}, spelling = "folded" } = options;
  const index = columnIndex(table, name);
  if (original === undefined || !goals.some((goal) => comparesWithInput(goal, name))) {
    return sensitiveAxisFor(table.columns[index], index, attributes, { ...options, spelling });
  }
  if (people !== undefined) {
    // whose rows the input's were is not known here; where none is missing the input's counts are those of the release
    if (original.rows === table.rows) {
      return sensitiveAxisFor(table.columns[index], index, attributes, { ...options, spelling });
    }
    throw new KohortError(
      "usage",
      "reference input cannot be judged where people are counted and records are missing",
      {
        hint: "leave the reference out, or suppress no records",
      },
    );
  }
  const before = columnIndex(original, name, "`original`");
  const axis = sensitiveAxisFor(original.columns[before], before, attributes, { ...options, spelling });
  return { ...onStatedAxis(table.columns[index], axis.attribute, spelling), input: rankTotals(axis) };
}

/** The people that a goal asks about. */
function populationFor(goals: readonly PrivacyGoal[], options: AuditOptions): Table | undefined {
  const path = populationPath(goals);
  if (path === undefined) return undefined;
  const { original } = options;
  const kinds = options.quasiIdentifiers.flatMap((name) => {
    // as the search reads it: by the kinds of the table that was searched
    const kind = original?.columns.find((column) => column.name === name)?.kind ?? options.attributes?.[name]?.kind;
    return kind === undefined ? [] : [[name, kind] as const];
  });
  return readPopulation(path, Object.fromEntries(kinds), options, options.missing ?? [""]);
}

function peopleColumn(total: number): SensitiveCounts {
  return { name: "population", totals: Float64Array.of(total), people: true };
}

/** A released column on the axis of the original's, whichever way it spells the values. */
function onStatedAxis(column: Column, attribute: Attribute, spelling: Spelling): Axis {
  if (spelling === "exact") return onAxis(column, attribute);
  const folded = foldSpelling(column, attribute.labels);
  const { rankOf } = onAxis(folded.column, attribute);
  return { attribute, rankOf: folded.codeOf.map((code) => rankOf[code]), source: column };
}

/** A released column on the axis of the original's: values that are written otherwise are found by their number. */
function onAxis(column: Column, attribute: Attribute): Axis {
  const ranks = new Map(attribute.labels.map((label, rank) => [label, rank]));
  const numbers = new Map([...attribute.positions].map((position, rank) => [position, rank]));
  const missing = new Set(column.missing);
  const rankOf = Uint32Array.from(labelStrings(column.labels), (label, code) => {
    if (missing.has(code)) return attribute.missing;
    const number = column.numbers?.[code];
    const rank = ranks.get(label) ?? (number === undefined ? undefined : numbers.get(number));
    if (rank !== undefined) return rank;
    throw new KohortError("audit", `column "${column.name}" of the release has a value that the original does not`, {
      where: `"${label}"`,
    });
  });
  return { attribute, rankOf, source: column };
}

type RowGroups = { readonly starts: Uint32Array; readonly rows: Uint32Array };

/** Row numbers sorted by cohort: those of cohort c are `rows[starts[c] … starts[c + 1])`. */
function rowsByCohort({ tuples, weights, tupleOf }: Fold): RowGroups {
  const starts = new Uint32Array(tuples + 1);
  for (let cohort = 0; cohort < tuples; cohort++) starts[cohort + 1] = starts[cohort] + weights[cohort];
  const next = starts.slice(0, tuples);
  const rows = new Uint32Array(tupleOf.length);
  for (let row = 0; row < tupleOf.length; row++) rows[next[tupleOf[row]]++] = row;
  return { starts, rows };
}

function fill({ codes, rankOf, histogram, grouped }: SensitiveGroups, cohort: number): void {
  const { starts, rows } = grouped;
  for (let i = starts[cohort]; i < starts[cohort + 1]; i++) histogram[rankOf[codes[rows[i]]]] += 1;
}

function clear({ codes, rankOf, histogram, grouped }: SensitiveGroups, cohort: number): void {
  const { starts, rows } = grouped;
  for (let i = starts[cohort]; i < starts[cohort + 1]; i++) histogram[rankOf[codes[rows[i]]]] = 0;
}

/** One model's figures, collected over cohorts. */
export type Tally = {
  readonly model: PrivacyModel;
  /** Takes in a cohort that stands for so many records, its own unless stated; says whether it holds. */
  readonly add: (cohort: CohortCounts, records?: number) => boolean;
  readonly verdict: (counts: TableCounts, sizes: ArrayLike<number>, records?: ArrayLike<number>) => Verdict;
};

/** Collects one model's figures over cohorts. */
export function openTally(model: PrivacyModel): Tally {
  let measured: number | undefined;
  let other: number | undefined;
  let failing = 0;
  let isBroken = false;
  let possible = true;
  const { second } = model;
  const add = (cohort: CohortCounts, records = cohort.size): boolean => {
    const figure = model.measure(cohort);
    measured = measured === undefined ? figure : model.worse(measured, figure);
    if (second !== undefined) {
      const next = second.measure(cohort);
      other = other === undefined ? next : second.worse(other, next);
    }
    const holds = model.holds(cohort);
    if (!holds) {
      failing += records;
      isBroken = true;
    }
    if (possible && model.possible?.(cohort) === false) possible = false;
    return holds;
  };
  const verdict = (counts: TableCounts, sizes: ArrayLike<number>, records = sizes): Verdict => {
    const column = counts.sensitive[model.sensitive];
    const attribute = column?.people === true ? undefined : column?.name;
    const whole = model.ofTable?.(sizes, sizes === records ? undefined : records) ?? {
      measured: measured ?? 0,
      failing,
    };
    return {
      model: model.name,
      attribute,
      asked: model.asked,
      measured: whole.measured,
      holds: model.ofTable === undefined ? !isBroken : whole.failing === 0,
      failing: whole.failing,
      relation: model.relation,
      definition: model.definition,
      second: second === undefined ? undefined : { name: second.name, asked: second.asked, measured: other ?? 0 },
      possible: model.possible === undefined ? undefined : possible,
    };
  };
  return { model, add, verdict };
}
