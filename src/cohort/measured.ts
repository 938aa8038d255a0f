/**
 * @file Cohorts as they are measured: who fits each, and how often each sensitive value occurs in it. Audit, disclosure,
 * certificate and verifier read this one stream, whether a table in memory was counted or a store did it by GROUP BY.
 */
import type { GroupPeople, TupleGroups } from "./persons.ts";

/** A cohort, or several that are alike in everything that is measured; the next one overwrites its histograms. */
export type MeasuredCohort = {
  /** How many cohorts are like this. */
  readonly alike: number;
  /** Who fits it: the records that match it, or its people where these are counted. */
  readonly size: number;
  /** Its own records or people, each counted with one cohort, of all that are alike together. */
  readonly records: number;
  /** How often each value occurs among those who fit. */
  readonly histogram: Float64Array;
  /** The values that occur. */
  readonly values: readonly number[];
  /** The histogram of its own records alone, where missing values match anything; the same one otherwise. */
  readonly own: Float64Array;
};

/** How large the cohorts of a table are, counted once. */
export type CohortSizes = {
  /** The records of each cohort. */
  readonly weights: Sizes;
  /** The records that match each; the weights themselves unless missing values match anything. */
  readonly matching: Sizes;
  /** The people of each, where these are counted. */
  readonly people?: GroupPeople;
  /** Different people in the marked cohorts, where somebody may be in several. */
  readonly peopleIn?: (marks: Uint8Array) => number;
};

/** A number for each cohort. */
export type Sizes = Uint32Array | Float64Array;

/** The cohorts of a table, counted once. */
export type MeasuredCohorts = CohortSizes & {
  /** The cohorts with the values of a sensitive column; with no values for −1. */
  readonly stream: (column: number) => Iterable<MeasuredCohort>;
};

/** Who fits each cohort, by records or by people. */
export function fittingSizes({ people, matching }: CohortSizes): Sizes {
  return people?.sizes ?? matching;
}

/** Who is counted with each cohort, by records or by people. */
export function ownSizes({ people, weights }: CohortSizes): Sizes {
  return people?.own ?? weights;
}

/** Who fits each cohort, but at least 1: whoever is in a cohort is somebody. */
export function sizesAtRisk(cohorts: CohortSizes): Sizes {
  const sizes = fittingSizes(cohorts);
  return sizes.includes(0) ? sizes.map((size) => Math.max(1, size)) : sizes;
}

/** Cohorts that are listed with the values that occur in them. */
export type ListedCohort = Pick<MeasuredCohort, "size"> & {
  readonly alike?: number;
  readonly values: Iterable<readonly [value: number, count: number]>;
};

/** Cohorts one after the other, of a column with so many values. */
export function* listedCohorts(cohorts: Iterable<ListedCohort>, kinds: number): Generator<MeasuredCohort> {
  const histogram = new Float64Array(kinds);
  for (const { size, alike = 1, values } of cohorts) {
    const present: number[] = [];
    for (const [value, count] of values) {
      histogram[value] = count;
      present.push(value);
    }
    yield { alike, size, records: size * alike, histogram, values: present, own: histogram };
    for (const value of present) histogram[value] = 0;
  }
}

/** Rows in groups, and the value that each has. */
export type ValueRows = {
  readonly groups: TupleGroups;
  readonly codes: ArrayLike<number>;
  readonly kinds: number;
  /** The groups that match each one, where missing values match anything. */
  readonly matches?: readonly Uint32Array[];
};

/** Groups of rows as cohorts one after the other; without sizes each is as large as its rows. */
export function* groupedCohorts(
  { groups: { starts, list }, codes, kinds, matches }: ValueRows,
  sizes?: Sizes,
  records?: Sizes,
): Generator<MeasuredCohort> {
  const histogram = new Float64Array(kinds);
  const own = matches === undefined ? histogram : new Float64Array(kinds);
  const present: number[] = [];
  const add = (group: number): void => {
    for (let at = starts[group]; at < starts[group + 1]; at++) {
      const value = codes[list[at]];
      if (histogram[value] === 0) present.push(value);
      histogram[value] += 1;
    }
  };
  for (let group = 0; group + 1 < starts.length; group++) {
    present.length = 0;
    if (matches === undefined) add(group);
    else {
      for (const other of matches[group]) add(other);
      for (let at = starts[group]; at < starts[group + 1]; at++) own[codes[list[at]]] += 1;
    }
    const size = sizes?.[group] ?? starts[group + 1] - starts[group];
    yield { alike: 1, size, records: records?.[group] ?? size, histogram, values: present, own };
    for (const value of present) {
      histogram[value] = 0;
      own[value] = 0;
    }
  }
}

const nothing = new Float64Array(0);

/** Cohorts by their sizes alone. */
export function* sizedCohorts(sizes: Sizes, records: Sizes = sizes): Generator<MeasuredCohort> {
  for (let cohort = 0; cohort < sizes.length; cohort++) {
    const [size, own] = [sizes[cohort], records[cohort]];
    yield { alike: 1, size, records: own, histogram: nothing, values: [], own: nothing };
  }
}
