import { type AlgorithmSpec, algorithmOf } from "../algorithms/index.ts";
import type { Task } from "../base/index.ts";
import { any, isSuppressed, type PublishedColumn, type Recoding } from "../cohort/index.ts";
import type { Table } from "../table/index.ts";
import { withoutBlank } from "./blank.ts";

/** Cohorts that are published alike are one for everybody who reads the release. */
export type JoinedCohorts = {
  /** Which published combination each cohort has; −1 for those that are not published. */
  readonly of: Int32Array;
  readonly count: number;
  /** How many records each published combination has. */
  readonly sizes: Float64Array;
};

/** Joins the cohorts that are published alike; with `starred`, suppressed ones are published as `published` says. */
export function joinedCohorts(
  recoding: Recoding,
  published: readonly PublishedColumn[],
  sizes: Float64Array,
  starred = false,
): JoinedCohorts {
  const known = new Map<string, number>();
  const of = new Int32Array(recoding.cohorts).fill(-1);
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    if (!starred && isSuppressed(recoding, cohort)) continue;
    const key = published.map(({ textOf }) => textOf[cohort]).join();
    let number = known.get(key);
    if (number === undefined) {
      number = known.size;
      known.set(key, number);
    }
    of[cohort] = number;
  }
  const together = new Float64Array(known.size);
  of.forEach((number, cohort) => {
    if (number >= 0) together[number] += sizes[cohort];
  });
  return { of, count: known.size, sizes: together };
}

/** The cohorts that carry something: records with nothing but `*` in what is published are members of none. */
export function* carryingCohorts({
  joined,
  texts,
  table,
}: {
  readonly joined: JoinedCohorts;
  readonly texts: readonly PublishedColumn[];
  readonly table: Table;
}): Task<JoinedCohorts> {
  const isStars = (cohort: number): boolean => texts.every((own) => own.texts[own.textOf[cohort]] === any);
  const starred = joined.of.findIndex((number, cohort) => number >= 0 && isStars(cohort));
  if (starred < 0 || texts.length === 0) return joined;
  const { table: carrying } = yield* withoutBlank(table, {});
  const place = joined.of[starred];
  const blank = joined.sizes.reduce((sum, size) => sum + size, 0) - carrying.rows;
  if (blank < joined.sizes[place]) {
    return {
      ...joined,
      sizes: joined.sizes.map((size, number) => (number === place ? size - Math.max(0, blank) : size)),
    };
  }
  return {
    of: joined.of.map((number) => (number === place ? -1 : number > place ? number - 1 : number)),
    count: joined.count - 1,
    sizes: joined.sizes.filter((_, number) => number !== place),
  };
}

/** The sizes of the cohorts that a method says it made: of what is published, or of its parts where it counts those. */
export function countedSizes(
  algorithm: AlgorithmSpec,
  recoding: Recoding,
  sizes: Float64Array,
  joined: JoinedCohorts,
): Float64Array {
  if (algorithmOf(algorithm).countsParts?.(algorithm) !== true) return joined.sizes;
  return sizes.filter((_, cohort) => !isSuppressed(recoding, cohort));
}
