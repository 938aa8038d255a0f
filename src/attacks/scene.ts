/** @file What an attack is given: the two tables, what the attacker knows, and views of them that attacks share. */
import { indices, randomFrom, shuffle } from "../base/index.ts";
import type { Hierarchy } from "../hierarchy/index.ts";
import type { Table } from "../table/index.ts";
import type { People, ReleaseView } from "./release-view.ts";

/** Everything an attack may use. */
export type Scene = {
  readonly original: Table;
  /** The rows of the original in an order that does not depend on the one they stand in. */
  readonly order: Uint32Array;
  readonly release: Table;
  readonly view: ReleaseView;
  readonly people: People;
  /** Another release of the same people. */
  readonly second?: { readonly table: Table; readonly view: ReleaseView; readonly people: People };
  /** The row of the original that each released row came from, for exact scores. */
  readonly truth?: Uint32Array;
  /** The columns the attacker is after. */
  readonly sensitive: readonly string[];
  /** How their values are written where several spellings count as one; undefined where every text is a value. */
  readonly spellings: ((name: string) => readonly string[]) | undefined;
  readonly hierarchies: Readonly<Record<string, Hierarchy>>;
  /** How many people are attacked where not all are. */
  readonly targets: number;
  readonly seed: number;
  /** The largest chance to pick anybody's record that the goals of the release allow, where they speak of it. */
  readonly promised?: number;
  /** How many sensitive values the attacker can rule out. */
  readonly excluded: number;
  /** The share of a cohort that counts as knowing. */
  readonly confidence: number;
  /**
   * Whether the method that made the release would leave these rows of the original in one cohort if their sensitive
   * values were the ones given (codes of the original's column); undefined when the method is not known.
   */
  readonly staysWhole?: (sensitive: string, rows: ArrayLike<number>, values: ArrayLike<number>) => boolean;
};

/**
 * Rows of the original to attack: all of them, or as many as are asked for, drawn by the seed. Records are drawn by their
 * rank in the canonical order and stand in it, so that the order of the rows does not matter.
 */
export function drawTargets({ order, targets, seed }: Scene, most: number = targets): Uint32Array {
  const wanted = Math.min(targets, most);
  if (wanted >= order.length) return order;
  return shuffle(indices(order.length), randomFrom(seed))
    .slice(0, wanted)
    .sort()
    .map((rank) => order[rank]);
}

/** Cohorts to attack, at most as many as given, drawn by the seed. */
export function drawCohorts({ view, seed }: Scene, most: number): Uint32Array {
  const cohorts = indices(view.cohorts);
  return most >= cohorts.length ? cohorts : shuffle(cohorts, randomFrom(seed)).slice(0, most).sort();
}

/** The released row of each row of the original, −1 where it was left out; undefined without truth. */
export function releasedRows({ truth, original }: Scene): Int32Array | undefined {
  if (truth === undefined) return undefined;
  const rows = new Int32Array(original.rows).fill(-1);
  for (let row = 0; row < truth.length; row++) rows[truth[row]] = row;
  return rows;
}
