/**
 * @file Mondrian as Padmaja and Jayashree use it (*Leveraging k-Anonymity for Data Safeguarding and Enhanced
 * Confidentiality in Generative AI*, preprint, 2024): a first-in-first-out list of partitions; attributes by descending
 * span over scale, where a category's span is how many of its values occur; a number is cut at `< median` against
 * `≥ median`, a category into the first half of its values in order of appearance against the rest. As printed, the
 * paper's third algorithm never cuts; this is the one its figures come from.
 */

import { indices, report, type Task } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import { growTree, recodeTree } from "../cut-tree.ts";
import { allowsTuples, type Judge, judgeOf, type Requirement, recordsOf } from "../judge.ts";

/** Cuts a folded problem; tuples stand in order of first appearance, so values do in every partition. */
export function* searchPaper(problem: Problem, requirement: Requirement): Task<Recoding> {
  const judge = judgeOf(requirement);
  const tree = growTree();
  const cohortOf = new Uint32Array(problem.tuples);
  let cohorts = 0;
  const queue = [{ place: tree.open(problem.rows), tuples: indices(problem.tuples) }];
  let work = 0;
  for (let head = 0; head < queue.length; head++) {
    const { place, tuples } = queue[head];
    work += tuples.length * (problem.attributes.length + 2);
    if (work > 100_000) {
      work = 0;
      yield* report("search", cohorts, queue.length);
    }
    const found = cutPartition(problem, tuples, judge);
    if (found === undefined) {
      for (const tuple of tuples) cohortOf[tuple] = cohorts;
      tree.close(place, cohorts++);
      continue;
    }
    const [left, right] = found.sides;
    const first = tree.cut(place, found.attribute, 0, recordsOf(problem, left), recordsOf(problem, right));
    queue.push({ place: first, tuples: left }, { place: first + 1, tuples: right });
  }
  return yield* recodeTree(problem, tree, cohortOf, cohorts);
}

function cutPartition(
  problem: Problem,
  tuples: Uint32Array,
  judge: Judge,
): { readonly attribute: number; readonly sides: readonly [Uint32Array, Uint32Array] } | undefined {
  const widths = problem.attributes.map((axis, attribute) => {
    const appeared = appearances(problem.ranks[attribute], tuples);
    const isName = axis.kind === "category";
    const span = isName ? appeared.length : spanOfNumbers(axis.positions, appeared);
    return { attribute, appeared, width: span / (isName ? axis.size : axis.range || 1) };
  });
  widths.sort((a, b) => b.width - a.width || a.attribute - b.attribute);
  for (const { attribute, appeared } of widths) {
    const axis = problem.attributes[attribute];
    const ranks = problem.ranks[attribute];
    const goesLeft =
      axis.kind === "category"
        ? firstHalf(appeared, axis.size)
        : Uint8Array.from(axis.positions, belowMedian(problem, tuples, attribute));
    const left = tuples.filter((tuple) => goesLeft[ranks[tuple]] === 1);
    const right = tuples.filter((tuple) => goesLeft[ranks[tuple]] !== 1);
    if (allowsTuples(problem, judge, left) && allowsTuples(problem, judge, right))
      return { attribute, sides: [left, right] };
  }
  return undefined;
}

/** The ranks present, in order of appearance. */
function appearances(ranks: ArrayLike<number>, tuples: Uint32Array): number[] {
  const seen = new Set<number>();
  for (const tuple of tuples) seen.add(ranks[tuple]);
  return [...seen];
}

function spanOfNumbers(positions: Float64Array, ranks: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const rank of ranks) {
    if (Number.isNaN(positions[rank])) continue;
    least = Math.min(least, positions[rank]);
    most = Math.max(most, positions[rank]);
  }
  return most - least;
}

function firstHalf(appeared: readonly number[], size: number): Uint8Array {
  const flags = new Uint8Array(size);
  for (const rank of appeared.slice(0, Math.floor(appeared.length / 2))) flags[rank] = 1;
  return flags;
}

/** Whether a position lies below the median, which for an even number of records is the mean of the two middle ones. */
function belowMedian(problem: Problem, tuples: Uint32Array, attribute: number): (position: number) => number {
  const axis = problem.attributes[attribute];
  const counts = new Float64Array(axis.size);
  let records = 0;
  for (const tuple of tuples) {
    counts[problem.ranks[attribute][tuple]] += problem.weights[tuple];
    records += problem.weights[tuple];
  }
  const at = (wanted: number): number => {
    let rank = 0;
    for (let reached = counts[0]; reached <= wanted; reached += counts[rank]) rank++;
    return axis.positions[rank];
  };
  const middle = Math.floor(records / 2);
  const median = records % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return (position) => +(position < median);
}
