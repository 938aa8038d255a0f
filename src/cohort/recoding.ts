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

/** Local recoding: every cohort is a box of ranks, both ends included, and every tuple belongs to one cohort. */
export type Recoding = {
  readonly kind: "local";
  readonly cohorts: number;
  readonly cohortOf: Uint32Array;
  /** Per attribute the lowest rank of each cohort's box. */
  readonly low: readonly Uint32Array[];
  /** Per attribute the highest rank of each cohort's box. */
  readonly high: readonly Uint32Array[];
  readonly tree?: CutTree;
  /** The order in which the method itself prints the records, where it has one. */
  readonly rowOrder?: Uint32Array;
  /** Per attribute the text each cohort is published as, where the method decides it itself. */
  readonly texts?: readonly (readonly string[] | undefined)[];
};

/** Records in each cohort. */
export function cohortSizes(problem: Problem, recoding: Recoding): Float64Array {
  const sizes = new Float64Array(recoding.cohorts);
  const { cohortOf } = recoding;
  for (let tuple = 0; tuple < cohortOf.length; tuple++) sizes[cohortOf[tuple]!]! += problem.weights[tuple]!;
  return sizes;
}
