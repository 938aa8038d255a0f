import type { Ladder, Problem } from "../../cohort/index.ts";

/** What a measure may know before it looks at a node. */
export type LevelContext = {
  readonly problem: Problem;
  readonly ladders: readonly Ladder[];
  /** Records of each combination of original values; for measures that compare with the original. */
  readonly original: ArrayLike<number>;
  /** How much generalization counts, 0 … 1. */
  readonly g: number;
  /** How much suppression counts, 0 … 1. */
  readonly s: number;
  /** No node that counts leaves out more records. */
  readonly mostSuppressed: number;
};

/** A node as a measure sees it: its cohorts, and which of them are left out. */
export type NodeCohorts = {
  readonly levels: Uint8Array;
  readonly count: number;
  /** A tuple that stands for each cohort. */
  readonly tuple: Uint32Array;
  /** Records in each cohort. */
  readonly size: Uint32Array;
  /** 1 for every cohort that is left out. */
  readonly suppressed: Uint8Array;
  /** Records that are left out. */
  readonly records: number;
  /** Cohorts that are kept. */
  readonly kept: number;
};

/** A measure of the loss at a node of the lattice, a value per attribute or one for all; less is better. */
export type LevelMeasure = {
  /** What the node loses. */
  readonly of: (node: NodeCohorts) => Float64Array;
  /**
   * What every node loses at least that is nowhere finer than `levels` and leaves out at least so many records.
   * Together with `floor` this is what a search prunes by.
   */
  readonly least: (levels: Uint8Array, suppressed: number) => Float64Array;
  /** What every node loses at least that is nowhere finer than this one; for measures that need cohorts to tell. */
  readonly floor?: (node: NodeCohorts) => number;
};

/** g and s of a generalization/suppression factor: ½ counts both in full, 0 only generalization, 1 only suppression. */
export function factorsOf(gs: number): { readonly g: number; readonly s: number } {
  return { g: gs <= 0.5 ? 1 : 2 - 2 * gs, s: gs < 0.5 ? 2 * gs : 1 };
}

/** Per level how many records each group holds. */
export function groupCounts(problem: Problem, ladder: Ladder, attribute: number): Float64Array[] {
  const ranks = problem.ranks[attribute];
  const perRank = new Float64Array(problem.attributes[attribute].size);
  for (let tuple = 0; tuple < problem.tuples; tuple++) perRank[ranks[tuple]] += problem.weights[tuple];
  return ladder.groupOf.map((groupOf, level) => {
    const counts = new Float64Array(ladder.leaves[level].length);
    for (let rank = 0; rank < perRank.length; rank++) counts[groupOf[rank]] += perRank[rank];
    return counts;
  });
}

/** The cohorts that are left out. */
export function suppressedCohorts({ count, suppressed }: NodeCohorts): Uint32Array {
  const gone = new Uint32Array(count);
  let many = 0;
  for (let cohort = 0; cohort < count; cohort++) if (suppressed[cohort] === 1) gone[many++] = cohort;
  return gone.subarray(0, many);
}

/** The group of each rank and a value per group, side by side for quick look-ups in suppressed cohorts. */
export function byRank(ladder: Ladder, level: number, perGroup: Float64Array): Float64Array {
  return Float64Array.from(ladder.groupOf[level], (group) => perGroup[group]);
}
