import { few, KohortError, type Task } from "../base/index.ts";
import {
  matchedSizes,
  matchingTuples,
  type Problem,
  type PublishedColumn,
  type Sizes,
  valueText,
} from "../cohort/index.ts";
import { droppingGoal } from "../privacy/index.ts";
import type { JoinedCohorts } from "../problem/index.ts";
import { averageMatched } from "../quality/index.ts";
import { columnsWith, type FullSpec } from "../spec/index.ts";
import type { Table } from "../table/index.ts";
import { audit } from "./audit.ts";

/** Who matches whom among the records that are published, those written alike together. */
export type Matching = {
  /** The cohorts that match each one, itself among them. */
  readonly matches: readonly Uint32Array[];
  /** The records that match each. */
  readonly sizes: Float64Array;
  /** The sum over records of the records that match them. */
  readonly squares: number;
  /** The harmonic mean over records of the records that match them: n / Σ 1/f, which is n / cohorts where none overlap. */
  readonly average: number;
};

/** Counts who matches whom where missing values match anything; undefined where none do. */
export function* matchesAmong(
  problem: Problem,
  published: readonly PublishedColumn[],
  joined: JoinedCohorts,
): Task<Matching | undefined> {
  const { sizes: records, of } = joined;
  const first = new Uint32Array(joined.count);
  for (let cohort = of.length - 1; cohort >= 0; cohort--) if (of[cohort] >= 0) first[of[cohort]] = cohort;
  const columns = published.map(({ texts, textOf }, index) => {
    const { wildcard, missing, labels } = problem.attributes[index];
    const gap = wildcard === true && missing >= 0 ? texts.indexOf(valueText(labels[missing])) : -1;
    return { codes: Uint32Array.from(first, (cohort) => textOf[cohort]), wild: new Set([gap]) };
  });
  const matches = yield* matchingTuples(columns, joined.count);
  if (matches === undefined) return undefined;
  return { matches, ...matchedFigures(records, matches) };
}

/** What is counted of records that match each other. */
export function matchedFigures(records: Sizes, matches: readonly Uint32Array[]): Omit<Matching, "matches"> {
  const sizes = Float64Array.from(matchedSizes(records, matches));
  const squares = sizes.reduce((sum, size, cohort) => sum + records[cohort] * size, 0);
  return { sizes, squares, average: averageMatched(sizes, records) };
}

/** Refuses a release in which what a record matches does not hold what is asked, although its cohort does. */
export function* refuseUnmatched(table: Table, spec: FullSpec, problem: Problem, original: Table): Task<void> {
  const { privacy } = yield* audit.task(table, {
    quasiIdentifiers: problem.attributes.map(({ name }) => name),
    sensitive: columnsWith(spec, "sensitive"),
    spelling: spec.spelling,
    attributes: spec.attributes,
    privacy: spec.privacy,
    countRows: true,
    original,
  });
  const failed = privacy.find(({ holds }) => !holds);
  if (failed === undefined) return;
  const names = Object.keys(spec.attributes).filter((name) => spec.attributes[name].missing === "wildcard");
  const place = spec.privacy.findIndex(({ model }) => model === failed.model);
  throw new KohortError("infeasible", `${failed.model} does not hold where missing values match anything`, {
    where: `asked ${failed.relation ?? ""} ${failed.asked}, found ${Number(failed.measured.toFixed(4))}`,
    hint: `take missing values of ${few(names.map((name) => `"${name}"`))} for a category, or leave such records out`,
    fixes: droppingGoal(spec.privacy, place),
  });
}
