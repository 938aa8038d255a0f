/**
 * @file Records grouped at one node of the lattice, and how the groups of a coarser node are rolled up from them. A
 * group's key is a mixed-radix number over its attributes with the same radix at every level, so that raising some
 * attributes changes the key by one looked-up difference for each of them; keys that outgrow 32 bits take more words.
 * Groups keep their order of first appearance. Idea: Kohlmayer et al., *Flash*, PASSAT 2012, section IV (history and
 * roll-up).
 */
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

/** Cells are records alike in their groups and, where models look at them, in their sensitive values. */
export type Snapshot = {
  readonly levels: Levels;
  readonly cells: number;
  /** How many cohorts the cells make. */
  readonly cohorts: number;
  readonly keys: readonly Uint32Array[];
  /** A tuple that stands for each cell. */
  readonly tuple: Uint32Array;
  /** Records in each cell. */
  readonly size: Uint32Array;
  /** People of a population in each cell, where a model asks for them. */
  readonly people?: Uint32Array;
};

/** The cohorts of a node: how many, a tuple that stands for each, their records, and the cohort of each cell. */
export type Cohorts = {
  count: number;
  tuple: Uint32Array;
  size: Uint32Array;
  of: Uint32Array;
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
    const column = problem.sensitive[nth]!;
    const values = column.totals.length;
    const next = new Uint32Array(problem.tuples);
    for (let tuple = 0; tuple < problem.tuples; tuple++) {
      const pair = codes[tuple]! * values + column.codes[tuple]!;
      let code = known.get(pair);
      if (code === undefined) {
        code = known.size;
        known.set(pair, code);
      }
      next[tuple] = code;
    }
    codes = next;
    count = known.size;
  }
  return { codes, count };
}

/** The finest snapshot: every tuple a cell, at the lowest levels that may be used. */
export function finest(grid: Grid): Snapshot {
  const { problem } = grid;
  const zero = everyTuple(grid);
  const lowest = Uint8Array.from(grid.ladders, (ladder) => ladder.lowest);
  const cohorts = newCohorts(problem.tuples);
  const scratch = newScratch(grid);
  rollUp(grid, zero, lowest, cohorts, scratch);
  return store(grid, zero, lowest, cohorts, scratch);
}

/** Every tuple a cell of its own, in the problem's order, even where several are alike. */
export function everyTuple(grid: Grid): Snapshot {
  const { problem } = grid;
  const people = problem.sensitive.find(({ weights }) => weights !== undefined)?.weights;
  return {
    ...(people === undefined ? {} : { people }),
    levels: new Uint8Array(grid.ladders.length),
    cells: problem.tuples,
    cohorts: problem.tuples,
    keys: rawKeys(grid),
    tuple: Uint32Array.from({ length: problem.tuples }, (_, tuple) => tuple),
    size: problem.weights,
  };
}

function rawKeys({ problem, ladders, wordOf, unitOf, words }: Grid): Uint32Array[] {
  const keys = Array.from({ length: words }, () => new Uint32Array(problem.tuples));
  ladders.forEach((_, attribute) => {
    const key = keys[wordOf[attribute]!]!;
    const ranks = problem.ranks[attribute]!;
    const unit = unitOf[attribute]!;
    for (let tuple = 0; tuple < key.length; tuple++) key[tuple]! += ranks[tuple]! * unit;
  });
  return keys;
}

/** Room for the cohorts of a node with at most so many cells. */
export function newCohorts(cells: number): Cohorts {
  return { count: 0, tuple: new Uint32Array(cells), size: new Uint32Array(cells), of: new Uint32Array(cells) };
}

/** Memory that roll-ups use again and again. */
export type Scratch = { keys: Uint32Array[]; slots: Uint32Array; keyOf: Uint32Array[] };

/** Scratch memory for a grid. */
export function newScratch(grid: Grid): Scratch {
  const cells = grid.problem.tuples;
  let slots = 16;
  while (slots < 2 * cells) slots *= 2;
  return {
    keys: Array.from({ length: grid.words }, () => new Uint32Array(cells)),
    slots: new Uint32Array(slots),
    keyOf: Array.from({ length: grid.words }, () => new Uint32Array(cells)),
  };
}

/** Groups the cells of a snapshot at a node that is nowhere finer; `cohorts` and `scratch` are overwritten. */
export function rollUp(grid: Grid, from: Snapshot, levels: Levels, cohorts: Cohorts, scratch: Scratch): void {
  const { problem, ladders, wordOf, unitOf } = grid;
  const { cells, tuple } = from;
  for (let word = 0; word < grid.words; word++) {
    scratch.keys[word]!.set(cells === from.keys[word]!.length ? from.keys[word]! : from.keys[word]!.subarray(0, cells));
  }
  for (let attribute = 0; attribute < ladders.length; attribute++) {
    const to = levels[attribute]!;
    const before = from.levels[attribute]!;
    if (to === before) continue;
    const steps = differences(ladders[attribute]!, before, to, unitOf[attribute]!);
    addSteps(scratch.keys[wordOf[attribute]!]!, problem.ranks[attribute]!, tuple, steps, cells);
  }
  if (grid.words === 1) groupOne(scratch, from, cohorts);
  else groupMany(scratch, from, cohorts);
}

/** What raising an attribute adds to the key of each rank, modulo 2³². */
function differences(ladder: Ladder, from: number, to: number, unit: number): Uint32Array {
  const before = ladder.groupOf[from]!;
  return ladder.groupOf[to]!.map((group, rank) => Math.imul(group - before[rank]!, unit));
}

function addSteps(
  keys: Uint32Array,
  ranks: ArrayLike<number>,
  tuple: Uint32Array,
  steps: Uint32Array,
  cells: number,
): void {
  for (let cell = 0; cell < cells; cell++) keys[cell]! += steps[ranks[tuple[cell]!]!]!;
}

function mix(key: number): number {
  const mixed = Math.imul(key ^ (key >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

function tableMask(slots: Uint32Array, cells: number): number {
  let size = 16;
  while (size < 2 * cells) size *= 2;
  slots.fill(0, 0, size);
  return size - 1;
}

/** The one-word case of `groupMany`, which is most tables. */
function groupOne(scratch: Scratch, from: Snapshot, cohorts: Cohorts): void {
  const { slots } = scratch;
  const keys = scratch.keys[0]!;
  const keyOf = scratch.keyOf[0]!;
  const { cells } = from;
  const { tuple, size, of } = cohorts;
  const mask = tableMask(slots, cells);
  let count = 0;
  for (let cell = 0; cell < cells; cell++) {
    const key = keys[cell]!;
    let slot = mix(key) & mask;
    let entry = slots[slot]!;
    while (entry !== 0 && keyOf[entry - 1] !== key) {
      slot = (slot + 1) & mask;
      entry = slots[slot]!;
    }
    if (entry === 0) {
      keyOf[count] = key;
      tuple[count] = from.tuple[cell]!;
      size[count] = from.size[cell]!;
      slots[slot] = ++count;
      of[cell] = count - 1;
    } else {
      size[entry - 1]! += from.size[cell]!;
      of[cell] = entry - 1;
    }
  }
  cohorts.count = count;
}

function groupMany({ slots, keys, keyOf }: Scratch, from: Snapshot, cohorts: Cohorts): void {
  const { tuple, size, of } = cohorts;
  const mask = tableMask(slots, from.cells);
  let count = 0;
  for (let cell = 0; cell < from.cells; cell++) {
    let hash = 0;
    for (let word = 0; word < keys.length; word++) hash = mix(hash ^ keys[word]![cell]!);
    let slot = hash & mask;
    while (slots[slot] !== 0 && !same(keys, cell, keyOf, slots[slot]! - 1)) slot = (slot + 1) & mask;
    const entry = slots[slot]!;
    if (entry === 0) {
      for (let word = 0; word < keys.length; word++) keyOf[word]![count] = keys[word]![cell]!;
      tuple[count] = from.tuple[cell]!;
      size[count] = from.size[cell]!;
      slots[slot] = ++count;
      of[cell] = count - 1;
    } else {
      size[entry - 1]! += from.size[cell]!;
      of[cell] = entry - 1;
    }
  }
  cohorts.count = count;
}

function same(keys: readonly Uint32Array[], cell: number, keyOf: readonly Uint32Array[], entry: number): boolean {
  for (let word = 0; word < keys.length; word++) if (keys[word]![cell] !== keyOf[word]![entry]) return false;
  return true;
}

/** Keeps what the last roll-up found as a snapshot of its node. */
export function store(grid: Grid, from: Snapshot, levels: Levels, cohorts: Cohorts, scratch: Scratch): Snapshot {
  const { count } = cohorts;
  if (grid.combination === undefined) {
    return {
      levels: levels.slice(),
      cells: count,
      cohorts: count,
      keys: scratch.keyOf.map((key) => key.slice(0, count)),
      tuple: cohorts.tuple.slice(0, count),
      size: cohorts.size.slice(0, count),
    };
  }
  return mergeCells(grid, from, levels, cohorts, scratch);
}

/** The cells of each cohort with those of equal sensitive values joined. */
function mergeCells(grid: Grid, from: Snapshot, levels: Levels, cohorts: Cohorts, scratch: Scratch): Snapshot {
  const { starts, cells } = cellsByCohort(from, cohorts);
  const seenIn = new Uint32Array(grid.combinations);
  const seenAt = new Uint32Array(grid.combinations);
  const tuple = new Uint32Array(from.cells);
  const size = new Uint32Array(from.cells);
  const cohortOf = new Uint32Array(from.cells);
  const people = from.people === undefined ? undefined : new Uint32Array(from.cells);
  let count = 0;
  for (let cohort = 0; cohort < cohorts.count; cohort++) {
    for (let at = starts[cohort]!; at < starts[cohort + 1]!; at++) {
      const cell = cells[at]!;
      const value = grid.combination![from.tuple[cell]!]!;
      if (seenIn[value] === cohort + 1) {
        size[seenAt[value]!]! += from.size[cell]!;
        if (people !== undefined) people[seenAt[value]!]! += from.people![cell]!;
        continue;
      }
      seenIn[value] = cohort + 1;
      seenAt[value] = count;
      tuple[count] = from.tuple[cell]!;
      size[count] = from.size[cell]!;
      if (people !== undefined) people[count] = from.people![cell]!;
      cohortOf[count] = cohort;
      count += 1;
    }
  }
  const keys = scratch.keyOf.map((key) => {
    const own = new Uint32Array(count);
    for (let cell = 0; cell < count; cell++) own[cell] = key[cohortOf[cell]!]!;
    return own;
  });
  return {
    levels: levels.slice(),
    cells: count,
    cohorts: cohorts.count,
    keys,
    tuple: tuple.slice(0, count),
    size: size.slice(0, count),
    ...(people === undefined ? {} : { people: people.slice(0, count) }),
  };
}

/** The cells of cohort c are `cells[starts[c] … starts[c + 1])`. */
export function cellsByCohort(from: Snapshot, { count, of }: Cohorts): { starts: Uint32Array; cells: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (let cell = 0; cell < from.cells; cell++) starts[of[cell]! + 1]! += 1;
  for (let cohort = 0; cohort < count; cohort++) starts[cohort + 1]! += starts[cohort]!;
  const next = starts.slice(0, count);
  const cells = new Uint32Array(from.cells);
  for (let cell = 0; cell < from.cells; cell++) cells[next[of[cell]!]!++] = cell;
  return { starts, cells };
}
