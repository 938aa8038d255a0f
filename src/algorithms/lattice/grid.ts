import { numberIn } from "../../base/index.ts";
import type { Ladder, Problem } from "../../cohort/index.ts";

/** A node: the level of each attribute. */
export type Levels = Uint8Array;

/** A problem laid out for roll-ups. */
export type Grid = {
  readonly problem: Problem;
  readonly ladders: readonly Ladder[];
  /** The word of each attribute's digit, and what one step of the digit adds to it. */
  readonly wordOf: Uint8Array;
  readonly unitOf: Uint32Array;
  readonly words: number;
  /** The combination of sensitive values of each tuple, where models look at them. */
  readonly combination: Uint32Array | undefined;
  readonly combinations: number;
};

/** Lays a problem out; `counted` are the sensitive columns that models look at. */
export function gridOf(problem: Problem, ladders: readonly Ladder[], counted: readonly number[]): Grid {
  const wordOf = new Uint8Array(ladders.length);
  const unitOf = new Uint32Array(ladders.length);
  let word = 0;
  let room = 1;
  problem.attributes.forEach(({ size }, attribute) => {
    if (room * size > 0x1_0000_0000) {
      word += 1;
      room = 1;
    }
    wordOf[attribute] = word;
    unitOf[attribute] = room;
    room *= size;
  });
  const combined = counted.length === 0 ? undefined : combine(problem, counted);
  return {
    problem,
    ladders,
    wordOf,
    unitOf,
    words: word + 1,
    combination: combined?.codes,
    combinations: combined?.count ?? 1,
  };
}

function combine(problem: Problem, counted: readonly number[]): { codes: Uint32Array; count: number } {
  let codes: Uint32Array = new Uint32Array(problem.tuples);
  let count = 1;
  for (const nth of counted) {
    const known = new Map<number, number>();
    const column = problem.sensitive[nth];
    const values = column.totals.length;
    const next = new Uint32Array(problem.tuples);
    for (let tuple = 0; tuple < problem.tuples; tuple++) {
      const pair = codes[tuple] * values + column.codes[tuple];
      next[tuple] = numberIn(known, pair);
    }
    codes = next;
    count = known.size;
  }
  return { codes, count };
}
