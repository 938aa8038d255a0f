/**
 * @file Graph-greedy clustering: the tuples around which k records lie closest found a group first, groups grow by the
 * tuple that widens their box least, and what is left over looks for neighbours among its own kind. In the spirit of
 * k-member clustering (Byun, Kamra, Bertino, Li, *Efficient k-anonymization using clustering techniques*, DASFAA 2007),
 * which scans all records for every step and starts from the far end.
 */

import { report, type Task } from "../../base/index.ts";
import { runCost } from "../run-costs.ts";
import { placeRest } from "./boxes.ts";
import { type NeighbourOptions, type Neighbours, nearNeighbours } from "./neighbours.ts";
import { type Grouping, type Records, tuplesOf } from "./records.ts";

/** Levels of the queue on the radius. */
const levels = 4096;

/** Groups all records; none has fewer than `least` members. */
export function* groupGreedily(
  records: Records,
  least: number,
  options: NeighbourOptions,
  known: Neighbours,
): Task<Grouping> {
  const { first } = records;
  const groupOf = new Int32Array(records.count).fill(-1);
  // free records of a tuple are the last ones of it
  const free = Int32Array.from({ length: records.tuples }, (_, tuple) => first[tuple + 1] - first[tuple]);
  let count = 0;
  const found = (members: Int32Array, taken: Int32Array, size: number): void => {
    for (let i = 0; i < size; i++) {
      const tuple = members[i];
      const last = first[tuple + 1] - free[tuple];
      groupOf.fill(count, last, last + taken[i]);
      free[tuple] -= taken[i];
    }
    count += 1;
  };
  growGroups(records, known, least, free, found);
  for (;;) {
    const left = tuplesWith(free);
    const leftRecords = left.reduce((sum, tuple) => sum + free[tuple], 0);
    yield* report("search", records.count - leftRecords, records.count);
    if (leftRecords < least) {
      const input = { records, tupleOf: tuplesOf(records), sensitive: { codes: [], sizes: [] } };
      yield* placeRest(input, { groupOf, count }, () => true);
      return { groupOf, count };
    }
    const before = count;
    const part = take(records, left, free);
    const near = yield* nearNeighbours(part, { ...options, window: Math.max(options.window, 2 * least) });
    const local = Int32Array.from(left, (tuple) => free[tuple]);
    growGroups(part, near, least, local, (members, taken, size) => {
      for (let i = 0; i < size; i++) local[members[i]] -= taken[i];
      found(
        members.map((member) => left[member]),
        taken,
        size,
      );
    });
    if (count === before) found(left, ...enough(left, free, least));
  }
}

function tuplesWith(free: Int32Array): Int32Array {
  const left: number[] = [];
  for (let tuple = 0; tuple < free.length; tuple++) if (free[tuple] > 0) left.push(tuple);
  return Int32Array.from(left);
}

/** As many of the tuples, from the first on, as make `least` records. */
function enough(left: Int32Array, free: Int32Array, least: number): [taken: Int32Array, size: number] {
  const taken = new Int32Array(left.length);
  let missing = least;
  let size = 0;
  for (; missing > 0; size++) {
    taken[size] = Math.min(missing, free[left[size]]);
    missing -= taken[size];
  }
  return [taken, size];
}

function take(records: Records, chosen: Int32Array, free: Int32Array): Records {
  const { attributes } = records;
  const ranks = new Int32Array(chosen.length * attributes);
  const first = new Uint32Array(chosen.length + 1);
  for (let i = 0; i < chosen.length; i++) {
    const from = chosen[i] * attributes;
    ranks.set(records.ranks.subarray(from, from + attributes), i * attributes);
    first[i + 1] = first[i] + free[chosen[i]];
  }
  return { ...records, tuples: chosen.length, ranks, first, count: first[chosen.length] };
}

type FoundGroup = (members: Int32Array, taken: Int32Array, size: number) => void;

/** Takes the densest group first, and tells of each one. */
function growGroups(records: Records, near: Neighbours, least: number, free: Int32Array, found: FoundGroup): void {
  const { keep } = near;
  const radius = (tuple: number): number => {
    let reached = free[tuple];
    if (reached >= least) return 0;
    for (let place = tuple * keep; place < (tuple + 1) * keep; place++) {
      const other = near.of[place];
      if (other < 0) return 1;
      reached += free[other];
      if (reached >= least) return near.distances[place];
    }
    return Math.min(1, 2 * near.distances[(tuple + 1) * keep - 1]);
  };
  const level = (distance: number): number => Math.min(levels - 1, Math.floor(distance * levels));
  const queue: number[][] = Array.from({ length: levels }, () => []);
  for (let tuple = records.tuples - 1; tuple >= 0; tuple--) queue[level(radius(tuple))].push(tuple);
  const grow = newGrower(records, near, least, free, found);
  for (let at = 0; at < levels; at++) {
    const waiting = queue[at];
    while (waiting.length > 0) {
      const seed = waiting.pop()!;
      if (free[seed] === 0) continue;
      const now = level(radius(seed));
      if (now > at) queue[now].push(seed);
      else if (grow(seed) && free[seed] > 0) waiting.push(seed);
    }
  }
}

/** Grows one group around a seed from near, free tuples; says no, and takes nothing, when there are too few. */
function newGrower(
  records: Records,
  near: Neighbours,
  least: number,
  free: Int32Array,
  found: FoundGroup,
): (seed: number) => boolean {
  const { attributes, ranks, costs, tuples } = records;
  const { table, tableAt, sizes } = costs;
  const { keep } = near;
  const seen = new Int32Array(tuples);
  const candidates = new Int32Array((least + 1) * keep);
  const members = new Int32Array(least);
  const taken = new Int32Array(least);
  const low = new Int32Array(attributes);
  const high = new Int32Array(attributes);
  let tries = 0;
  return (seed) => {
    tries += 1;
    let open = 0;
    let size = 0;
    let missing = least;
    for (let attribute = 0; attribute < attributes; attribute++) {
      low[attribute] = ranks[seed * attributes + attribute];
      high[attribute] = low[attribute];
    }
    seen[seed] = tries;
    let joining = seed;
    for (;;) {
      const available = free[joining];
      members[size] = joining;
      // a tuple with enough records of its own keeps together what would be too few to stand alone
      taken[size] = available < missing ? available : size === 0 && available < 2 * least ? available : missing;
      missing -= taken[size++];
      if (missing <= 0) {
        found(members, taken, size);
        return true;
      }
      for (let place = joining * keep; place < (joining + 1) * keep; place++) {
        const other = near.of[place];
        if (other < 0) break;
        if (seen[other] === tries || free[other] === 0) continue;
        seen[other] = tries;
        candidates[open++] = other;
      }
      if (open === 0) return false;
      let best = -1;
      let bestWidth = Number.POSITIVE_INFINITY;
      for (let i = 0; i < open; i++) {
        const base = candidates[i] * attributes;
        let width = 0;
        for (let attribute = 0; attribute < attributes; attribute++) {
          const rank = ranks[base + attribute];
          const from = Math.min(rank, low[attribute]);
          const to = Math.max(rank, high[attribute]);
          if (from === to) continue;
          const runs = tableAt[attribute];
          width += runs >= 0 ? table[runs + from * sizes[attribute] + to] : runCost(costs, attribute, from, to);
          if (width >= bestWidth) break;
        }
        if (width < bestWidth) {
          bestWidth = width;
          best = i;
        }
      }
      joining = candidates[best];
      // the others keep their order, so that ties go to whom was met first
      candidates.copyWithin(best, best + 1, open);
      open -= 1;
      for (let attribute = 0; attribute < attributes; attribute++) {
        const rank = ranks[joining * attributes + attribute];
        if (rank < low[attribute]) low[attribute] = rank;
        if (rank > high[attribute]) high[attribute] = rank;
      }
    }
  };
}
