/**
 * @file Mondrian on single records, for the forms that may part equal records or must copy a published program.
 *
 * `compatible` does what the widely used C and Python programs do, to the bit: the box of a partition is inherited and
 * tightened only where an attribute is examined, so the choice of the attribute may rest on a box that is too wide; a
 * category with a hierarchy is cut into all children of its node at once. (Their hierarchy variant forgets to check
 * the size of numeric cuts; this does not.) `relaxed` cuts exactly in the middle and shares the records that equal the
 * median between both sides (LeFevre et al. 2006, section 4.2). `flat` cuts at the multiple of k nearest the middle, so
 * that every cohort ends up with k or k + 1 records where the remainder allows it (K-Flat, De Capitani di Vimercati et
 * al. 2023).
 */

import { indices, report, type Task } from "../../base/index.ts";
import { type Problem, type Recoding, spanOf } from "../../cohort/index.ts";
import { endsOf, growTree, recodeTree } from "../cut-tree.ts";
import { allowsTuples, type Judge, judgeOf, type Requirement } from "../judge.ts";

/** Which of the forms on single records. */
export type RowForm = { readonly cut: "strict" | "relaxed" | "flat"; readonly lazy: boolean };

type Partition = {
  readonly place: number;
  readonly rows: Uint32Array;
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** For attributes with a hierarchy the node that the partition lies under. */
  readonly node: Int32Array;
};

type Median = { readonly low: number; readonly high: number; readonly split: number; readonly next: number };

/** Cuts the records of an unfolded problem. */
export function* searchRows(problem: Problem, requirement: Requirement, form: RowForm): Task<Recoding> {
  const width = problem.attributes.length;
  const judge = judgeOf(requirement);
  const tree = growTree();
  const cohortOf = new Uint32Array(problem.tuples);
  const rowOrder = new Uint32Array(problem.tuples);
  let cohorts = 0;
  let placed = 0;
  const stack: Partition[] = [rootOf(problem)];
  tree.open(problem.rows);
  let work = 0;
  while (stack.length > 0) {
    const partition = stack.pop()!;
    work += partition.rows.length * (width + 2);
    if (work > 300_000) {
      work = 0;
      yield* report("search", placed, problem.tuples);
    }
    const found = cutPartition(problem, partition, judge, form);
    if (found === undefined) {
      for (const row of partition.rows) {
        cohortOf[row] = cohorts;
        rowOrder[placed++] = row;
      }
      tree.close(partition.place, cohorts++);
      continue;
    }
    const first = tree.branch(partition.place, found.attribute, found.rank, found.parts.length);
    for (let i = found.parts.length - 1; i >= 0; i--) {
      tree.nodes.records[first + i] = found.parts[i].rows.length;
      stack.push({ ...found.parts[i], place: first + i });
    }
  }
  return { ...(yield* recodeTree(problem, tree, cohortOf, cohorts)), rowOrder };
}

function rootOf(problem: Problem): Partition {
  return {
    place: 0,
    rows: indices(problem.tuples),
    low: new Uint32Array(problem.attributes.length),
    high: Uint32Array.from(problem.attributes, (attribute) => attribute.size - 1),
    node: new Int32Array(problem.attributes.length),
  };
}

type RowCut = { readonly attribute: number; readonly rank: number; readonly parts: readonly Partition[] };

/** Examines attributes by descending width until one can be cut; tightens the partition's box as it goes. */
function cutPartition(problem: Problem, given: Partition, judge: Judge, form: RowForm): RowCut | undefined {
  const partition = form.lazy ? given : tighten(problem, given);
  const open = problem.attributes.map(() => true);
  for (;;) {
    let attribute = -1;
    let widest = -1;
    open.forEach((allowed, candidate) => {
      const width = allowed ? widthOf(problem, partition, candidate, form) : -1;
      if (width > widest) {
        widest = width;
        attribute = candidate;
      }
    });
    if (attribute < 0) return undefined;
    open[attribute] = false;
    const byNode = form.lazy && problem.attributes[attribute].tree !== undefined;
    const found = byNode
      ? cutByNode(problem, partition, attribute, judge)
      : cutByMedian(problem, partition, attribute, judge, form);
    if (found !== undefined) return found;
  }
}

function widthOf(problem: Problem, partition: Partition, attribute: number, form: RowForm): number {
  const axis = problem.attributes[attribute];
  if (!form.lazy || axis.tree === undefined) {
    return spanOf(axis, partition.low[attribute], partition.high[attribute]) * axis.weight;
  }
  const { tree } = axis.tree;
  const node = partition.node[attribute];
  const leaves = tree.children[node].length === 0 ? 0 : tree.high[node] - tree.low[node] + 1;
  return (leaves / tree.leaves.length) * axis.weight;
}

function tighten(problem: Problem, partition: Partition): Partition {
  const ends = problem.ranks.map((ranks) => endsOf(ranks, partition.rows));
  return {
    ...partition,
    low: Uint32Array.from(ends, ([low]) => low),
    high: Uint32Array.from(ends, ([, high]) => high),
  };
}

/** The value at which `target` records are reached, the next one present, and the ends. */
function medianOf(ranks: ArrayLike<number>, rows: Uint32Array, size: number, target: number): Median {
  const counts = new Uint32Array(size);
  for (const row of rows) counts[ranks[row]] += 1;
  let low = 0;
  while (counts[low] === 0) low++;
  let high = size - 1;
  while (counts[high] === 0) high--;
  let split = low;
  for (let reached = counts[low]; reached < target; reached += counts[split]) split++;
  let next = split + 1;
  while (next < size && counts[next] === 0) next++;
  return { low, high, split, next };
}

function cutByMedian(
  problem: Problem,
  partition: Partition,
  attribute: number,
  judge: Judge,
  form: RowForm,
): RowCut | undefined {
  const ranks = problem.ranks[attribute];
  const { rows } = partition;
  const target = form.cut === "flat" ? flatTarget(rows.length, judge.least) : Math.floor(rows.length / 2);
  const median = medianOf(ranks, rows, problem.attributes[attribute].size, target);
  partition.low[attribute] = median.low;
  partition.high[attribute] = median.high;
  const tooFew = target < judge.least || rows.length - target < judge.least;
  const oneValue = form.cut === "strict" ? median.next > median.high : median.low === median.high;
  if (tooFew || (oneValue && form.cut !== "flat")) return undefined;
  const [left, right] =
    form.cut === "strict" ? partRows(ranks, rows, median.split) : shareRows(ranks, rows, median.split, target);
  if (!allowsTuples(problem, judge, left) || !allowsTuples(problem, judge, right)) return undefined;
  const tied = form.cut !== "strict" && ranks[right[right.length - 1]] === median.split;
  const leftPart = { ...partition, rows: left, low: partition.low.slice(), high: partition.high.slice() };
  const rightPart = { ...partition, rows: right, low: partition.low.slice(), high: partition.high.slice() };
  leftPart.high[attribute] = median.split;
  rightPart.low[attribute] = tied ? median.split : median.next;
  return { attribute, rank: median.split, parts: [leftPart, rightPart] };
}

/** How many records go left so that both sides keep whole multiples of k and a fair part of the remainder. */
function flatTarget(records: number, k: number): number {
  const cohorts = Math.floor(records / k);
  const left = Math.floor(cohorts / 2);
  return left * k + (cohorts === 0 ? 0 : Math.floor(((records - cohorts * k) * left) / cohorts));
}

function partRows(ranks: ArrayLike<number>, rows: Uint32Array, split: number): [Uint32Array, Uint32Array] {
  return [rows.filter((row) => ranks[row] <= split), rows.filter((row) => ranks[row] > split)];
}

/** Records at the split value fill up the left side from the last of them; the rest follows the greater ones. */
function shareRows(
  ranks: ArrayLike<number>,
  rows: Uint32Array,
  split: number,
  target: number,
): [Uint32Array, Uint32Array] {
  const less = rows.filter((row) => ranks[row] < split);
  const held = rows.filter((row) => ranks[row] === split);
  const greater = rows.filter((row) => ranks[row] > split);
  const moved = Math.max(0, target - less.length);
  const left = new Uint32Array(less.length + moved);
  left.set(less);
  left.set(held.subarray(held.length - moved).toReversed(), less.length);
  const right = new Uint32Array(rows.length - left.length);
  right.set(greater);
  right.set(held.subarray(0, held.length - moved), greater.length);
  return [left, right];
}

function cutByNode(problem: Problem, partition: Partition, attribute: number, judge: Judge): RowCut | undefined {
  const { tree, leafOf } = problem.attributes[attribute].tree!;
  const ranks = problem.ranks[attribute];
  const children = tree.children[partition.node[attribute]];
  const parts: Partition[] = [];
  for (const child of children) {
    const rows = partition.rows.filter((row) => {
      const leaf = leafOf[ranks[row]];
      return leaf >= tree.low[child] && leaf <= tree.high[child];
    });
    if (rows.length === 0) continue;
    if (!allowsTuples(problem, judge, rows)) return undefined;
    const node = partition.node.slice();
    node[attribute] = child;
    parts.push({ ...partition, rows, low: partition.low.slice(), high: partition.high.slice(), node });
  }
  // a record whose value is missing stands below no child: cut here, it would be lost
  const placed = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  if (parts.length === 0 || placed < partition.rows.length) return undefined;
  return { attribute, rank: 0, parts };
}
