/**
 * @file Models that compare a cohort with the table compare it with what is released: the shares of the input tell the
 * sensitive values of suppressed people to whoever subtracts the release. But what is released depends on who is
 * suppressed, and that on the comparison. A search therefore starts with the input's shares; what it finds is judged
 * by the shares of its own released records, and if that fails the search is made once more with those. Then the cohorts
 * that fail are suppressed as well, as far as the limit allows; and there is always the release that suppresses nobody,
 * where both are the same table. What loses least is taken.
 */
import { algorithmOf, type Question } from "../algorithms/index.ts";
import { holdsCombinations, isCombination, judgeGroups, publishedGroups } from "../audit/index.ts";
import { KohortError, type Task } from "../base/index.ts";
import { cohortSizes, isSuppressed, type Problem, type Recoding, suppressedRecords } from "../cohort/index.ts";
import { createModels, kAnonymity, type PrivacyModel, type TableCounts } from "../privacy/index.ts";
import { defaultMeasure, loss, ncp } from "../quality/index.ts";
import type { FullSpec } from "../spec/index.ts";
import { type PublishedResult, searchAgainst } from "./search.ts";

/** Searches, each with other shares, before cohorts are suppressed instead. */
const rounds = 2;

/** Searches until what would be published meets every goal, judged by the shares of what would be published. */
export function* searchRelease(problem: Problem, question: Question, spec: FullSpec): Task<PublishedResult> {
  const { suppresses } = algorithmOf(spec.algorithm);
  const most = suppresses ? Math.floor((question.suppression ?? 0) * problem.rows + 1e-9) : 0;
  if (most === 0 || !dependsOnReleased(question)) return yield* searchAgainst(problem, question, spec);
  // pairs of people and values do not add up over cohorts: nobody is suppressed, so that both tables are the same
  if (problem.persons !== undefined) return yield* searchAgainst(problem, { ...question, suppression: 0 }, spec);
  const tries: PublishedResult[] = [];
  let table = question.table;
  for (let round = 0; round < rounds; round++) {
    const asked = { ...question, table, provisional: true as const };
    const found =
      (yield* searched(problem, asked, spec)) ?? (round > 0 ? undefined : yield* guessed(problem, asked, spec));
    if (found === undefined) break;
    const settled = settledOf(problem, question, found, most);
    if (settled !== undefined) tries.push(settled);
    const holds = settled !== undefined && suppressedIn(problem, settled) <= suppressedIn(problem, found);
    // by the input's shares nothing that suppresses less was better; by others that was not asked
    if (holds && round === 0) return settled;
    if (holds) break;
    table = releasedCounts(problem, releasedBy(found.recoding), question.table);
  }
  const whole = yield* searched(problem, { ...question, suppression: 0, provisional: true }, spec);
  if (whole !== undefined) tries.push(whole);
  if (tries.length > 0) return leastLoss(problem, question, tries);
  throw new KohortError("infeasible", "no release meets the spec by the shares of its own records", {
    where: "neither with records suppressed nor with all of them",
    hint: 'ask for less, allow more suppression, or compare with the input: "reference": "input"',
  });
}

/** Whether a goal compares with the released records. */
function dependsOnReleased({ goals, table }: Question): boolean {
  const plain = goals.filter((goal) => !isCombination(goal));
  return createModels(plain, table).some(({ relative }) => relative === "released");
}

/** What a search finds, or undefined where nothing meets its goals. */
function* searched(problem: Problem, question: Question, spec: FullSpec): Task<PublishedResult | undefined> {
  try {
    return yield* searchAgainst(problem, question, spec);
  } catch (error) {
    if (error instanceof KohortError && error.code === "infeasible") return undefined;
    throw error;
  }
}

/** The one that loses least, of several that lose the same the first. */
function leastLoss(problem: Problem, { measure }: Question, tries: readonly PublishedResult[]): PublishedResult {
  const lossOf = ({ recoding }: PublishedResult): number =>
    (measure === defaultMeasure ? ncp : loss)(problem, recoding, cohortSizes(problem, recoding)).total;
  return tries
    .map((found) => ({ found, loss: lossOf(found) }))
    .reduce((best, one) => (one.loss < best.loss ? one : best)).found;
}

/**
 * What is found without the goals that compare with the released records, where nothing meets them by the input's
 * shares: a value that only suppressed people have counts there and not in the release.
 */
function* guessed(problem: Problem, question: Question, spec: FullSpec): Task<PublishedResult | undefined> {
  const plain = question.goals.filter((goal) => !isCombination(goal));
  const models = createModels(plain, question.table);
  const relative = new Set<unknown>(plain.filter((_, nth) => models[nth].relative === "released"));
  const others = question.goals.filter((goal) => !relative.has(goal));
  return yield* searched(problem, { ...question, goals: others.length === 0 ? [kAnonymity(1)] : others }, spec);
}

function suppressedIn(problem: Problem, { recoding }: PublishedResult): number {
  return suppressedRecords(recoding, cohortSizes(problem, recoding));
}

function releasedBy(recoding: Recoding): (tuple: number) => boolean {
  return (tuple) => !isSuppressed(recoding, recoding.cohortOf[tuple]);
}

/** What models know of the released records; the column that counts people of a population stays as it is. */
export function releasedCounts(
  problem: Problem,
  isReleased: (tuple: number) => boolean,
  input: TableCounts,
): TableCounts {
  let rows = 0;
  const totals = problem.sensitive.map((column) => new Float64Array(column.totals.length));
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (!isReleased(tuple)) continue;
    const weight = problem.weights[tuple];
    rows += weight;
    problem.sensitive.forEach(({ codes }, nth) => {
      totals[nth][codes[tuple]] += weight;
    });
  }
  return {
    rows,
    inputRows: input.inputRows ?? input.rows,
    sensitive: input.sensitive.map((column, nth) =>
      column.people === true ? column : { ...column, totals: totals[nth], input: column.input ?? column.totals },
    ),
  };
}

/**
 * What was found, less the cohorts that do not hold by the shares of the rest, over and over until all do; undefined
 * where that suppresses too many, or a goal on several cohorts together does not hold then. Where every record is
 * published at the same levels the start is the table with nobody suppressed, and cohorts go first that fail whatever
 * the shares are, so that levels alone decide who is suppressed.
 */
function settledOf(
  problem: Problem,
  question: Question,
  found: PublishedResult,
  most: number,
): PublishedResult | undefined {
  const goals = question.goals.filter((goal) => !isCombination(goal));
  const models = createModels(goals, question.table);
  const ofCohorts = models.every(({ scope, population }) => scope === "cohort" && population === undefined);
  const isByLevels = found.recoding.kind === "global" && ofCohorts && goals.length === question.goals.length;
  const sizes = cohortSizes(problem, found.recoding);
  const suppressed = new Uint8Array(found.recoding.cohorts);
  if (!isByLevels && found.recoding.suppressed !== undefined) suppressed.set(found.recoding.suppressed);
  const recoding = { ...found.recoding, suppressed };
  for (let isFirst = isByLevels; ; isFirst = false) {
    const counts = releasedCounts(problem, releasedBy(recoding), question.table);
    const judging = createModels(goals, counts).filter(({ relative }) => !isFirst || relative !== "released");
    const failing = failingCohorts(problem, recoding, found, judging);
    if (failing === undefined) return undefined;
    if (failing.length === 0 && !isFirst) break;
    for (const cohort of failing) suppressed[cohort] = 1;
    if (suppressedRecords(recoding, sizes) > most) return undefined;
  }
  if (!holdsCombinations(problem, recoding, found.published, question.goals.filter(isCombination))) return undefined;
  const settled = suppressed.includes(1) ? recoding : withoutSuppressed(recoding);
  const before = suppressedRecords(found.recoding, sizes);
  if (suppressedRecords(recoding, sizes) === before) return { ...found, recoding: settled };
  const { loss: _, ranks: __, ...search } = found.search;
  return { ...found, recoding: settled, search };
}

function withoutSuppressed({ suppressed: _, ...recoding }: Recoding): Recoding {
  return recoding;
}

/** The cohorts that do not hold, those published alike together; undefined where the table as a whole does not. */
function failingCohorts(
  problem: Problem,
  recoding: Recoding,
  { published }: PublishedResult,
  models: readonly PrivacyModel[],
): number[] | undefined {
  const groups = publishedGroups(problem, recoding, published);
  const { failing, whole } = judgeGroups(problem, groups, models);
  return whole.length > 0 ? undefined : [...groups.of.keys()].filter((cohort) => failing.has(groups.of[cohort]));
}
