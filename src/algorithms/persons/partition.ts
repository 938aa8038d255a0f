/**
 * @file Mondrian that counts people: a node is cut while both sides are allowed by the different people in them. A
 * person may have rows on both sides of a cut and then counts on both. Along an attribute the people left of a cut are
 * those whose lowest rank in the node is not above it, the people right of it those whose highest rank is; so one pass
 * over a node gives the exact numbers for every cut of an attribute. Models of sensitive values are asked about cuts
 * that leave enough people, one after the other.
 *
 * `median` takes the cut nearest the middle of the widest attribute that is allowed; `gain` the one, over all
 * attributes, that narrows published ranges most, counted in records times the share of the attribute.
 */
import { indices, report, type Task } from "../../base/index.ts";
import { type Attribute, type Problem, type Recoding, spanOf } from "../../cohort/index.ts";
import { endsOf, growTree, recodeTree } from "../cut-tree.ts";
import { type Requirement, recordsOf } from "../judge.ts";
import { judgePeople, type PeopleJudge } from "./judge-people.ts";

/** Which of the allowed cuts is taken. */
export type CutChoice = "median" | "gain";

/** Cuts per node of which sensitive values are counted; past these a node stays whole. */
const judgedCuts = 64;

type Node = { readonly place: number; readonly tuples: Uint32Array; readonly records: number };

type Cut = { readonly attribute: number; readonly rank: number; readonly worth: number };

type Bench = {
  readonly problem: Problem;
  readonly judge: PeopleJudge;
  readonly choice: CutChoice;
  /** Records, and people by their lowest and by their highest rank, for each rank; zero between uses. */
  readonly counts: Float64Array;
  readonly firsts: Float64Array;
  readonly lasts: Float64Array;
  /** Of each shared person in a node the lowest and the highest rank. */
  readonly lowest: Uint32Array;
  readonly highest: Uint32Array;
  readonly seen: Uint32Array;
  readonly present: Uint32Array;
  turn: number;
};

/** Partitions the tuples of a problem into cohorts of enough people. */
export function* partitionPeople(problem: Problem, requirement: Requirement, choice: CutChoice): Task<Recoding> {
  const bench = openBench(problem, judgePeople(problem, requirement), choice);
  const tree = growTree();
  const cohortOf = new Uint32Array(problem.tuples);
  let cohorts = 0;
  const stack: Node[] = [{ place: tree.open(problem.rows), tuples: indices(problem.tuples), records: problem.rows }];
  let work = 0;
  let finished = 0;
  while (stack.length > 0) {
    const node = stack.pop()!;
    work += node.tuples.length * (2 * problem.attributes.length + 2);
    if (work > 100_000) {
      work = 0;
      yield* report("search", finished, problem.tuples);
    }
    const parts = yield* cutNode(node, bench);
    if (parts === undefined) {
      for (const tuple of node.tuples) cohortOf[tuple] = cohorts;
      tree.close(node.place, cohorts++);
      finished += node.tuples.length;
      continue;
    }
    const { cut, left, right } = parts;
    const leftRecords = recordsOf(problem, left);
    const first = tree.cut(node.place, cut.attribute, cut.rank, leftRecords, node.records - leftRecords);
    stack.push(
      { place: first + 1, tuples: right, records: node.records - leftRecords },
      { place: first, tuples: left, records: leftRecords },
    );
  }
  return yield* recodeTree(problem, tree, cohortOf, cohorts);
}

function openBench(problem: Problem, judge: PeopleJudge, choice: CutChoice): Bench {
  const longest = problem.attributes.reduce((most, { size }) => Math.max(most, size), 1);
  const { sharing } = problem.persons!;
  return {
    problem,
    judge,
    choice,
    counts: new Float64Array(longest),
    firsts: new Float64Array(longest),
    lasts: new Float64Array(longest),
    lowest: new Uint32Array(sharing),
    highest: new Uint32Array(sharing),
    seen: new Uint32Array(sharing),
    present: new Uint32Array(longest),
    turn: 0,
  };
}

/** The first of the node's cuts, best first, that is allowed, and both sides of it. */
function* cutNode(
  { tuples }: Node,
  bench: Bench,
): Task<{ readonly cut: Cut; readonly left: Uint32Array; readonly right: Uint32Array } | undefined> {
  const { problem, judge } = bench;
  const cuts = problem.attributes.flatMap((axis, attribute) => cutsAlong(tuples, axis, attribute, bench));
  cuts.sort((a, b) => b.worth - a.worth || a.attribute - b.attribute || a.rank - b.rank);
  for (const [tried, cut] of cuts.entries()) {
    if (tried === judgedCuts) return undefined;
    const column = problem.ranks[cut.attribute];
    const left = tuples.filter((tuple) => column[tuple] <= cut.rank);
    const right = tuples.filter((tuple) => column[tuple] > cut.rank);
    if (judge.sizeOnly || (judge.holds(left) && judge.holds(right))) return { cut, left, right };
    yield* report("search", 0, 1);
  }
  return undefined;
}

/** The cuts along an attribute that leave enough people on both sides, with what each is worth. */
function cutsAlong(tuples: Uint32Array, axis: Attribute, attribute: number, bench: Bench): Cut[] {
  const { problem, counts, firsts, lasts, present, judge } = bench;
  const [low, high] = endsOf(problem.ranks[attribute], tuples);
  if (low === high) return [];
  countAlong(tuples, attribute, bench);
  let kinds = 0;
  for (let rank = low; rank <= high; rank++) if (counts[rank] > 0) present[kinds++] = rank;
  const covering = axis.tree === undefined ? undefined : childrenBetween(axis, low, high);
  let records = 0;
  let last = 0;
  for (let i = 0; i < kinds; i++) {
    records += counts[present[i]];
    last += lasts[present[i]];
  }
  const whole = records * spanOf(axis, low, high);
  const width = spanOf(axis, low, high) * axis.weight;
  const cuts: Cut[] = [];
  let leftRecords = 0;
  let leftPeople = 0;
  let rightPeople = last;
  for (let i = 0; i + 1 < kinds; i++) {
    const rank = present[i];
    const next = present[i + 1];
    leftRecords += counts[rank];
    leftPeople += firsts[rank];
    rightPeople -= lasts[rank];
    if (leftPeople < judge.least || rightPeople < judge.least) continue;
    if (covering !== undefined && covering(rank) === covering(next)) continue;
    const rightRecords = records - leftRecords;
    const after = leftRecords * spanOf(axis, low, rank) + rightRecords * spanOf(axis, next, high);
    // the median's cuts come attribute by attribute, the widest first
    const worth =
      bench.choice === "gain"
        ? (whole - after) * axis.weight
        : width - (1e-6 * Math.abs(leftRecords - rightRecords)) / (1 + records);
    cuts.push({ attribute, rank, worth });
  }
  for (let i = 0; i < kinds; i++) counts[present[i]] = firsts[present[i]] = lasts[present[i]] = 0;
  return bench.choice === "gain" ? cuts : nearestMiddle(cuts, problem);
}

/** Of the cuts along one attribute the two nearest the middle, as many as strict Mondrian tries. */
function nearestMiddle(cuts: Cut[], { sensitive }: Problem): Cut[] {
  cuts.sort((a, b) => b.worth - a.worth || a.rank - b.rank);
  return cuts.slice(0, sensitive.length === 0 ? 1 : 8);
}

/** Adds up records and people for each rank. */
function countAlong(tuples: Uint32Array, attribute: number, bench: Bench): void {
  const { problem, counts, firsts, lasts, lowest, highest, seen } = bench;
  const { alone, starts, shared } = problem.persons!;
  const column = problem.ranks[attribute];
  const { weights } = problem;
  bench.turn += 1;
  const { turn } = bench;
  for (let i = 0; i < tuples.length; i++) {
    const tuple = tuples[i];
    const rank = column[tuple];
    counts[rank] += weights[tuple];
    firsts[rank] += alone[tuple];
    lasts[rank] += alone[tuple];
    const end = starts[tuple + 1];
    for (let at = starts[tuple]; at < end; at++) {
      const person = shared[at];
      if (seen[person] !== turn) {
        seen[person] = turn;
        lowest[person] = highest[person] = rank;
        firsts[rank] += 1;
        lasts[rank] += 1;
      } else if (rank < lowest[person]) {
        firsts[lowest[person]] -= 1;
        firsts[rank] += 1;
        lowest[person] = rank;
      } else if (rank > highest[person]) {
        lasts[highest[person]] -= 1;
        lasts[rank] += 1;
        highest[person] = rank;
      }
    }
  }
}

/** The child, of the hierarchy's node that covers a run, that a rank lies under; what is missing is a child of its own. */
function childrenBetween({ tree: given, missing }: Attribute, low: number, high: number): (rank: number) => number {
  const { tree, leafOf } = given!;
  const top = high === missing ? high - 1 : high;
  let covering = tree.leafNode[leafOf[low]];
  while (tree.high[covering] < leafOf[top]) covering = tree.parent[covering];
  return (rank) => {
    if (rank === missing) return -1;
    let child = tree.leafNode[leafOf[rank]];
    while (child !== covering && tree.parent[child] !== covering) child = tree.parent[child];
    return child;
  };
}
