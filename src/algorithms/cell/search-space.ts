import type { Problem } from "../../cohort/index.ts";
import { candidatesOf } from "./cell-axis.ts";
import type { Grid } from "./grid.ts";

/** How much there is to search, and how much of it was looked at; numbers past 2⁵³ as decimal digits. */
export type SpaceFacts = {
  /** The number of tables: the product of the candidates of all cells. */
  readonly searchSpace: string;
  /** The same if sensitive cells could be kept or starred as well, which is how the program MG-GA counts. */
  readonly searchSpaceWithSensitive: string;
  /** The share of all tables that was never looked at. */
  readonly pruneFactor: number;
};

/** Counts the tables that a search chose from. */
export function spaceFacts({ sensitive, rows }: Problem, grid: Grid, states: number): SpaceFacts {
  const space = searchSpace(grid);
  const seen = BigInt(Math.min(states, Number.MAX_SAFE_INTEGER));
  return {
    searchSpace: String(space),
    searchSpaceWithSensitive: String(space << BigInt(rows * sensitive.length)),
    pruneFactor: seen >= space ? 0 : 1 - Number((seen * 1_000_000_000n) / space) / 1e9,
  };
}

function searchSpace({ axes, ranks }: Grid): bigint {
  let size = 1n;
  axes.forEach((axis, attribute) => {
    const counts = new Map<number, bigint>();
    for (const rank of ranks[attribute]) {
      let count = counts.get(rank);
      if (count === undefined) counts.set(rank, (count = BigInt(candidatesOf(axis, rank).length)));
      size *= count;
    }
  });
  return size;
}
