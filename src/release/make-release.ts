import { algorithmOf } from "../algorithms/index.ts";
import {
  type ColumnSizes,
  checkColumnsTold,
  disclosuresOf,
  leastSize,
  matchesAmong,
  missingWarnings,
  presenceWarnings,
  refuseUnmatched,
  warningsOf,
} from "../audit/index.ts";
import { KohortError, report, type Task } from "../base/index.ts";
import {
  applyRecoding,
  cohortSizes,
  type GroupPeople,
  groupPeople,
  type Problem,
  rowCohorts,
  type SuppressedRows,
  suppressedRecords,
  withStars,
} from "../cohort/index.ts";
import { replaceIdentifiers } from "../identifiers/index.ts";
import {
  carryingCohorts,
  checkColumns,
  choosePerson,
  columnsNamed,
  countedColumns,
  countedSizes,
  droppedColumns,
  inReleaseOrder,
  joinedCohorts,
  pointedAttributes,
  prepareTable,
  problemsOf,
  type RunOptions,
  recodeSets,
  recordsWarning,
  refuseInfeasible,
  repetitionsIn,
  replacementsIn,
  spelledApartWarning,
  spellingWarnings,
  tableCounts,
  withGaps,
  withReleaseOrder,
} from "../problem/index.ts";
import {
  columnsWith,
  type FullSpec,
  type Spec,
  unpublishedColumns,
  withDefaults,
  withEveryRole,
} from "../spec/index.ts";
import { type Table, writtenLike } from "../table/index.ts";
import { costWarnings, curveWarnings } from "./choice-words.ts";
import { chooseGoals } from "./choose.ts";
import { keptAs, type WrittenTable } from "./kept-rows.ts";
import type { Release } from "./release.ts";
import { releaseQuality } from "./release-quality.ts";
import { searchRelease } from "./released-reference.ts";
import { inputRows, releasePersons } from "./released-rows.ts";
import type { PublishedResult } from "./search.ts";

/** Makes a release of a table that meets a valid spec. Nothing is audited here: `publish` does that, from what was written. */
export function* makeRelease(read: Table, whole: Spec, options: RunOptions = {}): Task<Release> {
  checkColumns(read, whole);
  const stated = withEveryRole(
    { ...whole, attributes: pointedAttributes(whole.attributes, read) },
    read.columns.map(({ name }) => name),
  );
  const { table, ...prepared } = yield* prepareTable(read, stated.attributes);
  const whose = choosePerson(stated, () => repetitionsIn(table, stated));
  const chosen = yield* chooseGoals(table, whose.spec, options);
  const spec = restated(withDefaults(chosen.spec));
  const { problem, searched } = yield* problemsOf(table, spec, options);
  refuseInfeasible(problem, spec);
  const replaced = yield* replaceIdentifiers(table, replacementsIn(spec), options.key);
  const question = {
    goals: spec.privacy,
    table: tableCounts(problem),
    threads: options.threads ?? 1,
    seed: spec.seed,
    suppression: spec.suppression,
    measure: spec.measure,
  };
  const {
    search,
    warnings = [],
    ...found
  } = searched.attributes.length === 0 ? oneCohort(searched) : yield* searchRelease(searched, question, spec);
  const { recoding, published } = searched === problem ? found : withGaps(problem, searched, found);
  const sizes = cohortSizes(problem, recoding);
  const suppressed = suppressedRecords(recoding, sizes);
  const cohorts = yield* rowCohorts(problem, recoding);
  const write = function* (suppressedAs: SuppressedRows): Task<WrittenTable> {
    const isStarred = suppressedAs === "starred";
    const texts = isStarred ? published.map((own) => withStars(own, recoding)) : published;
    const joined = joinedCohorts(recoding, texts, sizes, isStarred);
    const ofRow = Int32Array.from(cohorts, (cohort) => joined.of[cohort]);
    const recoded = yield* recodeSets(replaced.table, spec.attributes, spec.privacy, ofRow, options);
    const dropped = droppedColumns(table, spec);
    const applied = yield* applyRecoding(recoded.table, problem, recoding, published, {
      dropped,
      suppressed: suppressedAs,
    });
    return { suppressedAs, joined, texts, sets: recoded.sets, table: applied };
  };
  const keeps = options.keepSuppressed === true && suppressed > 0;
  const asked = { spec, problem, original: table, uncoded: read, files: options.files };
  const written = yield* keeps ? keptAs(write, asked) : write("dropped");
  const applied = writtenLike(written.table, read);
  const joined = yield* carryingCohorts(written);
  const counted = countedSizes(spec.algorithm, recoding, sizes, joined);
  if (applied.rows === 0 && table.rows > 0) {
    throw new KohortError("infeasible", "no release meets the spec unless every record is left out", {
      hint: "allow less suppression, raise the highest levels that attributes may take, or ask for less",
    });
  }
  const matched = yield* matchesAmong(problem, written.texts, joined);
  if (matched !== undefined) yield* refuseUnmatched(applied, spec, problem, table);
  const sensitive = columnsWith(spec, "sensitive");
  const ofRow = Int32Array.from(cohorts, (cohort) => joined.of[cohort]);
  const disclosure = yield* disclosuresOf(
    { groupOf: ofRow, groups: joined.count, persons: problem.persons, matches: matched?.matches },
    countedColumns(table, sensitive, spec.spelling),
    "search",
  );
  const people = problem.persons === undefined ? undefined : groupPeople(problem.persons, ofRow, joined.count);
  const leftOut = problem.rows - joined.sizes.reduce((sum, size) => sum + size, 0);
  yield* report("apply", 0, 1);
  const quality = yield* releaseQuality(
    { table, problem, recoding, published, form: found.form, sizes },
    { sizes: joined.sizes, matched, k: leastSize(spec), records: problem.rows, leftOut },
    { joined, shown: written.texts },
  );
  const kept = yield* inputRows(problem, recoding, options, undefined);
  const checked = yield* checkColumnsTold({
    released: applied,
    input: read,
    rows: kept,
    preparedRows: prepared.rows,
    spec,
    persons: problem.persons,
    suppressed,
    said: {
      replaced: replaced.warnings,
      people: [
        ...whose.warnings,
        ...recordsWarning(table, spec),
        ...spelledApartWarning(table, spec),
        ...joinableWarning(spec, people),
        ...presenceWarnings(problem, recoding, spec.privacy),
      ],
    },
  });
  yield* report("order", 0, 1);
  const { dialect = {}, threads = 1 } = options;
  const wanted = { own: recoding.rowOrder, dialect, threads };
  const isTraced = options.truth === true || problem.persons !== undefined;
  const traced = isTraced ? yield* withReleaseOrder(applied, spec, wanted) : undefined;
  const truth = traced === undefined ? undefined : yield* inputRows(problem, recoding, options, traced.order);
  return {
    table: traced?.table ?? (yield* inReleaseOrder(applied, spec, wanted)),
    truth: options.truth === true && truth !== undefined ? truth : undefined,
    persons: whose.column === undefined ? undefined : releasePersons(table, problem, whose, truth),
    spec,
    original: table,
    prepared,
    cohorts: { ...cohortsOf(matched?.sizes ?? counted), ...(people === undefined ? {} : { people: people.sizes }) },
    problem,
    recoding,
    published,
    quality,
    sets: written.sets,
    disclosure,
    search: chosen.choices.length === 0 ? search : { ...search, choice: chosen.choices },
    suppressed,
    suppressedAs: written.suppressedAs,
    unpublished: unpublishedColumns(
      table.columns.map(({ name }) => name),
      spec,
    ),
    warnings: [
      ...checked.privacyWarnings.map(({ sentence }) => sentence),
      ...warningsOf(sizesOf(table), problem.attributes, spec),
      ...chosen.choices.flatMap(curveWarnings),
      ...costWarnings(chosen.choices, quality.ncp),
      ...spellingWarnings(columnsNamed(table, sensitive), spec.spelling, stated.spelling !== undefined),
      ...missingWarnings(
        columnsNamed(table, [...columnsWith(spec, "quasi-identifying"), ...sensitive]),
        stated.input?.missing,
      ),
      ...warnings,
    ],
    ...checked,
  };
}

/** A published pseudonym joins the rows of a person, who may be in several cohorts. */
function joinableWarning(spec: FullSpec, people: GroupPeople | undefined): string[] {
  const [name] = columnsWith(spec, "person");
  if (people === undefined || name === undefined || spec.attributes[name].replace === undefined) return [];
  const places = people.sizes.reduce((sum, size) => sum + size, 0);
  if (places <= people.known) return [];
  return [
    `the replaced column "${name}" joins the rows of a person, and some people are in several cohorts: together these may single them out`,
  ];
}

/** Where only sets are quasi-identifying there is nothing to search: all records are one cohort. */
function oneCohort(problem: Problem): PublishedResult {
  const recoding = {
    kind: "global",
    cohorts: 1,
    cohortOf: new Uint32Array(problem.tuples),
    low: [],
    high: [],
  } as const;
  return { recoding, form: "range", search: {}, published: [] };
}

function sizesOf({ rows, columns }: Table): ColumnSizes {
  return {
    rows,
    columns: columns.map(({ name, labels, missing }) => ({ name, values: labels.size, gaps: missing.length > 0 })),
  };
}

/** The spec with its goals as the algorithm understands them. */
function restated(spec: FullSpec): FullSpec {
  const { restate } = algorithmOf(spec.algorithm);
  return restate === undefined ? spec : { ...spec, privacy: restate(spec.privacy, spec.algorithm) };
}

function cohortsOf(sizes: Float64Array): Release["cohorts"] {
  return { count: sizes.length, sizes, smallest: extreme(sizes, Math.min), largest: extreme(sizes, Math.max) };
}

function extreme(sizes: Float64Array, worse: (a: number, b: number) => number): number {
  let found = sizes[0] ?? 0;
  for (const size of sizes) found = worse(found, size);
  return found;
}
