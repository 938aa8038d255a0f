import type { Problem } from "../cohort/index.ts";

/** Per tuple its text in each column, undefined where there is none; per column why not, and what is not told. */
export type Placed = {
  readonly texts: readonly (readonly string[] | undefined)[];
  /** Ranks that are not known at all, with their records. */
  readonly unseen: readonly Map<number, number>[];
  /** Ranks that no cohort has where the record's other values are, with their records. */
  readonly outside: readonly Map<number, number>[];
  /** Records published as `*` because the recipe alone does not tell their label. */
  readonly withheld: readonly number[];
};

/** Counts a tuple's records against one of its values. */
export function blame(whom: readonly Map<number, number>[], problem: Problem, index: number, tuple: number): undefined {
  const rank = problem.ranks[index]![tuple]!;
  whom[index]!.set(rank, (whom[index]!.get(rank) ?? 0) + problem.weights[tuple]!);
  return undefined;
}
