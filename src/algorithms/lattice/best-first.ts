/**
 * @file Optimal search by best-first branch and bound. The lattice is cut into boxes: some attributes, in a fixed
 * order, stand at a level, the others are free. A box is bounded from below by the loss at its finest corner plus what
 * the records must cost that even its coarsest corner leaves out; the box of least bound is cut first. Where the
 * coarsest corner is not anonymous and the models are monotone, the whole box is gone. The least bound of all boxes
 * left is at any time a bound for the whole lattice, so the search can be stopped with its best so far. Pruning as in
 * Kohlmayer et al., *Flash*, PASSAT 2012, and El Emam et al., *OLA*, JAMIA 2009; boxes and the bound by coarsest
 * corner are ours.
 */
import { reportBest, type Task } from "../../base/index.ts";
import { compareScores, type Score } from "../../quality/index.ts";
import { type CheckedNode, couldBeat, type Explorer } from "./explorer.ts";
import type { Levels } from "./grid.ts";
import { type Heap, newHeap } from "./heap.ts";

/** A box of the lattice that is still to be cut. */
export type Box = {
  readonly depth: number;
  /** The finest corner. */
  readonly levels: Levels;
  readonly bound: Score;
  readonly floor: number;
};

/** What a search ended with. */
export type SearchEnd = {
  readonly best: CheckedNode | undefined;
  /** No node loses less than this; equal to the best loss when the search was exhausted. */
  readonly bound: Score | undefined;
  readonly optimal: boolean;
  /** How it came to this, where that was followed. */
  readonly course?: readonly SearchStep[];
  /** Nodes checked, where that was not by one explorer alone. */
  readonly checked?: number;
  /** The boxes left, where the search was to hand them over, the least bound first. */
  readonly open?: readonly Box[];
};

/** Where a search stood after so many checks: the least loss found, and what no node loses less than. */
export type SearchStep = { readonly checked: number; readonly loss: number | undefined; readonly bound: number };

/** When to end early, with the best so far. */
export type SearchLimits = {
  /** Nodes to check at most. */
  readonly checks?: number;
  /** Seconds to search at most; the number of nodes checked reproduces the result. */
  readonly seconds?: number;
  /** Is told whenever the best or the bound changes. */
  readonly follow?: (step: SearchStep) => void;
  /** The boxes to cut instead of the whole lattice. */
  readonly boxes?: readonly Box[];
  /** Ends as soon as there are so many boxes, and hands them over. */
  readonly handOver?: number;
  /** Something to start from. */
  readonly start?: CheckedNode;
};

/** Finds the anonymous node of least loss. Its progress is how much of the gap between best and bound is closed. */
export function* bestFirst(explorer: Explorer, limits: SearchLimits = {}): Task<SearchEnd> {
  const { lowest, highest } = explorer;
  const { checks = Number.POSITIVE_INFINITY, seconds: most = Number.POSITIVE_INFINITY } = limits;
  const { handOver = Number.POSITIVE_INFINITY } = limits;
  const sequence = cutOrder(explorer);
  let best = limits.start;
  const consider = (node: CheckedNode): void => {
    if (node.score !== undefined && couldBeat(node.score, node.levels, best)) best = node;
  };
  const heap = newHeap<Box>((a, b) => compareScores(a.bound, b.bound) || b.depth - a.depth);
  const open = (depth: number, levels: Levels, floor: number): void => {
    const top = highest.slice();
    for (let at = 0; at < depth; at++) top[sequence[at]] = levels[sequence[at]];
    const before = explorer.leastLost(top);
    if (before === Number.POSITIVE_INFINITY) return;
    if (!couldBeat(explorer.leastScore(levels, before, floor), levels, best)) return;
    const hopeless = (lost: number): boolean => !couldBeat(explorer.leastScore(levels, lost, floor), levels, best);
    const corner = explorer.check(top, depth === sequence.length ? hopeless : undefined);
    consider(corner);
    const lost = Math.max(before, corner.lost);
    if (lost === Number.POSITIVE_INFINITY) return;
    const bound = explorer.leastScore(levels, lost, floor);
    if (depth < sequence.length && couldBeat(bound, levels, best)) heap.push({ depth, levels, bound, floor });
  };
  let told = { loss: undefined as number | undefined, bound: Number.NEGATIVE_INFINITY };
  const tell = (bound: Score): void => {
    const step = { loss: best?.score?.[0], bound: bound[0] };
    if (step.loss === told.loss && step.bound === told.bound) return;
    told = step;
    limits.follow?.({ checked: explorer.count(), ...step });
  };
  if (limits.boxes === undefined) open(0, lowest.slice(), 0);
  else for (const box of limits.boxes) if (couldBeat(box.bound, box.levels, best)) heap.push(box);
  const first = explorer.leastScore(lowest, 0, 0);
  for (let box = heap.pop(); box !== undefined; box = heap.pop()) {
    const { depth, levels, bound } = box;
    if (!couldBeat(bound, levels, best)) continue;
    if (limits.follow !== undefined) tell(bound);
    if (heap.size() + 1 >= handOver) return { best, bound, optimal: false, open: [box, ...drained(heap)] };
    const floor = Math.max(box.floor, explorer.prepare(levels));
    const attribute = sequence[depth];
    for (let level = highest[attribute]; level >= lowest[attribute]; level--) {
      const done = explorer.count();
      const closed = Math.max(gapClosed(first[0], bound[0], best), done / checks);
      const { seconds, settle } = yield* reportBest("search", closed, 1, progressNote(best, bound));
      if (done >= checks || settle || seconds >= most) return { best, bound, optimal: false };
      const finer = levels.slice();
      finer[attribute] = level;
      open(depth + 1, finer, floor);
    }
  }
  if (best?.score !== undefined) tell(best.score);
  return { best, bound: best?.score, optimal: true };
}

function drained(heap: Heap<Box>): Box[] {
  const boxes: Box[] = [];
  for (let box = heap.pop(); box !== undefined; box = heap.pop()) boxes.push(box);
  return boxes;
}

/** Attributes with many groups first: they decide most, and what is left free then changes little. */
function cutOrder({ ladders }: Explorer): number[] {
  const groups = ladders.map(({ labels, lowest }) => labels[lowest].length);
  return ladders.map((_, attribute) => attribute).sort((a, b) => groups[b] - groups[a] || a - b);
}

/** How far the bound has come from where it began to the best loss, 0 … 1. */
function gapClosed(first: number, bound: number, best: CheckedNode | undefined): number {
  if (best?.score === undefined || best.score[0] <= first) return 0;
  return Math.min(1, (bound - first) / (best.score[0] - first));
}

function progressNote(best: CheckedNode | undefined, bound: Score): string {
  const found = best?.score === undefined ? "none yet" : short(best.score[0]);
  return `best ${found}, bound ${short(bound[0])}`;
}

function short(figure: number): string {
  return String(Number(figure.toPrecision(6)));
}
