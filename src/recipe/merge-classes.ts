/**
 * @file Cohorts that are not what was asked of them on another table, joined with their neighbours. From the leaves of
 * the cut tree upwards, each such cohort is joined with the cohort under the same cut whose records lose least by it,
 * as far as the two together hold; one that finds none goes on to the cut above.
 */
import { report, type Task } from "../base/index.ts";
import type { Problem } from "../cohort/index.ts";
import type { ColumnSpans, Span } from "./label-spans.ts";
import type { Placement } from "./placement.ts";
import { tileTree } from "./tile-tree.ts";

/** Cohorts after they were joined. */
export type MergedClasses = {
  /** What is published, by cohort. */
  readonly spans: readonly (readonly Span[])[];
  /** The cohort of each class. */
  readonly cohortOf: Int32Array;
  /** Classes that were joined with others, and the records of all that were. */
  readonly classes: number;
  readonly records: number;
};

/** What to join, and what it must hold. */
export type MergeQuestion = {
  readonly problem: Problem;
  readonly placed: Placement;
  /** Classes that fail and are to be joined. */
  readonly failing: ReadonlySet<number>;
  /** Classes that fail and are left as they are. */
  readonly left: ReadonlySet<number>;
  /** Whether tuples together are what was asked of a cohort. */
  readonly holds: (tuples: readonly number[]) => boolean;
};

type Cohort = {
  readonly classes: readonly number[];
  readonly tuples: readonly number[];
  readonly records: number;
  readonly spans: readonly Span[];
  readonly loss: number;
};

type Pool = { readonly whole: Cohort[]; readonly failing: Cohort[] };

/** Neighbours that are looked at for a cohort, and of these how many it is tried with. */
const mostSeen = 4096;
const mostTried = 64;

/** Joins failing classes with their neighbours in the tree. */
export function* mergeClasses(asked: MergeQuestion): Task<MergedClasses> {
  const { placed, failing, left } = asked;
  const cohorts = cohortsOf(asked);
  const { cuts, leaves } = treeOver(asked, cohorts);
  const kept = cohorts.filter((_, own) => left.has(own));
  const pools = leaves.map((classes): Pool => {
    const own = classes.filter((one) => !left.has(one));
    return settle(asked, {
      whole: own.filter((one) => !failing.has(one)).map((one) => cohorts[one]),
      failing: own.filter((one) => failing.has(one)).map((one) => cohorts[one]),
    });
  });
  const inner = new Array<Pool>(cuts.length);
  const poolAt = (to: number): Pool => (to < 0 ? pools[-1 - to] : inner[to]);
  for (let at = cuts.length - 1; at >= 0; at--) {
    if (at % 0x400 === 0) yield* report("apply", cuts.length - at, cuts.length);
    const [a, b] = [poolAt(cuts[at].left), poolAt(cuts[at].right)];
    inner[at] = settle(asked, { whole: joined(a.whole, b.whole), failing: [...a.failing, ...b.failing] });
  }
  const root = cuts.length === 0 ? pools[0] : inner[0];
  const all = [...root.whole, ...root.failing, ...kept];
  const cohortOf = new Int32Array(placed.classes.length);
  all.forEach(({ classes }, cohort) => {
    for (const one of classes) cohortOf[one] = cohort;
  });
  const many = all.filter(({ classes }) => classes.length > 1);
  return {
    spans: all.map(({ spans }) => spans),
    cohortOf,
    classes: many.reduce((sum, { classes }) => sum + classes.length, 0),
    records: many.reduce((sum, { records }) => sum + records, 0),
  };
}

/** Both lists, the shorter one added to the longer one. */
function joined(a: Cohort[], b: Cohort[]): Cohort[] {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  for (const one of shorter) longer.push(one);
  return longer;
}

function cohortsOf({ problem, placed }: MergeQuestion): Cohort[] {
  const tuples: number[][] = placed.classes.map(() => []);
  placed.classOf.forEach((own, tuple) => {
    tuples[own].push(tuple);
  });
  return placed.classes.map(({ spans }, own) => {
    const records = tuples[own].reduce((sum, tuple) => sum + problem.weights[tuple], 0);
    return { classes: [own], tuples: tuples[own], records, spans, loss: lossOf(placed.columns, spans) };
  });
}

type GrownTree = { readonly cuts: Placement["cuts"]; readonly leaves: readonly (readonly number[])[] };

/** The classes of each leaf; a recipe by levels has no cuts, so that its classes are parted by their own labels. */
function treeOver({ placed }: MergeQuestion, cohorts: readonly Cohort[]): GrownTree {
  const { columns } = placed;
  if (placed.cuts.length === 0) {
    const tree = tileTree(
      columns,
      columns.map((_, index) => cohorts.map(({ spans }) => spans[index])),
    );
    return { cuts: tree.cuts, leaves: tree.leaves.map(({ boxes }) => boxes) };
  }
  const last = placed.cuts.reduce((most, { left, right }) => Math.max(most, -1 - left, -1 - right), 0);
  const leaves = Array.from({ length: last + 1 }, (): number[] => []);
  placed.classes.forEach(({ leaf }, own) => {
    leaves[leaf].push(own);
  });
  return { cuts: placed.cuts, leaves };
}

function lossOf(columns: readonly ColumnSpans[], spans: readonly Span[]): number {
  return columns.reduce((sum, { share }, index) => sum + share(spans[index]), 0);
}

/** Joins what fails under one cut, the smallest first; what finds no partner stays failing. */
function settle({ placed: { columns }, holds }: MergeQuestion, pool: Pool): Pool {
  if (pool.failing.length === 0) return pool;
  const whole = pool.whole;
  let failing = [...pool.failing].sort((a, b) => a.records - b.records);
  const stuck: Cohort[] = [];
  for (let own = failing.shift(); own !== undefined; own = failing.shift()) {
    const one = own;
    const tried = [...failing, ...stuck, ...whole]
      .slice(0, mostSeen)
      .map((other) => ({ other, cost: costOf(columns, one, other) }))
      .sort((a, b) => a.cost - b.cost)
      .slice(0, mostTried);
    const found = tried.find(({ other }) => holds([...one.tuples, ...other.tuples]))?.other;
    if (found === undefined) {
      stuck.push(one);
      continue;
    }
    const both = joinedCohort(columns, one, found);
    failing = failing.filter((other) => other !== found);
    if (stuck.includes(found)) stuck.splice(stuck.indexOf(found), 1);
    if (whole.includes(found)) whole[whole.indexOf(found)] = both;
    else whole.push(both);
  }
  if (stuck.length < 2) return { whole, failing: stuck };
  const all = stuck.reduce((a, b) => joinedCohort(columns, a, b));
  return holds(all.tuples) ? { whole: [...whole, all], failing: [] } : { whole, failing: stuck };
}

/** How much more the records of two cohorts lose together. */
function costOf(columns: readonly ColumnSpans[], a: Cohort, b: Cohort): number {
  const together = columns.reduce(
    (sum, { join, share }, index) => sum + share(join(a.spans[index], b.spans[index])),
    0,
  );
  return together * (a.records + b.records) - a.loss * a.records - b.loss * b.records;
}

function joinedCohort(columns: readonly ColumnSpans[], a: Cohort, b: Cohort): Cohort {
  const spans = columns.map(({ join }, index) => join(a.spans[index], b.spans[index]));
  return {
    classes: [...a.classes, ...b.classes],
    tuples: [...a.tuples, ...b.tuples],
    records: a.records + b.records,
    spans,
    loss: lossOf(columns, spans),
  };
}
