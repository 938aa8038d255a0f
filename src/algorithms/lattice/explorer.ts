/** @file The lattice of a problem and everything found out about its nodes so far, shared by all ways to search it. */
import { few, KohortError } from "../../base/index.ts";
import { type Ladder, ladderOf, type Problem } from "../../cohort/index.ts";
import {
  type Aggregate,
  aggregator,
  compareScores,
  factorsOf,
  type LevelMeasure,
  levelMeasures,
  type Score,
} from "../../quality/index.ts";
import type { Question } from "../algorithm.ts";
import { type Grid, gridOf, type Levels } from "./grid.ts";
import { judge, type NodeVerdict, type Rule, ruleOf } from "./node-check.ts";
import { newNodeSet, packingOf } from "./node-set.ts";
import {
  everyTuple,
  finest,
  newCohorts,
  newScratch,
  newSnapshotStore,
  rollUp,
  type Snapshot,
  store,
} from "./snapshot.ts";

/** What is known of a node that was checked. */
export type CheckedNode = {
  readonly levels: Levels;
  readonly anonymous: boolean;
  /** Whether it was left open if the node is anonymous, since it could not be the best. */
  readonly skipped?: true;
  /** Records left out. */
  readonly suppressed: number;
  /** Cohorts that are kept. */
  readonly cohorts: number;
  /** Records in the smallest cohort that is kept, where nodes are set down; 0 without any. */
  readonly smallest?: number;
  /** Records that every finer node leaves out as well; infinite where none of them is anonymous. */
  readonly lost: number;
  /** The loss, for anonymous nodes. */
  readonly score: Score | undefined;
  /** The loss of a node that would be anonymous, but leaves every record out. */
  readonly emptyScore?: Score;
};

/** How loss is weighed. */
export type ExplorerOptions = {
  readonly gs?: number;
  readonly aggregate?: Aggregate;
  readonly assumeMonotone?: boolean;
  /** Whether nodes are set down for a report. */
  readonly explored?: boolean;
  /** Asks goals on the table as a whole of every cohort instead, which is enough for them. */
  readonly tableAsCohorts?: boolean;
};

/** A lattice under exploration. */
export type Explorer = {
  readonly grid: Grid;
  readonly options: ExplorerOptions;
  readonly rule: Rule;
  readonly ladders: readonly Ladder[];
  readonly lowest: Levels;
  readonly highest: Levels;
  /** How many nodes there are between the lowest and the highest levels. */
  readonly nodes: number;
  /** Checks a node, once; no further than needed where it turns out that it cannot be of use. */
  readonly check: (levels: Levels, hopeless?: (lost: number) => boolean) => CheckedNode;
  /** Records that a node leaves out at least, as coarser nodes show; infinite where it is not anonymous. */
  readonly leastLost: (levels: Levels) => number;
  /** What every node nowhere finer than `levels` loses at least if it leaves out at least so many records. */
  readonly leastScore: (levels: Levels, lost: number, floor: number) => Score;
  /** Groups a node ahead of checks of coarser ones, and says what all of them lose at least. */
  readonly prepare: (levels: Levels) => number;
  /** How many nodes were checked so far. */
  readonly count: () => number;
  /** All nodes checked so far. */
  readonly checked: () => readonly CheckedNode[];
  /** What nodes lose at least if other cohorts of the same size were left out of them for goals on the whole table. */
  readonly tiedScore: () => Score | undefined;
  /** The cohorts of a node in full, in memory of their own. */
  readonly judgeAnew: (levels: Levels) => NodeVerdict & { readonly cohortOf: Uint32Array };
};

/** Lays a lattice out for a question. */
export function exploreLattice(problem: Problem, question: Question, options: ExplorerOptions = {}): Explorer {
  const ladders = problem.attributes.map(ladderOf);
  const rule = ruleOf(question, problem.rows, options);
  const grid = gridOf(problem, ladders, rule.counted);
  const bottom = finest(grid);
  const snapshots = newSnapshotStore(bottom);
  const cohorts = newCohorts(problem.tuples);
  const scratch = newScratch(grid);
  const { measure, scoreOf } = measureFor(grid, rule, question, options, bottom);
  const lost = newNodeSet(packingOf(ladders));
  const found = new Map<number | string, CheckedNode>();
  const keyOf = nodeKey(ladders);
  const worth = grid.combination === undefined ? 0.9 : 0.6;
  let tied: Score | undefined;
  const leastScore = (levels: Levels, records: number, floor: number): Score => {
    const values = measure.least(levels, Math.min(records, problem.rows));
    return scoreOf(measure.floor === undefined ? values : Float64Array.of(Math.max(values[0], floor)));
  };
  const check = (levels: Levels, hopeless?: (lost: number) => boolean): CheckedNode => {
    const key = keyOf(levels);
    const before = found.get(key);
    if (before !== undefined) return before;
    const from = snapshots.below(levels);
    rollUp(grid, from, levels, cohorts, scratch);
    const judged = judge(grid, rule, from, cohorts, levels, hopeless);
    if (grid.combination === undefined && cohorts.count < 0.5 * from.cohorts)
      snapshots.keep(store(grid, from, levels, cohorts, scratch));
    const node: CheckedNode = {
      levels: levels.slice(),
      anonymous: judged.anonymous,
      skipped: judged.skipped === true || undefined,
      suppressed: judged.records,
      cohorts: judged.kept,
      smallest: options.explored === true ? smallestKept(judged) : undefined,
      lost: judged.lost,
      score: judged.anonymous ? scoreOf(measure.of(judged)) : undefined,
      emptyScore: judged.isEmpty === true ? scoreOf(measure.of(judged)) : undefined,
    };
    found.set(key, node);
    if (judged.anonymous && judged.isTied === true) {
      const least = leastScore(levels, judged.records, 0);
      if (tied === undefined || compareScores(least, tied) < 0) tied = least;
    }
    if (node.lost > 0) lost.add(levels, node.lost);
    return node;
  };
  return {
    grid,
    options,
    rule,
    ladders,
    lowest: Uint8Array.from(ladders, ({ lowest }) => lowest),
    highest: Uint8Array.from(ladders, ({ highest }) => highest),
    nodes: ladders.reduce((product, { lowest, highest }) => product * (highest - lowest + 1), 1),
    check,
    leastLost: lost.largestAbove,
    leastScore,
    tiedScore: () => tied,
    prepare: (levels) => prepare(levels),
    count: () => found.size,
    checked: () => [...found.values()],
    judgeAnew: (levels) => judgeAnew(grid, rule, levels),
  };

  // cells with sensitive values are dearer to keep
  function prepare(levels: Levels): number {
    const from = snapshots.below(levels);
    const same = from.levels.every((level, attribute) => level === levels[attribute]);
    if (same && measure.floor === undefined) return 0;
    rollUp(grid, from, levels, cohorts, scratch);
    if (!same && cohorts.count < worth * from.cohorts) snapshots.keep(store(grid, from, levels, cohorts, scratch));
    if (measure.floor === undefined) return 0;
    return measure.floor({ ...cohorts, levels, suppressed: new Uint8Array(0), records: 0, kept: cohorts.count });
  }
}

function measureFor(
  grid: Grid,
  rule: Rule,
  question: Question,
  options: ExplorerOptions,
  bottom: Snapshot,
): { measure: LevelMeasure; scoreOf: (values: Float64Array) => Score } {
  const entry = levelMeasures[(question.measure ?? "loss") as keyof typeof levelMeasures];
  const { problem, ladders } = grid;
  const measure = entry.create({
    problem,
    ladders,
    original: originalSizes(grid, bottom),
    ...factorsOf(options.gs ?? 0.5),
    mostSuppressed: rule.most,
  });
  const form = entry.aggregate === "scalar" ? "scalar" : (options.aggregate ?? entry.aggregate);
  return {
    measure,
    scoreOf: aggregator(
      form,
      problem.attributes.map(({ weight }) => weight),
    ),
  };
}

/** Records of each combination of original values. */
function originalSizes(grid: Grid, bottom: Snapshot): Uint32Array {
  if (bottom.levels.every((level) => level === 0) && grid.combination === undefined) return bottom.size;
  const plain = { ...grid, combination: undefined, ladders: grid.ladders.map((ladder) => ({ ...ladder, lowest: 0 })) };
  return finest(plain).size;
}

function judgeAnew(grid: Grid, rule: Rule, levels: Levels): NodeVerdict & { readonly cohortOf: Uint32Array } {
  const { problem } = grid;
  const tuples = everyTuple(grid);
  const cohorts = newCohorts(problem.tuples);
  rollUp(grid, tuples, levels, cohorts, newScratch(grid));
  return {
    ...judge(grid, { ...rule, most: problem.rows, prunes: false }, tuples, cohorts, levels),
    cohortOf: cohorts.of,
  };
}

function smallestKept({ count, size, suppressed }: NodeVerdict): number {
  let smallest = 0;
  for (let cohort = 0; cohort < count; cohort++) {
    if (suppressed[cohort] === 0 && (smallest === 0 || size[cohort] < smallest)) smallest = size[cohort];
  }
  return smallest;
}

/** A key for every node: a number while numbers can count them all. */
function nodeKey(ladders: readonly Ladder[]): (levels: Levels) => number | string {
  const all = ladders.reduce((product, { height }) => product * (height + 1), 1);
  if (all > Number.MAX_SAFE_INTEGER) return (levels) => levels.join();
  return (levels) => ladders.reduce((key, { height }, attribute) => key * (height + 1) + levels[attribute], 0);
}

/** Whether a node comes before another of equal loss: fewer levels in sum, then the smaller in the first that differs. */
export function comesBefore(a: Levels, b: Levels): boolean {
  const sum = (levels: Levels): number => levels.reduce((total, level) => total + level, 0);
  const difference = sum(a) - sum(b);
  if (difference !== 0) return difference < 0;
  const at = a.findIndex((level, attribute) => level !== b[attribute]);
  return at >= 0 && a[at] < b[at];
}

/** Whether something with this score and these levels, or coarser ones, could be better than the best so far. */
export function couldBeat(
  score: Score,
  levels: Levels,
  best: { score: Score | undefined; levels: Levels } | undefined,
): boolean {
  if (best?.score === undefined) return true;
  const difference = compareScores(score, best.score);
  return difference < 0 || (difference === 0 && comesBefore(levels, best.levels));
}

/** Refuses a measure that says nothing about levels. */
export function refuseMeasure(measure: string | undefined): void {
  if (measure === undefined || Object.hasOwn(levelMeasures, measure)) return;
  throw new KohortError("spec", `levels cannot be chosen by the measure "${measure}"`, {
    hint: `measures for levels are: ${few(Object.keys(levelMeasures))}`,
  });
}

/** What to say when no node is anonymous. */
export function noNode({ rule, highest, ladders }: Explorer): KohortError {
  const held = highest.some((level, attribute) => level < ladders[attribute].height);
  return new KohortError("infeasible", "no release meets the spec: no node of the lattice is anonymous", {
    where: `at the highest levels more than ${rule.most} records are in cohorts that do not hold`,
    hint: held
      ? "raise the highest levels that attributes may take, or allow more suppression"
      : "allow more suppression, or ask for less",
  });
}
