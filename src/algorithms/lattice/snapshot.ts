/**
 * @file Records grouped at one node of the lattice, and how the groups of a coarser node are rolled up from them. A
 * group's key is a mixed-radix number over its attributes with the same radix at every level, so that raising some
 * attributes changes the key by one looked-up difference for each of them; keys that outgrow 32 bits take more words.
 * Groups keep their order of first appearance. Idea: Kohlmayer et al., *Flash*, PASSAT 2012, section IV (history and
 * roll-up).
 */
import { indices } from "../../base/index.ts";
import { groupTuples, type Ladder, type TupleGroups } from "../../cohort/index.ts";
import type { Grid, Levels } from "./grid.ts";
import { isAtLeast } from "./node-set.ts";

/** The records of a node's cohorts, and of each cohort those with equal sensitive values where models look at them. */
export type Snapshot = {
  readonly levels: Levels;
  readonly cohorts: number;
  readonly keys: readonly Uint32Array[];
  /** A tuple that stands for each cohort. */
  readonly tuple: Uint32Array;
  /** Records in each cohort. */
  readonly size: Uint32Array;
  readonly cells?: Cells;
};

/** Records alike in their cohort and their sensitive values; those of cohort c are `starts[c] … starts[c + 1]`. */
export type Cells = {
  readonly starts: Uint32Array;
  /** A tuple that stands for each cell. */
  readonly tuple: Uint32Array;
  /** Records in each cell. */
  readonly size: Uint32Array;
  /** People of a population in each cell, where a model asks for them. */
  readonly people?: Uint32Array;
};

/** The cohorts of a node: how many, a tuple that stands for each, their records, and the one of each finer cohort. */
export type Cohorts = {
  count: number;
  tuple: Uint32Array;
  size: Uint32Array;
  of: Uint32Array;
};

/** The finest snapshot: the cohorts at the lowest levels that may be used. */
export function finest(grid: Grid): Snapshot {
  const { problem } = grid;
  const zero = everyTuple(grid);
  const lowest = Uint8Array.from(grid.ladders, (ladder) => ladder.lowest);
  const cohorts = newCohorts(problem.tuples);
  const scratch = newScratch(grid);
  rollUp(grid, zero, lowest, cohorts, scratch);
  return store(grid, zero, lowest, cohorts, scratch);
}

/** Every tuple a cohort of its own, in the problem's order, even where several are alike. */
export function everyTuple(grid: Grid): Snapshot {
  const { problem } = grid;
  const tuple = indices(problem.tuples);
  const people = problem.sensitive.find(({ weights }) => weights !== undefined)?.weights;
  return {
    levels: new Uint8Array(grid.ladders.length),
    cohorts: problem.tuples,
    keys: rawKeys(grid),
    tuple,
    size: problem.weights,
    cells: grid.combination === undefined ? undefined : oneCellEach(tuple, problem.weights, people),
  };
}

/** Cells for cohorts that are a tuple each. */
export function oneCellEach(tuple: Uint32Array, size: Uint32Array, people?: Uint32Array): Cells {
  return { starts: indices(tuple.length + 1), tuple, size, people };
}

function rawKeys({ problem, ladders, wordOf, unitOf, words }: Grid): Uint32Array[] {
  const keys = Array.from({ length: words }, () => new Uint32Array(problem.tuples));
  ladders.forEach((_, attribute) => {
    const key = keys[wordOf[attribute]];
    const ranks = problem.ranks[attribute];
    const unit = unitOf[attribute];
    for (let tuple = 0; tuple < key.length; tuple++) key[tuple] += ranks[tuple] * unit;
  });
  return keys;
}

/** Room for at most so many cohorts. */
export function newCohorts(most: number): Cohorts {
  return { count: 0, tuple: new Uint32Array(most), size: new Uint32Array(most), of: new Uint32Array(most) };
}

/** Memory that roll-ups use again and again. */
export type Scratch = { keys: Uint32Array[]; slots: Uint32Array; keyOf: Uint32Array[] };

/** Scratch memory for a grid. */
export function newScratch(grid: Grid): Scratch {
  const most = grid.problem.tuples;
  let slots = 16;
  while (slots < 2 * most) slots *= 2;
  return {
    keys: Array.from({ length: grid.words }, () => new Uint32Array(most)),
    slots: new Uint32Array(slots),
    keyOf: Array.from({ length: grid.words }, () => new Uint32Array(most)),
  };
}

/** Groups the cohorts of a snapshot at a node that is nowhere finer; `cohorts` and `scratch` are overwritten. */
export function rollUp(grid: Grid, from: Snapshot, levels: Levels, cohorts: Cohorts, scratch: Scratch): void {
  const { problem, ladders, wordOf, unitOf } = grid;
  const { cohorts: finer, tuple } = from;
  for (let word = 0; word < grid.words; word++) scratch.keys[word].set(from.keys[word]);
  for (let attribute = 0; attribute < ladders.length; attribute++) {
    const to = levels[attribute];
    const before = from.levels[attribute];
    if (to === before) continue;
    const steps = differences(ladders[attribute], before, to, unitOf[attribute]);
    addSteps(scratch.keys[wordOf[attribute]], problem.ranks[attribute], tuple, steps, finer);
  }
  if (grid.words === 1) groupOne(scratch, from, cohorts);
  else groupMany(scratch, from, cohorts);
}

/** What raising an attribute adds to the key of each rank, modulo 2³². */
function differences(ladder: Ladder, from: number, to: number, unit: number): Uint32Array {
  const before = ladder.groupOf[from];
  return ladder.groupOf[to].map((group, rank) => Math.imul(group - before[rank], unit));
}

function addSteps(
  keys: Uint32Array,
  ranks: ArrayLike<number>,
  tuple: Uint32Array,
  steps: Uint32Array,
  count: number,
): void {
  for (let at = 0; at < count; at++) keys[at] += steps[ranks[tuple[at]]];
}

function mix(key: number): number {
  const mixed = Math.imul(key ^ (key >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** Slots passed over for each key, and at all, before all keys are placed again by another seed. */
const probesPerKey = 8;
const probesAtAll = 0x1_0000;

/** A seed that depends on every key, so that no table can be made for the next one. */
function nextSeed(keys: readonly Uint32Array[], count: number, seed: number): number {
  let next = Math.imul(seed + 1, 0x9e3779b1);
  for (const word of keys) for (let at = 0; at < count; at++) next = Math.imul(mix(next ^ word[at]), 0x85ebca6b);
  return next | 1;
}

function tableMask(slots: Uint32Array, keys: number): number {
  let size = 16;
  while (size < 2 * keys) size *= 2;
  slots.fill(0, 0, size);
  return size - 1;
}

/** The one-word case of `groupMany`, which is most tables. */
function groupOne(scratch: Scratch, from: Snapshot, cohorts: Cohorts, seed = 0): void {
  const { slots } = scratch;
  const keys = scratch.keys[0];
  const keyOf = scratch.keyOf[0];
  const { cohorts: finer } = from;
  const { tuple, size, of } = cohorts;
  const mask = tableMask(slots, finer);
  const enough = probesPerKey * finer + probesAtAll;
  let count = 0;
  let probes = 0;
  for (let at = 0; at < finer; at++) {
    const key = keys[at];
    let slot = mix(key ^ seed) & mask;
    let entry = slots[slot];
    while (entry !== 0 && keyOf[entry - 1] !== key) {
      slot = (slot + 1) & mask;
      entry = slots[slot];
      probes++;
    }
    if (probes > enough) {
      groupOne(scratch, from, cohorts, nextSeed(scratch.keys, finer, seed));
      return;
    }
    if (entry === 0) {
      keyOf[count] = key;
      tuple[count] = from.tuple[at];
      size[count] = from.size[at];
      slots[slot] = ++count;
      of[at] = count - 1;
    } else {
      size[entry - 1] += from.size[at];
      of[at] = entry - 1;
    }
  }
  cohorts.count = count;
}

function groupMany(scratch: Scratch, from: Snapshot, cohorts: Cohorts, seed = 0): void {
  const { slots, keys, keyOf } = scratch;
  const { tuple, size, of } = cohorts;
  const mask = tableMask(slots, from.cohorts);
  const enough = probesPerKey * from.cohorts + probesAtAll;
  let count = 0;
  let probes = 0;
  for (let at = 0; at < from.cohorts; at++) {
    let hash = seed;
    for (let word = 0; word < keys.length; word++) hash = mix(hash ^ keys[word][at]);
    let slot = hash & mask;
    while (slots[slot] !== 0 && !same(keys, at, keyOf, slots[slot] - 1)) {
      slot = (slot + 1) & mask;
      probes++;
    }
    if (probes > enough) {
      groupMany(scratch, from, cohorts, nextSeed(keys, from.cohorts, seed));
      return;
    }
    const entry = slots[slot];
    if (entry === 0) {
      for (let word = 0; word < keys.length; word++) keyOf[word][count] = keys[word][at];
      tuple[count] = from.tuple[at];
      size[count] = from.size[at];
      slots[slot] = ++count;
      of[at] = count - 1;
    } else {
      size[entry - 1] += from.size[at];
      of[at] = entry - 1;
    }
  }
  cohorts.count = count;
}

function same(keys: readonly Uint32Array[], at: number, keyOf: readonly Uint32Array[], entry: number): boolean {
  for (let word = 0; word < keys.length; word++) if (keys[word][at] !== keyOf[word][entry]) return false;
  return true;
}

/** Keeps what the last roll-up found as a snapshot of its node. */
export function store(grid: Grid, from: Snapshot, levels: Levels, cohorts: Cohorts, scratch: Scratch): Snapshot {
  const { count } = cohorts;
  return {
    levels: levels.slice(),
    cohorts: count,
    keys: scratch.keyOf.map((key) => key.slice(0, count)),
    tuple: cohorts.tuple.slice(0, count),
    size: cohorts.size.slice(0, count),
    cells: from.cells === undefined ? undefined : mergeCells(grid.combination!, grid.combinations, from, cohorts),
  };
}

/** The cells of each cohort, those of equal sensitive values joined. */
function mergeCells(combination: Uint32Array, combinations: number, from: Snapshot, cohorts: Cohorts): Cells {
  const cells = from.cells!;
  const members = membersOf(from, cohorts);
  const seenIn = new Uint32Array(combinations);
  const seenAt = new Uint32Array(combinations);
  const starts = new Uint32Array(cohorts.count + 1);
  const tuple = new Uint32Array(cells.tuple.length);
  const size = new Uint32Array(cells.tuple.length);
  const people = cells.people === undefined ? undefined : new Uint32Array(cells.tuple.length);
  let count = 0;
  for (let cohort = 0; cohort < cohorts.count; cohort++) {
    for (let at = members.starts[cohort]; at < members.starts[cohort + 1]; at++) {
      const member = members.list[at];
      for (let cell = cells.starts[member]; cell < cells.starts[member + 1]; cell++) {
        const value = combination[cells.tuple[cell]];
        if (seenIn[value] !== cohort + 1) {
          seenIn[value] = cohort + 1;
          seenAt[value] = count;
          tuple[count++] = cells.tuple[cell];
        }
        size[seenAt[value]] += cells.size[cell];
        if (people !== undefined) people[seenAt[value]] += cells.people![cell];
      }
    }
    starts[cohort + 1] = count;
  }
  return { starts, tuple: tuple.slice(0, count), size: size.slice(0, count), people: people?.slice(0, count) };
}

/** Which cohorts of a snapshot each cohort is made of. */
export function membersOf(from: Snapshot, { count, of }: Cohorts): TupleGroups {
  return groupTuples(of.subarray(0, from.cohorts), count);
}

/** How much memory a snapshot takes, in cohorts and cells. */
function weightOf({ cohorts, cells }: Snapshot): number {
  return cohorts + (cells?.tuple.length ?? 0);
}

/** Snapshots kept for later roll-ups, within a budget of memory; the ones unused for longest go first. */
export type SnapshotStore = {
  /** The smallest snapshot that a node can be rolled up from. */
  readonly below: (levels: Levels) => Snapshot;
  readonly keep: (snapshot: Snapshot) => void;
};

/** Snapshots beyond this number cost more to look through than they save. */
const mostSnapshots = 512;

/** A store that always keeps the finest snapshot. */
export function newSnapshotStore(finest: Snapshot): SnapshotStore {
  const budget = Math.max(4_000_000, 6 * weightOf(finest));
  const kept: { snapshot: Snapshot; used: number }[] = [];
  let weight = 0;
  let clock = 0;
  return {
    below: (levels) => {
      let best: { snapshot: Snapshot; used: number } | undefined;
      for (const entry of kept) {
        const isSmaller = best === undefined || entry.snapshot.cohorts < best.snapshot.cohorts;
        if (isSmaller && isAtLeast(levels, entry.snapshot.levels)) best = entry;
      }
      if (best === undefined) return finest;
      best.used = ++clock;
      return best.snapshot;
    },
    keep: (snapshot) => {
      if (snapshot.cohorts > 0.9 * finest.cohorts) return;
      kept.push({ snapshot, used: ++clock });
      weight += weightOf(snapshot);
      while (kept.length > 1 && (weight > budget || kept.length > mostSnapshots)) {
        let oldest = 0;
        for (let at = 1; at < kept.length; at++) if (kept[at].used < kept[oldest].used) oldest = at;
        weight -= weightOf(kept[oldest].snapshot);
        kept.splice(oldest, 1);
      }
    },
  };
}
