import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CutFinder, cutFinder, type Part } from "../../src/algorithms/best-cut/cut-finder.ts";
import { type BestCutInput, cutBest, searchBestCut } from "../../src/algorithms/best-cut/kernel.ts";
import { lookWork, type Pace, turn } from "../../src/algorithms/best-cut/pace.ts";
import { type Plan, type Planner, planAllowance, planner } from "../../src/algorithms/best-cut/planner.ts";
import { shrinkage } from "../../src/algorithms/best-cut/shrink.ts";
import { layRows, partRows } from "../../src/algorithms/best-cut/tuple-rows.ts";
import { type Cuts, pick } from "../../src/algorithms/cut-tree.ts";
import { bestCut } from "../../src/algorithms/index.ts";
import { judgeOf } from "../../src/algorithms/judge.ts";
import { cutAxis, runCosts } from "../../src/algorithms/run-costs.ts";
import { finish, randomFrom, type Task } from "../../src/base/index.ts";
import { cohortSizes, type Problem } from "../../src/cohort/index.ts";
import { kAnonymity } from "../../src/privacy/index.ts";
import { anonymize } from "../../src/publish/anonymize.ts";
import { readCsv } from "../../src/table/index.ts";

const least = 2;

/** A table of so many columns whose values are drawn from a few; all are quasi-identifiers. */
function wideProblem(rows: number, columns: number, seed: number): Problem {
  const random = randomFrom(seed);
  const names = Array.from({ length: columns }, (_, nth) => `q${nth}`);
  const lines = Array.from({ length: rows }, () => names.map(() => Math.floor(random.next() * 7)).join(","));
  const attributes = Object.fromEntries(names.map((name) => [name, { role: "quasi-identifying" as const }]));
  return anonymize(readCsv(`${names.join(",")}\n${lines.join("\n")}\n`), {
    version: 1,
    attributes,
    privacy: [kAnonymity(rows)],
    algorithm: bestCut(),
  }).problem;
}

type Laid = { readonly rows: Uint32Array; readonly stride: number; readonly finder: CutFinder; readonly whole: Part };

function layOut(problem: Problem): Laid {
  const { rows, stride } = layRows(problem.ranks, problem.weights, []);
  const finder = cutFinder({
    rows,
    stride,
    costs: runCosts(problem.attributes.map(cutAxis), "ncp", problem.tuples),
    judge: judgeOf({ goals: [kAnonymity(least)], table: { rows: problem.rows, sensitive: [] } }),
    sensitiveSizes: [],
    shrink: shrinkage(least, 6),
  });
  return { rows, stride, finder, whole: finder.partOf(0, problem.tuples) };
}

function plannerOf(laid: Laid, attributes: number, allowance: number): Planner {
  const pace: Pace = { work: 0, finished: 0, tuples: laid.whole.end };
  return planner({ ...laid, attributes, least, breadth: { cuts: 3, within: 1000 }, allowance, pace });
}

/** The definition: each of the best cuts is followed to its end, and nothing is remembered. */
function planSlowly(laid: Laid, start: number, end: number): Plan {
  const { rows, stride, finder } = laid;
  const part = finder.partOf(start, end);
  let best: Plan | undefined;
  for (const cut of part.records < 2 * least ? [] : finder.cutsOf(part, 3)) {
    const middle = partRows(rows, stride, start, end, cut.attribute, cut.rank);
    const left = planSlowly(laid, start, middle);
    const right = planSlowly(laid, middle, end);
    const loss = left.loss + right.loss;
    if (best === undefined || loss < best.loss) best = { loss, cut, sides: [left, right] };
  }
  return best ?? { loss: part.records * part.cost };
}

/** A plan with nothing but cuts and losses. */
function outline({ loss, cut, sides }: Plan): unknown {
  return { loss, cut: cut && [cut.attribute, cut.rank], sides: sides?.map(outline) };
}

/** Runs a task and counts its reports. */
function countReports<T>(task: Task<T>): { readonly result: T; readonly reports: number } {
  let reports = 0;
  for (;;) {
    const step = task.next({ seconds: 0, settle: false });
    if (step.done) return { result: step.value, reports };
    reports += 1;
  }
}

describe("planning parts to their end", () => {
  it("finds the plan that following every cut finds, also where plans are remembered", () => {
    let paused = 0;
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 22 }), fc.integer({ min: 3, max: 36 }), fc.nat(), (rows, columns, seed) => {
        const problem = wideProblem(rows, columns, seed);
        const [slow, laid] = [layOut(problem), layOut(problem)];
        const { planOf } = plannerOf(laid, columns, Number.POSITIVE_INFINITY);
        const { result, reports } = countReports(planOf(laid.whole));
        expect(outline(result!)).toEqual(outline(planSlowly(slow, 0, problem.tuples)));
        paused += reports;
      }),
      { numRuns: 25, seed: 5 },
    );
    expect(paused).toBeGreaterThan(0);
  });

  it("takes no more work than allowed, and finds the same plan where that suffices", () => {
    const [rows, columns] = [40, 40];
    const laid = layOut(wideProblem(rows, columns, 3));
    let work = 0;
    const cutsOf = (part: Part, wanted: number) => {
      work += lookWork(part.end - part.start, columns);
      return laid.finder.cutsOf(part, wanted);
    };
    const counting = { ...laid, finder: { ...laid.finder, cutsOf } };
    const inSixteenLooks = plannerOf(counting, columns, 16 * columns * columns);
    expect(finish(inSixteenLooks.planOf(laid.whole))).toBeUndefined();
    expect(work).toBeGreaterThan(15 * lookWork(rows, columns));
    expect(work).toBeLessThan(17 * lookWork(rows, columns));
    const side = laid.finder.partOf(0, 12);
    const [limited, free] = [100_000, Number.POSITIVE_INFINITY].map((allowance) =>
      finish(plannerOf(laid, columns, allowance).planOf(side)),
    );
    expect(outline(limited!)).toEqual(outline(free!));
  });

  it("lets tables of few attributes plan freely and shares the work between the records of wide ones", () => {
    expect(planAllowance(30, 1_000_000)).toBe(Number.POSITIVE_INFINITY);
    expect(planAllowance(31, 1_000_000)).toBe(16 * 31 * 31);
    expect(planAllowance(75, 200) * 200).toBe(planAllowance(31, 400) * 400);
  });
});

describe("best-cut Mondrian on wide tables", () => {
  it("reports while it looks at one part, and finds the same cut", () => {
    const columns = 120;
    const { finder, whole } = layOut(wideProblem(200, columns, 9));
    const pace: Pace = { work: 0, finished: 0, tuples: whole.end };
    const { result, reports } = countReports(finder.bestCutOf(whole, pace));
    expect(result).toEqual(finder.cutsOf(whole, 1)[0]);
    expect(reports).toBe(Math.floor(lookWork(200, columns) / turn));
  });

  it("keeps k where plans take more work than allowed", () => {
    const problem = wideProblem(90, 60, 4);
    const requirement = { goals: [kAnonymity(5)], table: { rows: 1_000_000, sensitive: [] } };
    const search = (within: number) =>
      finish(searchBestCut(problem, requirement, { breadth: { cuts: 3, within }, threads: 1, measure: "ncp" }));
    const recoding = search(12);
    expect(Math.min(...cohortSizes(problem, recoding))).toBeGreaterThanOrEqual(5);
    // the sides of parts that are too dear to plan are planned
    expect(recoding).not.toEqual(search(1));
  });

  it("finds the same boxes wherever the table is shared between threads", () => {
    const problem = wideProblem(100, 32, 3);
    const input: BestCutInput = {
      axes: problem.attributes.map(cutAxis),
      ranks: problem.ranks,
      weights: problem.weights,
      sensitive: [],
      requirement: { goals: [kAnonymity(3)], table: { rows: 1_000_000, sensitive: [] } },
      measure: "ncp",
      breadth: { cuts: 3, within: 12 },
      deferBelow: 0,
    };
    const boxesOf = ({ low, high }: Cuts): string[] =>
      Array.from({ length: low.length / 32 }, (_, nth) =>
        [low, high].map((ends) => ends.slice(32 * nth, 32 * nth + 32).join()).join(" to "),
      );
    const whole = boxesOf(finish(cutBest(input))).sort();
    for (const deferBelow of [12, 25]) {
      const top = finish(cutBest({ ...input, deferBelow }));
      const shared = top.deferred.flatMap(({ tuples }) => {
        const ranks = problem.ranks.map((column) => pick(column, tuples));
        return boxesOf(finish(cutBest({ ...input, ranks, weights: pick(problem.weights, tuples) })));
      });
      expect([...boxesOf(top), ...shared].sort()).toEqual(whole);
    }
  });
});
