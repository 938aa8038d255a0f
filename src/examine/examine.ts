import { attackNames, type Findings } from "../attacks/index.ts";
import { fittingRecords, knownSets, withItems } from "../audit/index.ts";
import { KohortError, type Task, type Verb, verb } from "../base/index.ts";
import { combinationPeople, combinationSizes, foldRows, rowCohorts, valueFold } from "../cohort/index.ts";
import { hierarchyFor, inOneSpelling } from "../problem/index.ts";
import type { Release } from "../release/index.ts";
import { type Risk, riskOf } from "../risk/index.ts";
import { columnsWith } from "../spec/index.ts";
import { columnIndex, type Table } from "../table/index.ts";
import { type ClassifierUtility, classifierUtility } from "../utility/index.ts";
import { attack } from "./attack.ts";

/** What to look at beside the release itself. */
export type ExamineOptions = {
  /** The bytes of the files that the spec names. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** A column that classifiers learn to predict from the original and from the release. */
  readonly label?: string;
};

/** What a report says of a release that needs the original: the risk before, attacks, utility. */
export type Examination = {
  /**
   * How many records of the original share each combination of quasi-identifiers, how many people where these are
   * counted, and the risk that carries.
   */
  readonly before: { readonly sizes: Float64Array; readonly people?: Float64Array; readonly risk: Risk };
  readonly attacks: Findings;
  readonly utility?: ClassifierUtility;
  /** How many records of each cohort have each value of the first sensitive column, where cuts can be painted. */
  readonly counts?: { readonly name: string; readonly counts: readonly Uint32Array[] };
};

/** Cohorts up to which counts of sensitive values are kept for a painting. */
const mostPainted = 20_000;

/** Holds a release against its original as a report does; `examine.task` is the same work in steps. */
export const examine: Verb<[original: Table, release: Release, options?: ExamineOptions], Examination> =
  /* @__PURE__ */ verb(examineTask);

function* examineTask(original: Table, release: Release, options: ExamineOptions = {}): Task<Examination> {
  const { label, files } = options;
  const sizes = yield* combinationSizes(release.problem, release.original);
  const attacks = yield* attacksOn(original, release, files);
  const counts = yield* sensitiveCounts(release);
  return {
    before: { sizes, ...(yield* riskBefore(release, sizes)) },
    attacks,
    counts,
    utility: label === undefined ? undefined : yield* utilityOf(release, label, files),
  };
}

/** The risk of the table as it was, by people where these are counted. */
function* riskBefore(
  { problem, original, spec }: Release,
  sizes: Float64Array,
): Task<Omit<Examination["before"], "sizes">> {
  const people = problem.persons === undefined ? undefined : yield* combinationPeople(problem, original);
  const atLeastOne = people?.sizes.map((size) => Math.max(1, size));
  const everybody = people?.total ?? problem.rows;
  const risk = riskOf(atLeastOne ?? sizes, everybody, undefined, people?.own);
  const sets = knownSets(original, spec.attributes, spec.privacy, []);
  const known = people === undefined ? {} : { people: people.sizes };
  if (sets.length === 0 || original.rows === 0) return { ...known, risk };
  const columns = problem.attributes.map(({ column }) => valueFold(original.columns[column]));
  const combinations = yield* foldRows(columns, original.rows, 1);
  return { ...known, risk: withItems(risk, fittingRecords(original, combinations, sets, problem.persons), everybody) };
}

/** Tries every attack; where the release is written in a form that cannot be read back, the reason stands for all. */
function* attacksOn(original: Table, release: Release, files: ExamineOptions["files"]): Task<Findings> {
  try {
    return yield* attack.task(original, release, files === undefined ? {} : { files });
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    return {
      findings: [],
      skipped: attackNames.map((name) => ({ attack: name, reason: `stopped: ${error.message}` })),
    };
  }
}

function* utilityOf(
  { original, table, spec }: Release,
  label: string,
  files: ExamineOptions["files"],
): Task<ClassifierUtility> {
  const stated = Object.entries(spec.attributes).flatMap(([name, { hierarchy }]) => {
    if (hierarchy === undefined) return [];
    const column = original.columns[columnIndex(original, name)];
    return [[name, hierarchyFor(column, hierarchy, files === undefined ? {} : { files })] as const];
  });
  return yield* classifierUtility.task(original, table, { label, hierarchies: Object.fromEntries(stated) });
}

function* sensitiveCounts({ original, spec, problem, recoding }: Release): Task<Examination["counts"]> {
  const [name] = columnsWith(spec, "sensitive");
  if (name === undefined || recoding.tree === undefined || recoding.cohorts > mostPainted) return undefined;
  const { codes, labels } = inOneSpelling(original.columns[columnIndex(original, name)], spec.spelling);
  const counts = Array.from({ length: recoding.cohorts }, () => new Uint32Array(labels.size));
  const cohorts = yield* rowCohorts(problem, recoding);
  for (let row = 0; row < cohorts.length; row++) counts[cohorts[row]][codes[row]] += 1;
  return { name, counts };
}
