/**
 * @file Plans small parts to their end: the best few cuts are each followed down to their cohorts, and what is really lost
 * decides. Cuts in another order lead to the same parts again, so where a plan takes long the plans of its parts are
 * remembered by their tuples: they depend on nothing else.
 *
 * The number of parts that a plan looks at grows quickly where cuts split off little, and looking at a part grows with
 * the square of the attributes. Tables of many attributes therefore allow a plan so much work; a part that takes more
 * is cut by promise and its sides are planned instead.
 */

import { report, type Task } from "../../base/index.ts";
import type { Cut, CutFinder, Part } from "./cut-finder.ts";
import { lookWork, type Pace } from "./pace.ts";
import { idAt, partRows } from "./tuple-rows.ts";

/** How far a part is planned ahead. */
export type Breadth = {
  /** Cuts that are followed in parts that are planned to the end; 1 follows the best only. */
  readonly cuts: number;
  /** Parts of at most this many times the least records are planned to the end. */
  readonly within: number;
};

/** What is to become of a part: its cohorts' loss in records, and the cut if there is one. */
export type Plan = {
  readonly loss: number;
  readonly cut?: { readonly attribute: number; readonly rank: number };
  readonly sides?: readonly [Plan, Plan];
};

/** What a planner works on. */
export type PlannerInput = {
  readonly rows: Uint32Array;
  readonly stride: number;
  readonly attributes: number;
  readonly finder: CutFinder;
  readonly least: number;
  readonly breadth: Breadth;
  /** Work that the plan of a part may take for each of its records. */
  readonly allowance: number;
  readonly pace: Pace;
};

/** Attributes up to which plans may take any work, and past that the work that all plans of a table share or … */
const fewAttributes = 30;
const sharedWork = 200_000_000;
/** … that a record may take in the plan of its part, in times of looking at it once. */
const looks = 16;

/** Plans that are remembered at most; a part that needs more is cut by promise. */
const mostPlans = 1 << 20;

/** Work up to which few attributes are planned sooner without remembering, and between two reports after that. */
const littleWork = 1_000_000;
const muchWork = 10_000_000;

/** The work that the plan of a part may take for each of its records, in a table of so many rows. */
export function planAllowance(attributes: number, rows: number): number {
  if (attributes <= fewAttributes) return Number.POSITIVE_INFINITY;
  return Math.max(sharedWork / rows, looks * attributes * attributes);
}

/** Plans small parts to their end. */
export type Planner = {
  /** Whether a part is small enough. */
  readonly plans: (part: Part) => boolean;
  /** The best plan of a part, undefined where it would take more work than allowed. */
  readonly planOf: (part: Part) => Task<Plan | undefined>;
};

/** What becomes of a part that is not cut. */
export function uncut(part: Part): Plan {
  return { loss: part.records * part.cost };
}

/** Opens a planner. */
export function planner(input: PlannerInput): Planner {
  const { rows, stride, attributes, finder, least, breadth, pace } = input;
  const { plans, cuts: knownCuts, keyOf, remember } = planMemory(rows, stride);
  let remembering = false;
  let workLeft = 0;

  /** The plan of the rows between two places, undefined where no work is left. */
  const planBetween = (start: number, end: number): Plan | undefined => {
    const part = finder.partOf(start, end);
    if (part.records < 2 * least || part.cost === 0) return uncut(part);
    if (!remembering) return planCuts(part, undefined);
    const key = keyOf(start, end);
    const known = plans.get(key);
    if (known !== undefined) return known;
    const plan = planCuts(part, key);
    if (plan === undefined) return undefined;
    plans.set(key, plan);
    knownCuts.delete(key);
    return plan;
  };

  const cutsOf = (part: Part, key: string | undefined): readonly Cut[] | undefined => {
    const known = key === undefined ? undefined : knownCuts.get(key);
    if (known !== undefined) return known;
    if (workLeft <= 0) return undefined;
    workLeft -= lookWork(part.end - part.start, attributes);
    const cuts = finder.cutsOf(part, breadth.cuts);
    if (key !== undefined) knownCuts.set(key, cuts);
    return cuts;
  };

  const planCuts = (part: Part, key: string | undefined): Plan | undefined => {
    const cuts = cutsOf(part, key);
    if (cuts === undefined) return undefined;
    let best: Plan | undefined;
    for (const cut of cuts) {
      const middle = partRows(rows, stride, part.start, part.end, cut.attribute, cut.rank);
      const left = planBetween(part.start, middle);
      if (left === undefined) return undefined;
      if (best !== undefined && left.loss >= best.loss) continue;
      // rows move again while the left side is planned, but never across its end
      const right = planBetween(middle, part.end);
      if (right === undefined) return undefined;
      const loss = left.loss + right.loss;
      if (best === undefined || loss < best.loss) best = { loss, cut, sides: [left, right] };
    }
    return best ?? uncut(part);
  };

  return {
    plans: (part) => breadth.cuts > 1 && part.records <= breadth.within * least,
    planOf: function* ({ start, end, records }) {
      const allowed = input.allowance * records;
      let spent = 0;
      remembering = attributes > fewAttributes;
      if (remembering) remember(start, end);
      while (spent < allowed && (!remembering || plans.size < mostPlans)) {
        const given = Math.min(remembering ? muchWork : littleWork, allowed - spent);
        workLeft = given;
        const plan = planBetween(start, end);
        if (plan !== undefined) return plan;
        spent += given - workLeft;
        // what is found is remembered by now at the latest, so that planning goes on where it stopped
        remembering = true;
        remember(start, end);
        yield* report("search", pace.finished, pace.tuples);
      }
      return undefined;
    },
  };
}

/** What is known about the parts of a part, by their tuples. */
function planMemory(rows: Uint32Array, stride: number) {
  const plans = new Map<string, Plan>();
  const cuts = new Map<string, readonly Cut[]>();
  const around = { start: 0, end: 0 };
  const placeOf = new Uint32Array(rows.length / stride);
  let marks = new Uint16Array(0);

  /** Makes ready for a part: forgets all unless it lies in the one before. */
  const remember = (start: number, end: number): void => {
    if (start >= around.start && end <= around.end) return;
    around.start = start;
    around.end = end;
    plans.clear();
    cuts.clear();
    for (let row = start; row < end; row++) placeOf[rows[row * stride + idAt]] = row - start;
    marks = new Uint16Array((end - start + 15) >>> 4);
  };

  /** The tuples between two rows as a string, 16 places to a unit. */
  const keyOf = (start: number, end: number): string => {
    marks.fill(0);
    for (let row = start; row < end; row++) {
      const place = placeOf[rows[row * stride + idAt]];
      marks[place >>> 4] |= 1 << (place & 15);
    }
    let key = "";
    for (let i = 0; i < marks.length; i++) key += String.fromCharCode(marks[i]);
    return key;
  };

  return { plans, cuts, keyOf, remember };
}
