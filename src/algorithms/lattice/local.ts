/**
 * @file Local recoding on top of full-domain levels. Nodes are visited from the cheapest to the dearest; at each the
 * records not yet published are grouped, and every cohort that holds is published at that node. What is left at the end
 * is published at the highest levels or left out. This is the repeated full-domain search of Prasser, Eicher, Spengler,
 * Bild, Kuhn (*Flexible data anonymization using ARX*, 2020, section 3.4) taken to its end: one pass in which every
 * node gets its turn, instead of a search per step.
 */
import { KohortError, report, type Task } from "../../base/index.ts";
import type { Ladder, Recoding } from "../../cohort/index.ts";
import type { Explorer } from "./explorer.ts";
import { judge } from "./node-check.ts";
import { groupEnds, shareOf } from "./recode.ts";
import {
  type Cohorts,
  everyTuple,
  type Grid,
  type Levels,
  newCohorts,
  newScratch,
  oneCellEach,
  rollUp,
  type Scratch,
  type Snapshot,
} from "./snapshot.ts";

/** Nodes past which visiting each of them takes too long. */
const tooMany = 2_000_000;

/** What was published, and at which levels. */
export type LocalRecoding = { readonly recoding: Recoding; readonly nodes: number; readonly suppressed: number };

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

/** Publishes cohorts node by node, at any node of the lattice. */
export function* recodeByLevels(explorer: Explorer): Task<LocalRecoding> {
  if (explorer.nodes > tooMany) {
    throw new KohortError("spec", `local recoding would have to visit ${explorer.nodes} nodes`, {
      hint: "narrow the levels with --levels, or use mondrian",
    });
  }
  return yield* recodeAlong(explorer, allNodes(explorer));
}

/** Publishes what holds at a node, and of the other records only some cells: each attribute at the node's level or `*`. */
export function* recodeByCells(explorer: Explorer, levels: Levels): Task<LocalRecoding> {
  const { ladders } = explorer;
  const nodes: Levels[] = [levels];
  ladders.forEach(({ height }, attribute) => {
    if (levels[attribute] === height) return;
    for (const node of nodes.slice()) {
      const starred = node.slice();
      starred[attribute] = height;
      nodes.push(starred);
    }
  });
  return yield* recodeAlong(explorer, nodes);
}

function* recodeAlong(explorer: Explorer, nodes: readonly Levels[]): Task<LocalRecoding> {
  const { grid } = explorer;
  const { problem } = grid;
  const order = cheapestFirst(grid, nodes);
  const pass: Pass = {
    explorer,
    cohorts: [],
    cohortOf: new Uint32Array(problem.tuples),
    scratch: newScratch(grid),
    groups: newCohorts(problem.tuples),
    last: order.at(-1)!,
    rest: everyTuple(grid),
  };
  let used = 0;
  for (let at = 0; at < order.length && pass.rest.cohorts > 0; at++) {
    if (at % 64 === 0) yield* report("search", at, order.length);
    if (publishAt(pass, order[at]!)) used += 1;
  }
  return { recoding: recodingOf(pass), nodes: used, suppressed: suppressRest(pass) };
}

/** Publishes the cohorts that hold at a node, unless what is left could then not be published. */
function publishAt(pass: Pass, levels: Levels): boolean {
  const { explorer, groups, scratch, rest } = pass;
  const { grid, rule } = explorer;
  rollUp(grid, rest, levels, groups, scratch);
  const { suppressed, kept } = judge(grid, { ...rule, most: grid.problem.rows, prunes: false }, rest, groups, levels);
  if (kept === 0) return false;
  const left = restOf(rest, groups, suppressed);
  if (levels !== pass.last && !canEnd(pass, left)) return false;
  const { of } = groups;
  const number = new Int32Array(groups.count).fill(-1);
  for (let at = 0; at < rest.cohorts; at++) {
    const group = of[at]!;
    if (suppressed[group] === 1) continue;
    if (number[group]! < 0) {
      number[group] = pass.cohorts.push({ levels, tuple: groups.tuple[group]!, suppressed: false }) - 1;
    }
    pass.cohortOf[rest.tuple[at]!] = number[group]!;
  }
  pass.rest = left;
  return true;
}

/** Whether so few records are left that they may be left out, or enough of them hold at the last node. */
function canEnd({ explorer, last }: Pass, left: Snapshot): boolean {
  const { grid, rule } = explorer;
  let records = 0;
  for (let at = 0; at < left.cohorts; at++) records += left.size[at]!;
  if (records <= rule.most) return true;
  const one = last.every((level, attribute) => level === grid.ladders[attribute]!.height);
  if (one && rule.upward.length + rule.others.length === 0) return records >= rule.least;
  const groups = newCohorts(left.cohorts);
  rollUp(grid, left, last, groups, newScratch(grid));
  return judge(grid, { ...rule, most: grid.problem.rows, prunes: false }, left, groups, last).records <= rule.most;
}

/** The tuples of cohorts that do not hold. */
function restOf(rest: Snapshot, { of }: Cohorts, suppressed: Uint8Array): Snapshot {
  let count = 0;
  const chosen = new Uint32Array(rest.cohorts);
  for (let at = 0; at < rest.cohorts; at++) if (suppressed[of[at]!] === 1) chosen[count++] = at;
  const take = (from: Uint32Array): Uint32Array => {
    const taken = new Uint32Array(count);
    for (let at = 0; at < count; at++) taken[at] = from[chosen[at]!]!;
    return taken;
  };
  const [tuple, size] = [take(rest.tuple), take(rest.size)];
  return {
    levels: rest.levels,
    cohorts: count,
    keys: rest.keys.map(take),
    tuple,
    size,
    ...(rest.cells === undefined ? {} : { cells: oneCellEach(tuple, size) }),
  };
}

function allNodes({ lowest, highest }: Explorer): Levels[] {
  const nodes: Levels[] = [];
  const levels = lowest.slice();
  for (;;) {
    nodes.push(levels.slice());
    let at = levels.length - 1;
    while (at >= 0 && levels[at] === highest[at]) {
      levels[at] = lowest[at]!;
      at -= 1;
    }
    if (at < 0) return nodes;
    levels[at]! += 1;
  }
}

/** Nodes by what a record loses there on average, (values − 1) / (D − 1) per attribute, weighed; then by levels. */
function cheapestFirst({ problem, ladders }: Grid, nodes: readonly Levels[]): Levels[] {
  const means = ladders.map((ladder, attribute) => ladder.leaves.map((_, level) => meanCost(level, ladder, attribute)));
  function meanCost(level: number, ladder: Ladder, attribute: number): number {
    const ranks = problem.ranks[attribute]!;
    let sum = 0;
    for (let tuple = 0; tuple < problem.tuples; tuple++) {
      sum += problem.weights[tuple]! * (ladder.leaves[level]![ladder.groupOf[level]![ranks[tuple]!]!]! - 1);
    }
    return (problem.attributes[attribute]!.weight * sum) / Math.max(1, ladder.domain - 1);
  }
  const costs = nodes.map((levels) => levels.reduce((sum, level, attribute) => sum + means[attribute]![level]!, 0));
  const places = Uint32Array.from(nodes.keys()).sort((a, b) => costs[a]! - costs[b]! || a - b);
  return Array.from(places, (place) => nodes[place]!);
}

/** Puts what is left into one cohort that is left out, and says how many records that are. */
function suppressRest({ rest }: Pass): number {
  let records = 0;
  for (let at = 0; at < rest.cohorts; at++) records += rest.size[at]!;
  return records;
}

function recodingOf(pass: Pass): Recoding {
  const { explorer, cohorts, cohortOf, rest } = pass;
  const { grid, ladders, highest } = explorer;
  if (rest.cohorts > 0) {
    const gone = cohorts.push({ levels: highest, tuple: rest.tuple[0]!, suppressed: true }) - 1;
    for (let at = 0; at < rest.cohorts; at++) cohortOf[rest.tuple[at]!] = gone;
  }
  const columns = ladders.map((ladder, attribute) => {
    const ranks = grid.problem.ranks[attribute]!;
    const ends = ladder.groupOf.map((groupOf, level) => groupEnds(groupOf, ladder.leaves[level]!.length));
    const low = new Uint32Array(cohorts.length);
    const high = new Uint32Array(cohorts.length);
    const shares = new Float64Array(cohorts.length);
    const texts = cohorts.map(({ levels, tuple }, cohort) => {
      const level = levels[attribute]!;
      const group = ladder.groupOf[level]![ranks[tuple]!]!;
      low[cohort] = ends[level]!.low[group]!;
      high[cohort] = ends[level]!.high[group]!;
      shares[cohort] = shareOf(ladder.leaves[level]![group]!, ladder.domain);
      return ladder.labels[level]![group]!;
    });
    return { low, high, shares, texts };
  });
  return {
    kind: "local",
    cohorts: cohorts.length,
    cohortOf,
    low: columns.map(({ low }) => low),
    high: columns.map(({ high }) => high),
    texts: columns.map(({ texts }) => texts),
    shares: columns.map(({ shares }) => shares),
    ...(rest.cohorts > 0 ? { suppressed: Uint8Array.from(cohorts, ({ suppressed }) => (suppressed ? 1 : 0)) } : {}),
  };
}
