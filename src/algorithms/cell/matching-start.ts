/** @file A good table to start from under the matching meaning of k: full covers shrunk row by row, from several orders. */
import { type Random, randomFrom, shuffle } from "../../base/index.ts";
import { type MatchingProblem, pickHolds } from "./matching-search.ts";

/** Per row the place of its option. */
export function startMatching(
  problem: MatchingProblem,
  { tries, seed }: { readonly tries: number; readonly seed: number },
): number[] {
  const random = randomFrom(seed);
  const widest = problem.options.map((options) => options.length - 1);
  let best = widest;
  let least = costOf(problem, best);
  for (let at = 0; at < tries; at++) {
    const picked = shrink(problem, [...widest], random);
    const cost = costOf(problem, picked);
    if (cost < least) {
      least = cost;
      best = picked;
    }
  }
  return best;
}

function costOf({ options }: MatchingProblem, picked: readonly number[]): number {
  return picked.reduce((sum, option, row) => sum + options[row]![option]!.cost, 0);
}

/** Lets rows, in a random order, take their cheapest option that still holds, until none can. */
function shrink(problem: MatchingProblem, picked: number[], random: Random): number[] {
  const order = Array.from(picked.keys());
  for (let changed = true; changed; ) {
    changed = false;
    for (const row of shuffle(order, random)) {
      const before = picked[row]!;
      const costs = problem.options[row]!;
      for (let option = 0; option < costs.length && costs[option]!.cost < costs[before]!.cost - 1e-12; option++) {
        picked[row] = option;
        if (pickHolds(problem, picked)) {
          changed = true;
          break;
        }
        picked[row] = before;
      }
    }
  }
  return picked;
}
