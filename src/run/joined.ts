import { type AlgorithmSpec, algorithmOf } from "../algorithms/index.ts";
import { isSuppressed, type Published, type Recoding } from "../cohort/index.ts";

/** Cohorts that are published alike are one for everybody who reads the release. */
export type Joined = {
  /** Which published combination each cohort has; −1 for those that are not published. */
  readonly of: Int32Array;
  readonly count: number;
  /** How many records each published combination has. */
  readonly sizes: Float64Array;
};

/** Joins the cohorts that are published alike; with `starred`, suppressed ones are published as `published` says. */
export function joinedCohorts(
  recoding: Recoding,
  published: readonly Published[],
  sizes: Float64Array,
  starred = false,
): Joined {
  const known = new Map<string, number>();
  const of = new Int32Array(recoding.cohorts).fill(-1);
  for (let cohort = 0; cohort < recoding.cohorts; cohort++) {
    if (!starred && isSuppressed(recoding, cohort)) continue;
    const key = published.map(({ textOf }) => textOf[cohort]!).join();
    let number = known.get(key);
    if (number === undefined) {
      number = known.size;
      known.set(key, number);
    }
    of[cohort] = number;
  }
  const together = new Float64Array(known.size);
  of.forEach((number, cohort) => {
    if (number >= 0) together[number]! += sizes[cohort]!;
  });
  return { of, count: known.size, sizes: together };
}

/** The sizes that a release's figures are made of: of what is published, or of the parts where its method counts those. */
export function countedSizes(
  algorithm: AlgorithmSpec,
  recoding: Recoding,
  sizes: Float64Array,
  joined: Joined,
): Float64Array {
  if (algorithmOf(algorithm).countsParts?.(algorithm) !== true) return joined.sizes;
  return sizes.filter((_, cohort) => !isSuppressed(recoding, cohort));
}
