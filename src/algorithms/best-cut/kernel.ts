/**
 * @file Best-cut Mondrian: of all cuts of all attributes the one that promises the least loss, where Mondrian takes
 * the median of the widest attribute. Both sides of a cut are weighed by their tight boxes and by how much further
 * cuts will shrink them: Σ n · w · (k / n)^(1/p) over the sides, n records, w the cost of the box. Parts of few records
 * are planned to the end: the best few cuts are each followed down to their cohorts, and what is really lost decides.
 *
 * Every decision is a function of counts and unions, so it depends neither on the order of the tuples nor on how they
 * are shared between threads.
 */

import { report, type Task, type Work } from "../../base/index.ts";
import type { Problem, Recoding } from "../../cohort/index.ts";
import { type CutInput, type Cuts, growTree, searchSubtrees, tuplesIn } from "../cut-tree.ts";
import { judgeOf, type Requirement } from "../judge.ts";
import { promisedSpan, runCosts, type SearchMeasure } from "../run-costs.ts";
import { cutFinder, type Part } from "./cut-finder.ts";
import { lookWork, type Pace, takeTurn, turn } from "./pace.ts";
import { type Breadth, type Plan, planAllowance, planner, uncut } from "./planner.ts";
import { shrinkage } from "./shrink.ts";
import { idAt, layRows, partRows } from "./tuple-rows.ts";

/** Tuples to be cut, and how far ahead parts are planned; parts of a planned one are never handed back. */
export type BestCutInput = CutInput & { readonly measure: SearchMeasure; readonly breadth: Breadth };

/** A part to be cut; `kept` where the part around it was planned, so that what is known of it is known here. */
type PendingPart = {
  readonly part: Part;
  readonly place: number;
  readonly kept: boolean;
  readonly plan?: Plan;
};

/** Cuts the tuples until no cut is allowed. */
export function* cutBest(input: BestCutInput): Task<Cuts> {
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
  const deferred: Cuts["deferred"][number][] = [];
  const stack: PendingPart[] = [{ part: finder.partOf(0, tuples), place: 0, kept: false }];
  tree.open(stack[0].part.records);
  const pace: Pace = { work: 0, finished: 0, tuples };
  const allowance = planAllowance(axes.length, requirement.table.rows);
  const ahead = planner({ rows, stride, attributes: axes.length, finder, least, breadth, allowance, pace });
  while (stack.length > 0) {
    const { part, place, kept, plan: planned } = stack.pop()!;
    const members = part.end - part.start;
    const work = lookWork(members, axes.length);
    if (takeTurn(pace, planned === undefined ? work : members * axes.length))
      yield* report("search", pace.finished, tuples);
    if (members <= input.deferBelow && !kept) {
      const ids = new Uint32Array(members);
      for (let i = 0; i < members; i++) ids[i] = rows[(part.start + i) * stride + idAt];
      deferred.push({ node: place, tuples: ids.sort() });
      pace.finished += members;
      continue;
    }
    let plan = planned;
    if (part.records < 2 * least || part.cost === 0) plan = uncut(part);
    else if (plan === undefined && ahead.plans(part)) plan = yield* ahead.planOf(part);
    if (plan === undefined) {
      const cut = work > turn ? yield* finder.bestCutOf(part, pace) : finder.cutsOf(part, 1)[0];
      plan = cut === undefined ? uncut(part) : { loss: part.records * part.cost, cut };
    }
    if (plan.cut === undefined) {
      for (let i = part.start; i < part.end; i++) cohortOf[rows[i * stride + idAt]] = boxes.length;
      tree.close(place, boxes.length);
      boxes.push(part);
      pace.finished += members;
      continue;
    }
    const middle = partRows(rows, stride, part.start, part.end, plan.cut.attribute, plan.cut.rank);
    const left = finder.partOf(part.start, middle);
    const right = finder.partOf(middle, part.end);
    const first = tree.cut(place, plan.cut.attribute, plan.cut.rank, left.records, right.records);
    const small = ahead.plans(part);
    stack.push({ part: right, place: first + 1, kept: small, plan: plan.sides?.[1] });
    stack.push({ part: left, place: first, kept: small, plan: plan.sides?.[0] });
  }
  return { tree: tree.nodes, cohortOf, low: flatten(boxes, "low"), high: flatten(boxes, "high"), deferred };
}

/** Tuples below which a second thread costs more than it saves. */
const worthThreads = 60_000;

/** Cuts one part of the table to its end; what a thread is asked to do. */
export const bestCutWork: Work<BestCutInput, Cuts> = { name: "best-cut-subtree", run: cutBest };

/** Best-cut Mondrian over a whole problem; the result is the same for any number of threads. */
export function searchBestCut(
  problem: Problem,
  requirement: Requirement,
  { threads, ...options }: Pick<BestCutInput, "breadth" | "measure"> & { readonly threads: number },
): Task<Recoding> {
  const whole = { ...tuplesIn(problem, requirement), ...options, deferBelow: 0 };
  return searchSubtrees(problem, bestCutWork, whole, { threads, worthThreads });
}

function flatten(boxes: readonly Part[], end: "low" | "high"): Uint32Array {
  const width = boxes[0]?.[end].length ?? 0;
  const flat = new Uint32Array(boxes.length * width);
  boxes.forEach((box, cohort) => {
    flat.set(box[end], cohort * width);
  });
  return flat;
}
