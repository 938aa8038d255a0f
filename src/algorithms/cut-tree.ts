/**
 * @file Trees of cuts: how one is grown, and how the parts of a table are cut on threads and joined into one tree whose
 * numbering does not tell how it was made.
 */
import { parallel, report, type Task, type Work } from "../base/index.ts";
import { type CutTree, type Problem, type Recoding, tightBoxes } from "../cohort/index.ts";
import type { Codes } from "../table/index.ts";
import type { Requirement } from "./judge.ts";
import { type CutAxis, cutAxis } from "./run-costs.ts";

/** The nodes of a tree while it is being made: what a thread sends back. */
export type TreeNodes = { readonly [Name in keyof CutTree]: number[] };

/** A cut tree while it is being made. */
export type GrowingTree = {
  readonly nodes: TreeNodes;
  /** Adds a node with no parent, or a child that `cut` has counted. */
  readonly open: (records: number) => number;
  readonly close: (node: number, cohort: number) => void;
  /** Cuts a node in two with the stated records; returns the first child's place, the second stands behind it. */
  readonly cut: (node: number, attribute: number, rank: number, left: number, right: number) => number;
  /** Gives a node any number of children, with no records yet; returns the first one's place. */
  readonly branch: (node: number, attribute: number, rank: number, children: number) => number;
};

/** An empty tree. */
export function growTree(): GrowingTree {
  const nodes: TreeNodes = { attribute: [], cut: [], first: [], count: [], records: [], cohort: [] };
  const open = (records: number): number => {
    nodes.attribute.push(-1);
    nodes.cut.push(0);
    nodes.first.push(0);
    nodes.count.push(0);
    nodes.cohort.push(-1);
    return nodes.records.push(records) - 1;
  };
  const branch: GrowingTree["branch"] = (node, attribute, rank, children) => {
    const place = nodes.records.length;
    nodes.attribute[node] = attribute;
    nodes.cut[node] = rank;
    nodes.first[node] = place;
    nodes.count[node] = children;
    for (let child = 0; child < children; child++) open(0);
    return place;
  };
  return {
    nodes,
    open,
    close: (node, cohort) => {
      nodes.cohort[node] = cohort;
    },
    cut: (node, attribute, rank, left, right) => {
      const place = branch(node, attribute, rank, 2);
      nodes.records[place] = left;
      nodes.records[place + 1] = right;
      return place;
    },
    branch,
  };
}

/** The finished tree: nodes renumbered depth first, so that its numbering does not tell how it was made. */
function* finishTree(
  root: TreeNodes,
  graft: (node: number) => { readonly tree: TreeNodes; readonly cohortBase: number } | undefined = () => undefined,
): Task<CutTree> {
  const out = growTree();
  out.open(root.records[0] ?? 0);
  const stack = [{ tree: root, node: 0, place: 0, base: 0 }];
  for (let visited = 1; stack.length > 0; visited++) {
    if (visited % 0x8000 === 0) yield* report("search", 1, 1);
    let { tree, node, place, base } = stack.pop()!;
    const grafted = tree === root ? graft(node) : undefined;
    if (grafted !== undefined) ({ tree, node, base } = { tree: grafted.tree, node: 0, base: grafted.cohortBase });
    const children = tree.count[node];
    if (children === 0) {
      out.close(place, tree.cohort[node] + base);
      continue;
    }
    const from = tree.first[node];
    const first = out.branch(place, tree.attribute[node], tree.cut[node], children);
    for (let child = children - 1; child >= 0; child--) {
      out.nodes.records[first + child] = tree.records[from + child];
      stack.push({ tree, node: from + child, place: first + child, base });
    }
  }
  const { attribute, cut, first, count, records, cohort } = out.nodes;
  return {
    attribute: Int32Array.from(attribute),
    cut: Uint32Array.from(cut),
    first: Uint32Array.from(first),
    count: Uint32Array.from(count),
    records: Uint32Array.from(records),
    cohort: Int32Array.from(cohort),
  };
}

/** The recoding of a tree that was cut in one place, its cohorts as they were numbered. */
export function* recodeTree(
  problem: Problem,
  { nodes }: GrowingTree,
  cohortOf: Uint32Array,
  cohorts: number,
): Task<Recoding> {
  const boxes = tightBoxes(problem, cohortOf, cohorts);
  return { kind: "local", cohorts, cohortOf, ...boxes, tree: yield* finishTree(nodes) };
}

/** Tuples to be searched, as plain columns that cross to a thread. */
export type Tuples = {
  readonly axes: readonly CutAxis[];
  readonly ranks: readonly Codes[];
  readonly weights: Uint32Array;
  readonly sensitive: readonly Codes[];
  /** Per sensitive column what each tuple counts there, where that is not its weight. */
  readonly counted?: readonly (Uint32Array | undefined)[];
  readonly requirement: Requirement;
};

/** Tuples to be cut. */
export type CutInput = Tuples & {
  /** Parts of at most this many tuples are handed back uncut; 0 cuts everything here. */
  readonly deferBelow: number;
};

/** The tuples of a problem. */
export function tuplesIn(problem: Problem, requirement: Requirement): Tuples {
  return {
    axes: problem.attributes.map(cutAxis),
    ranks: problem.ranks,
    weights: problem.weights,
    sensitive: problem.sensitive.map(({ codes }) => codes),
    counted: problem.sensitive.map(({ weights }) => weights),
    requirement,
  };
}

/** Some of the tuples. */
export function pickTuples<Input extends Tuples>(input: Input, tuples: Uint32Array): Input {
  return {
    ...input,
    ranks: input.ranks.map((column) => pick(column, tuples)),
    weights: pick(input.weights, tuples),
    sensitive: input.sensitive.map((column) => pick(column, tuples)),
    counted: input.counted?.map((column) => column && pick(column, tuples)),
  };
}

/** The values of some tuples. */
export function pick<A extends Codes>(column: A, tuples: Uint32Array): A {
  const picked = column.slice(0, tuples.length) as A;
  for (let i = 0; i < tuples.length; i++) picked[i] = column[tuples[i]];
  return picked;
}

/** The lowest and the highest rank of some tuples. */
export function endsOf(column: Codes, tuples: Uint32Array): [low: number, high: number] {
  let low = column[tuples[0]];
  let high = low;
  for (let i = 1; i < tuples.length; i++) {
    const rank = column[tuples[i]];
    if (rank < low) low = rank;
    else if (rank > high) high = rank;
  }
  return [low, high];
}

/** The cuts and cohorts of some tuples; cohorts are numbered from 0, and −1 for tuples of parts handed back. */
export type Cuts = {
  readonly tree: TreeNodes;
  readonly cohortOf: Int32Array;
  /** Per cohort, attribute after attribute, the lowest and highest rank. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** The parts handed back: where each hangs in the tree, and its tuples. */
  readonly deferred: readonly { readonly node: number; readonly tuples: Uint32Array }[];
};

/** When parts of a table are cut on threads: how many there are, and the tuples below which they cost more than they save. */
export type Sharing = { readonly threads: number; readonly worthThreads: number };

/** Cuts a whole problem, its parts on threads; the result is the same for any number of them. */
export function* searchSubtrees<Input extends CutInput>(
  problem: Problem,
  work: Work<Input, Cuts>,
  whole: Input,
  { threads, worthThreads }: Sharing,
): Task<Recoding> {
  const isShared = threads > 1 && problem.tuples >= worthThreads;
  const deferBelow = isShared ? Math.ceil(problem.tuples / (8 * threads)) : 0;
  const top = yield* work.run({ ...whole, deferBelow });
  const inputs = top.deferred.map(({ tuples }) => pickTuples(whole, tuples));
  const subtrees = inputs.length === 0 ? [] : yield* parallel("search", work, inputs);
  return yield* joinSubtrees(problem, top, subtrees);
}

/** Joins the top of a tree and the subtrees that hang below it into one recoding, numbered without regard to how it was shared. */
export function* joinSubtrees(problem: Problem, top: Cuts, subtrees: readonly Cuts[]): Task<Recoding> {
  const told = () => report("search", problem.tuples, problem.tuples);
  const width = problem.attributes.length;
  const parts = [top, ...subtrees];
  const bases: number[] = [];
  let cohorts = 0;
  for (const part of parts) {
    bases.push(cohorts);
    cohorts += part.low.length / width;
  }
  const nth = new Map(top.deferred.map(({ node }, index) => [node, index]));
  const tree = yield* finishTree(top.tree, (node) => {
    const index = nth.get(node);
    return index === undefined ? undefined : { tree: subtrees[index].tree, cohortBase: bases[index + 1] };
  });
  // cohorts are numbered in the order of the leaves, left to right, however they were found
  const number = new Uint32Array(cohorts);
  yield* told();
  leavesInOrder(tree).forEach((leaf, place) => {
    number[tree.cohort[leaf]] = place;
    tree.cohort[leaf] = place;
  });
  yield* told();
  const cohortOf = new Uint32Array(problem.tuples);
  for (let tuple = 0; tuple < problem.tuples; tuple++) {
    if (top.cohortOf[tuple] >= 0) cohortOf[tuple] = number[top.cohortOf[tuple]];
  }
  for (const [index, { tuples }] of top.deferred.entries()) {
    const { cohortOf: local } = subtrees[index];
    for (let i = 0; i < tuples.length; i++) cohortOf[tuples[i]] = number[local[i] + bases[index + 1]];
    yield* told();
  }
  yield* told();
  const low = problem.attributes.map(() => new Uint32Array(cohorts));
  const high = problem.attributes.map(() => new Uint32Array(cohorts));
  parts.forEach((part, index) => {
    for (let cohort = 0; cohort * width < part.low.length; cohort++) {
      const place = number[cohort + bases[index]];
      for (let attribute = 0; attribute < width; attribute++) {
        low[attribute][place] = part.low[cohort * width + attribute];
        high[attribute][place] = part.high[cohort * width + attribute];
      }
    }
  });
  return { kind: "local", cohorts, cohortOf, low, high, tree };
}

function leavesInOrder({ first, count }: CutTree): number[] {
  const leaves: number[] = [];
  const stack = [0];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (count[node] === 0) leaves.push(node);
    for (let child = count[node] - 1; child >= 0; child--) stack.push(first[node] + child);
  }
  return leaves;
}
