import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/algorithms/index.ts";
import { exploreLattice } from "../../../src/algorithms/lattice/explorer.ts";
import { dataflySearch } from "../../../src/algorithms/lattice/heuristics.ts";
import { incognitoSearch } from "../../../src/algorithms/lattice/incognito.ts";
import { bestOf } from "../../../src/algorithms/lattice/index.ts";
import { searchShares } from "../../../src/algorithms/lattice/shares.ts";
import { finish, type Task } from "../../../src/base/index.ts";
import { aggregates, compareScores, levelMeasures } from "../../../src/quality/index.ts";
import { runs } from "../../setup/runs.ts";
import { problemFrom, type RandomTable, randomTable } from "./random-tables.ts";
import { slowMinimal, slowNode, slowOptimum } from "./slow-lattice.ts";

const names = Object.keys(levelMeasures) as (keyof typeof levelMeasures)[];

function ask(made: RandomTable): {
  question: Question;
  gs: number;
  aggregate: (typeof aggregates)[number] | undefined;
  k: number;
  limit: number;
} {
  const { random } = made;
  const k = 1 + random.below(4);
  const limit = [0, 0, 0.1, 0.3, 1][random.below(5)];
  const measure = names[random.below(names.length)];
  const scalar = levelMeasures[measure].aggregate === "scalar";
  return {
    question: {
      goals: [{ model: "k-anonymity", k }],
      table: { rows: made.table.rows, sensitive: [] },
      threads: 1,
      seed: 1,
      suppression: limit,
      measure,
    },
    gs: [0, 0.25, 0.5, 0.75, 1][random.below(5)],
    aggregate: scalar || random.below(3) === 0 ? undefined : aggregates[random.below(aggregates.length)],
    k,
    limit,
  };
}

/** Runs a task that is asked to settle after so many reports, jobs in place, and says how many jobs there were. */
function settled<T>(task: Task<T>, after: number): { end: T; jobs: number } {
  let reports = 0;
  let jobs = 0;
  const run = <Result>(own: Task<Result>): Result => {
    let step = own.next();
    while (!step.done) {
      const { value } = step;
      if (value.kind === "parallel") jobs += value.jobs.length;
      step = own.next(
        value.kind === "parallel"
          ? value.jobs.map((job) => run(job.work.run(job.input)))
          : { seconds: 0, settle: ++reports > after },
      );
    }
    return step.value;
  };
  return { end: run(task), jobs };
}

describe("the best node", () => {
  it(`is that of an exhaustive search on ${runs(600)} random tables, for every measure, factor and limit`, () => {
    let found = 0;
    for (let seed = 1; seed <= runs(600); seed++) {
      const made = randomTable(seed);
      const { question, gs, aggregate, k, limit } = ask(made);
      const explorer = exploreLattice(problemFrom(made), question, { gs, aggregate });
      const end = finish(bestOf(explorer, question, {}));
      const measure = question.measure as (typeof names)[number];
      const slow = slowOptimum(made.slow, {
        holds: (rows) => rows.length >= k,
        limit,
        measure,
        aggregate: aggregate ?? levelMeasures[measure].aggregate,
        gs,
      });
      expect(end.optimal).toBe(true);
      expect(end.best === undefined, `seed ${seed}`).toBe(slow === undefined);
      if (end.best === undefined || slow === undefined) continue;
      found += 1;
      expect([...end.best.levels], `seed ${seed} ${measure} ${aggregate} ${gs} ${limit}`).toEqual(slow.levels);
      expect(end.best.suppressed).toBe(slow.suppressed);
      for (const [i, value] of end.best.score!.entries()) expect(value).toBeCloseTo(slow.score[i], 8);
    }
    expect(found).toBeGreaterThan(runs(300));
  });

  it("is the same when the lattice is searched in shares", () => {
    let [found, dealt] = [0, 0];
    for (let seed = 1; seed <= runs(200); seed++) {
      const made = randomTable(seed, { attributes: 5 });
      const { question, gs, aggregate } = ask(made);
      const problem = problemFrom(made);
      const whole = finish(bestOf(exploreLattice(problem, question, { gs, aggregate }), question, {}));
      const task = (): ReturnType<typeof searchShares> =>
        searchShares(exploreLattice(problem, question, { gs, aggregate }), question, { boxes: 3 });
      const { end: shared, jobs } = settled(task(), Number.POSITIVE_INFINITY);
      dealt += jobs;
      expect(shared.optimal).toBe(true);
      expect(shared.best?.levels, `seed ${seed}`).toEqual(whole.best?.levels);
      expect(shared.best?.score, `seed ${seed}`).toEqual(whole.best?.score);
      if (whole.best === undefined) continue;
      found += 1;
      const { end: stopped } = settled(task(), made.random.below(30));
      expect(stopped.best?.anonymous).toBe(true);
      expect(compareScores(stopped.best!.score!, whole.best.score!)).toBeGreaterThanOrEqual(0);
      expect(compareScores(stopped.bound!, whole.best.score!), `seed ${seed}`).toBeLessThanOrEqual(0);
    }
    expect([found > runs(100), dealt > runs(100)]).toEqual([true, true]);
  });

  it("is between the bound and what quick searches find, and those never beat it", () => {
    for (let seed = 1; seed <= runs(150); seed++) {
      const made = randomTable(seed);
      const { question, gs, aggregate } = ask(made);
      const problem = problemFrom(made);
      const optimum = finish(bestOf(exploreLattice(problem, question, { gs, aggregate }), question, {}));
      if (optimum.best === undefined) continue;
      for (const search of ["bottom-up", "top-down", "genetic"] as const) {
        const end = finish(
          bestOf(exploreLattice(problem, question, { gs, aggregate }), question, { search, checks: 12 }),
        );
        expect(end.best?.anonymous).toBe(true);
        expect(compareScores(end.best!.score!, optimum.best.score!)).toBeGreaterThanOrEqual(0);
        expect(compareScores(end.bound!, optimum.best.score!)).toBeLessThanOrEqual(0);
      }
    }
  });

  it("is not left for a worse one when the search is stopped, and the bound only rises", () => {
    const made = randomTable(77, { rows: 60 });
    const question = { ...ask(made).question, suppression: 0.3, measure: "loss" };
    const explorer = exploreLattice(problemFrom(made), question);
    const bounds: number[] = [];
    const task: Task<unknown> = bestOf(explorer, question, {});
    for (let step = task.next(); !step.done; step = task.next({ seconds: 0, settle: false })) {
      const note = step.value.kind === "progress" ? (step.value.note ?? "") : "";
      bounds.push(Number(/bound (\S+)$/.exec(note)?.[1]));
    }
    expect(bounds.length).toBeGreaterThan(3);
    expect([...bounds].sort((a, b) => a - b)).toEqual(bounds);
    const stopped = bestOf(exploreLattice(problemFrom(made), question), question, {});
    stopped.next();
    const end = stopped.next({ seconds: 0, settle: true });
    expect(end.done).toBe(true);
    expect(end.value).toMatchObject({ optimal: false, best: { anonymous: true } });
  });
});

describe("levels between a lowest and a highest", () => {
  it(`are kept by every search, whose result is that of an exhaustive one, on ${runs(150)} random tables`, () => {
    let found = 0;
    for (let seed = 1; seed <= runs(150); seed++) {
      const made = randomTable(seed);
      const { question, k, limit } = ask(made);
      const plain = problemFrom(made);
      const ranges = made.slow.paths.map((paths) => {
        const height = [...paths.values()][0].length - 1;
        const low = made.random.below(height + 1);
        return [low, low + made.random.below(height - low + 1)] as const;
      });
      const attributes = plain.attributes.map((attribute, i) => ({ ...attribute, levels: ranges[i] }));
      const problem = { ...plain, attributes };
      const measure = question.measure as (typeof names)[number];
      const slowQuestion = {
        holds: (rows: readonly number[]) => rows.length >= k,
        allowed: (levels: readonly number[]) =>
          levels.every((level, i) => level >= ranges[i][0] && level <= ranges[i][1]),
        limit,
        measure,
        aggregate: levelMeasures[measure].aggregate,
        gs: 0.5,
      };
      const slow = slowOptimum(made.slow, slowQuestion);
      const best = finish(bestOf(exploreLattice(problem, question), question, {})).best;
      expect(best === undefined ? undefined : [...best.levels], `seed ${seed} ${measure}`).toEqual(slow?.levels);
      const { nodes } = finish(incognitoSearch(exploreLattice(problem, question)));
      const minimal = slowMinimal(made.slow, slowQuestion);
      expect(nodes.map(({ levels }) => levels.join()).sort(), `seed ${seed}`).toEqual(minimal.map(String).sort());
      const other = finish(dataflySearch(exploreLattice(problem, question)));
      expect(other === undefined).toBe(slow === undefined);
      if (other === undefined) continue;
      found += 1;
      expect(slowNode(made.slow, slowQuestion, [...other.levels]).anonymous).toBe(true);
    }
    expect(found).toBeGreaterThan(runs(60));
  });
});

describe("incognito", () => {
  it("finds the minimal nodes of models that coarser nodes may break", () => {
    let several = 0;
    for (let seed = 1; seed <= runs(100); seed++) {
      const made = randomTable(seed, { rows: 14 });
      const t = 0.1 + 0.4 * made.random.unit();
      const problem = problemFrom(made);
      const { totals } = problem.sensitive[0];
      const question: Question = {
        goals: [{ model: "t-closeness", t, distance: "equal" }],
        table: { rows: problem.rows, sensitive: [{ name: "disease", totals }] },
        threads: 1,
        seed: 1,
        suppression: 0.3,
        measure: "loss",
      };
      const share = (rows: readonly number[], value: string): number =>
        rows.filter((row) => made.slow.sensitive![row] === value).length / rows.length;
      const all = made.slow.rows.map((_, row) => row);
      const values = [...new Set(made.slow.sensitive)];
      const slow = slowMinimal(made.slow, {
        holds: (rows) => values.reduce((sum, v) => sum + Math.abs(share(rows, v) - share(all, v)), 0) / 2 <= t + 1e-9,
        limit: 0.3,
        measure: "height",
        aggregate: "sum",
        gs: 0.5,
      });
      const { nodes } = finish(incognitoSearch(exploreLattice(problem, question)));
      expect(nodes.map(({ levels }) => levels.join()).sort(), `seed ${seed}`).toEqual(slow.map(String).sort());
      if (slow.length > 1) several += 1;
    }
    expect(several).toBeGreaterThanOrEqual(runs(20));
  });

  it(`finds exactly the minimal anonymous nodes on ${runs(200)} random tables`, () => {
    for (let seed = 1; seed <= runs(200); seed++) {
      const made = randomTable(seed);
      const { question, k, limit } = ask(made);
      const { nodes } = finish(incognitoSearch(exploreLattice(problemFrom(made), question)));
      const slow = slowMinimal(made.slow, {
        holds: (rows) => rows.length >= k,
        limit,
        measure: "height",
        aggregate: "sum",
        gs: 0.5,
      });
      const text = (levels: ArrayLike<number>): string => Array.from(levels).join();
      expect(nodes.map(({ levels }) => text(levels)).sort(), `seed ${seed}`).toEqual(slow.map(text).sort());
    }
  });
});

describe("datafly", () => {
  it("ends at an anonymous node whenever there is one, raising the attribute with the most values", () => {
    for (let seed = 1; seed <= runs(200); seed++) {
      const made = randomTable(seed);
      const { question, k, limit } = ask(made);
      const slowQuestion = {
        holds: (rows: readonly number[]) => rows.length >= k,
        limit,
        measure: "height",
        aggregate: "sum",
        gs: 0.5,
      };
      const levels = made.slow.paths.map(() => 0);
      const valuesAt = (i: number): number =>
        new Set(made.slow.rows.map((row) => made.slow.paths[i].get(row[i])![levels[i]])).size;
      const room = (i: number): boolean => levels[i] < [...made.slow.paths[i].values()][0].length - 1;
      while (!slowNode(made.slow, slowQuestion, levels).anonymous) {
        const open = levels.map((_, i) => i).filter(room);
        if (open.length === 0) break;
        levels[open.reduce((best, i) => (valuesAt(i) > valuesAt(best) ? i : best))] += 1;
      }
      const found = finish(dataflySearch(exploreLattice(problemFrom(made), question)));
      const exists = slowNode(made.slow, slowQuestion, levels).anonymous;
      expect(found === undefined ? undefined : [...found.levels], `seed ${seed}`).toEqual(exists ? levels : undefined);
    }
  });
});
