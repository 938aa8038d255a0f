/**
 * @file Holds a table against requirements: on its cohorts, on combinations of its columns, on a population. A cohort's
 * histogram is filled into one scratch array, judged and cleared again, so memory grows with rows and not with cohorts
 * times values.
 */
import { KohortError, type Task } from "../base/index.ts";
import {
  type Attribute,
  type Axis,
  type CohortSizes,
  distinctPairs,
  type Fold,
  fittingSizes,
  groupedCohorts,
  groupTuples,
  type MeasuredCohort,
  ownSizes,
  type PersonRows,
  rankTotals,
  type Sizes,
  sizedCohorts,
  type ValueRows,
} from "../cohort/index.ts";
import {
  asksOfEveryClass,
  createModels,
  isOfSets,
  type PrivacyGoal,
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
import { type Column, columnIndex, foldSpelling, labelStrings, type Spelling, type Table } from "../table/index.ts";
import { peopleWithoutRecords } from "./absent-people.ts";
import type { AuditOptions } from "./audit.ts";
import { isCombination, judgeCombination } from "./combinations.ts";
import { judgeSets } from "./judge-sets.ts";
import { type Tally, tallyCohorts, type Verdict } from "./tally.ts";

/** Measures every requirement on a table: on its cohorts, or on combinations of its columns where one names them. */
export function* judgeTable(table: Table, cohorts: Fold, sizes: AuditCohorts, options: AuditOptions): Task<Verdict[]> {
  const goals = options.privacy ?? [];
  const ofCohorts = yield* judgeTuples(
    table,
    cohorts,
    goals.filter((goal) => !isCombination(goal) && !isOfSets(goal)),
    sizes,
    options,
  );
  const verdicts: Verdict[] = [];
  for (const goal of goals) {
    if (isOfSets(goal)) verdicts.push(judgeSets(table, cohorts, goal, options.attributes ?? {}));
    else if (!isCombination(goal)) verdicts.push(ofCohorts.shift()!);
    else verdicts.push(yield* judgeCombination(table, goal, options, sizes.persons));
  }
  return verdicts;
}

function* judgeTuples(
  table: Table,
  cohorts: Fold,
  goals: readonly PrivacyGoal[],
  { matches, ...sizes }: AuditCohorts,
  options: AuditOptions,
): Task<Verdict[]> {
  const persons = sizes.persons;
  const axes = sensitiveNamesOf(goals, options.sensitive ?? []).map((name) =>
    sensitiveAxis(table, name, goals, options, persons),
  );
  const population = populationFor(goals, options);
  const fit =
    population === undefined
      ? undefined
      : yield* peopleOf(table, cohorts, population, options.quasiIdentifiers, options.attributes ?? {}, options);
  const columns = axes.map((axis) => ({ codes: ranksOf(axis), kinds: axis.attribute.size, matches }));
  const counts: TableCounts = {
    rows: table.rows,
    inputRows: options.original === undefined ? undefined : options.original.rows,
    sensitive: [
      ...axes.map(({ input, ...axis }, nth) => ({
        ...sensitiveCounts(
          axis.attribute,
          persons === undefined ? rankTotals(axis) : pairTotals(columns[nth], persons),
        ),
        ...(input === undefined ? {} : { input }),
      })),
      ...(population === undefined ? [] : [peopleColumn(population.rows)]),
    ],
    persons: sizes.people?.known,
  };
  const [fitting, own] = [fittingSizes(sizes), ownSizes(sizes)];
  const grouped = groupTuples(cohorts.tupleOf, cohorts.tuples);
  const stream = (column: number): Iterable<MeasuredCohort> => {
    if (column < 0) return sizedCohorts(fitting, own);
    if (column === axes.length) return fittingCohorts(fitting, own, fit!.fitting);
    const { codes, kinds } = columns[column];
    const groups =
      persons === undefined ? grouped : distinctPairs(persons, cohorts.tupleOf, cohorts.tuples, codes, kinds);
    return groupedCohorts({ ...columns[column], groups }, fitting, own);
  };
  const tallies = yield* tallyCohorts(createModels(goals, counts), { ...sizes, stream }, "audit");
  const unjudged = new Map<Tally, number>();
  const left = fit?.unmatched.people.reduce((sum, count) => sum + count, 0) ?? 0;
  for (const tally of left === 0 ? [] : tallies.filter(({ model }) => model.population === "all")) {
    const { original } = options;
    const isJudged = original !== undefined && asksOfEveryClass(tally.model);
    const absent = isJudged ? yield* peopleWithoutRecords(table, original, population!, fit!.unmatched, options) : left;
    if (absent > 0) tally.add({ size: 0, histogram: Float64Array.of(absent) }, 0);
    if (original === undefined && asksOfEveryClass(tally.model)) unjudged.set(tally, left);
  }
  return tallies.map((tally) => {
    const verdict = tally.verdict(counts, sizes);
    return unjudged.has(tally) ? { ...verdict, unjudged: unjudged.get(tally)! } : verdict;
  });
}

/** The cohorts of a table as an audit counts them, with whose rows they are and which match which. */
export type AuditCohorts = CohortSizes & {
  readonly persons?: PersonRows;
  readonly matches?: readonly Uint32Array[];
};

/** Cohorts by how many people of a population fit them. */
function* fittingCohorts(sizes: Sizes, records: Sizes, people: Float64Array): Generator<MeasuredCohort> {
  const histogram = new Float64Array(1);
  for (let cohort = 0; cohort < sizes.length; cohort++) {
    histogram[0] = people[cohort];
    const [size, own] = [sizes[cohort], records[cohort]];
    yield { alike: 1, size, records: own, histogram, values: [0], own: histogram };
  }
}

/** How many people have each value of a column. */
function pairTotals({ codes, kinds }: Pick<ValueRows, "codes" | "kinds">, persons: PersonRows): Float64Array {
  const totals = new Float64Array(kinds);
  for (const row of distinctPairs(persons, new Uint8Array(codes.length), 1, codes, kinds).list) totals[codes[row]] += 1;
  return totals;
}

function ranksOf({ source: { codes }, rankOf }: Axis): Uint32Array {
  const ranks = new Uint32Array(codes.length);
  for (let row = 0; row < codes.length; row++) ranks[row] = rankOf[codes[row]];
  return ranks;
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
  persons: PersonRows | undefined,
): Axis & { readonly input?: Float64Array } {
  const { original, attributes = {}, spelling = "folded" } = options;
  const index = columnIndex(table, name);
  if (original === undefined || !goals.some((goal) => comparesWithInput(goal, name))) {
    return sensitiveAxisFor(table.columns[index], index, attributes, { ...options, spelling });
  }
  if (persons !== undefined) {
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
