/** @file A good table to start from under the matching meaning of k: full covers shrunk row by row, from several orders. */
import { type Random, randomFrom, shuffle, type Task } from "../../base/index.ts";
import { type MatchingProblem, pickHolds } from "./matching-search.ts";
import { hasTime, type TimeLeft } from "./time-left.ts";

/** Per row the place of its option; the best so far where the time is up. */
export function* startMatching(
  problem: MatchingProblem,
  { tries, seed }: { readonly tries: number; readonly seed: number },
  time: TimeLeft,
): Task<number[]> {
  const random = randomFrom(seed);
  const widest = problem.options.map((options) => options.length - 1);
  let best = widest;
  let least = costOf(problem, best);
  for (let at = 0; at < tries && time.end === undefined; at++) {
    const picked = yield* shrink(problem, [...widest], random, time);
    const cost = costOf(problem, picked);
    if (cost < least) {
      least = cost;
      best = picked;
    }
  }
  return best;
}

function costOf({ options }: MatchingProblem, picked: readonly number[]): number {
  return picked.reduce((sum, option, row) => sum + options[row][option].cost, 0);
}

/** Lets rows, in a random order, take their cheapest option that still holds, until none can. */
function* shrink(problem: MatchingProblem, picked: number[], random: Random, time: TimeLeft): Task<number[]> {
  const order = Array.from(picked.keys());
  for (let changed = true; changed; ) {
    changed = false;
    for (const row of shuffle(order, random)) {
      const before = picked[row];
      const costs = problem.options[row];
      for (let option = 0; option < costs.length && costs[option].cost < costs[before].cost - 1e-12; option++) {
        if (!(yield* hasTime(time, picked.length ** 2))) return picked;
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
