/**
 * @file Local recoding on top of full-domain levels. Nodes are visited from the cheapest to the dearest; at each the
 * records not yet published are grouped, and every cohort that holds is published at that node. What is left at the end
 * is published at the highest levels or left out. This is the repeated full-domain search of Prasser, Eicher, Spengler,
 * Bild, Kuhn (*Flexible data anonymization using ARX*, 2020, section 3.4) taken to its end: one pass in which every
 * node gets its turn, instead of a search per step.
 */
import { reportBest, type Task } from "../../base/index.ts";
import type { Recoding } from "../../cohort/index.ts";
import type { Explorer } from "./explorer.ts";
import type { Levels } from "./grid.ts";
import { judge } from "./node-check.ts";
import { type NodeList, nodesWithin } from "./node-list.ts";
import { publishedAt } from "./recode.ts";
import {
  type Cohorts,
  everyTuple,
  newCohorts,
  newScratch,
  oneCellEach,
  rollUp,
  type Scratch,
  type Snapshot,
} from "./snapshot.ts";

/** Nodes that a pass visits unless told otherwise. */
const manyNodes = 500_000;

/** When a pass ends early, with what is left at the highest levels. */
export type PassLimits = { readonly checks?: number; readonly seconds?: number };

/** What was published, at how many nodes of those visited, and whether these were all there are. */
export type LocalRecoding = {
  readonly recoding: Recoding;
  readonly nodes: number;
  readonly visited: number;
  readonly complete: boolean;
};

type Cohort = { readonly levels: Levels; readonly tuple: number; readonly suppressed: boolean };

/** The state of a pass: which tuples are left, and the cohorts made so far. */
type Pass = {
  readonly explorer: Explorer;
  readonly cohorts: Cohort[];
  readonly cohortOf: Uint32Array;
  readonly scratch: Scratch;
  readonly groups: Cohorts;
  /** Where what is left in the end is published. */
  readonly last: Levels;
  rest: Snapshot;
};

/** Publishes cohorts node by node, at any node of the lattice or, where those are too many, at well-chosen ones. */
export function* recodeByLevels(explorer: Explorer, limits: PassLimits = {}): Task<LocalRecoding> {
  const { grid, lowest, highest } = explorer;
  const levels = Array.from(lowest, (low, attribute) =>
    Array.from({ length: highest[attribute] - low + 1 }, (_, step) => low + step),
  );
  return yield* recodeAlong(explorer, nodesWithin(grid, levels, limits.checks ?? manyNodes), limits);
}

/** Publishes what holds at a node, and of the other records only some cells: each attribute at the node's level or `*`. */
export function* recodeByCells(explorer: Explorer, levels: Levels, limits: PassLimits = {}): Task<LocalRecoding> {
  const { grid, ladders } = explorer;
  const choices = ladders.map(({ height }, attribute) => [...new Set([levels[attribute], height])]);
  return yield* recodeAlong(explorer, nodesWithin(grid, choices, manyNodes), { seconds: limits.seconds }, levels);
}

function* recodeAlong(explorer: Explorer, nodes: NodeList, limits: PassLimits, first?: Levels): Task<LocalRecoding> {
  const { grid } = explorer;
  const { problem } = grid;
  const pass: Pass = {
    explorer,
    cohorts: [],
    cohortOf: new Uint32Array(problem.tuples),
    scratch: newScratch(grid),
    groups: newCohorts(problem.tuples),
    last: nodes.at(nodes.count - 1),
    rest: everyTuple(grid),
  };
  let used = first !== undefined && publishAt(pass, first) ? 1 : 0;
  let at = 0;
  for (; at < nodes.count && pass.rest.cohorts > 0; at++) {
    if (at % 64 === 0) {
      const note = `${pass.cohorts.length} cohorts, ${pass.rest.cohorts} combinations left`;
      const { settle, seconds } = yield* reportBest("search", at, nodes.count, note);
      if (settle || seconds >= (limits.seconds ?? Number.POSITIVE_INFINITY)) break;
    }
    if (publishAt(pass, nodes.at(at), at === nodes.count - 1)) used += 1;
  }
  const whole = at === nodes.count || pass.rest.cohorts === 0;
  if (!whole && publishAt(pass, pass.last, true)) used += 1;
  return { recoding: recodingOf(pass), nodes: used, visited: at, complete: nodes.complete && whole };
}

/** Publishes the cohorts that hold at a node, unless what is left could then not be published. */
function publishAt(pass: Pass, levels: Levels, last = false): boolean {
  const { explorer, groups, scratch, rest } = pass;
  const { grid, rule } = explorer;
  rollUp(grid, rest, levels, groups, scratch);
  const { suppressed, kept } = judge(grid, { ...rule, most: grid.problem.rows, prunes: false }, rest, groups, levels);
  if (kept === 0) return false;
  const left = restOf(rest, groups, suppressed);
  if (!last && !canEnd(pass, left)) return false;
  const { of } = groups;
  const number = new Int32Array(groups.count).fill(-1);
  for (let at = 0; at < rest.cohorts; at++) {
    const group = of[at];
    if (suppressed[group] === 1) continue;
    if (number[group] < 0) {
      number[group] = pass.cohorts.push({ levels, tuple: groups.tuple[group], suppressed: false }) - 1;
    }
    pass.cohortOf[rest.tuple[at]] = number[group];
  }
  pass.rest = left;
  return true;
}

/** Whether so few records are left that they may be left out, or enough of them hold at the last node. */
function canEnd({ explorer, last }: Pass, left: Snapshot): boolean {
  const { grid, rule } = explorer;
  let records = 0;
  for (let at = 0; at < left.cohorts; at++) records += left.size[at];
  if (records <= rule.most) return true;
  const one = last.every((level, attribute) => level === grid.ladders[attribute].height);
  if (one && rule.upward.length + rule.others.length === 0) return records >= rule.least;
  const groups = newCohorts(left.cohorts);
  rollUp(grid, left, last, groups, newScratch(grid));
  return judge(grid, { ...rule, most: grid.problem.rows, prunes: false }, left, groups, last).records <= rule.most;
}

/** The tuples of cohorts that do not hold. */
function restOf(rest: Snapshot, { of }: Cohorts, suppressed: Uint8Array): Snapshot {
  let count = 0;
  const chosen = new Uint32Array(rest.cohorts);
  for (let at = 0; at < rest.cohorts; at++) if (suppressed[of[at]] === 1) chosen[count++] = at;
  const take = (from: Uint32Array): Uint32Array => {
    const taken = new Uint32Array(count);
    for (let at = 0; at < count; at++) taken[at] = from[chosen[at]];
    return taken;
  };
  const [tuple, size] = [take(rest.tuple), take(rest.size)];
  return {
    levels: rest.levels,
    cohorts: count,
    keys: rest.keys.map(take),
    tuple,
    size,
    cells: rest.cells === undefined ? undefined : oneCellEach(tuple, size),
  };
}

/** What was published; the tuples that are left are one cohort that is left out. */
function recodingOf(pass: Pass): Recoding {
  const { explorer, cohorts, cohortOf, rest } = pass;
  if (rest.cohorts > 0) {
    const gone = cohorts.push({ levels: explorer.highest, tuple: rest.tuple[0], suppressed: true }) - 1;
    for (let at = 0; at < rest.cohorts; at++) cohortOf[rest.tuple[at]] = gone;
  }
  return {
    kind: "local",
    cohorts: cohorts.length,
    cohortOf,
    ...publishedAt(explorer, cohorts),
    suppressed: rest.cohorts > 0 ? Uint8Array.from(cohorts, ({ suppressed }) => (suppressed ? 1 : 0)) : undefined,
  };
}
