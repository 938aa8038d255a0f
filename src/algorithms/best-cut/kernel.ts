/**
 * @file Best-cut Mondrian: of all cuts of all attributes the one that promises the least loss, where Mondrian takes
 * the median of the widest attribute. Both sides of a cut are weighed by their tight boxes and by how much further
 * cuts will shrink them: Σ n · w · (k / n)^(1/p) over the sides, n records, w the cost of the box. Parts of few records
 * are planned to the end: the best few cuts are each followed down to their cohorts, and what is really lost decides.
 *
 * Every decision is a function of counts and unions, so it depends neither on the order of the tuples nor on how they
 * are shared between threads.
 */

import { report, type Task } from "../../base/index.ts";
import type { Codes } from "../../table/index.ts";
import type { CutAxis } from "../cut-axis.ts";
import { judgeOf, type Requirement } from "../judge.ts";
import { type GrowingTree, growTree } from "../mondrian/growing-tree.ts";
import { promisedSpan, runCosts, type SearchMeasure } from "../run-costs.ts";
import { type CutFinder, cutFinder, type Part } from "./cut-finder.ts";
import { shrinkage } from "./shrink.ts";
import { idAt, layRows, partRows } from "./tuple-rows.ts";

/** How far a part is planned ahead. */
export type Breadth = {
  /** Cuts that are followed in parts that are planned to the end; 1 follows the best only. */
  readonly cuts: number;
  /** Parts of at most this many times the least records are planned to the end. */
  readonly within: number;
};

/** Tuples to be cut. */
export type BestCutInput = {
  readonly axes: readonly CutAxis[];
  readonly ranks: readonly Codes[];
  readonly weights: Uint32Array;
  readonly sensitive: readonly Codes[];
  readonly requirement: Requirement;
  readonly measure: SearchMeasure;
  readonly breadth: Breadth;
  /** Parts of at most this many tuples are handed back uncut; 0 cuts everything here. */
  readonly deferBelow: number;
};

/** The cuts and cohorts found; `cohortOf` is −1 for tuples of parts handed back. */
export type BestCutOutput = {
  readonly tree: GrowingTree;
  readonly cohortOf: Int32Array;
  /** Per cohort, attribute after attribute, the lowest and highest rank. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly deferred: readonly { readonly node: number; readonly tuples: Uint32Array }[];
};

/** What is to become of a part: its cohorts' loss in records, and the cut if there is one. */
type Plan = {
  readonly loss: number;
  readonly cut?: { readonly attribute: number; readonly rank: number };
  readonly sides?: readonly [Plan, Plan];
};

type Waiting = { readonly part: Part; readonly place: number; readonly plan?: Plan };

/** Cuts the tuples until no cut is allowed. */
export function* cutBest(input: BestCutInput): Task<BestCutOutput> {
  const { axes, weights, requirement, breadth } = input;
  const judge = judgeOf(requirement);
  const { least } = judge;
  const { rows, stride } = layRows(input.ranks, weights, input.sensitive);
  const costs = runCosts(axes, input.measure, weights.length);
  const treed = axes.some((axis) => axis.tree !== undefined);
  const finder = cutFinder({
    rows,
    stride,
    costs,
    promise: treed ? runCosts(axes, input.measure, weights.length, promisedSpan) : costs,
    judge,
    sensitiveSizes: requirement.table.sensitive.map(({ totals }) => totals.length).slice(0, input.sensitive.length),
    shrink: shrinkage(least, least >= 25 && !treed ? 4 : 6),
  });
  const tuples = weights.length;
  const tree = growTree();
  const cohortOf = new Int32Array(tuples).fill(-1);
  const boxes: Part[] = [];
  const deferred: { node: number; tuples: Uint32Array }[] = [];
  const stack: Waiting[] = [{ part: finder.partOf(0, tuples), place: 0 }];
  tree.open(stack[0]!.part.records);
  let work = 0;
  let finished = 0;
  while (stack.length > 0) {
    const { part, place, plan: planned } = stack.pop()!;
    const members = part.end - part.start;
    work += members * axes.length * (planned === undefined ? 8 : 1);
    if (work > 1_000_000) {
      work = 0;
      yield* report("search", finished, tuples);
    }
    if (members <= input.deferBelow) {
      const ids = new Uint32Array(members);
      for (let i = 0; i < members; i++) ids[i] = rows[(part.start + i) * stride + idAt]!;
      deferred.push({ node: place, tuples: ids.sort() });
      finished += members;
      continue;
    }
    const plan = planned ?? planPart(part, finder, rows, stride, least, breadth);
    if (plan.cut === undefined) {
      for (let i = part.start; i < part.end; i++) cohortOf[rows[i * stride + idAt]!] = boxes.length;
      tree.close(place, boxes.length);
      boxes.push(part);
      finished += members;
      continue;
    }
    const middle = partRows(rows, stride, part.start, part.end, plan.cut.attribute, plan.cut.rank);
    const left = finder.partOf(part.start, middle);
    const right = finder.partOf(middle, part.end);
    const first = tree.cut(place, plan.cut.attribute, plan.cut.rank, left.records, right.records);
    stack.push({ part: right, place: first + 1, ...(plan.sides === undefined ? {} : { plan: plan.sides[1] }) });
    stack.push({ part: left, place: first, ...(plan.sides === undefined ? {} : { plan: plan.sides[0] }) });
  }
  return { tree, cohortOf, low: flatten(boxes, "low"), high: flatten(boxes, "high"), deferred };
}

/** Chooses a part's cut: the one of best promise for large parts, the one that ends best for small ones. */
function planPart(
  part: Part,
  finder: CutFinder,
  rows: Uint32Array,
  stride: number,
  least: number,
  breadth: Breadth,
): Plan {
  const leaf: Plan = { loss: part.records * part.cost };
  if (part.records < 2 * least || part.cost === 0) return leaf;
  const toTheEnd = breadth.cuts > 1 && part.records <= breadth.within * least;
  const cuts = finder.cutsOf(part, toTheEnd ? breadth.cuts : 1);
  if (cuts.length === 0) return leaf;
  if (!toTheEnd) return { loss: leaf.loss, cut: cuts[0]! };
  let best: Plan | undefined;
  for (const cut of cuts) {
    const middle = partRows(rows, stride, part.start, part.end, cut.attribute, cut.rank);
    const left = planPart(finder.partOf(part.start, middle), finder, rows, stride, least, breadth);
    if (best !== undefined && left.loss >= best.loss) continue;
    // rows move again while the left side is planned, but never across its end
    const right = planPart(finder.partOf(middle, part.end), finder, rows, stride, least, breadth);
    const loss = left.loss + right.loss;
    if (best === undefined || loss < best.loss) best = { loss, cut, sides: [left, right] };
  }
  return best!;
}

function flatten(boxes: readonly Part[], end: "low" | "high"): Uint32Array {
  const width = boxes[0]?.[end].length ?? 0;
  const flat = new Uint32Array(boxes.length * width);
  boxes.forEach((box, cohort) => {
    flat.set(box[end], cohort * width);
  });
  return flat;
}
