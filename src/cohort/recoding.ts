import type { Problem } from "./problem.ts";

/**
 * The cuts that led to the cohorts, as arrays over nodes: node 0 is the whole table, `attribute[i]` −1 marks a leaf.
 * Children of a node stand at `first[i] … first[i] + count[i] − 1`.
 */
export type CutTree = {
  readonly attribute: Int32Array;
  /** For a cut in two, the last rank of the first child. */
  readonly cut: Uint32Array;
  readonly first: Uint32Array;
  readonly count: Uint32Array;
  /** Records in each node. */
  readonly records: Uint32Array;
  /** For a leaf its cohort. */
  readonly cohort: Int32Array;
};

/**
 * Which values every record is published with. A cohort is a set of tuples that are published alike; its values are a
 * box of ranks, both ends included, unless the method says in `texts` and `shares` what it publishes.
 */
export type Recoding = {
  /** `local`: boxes of their own; `global`: one level per attribute for all; `cell`: a value chosen cell by cell. */
  readonly kind: "local" | "global" | "cell";
  readonly cohorts: number;
  /** The cohort of each tuple. */
  readonly cohortOf: Uint32Array;
  /** Per attribute the lowest rank of each cohort's box. */
  readonly low: readonly Uint32Array[];
  /** Per attribute the highest rank of each cohort's box. */
  readonly high: readonly Uint32Array[];
  /** Per attribute the text each cohort is published as, where the box does not tell. */
  readonly texts?: readonly (readonly string[])[];
  /** Per attribute whether its texts stand for the middle of a cohort and do not say what they cover. */
  readonly centres?: readonly boolean[];
  /** Per attribute the share of it that each cohort's value covers, 0 … 1, where the box does not tell. */
  readonly shares?: readonly Float64Array[];
  /** 1 for every cohort whose records are left out. */
  readonly suppressed?: Uint8Array;
  readonly tree?: CutTree;
  /** The order in which the method itself prints the records, where it has one. */
  readonly rowOrder?: Uint32Array;
};

/** Records in each cohort. */
export function cohortSizes(problem: Problem, recoding: Recoding): Float64Array {
  const sizes = new Float64Array(recoding.cohorts);
  const { cohortOf } = recoding;
  for (let tuple = 0; tuple < cohortOf.length; tuple++) sizes[cohortOf[tuple]] += problem.weights[tuple];
  return sizes;
}

/** Whether a cohort's records are left out. */
export function isSuppressed(recoding: Recoding, cohort: number): boolean {
  return recoding.suppressed !== undefined && recoding.suppressed[cohort] === 1;
}

/** Records that are left out. */
export function suppressedRecords(recoding: Recoding, sizes: Float64Array): number {
  let records = 0;
  for (let cohort = 0; cohort < sizes.length; cohort++) if (isSuppressed(recoding, cohort)) records += sizes[cohort];
  return records;
}

/** The cohorts' tight boxes: per attribute the lowest and the highest rank of each. */
export function tightBoxes(
  { attributes, ranks }: Problem,
  cohortOf: Uint32Array,
  cohorts: number,
): Pick<Recoding, "low" | "high"> {
  const low = attributes.map(({ size }) => new Uint32Array(cohorts).fill(Math.max(0, size - 1)));
  const high = attributes.map(() => new Uint32Array(cohorts));
  ranks.forEach((column, attribute) => {
    const [lowest, highest] = [low[attribute], high[attribute]];
    for (let tuple = 0; tuple < column.length; tuple++) {
      const cohort = cohortOf[tuple];
      if (column[tuple] < lowest[cohort]) lowest[cohort] = column[tuple];
      if (column[tuple] > highest[cohort]) highest[cohort] = column[tuple];
    }
  });
  return { low, high };
}
