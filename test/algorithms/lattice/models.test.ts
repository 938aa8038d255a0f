import { describe, expect, it } from "vitest";
import { exploreLattice } from "../../../src/algorithms/lattice/explorer.ts";
import { bestOf } from "../../../src/algorithms/lattice/index.ts";
import { finish, type Random } from "../../../src/base/index.ts";
import type { PrivacyGoal } from "../../../src/privacy/index.ts";
import { type LevelMeasureEntry, levelMeasures } from "../../../src/quality/index.ts";
import { estimatePopulation } from "../../../src/risk/index.ts";
import { runs } from "../../setup/runs.ts";
import { problemFrom, randomTable } from "./random-tables.ts";
import { type SlowTable, slowOptimum } from "./slow-lattice.ts";

type Ask = {
  readonly goals: PrivacyGoal[];
  readonly holds: (rows: readonly number[]) => boolean;
  /** How many tables are tried, where a model takes long; default: 100. */
  readonly tables?: number;
  /** For a model of the table as a whole: whether cohorts of these sizes are enough. */
  readonly whole?: (sizes: readonly number[]) => boolean;
};

/** How often each value occurs among some rows, the most frequent first. */
function counts(slow: SlowTable, rows: readonly number[]): number[] {
  const found = new Map<string, number>();
  for (const row of rows) found.set(slow.sensitive![row], (found.get(slow.sensitive![row]) ?? 0) + 1);
  return [...found.values()].sort((a, b) => b - a);
}

function shareOf(slow: SlowTable, rows: readonly number[], value: string): number {
  return rows.filter((row) => slow.sensitive![row] === value).length / rows.length;
}

/** Requirements by their definitions, written once more. */
const asks: readonly ((slow: SlowTable, random: Random) => Ask)[] = [
  (slow, random) => {
    const l = 1 + random.below(3);
    return {
      goals: [{ model: "l-diversity", l }],
      holds: (rows) => counts(slow, rows).length >= l,
    };
  },
  (slow, random) => {
    const l = 1 + random.unit();
    const bits = (rows: readonly number[]): number =>
      counts(slow, rows).reduce((sum, n) => sum - (n / rows.length) * Math.log(n / rows.length), 0);
    return {
      goals: [
        { model: "k-anonymity", k: 2 },
        { model: "l-diversity", l, variant: "entropy" },
      ],
      holds: (rows) => rows.length >= 2 && Math.exp(bits(rows)) >= l - 1e-9,
    };
  },
  (slow, random) => {
    const c = 0.5 + 3 * random.unit();
    return {
      goals: [{ model: "l-diversity", l: 2, variant: "recursive", c }],
      holds: (rows) => {
        const [first, ...rest] = counts(slow, rows);
        return rest.length > 0 && first < c * rest.reduce((a, b) => a + b) - 1e-9;
      },
    };
  },
  (slow, random) => {
    const t = 0.1 + 0.5 * random.unit();
    const all = slow.rows.map((_, row) => row);
    const values = [...new Set(slow.sensitive)];
    return {
      goals: [
        { model: "k-anonymity", k: 2 },
        { model: "t-closeness", t, distance: "equal" },
      ],
      holds: (rows) =>
        rows.length >= 2 &&
        values.reduce((sum, v) => sum + Math.abs(shareOf(slow, rows, v) - shareOf(slow, all, v)), 0) / 2 <= t + 1e-9,
    };
  },
  (slow, random) => {
    const alpha = 0.3 + 0.6 * random.unit();
    return {
      goals: [{ model: "alpha-k-anonymity", alpha, k: 2 }],
      holds: (rows) => rows.length >= 2 && counts(slow, rows)[0] / rows.length <= alpha + 1e-9,
    };
  },
  (slow, random) => {
    const delta = 0.5 + 2 * random.unit();
    const all = slow.rows.map((_, row) => row);
    return {
      goals: [{ model: "delta-disclosure", delta, variant: "present-values" }],
      holds: (rows) =>
        [...new Set(rows.map((row) => slow.sensitive![row]))].every(
          (v) => Math.abs(Math.log2(shareOf(slow, rows, v) / shareOf(slow, all, v))) < delta - 1e-9,
        ),
    };
  },
  (slow, random) => {
    const delta = 0.5 + 2 * random.unit();
    const all = slow.rows.map((_, row) => row);
    return {
      goals: [{ model: "delta-disclosure", delta }],
      holds: (rows) =>
        [...new Set(slow.sensitive)].every(
          (v) => Math.abs(Math.log2(shareOf(slow, rows, v) / shareOf(slow, all, v))) < delta - 1e-9,
        ),
    };
  },
  (slow, random) => {
    const beta = 0.2 + 2 * random.unit();
    const variant = random.below(2) === 0 ? "basic" : "enhanced";
    const all = slow.rows.map((_, row) => row);
    return {
      goals: [{ model: "beta-likeness", beta, variant }],
      holds: (rows) =>
        [...new Set(slow.sensitive)].every((v) => {
          const p = shareOf(slow, all, v);
          const most = variant === "basic" ? beta : Math.min(beta, -Math.log(p));
          return (shareOf(slow, rows, v) - p) / p <= most + 1e-9;
        }),
    };
  },
  (slow, random) => {
    const t = 0.1 + 0.5 * random.unit();
    const all = slow.rows.map((_, row) => row);
    const values = [...new Set(slow.sensitive)];
    return {
      goals: [{ model: "t-closeness", t, distance: "largest-difference" }],
      holds: (rows) =>
        values.every((v) => {
          const share = shareOf(slow, rows, v);
          return share === 0 || Math.abs(share - shareOf(slow, all, v)) <= t + 1e-9;
        }),
    };
  },
  (_, random) => {
    const most = 0.15 + 0.8 * random.unit();
    return {
      goals: [{ model: "highest-risk", "at-most": most }],
      holds: (rows) => 1 / rows.length <= most + 1e-9,
    };
  },
  (_, random) => {
    const most = 0.15 + 0.6 * random.unit();
    return {
      goals: [{ model: "average-risk", "at-most": most }],
      holds: () => true,
      whole: (sizes) => sizes.length === 0 || sizes.length / sizes.reduce((a, b) => a + b) <= most + 1e-9,
    };
  },
  (_, random) => {
    const most = 0.3 * random.unit();
    const k = 1 + random.below(2);
    return {
      goals: [
        { model: "k-anonymity", k },
        { model: "sample-uniqueness", "at-most": most },
      ],
      holds: (rows) => rows.length >= k,
      whole: (sizes) =>
        sizes.filter((size) => size === 1).length <= (most + 1e-9) * sizes.reduce((sum, size) => sum + size, 0),
    };
  },
  (slow, random) => {
    const t = 0.05 + 0.3 * random.unit();
    const all = slow.rows.map((_, row) => row);
    const count = (value: string): number => slow.sensitive!.filter((one) => one === value).length;
    const order = [...new Set(slow.sensitive)].sort((a, b) => count(a) - count(b) || (a < b ? -1 : 1));
    const upTo = (rows: readonly number[], last: number): number =>
      order.slice(0, last + 1).reduce((sum, value) => sum + shareOf(slow, rows, value), 0);
    return {
      goals: [{ model: "t-closeness", t, distance: "ordered" }],
      holds: (rows) =>
        order.length < 2 ||
        order.reduce((sum, _, i) => sum + Math.abs(upTo(rows, i) - upTo(all, i)), 0) / (order.length - 1) <= t + 1e-9,
    };
  },
  (slow, random) => {
    const [most, fraction] = [0.4 * random.unit(), 0.05 + 0.5 * random.unit()];
    // the population does not shrink with the records that are left out
    const kept = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0) / slow.rows.length;
    return {
      tables: 3,
      goals: [{ model: "population-uniqueness", "at-most": most, fraction }],
      holds: () => true,
      whole: (sizes) => sizes.length === 0 || estimatePopulation(sizes, kept(sizes) * fraction).share <= most + 1e-9,
    };
  },
];

const names = Object.keys(levelMeasures) as (keyof typeof levelMeasures)[];

describe("the best node under any model", () => {
  it.each(asks.map((ask, at) => [ask(randomTable(1).slow, randomTable(1).random).goals.at(-1)!.model, at]))(
    "is that of an exhaustive search on random tables: %s (%d)",
    (_, at) => {
      let found = 0;
      const first = randomTable(1);
      const { tables = Math.max(40, runs(100)) } = asks[at as number](first.slow, first.random);
      for (let seed = 1; seed <= tables; seed++) {
        const made = randomTable(1000 * (at as number) + seed);
        const { goals, holds, whole } = asks[at as number](made.slow, made.random);
        const limit = [0, 0.1, 0.3, 1][made.random.below(4)];
        const measure = names[made.random.below(names.length)];
        const entry: LevelMeasureEntry = levelMeasures[measure];
        const problem = problemFrom(made);
        const { totals } = problem.sensitive[0];
        const table = { rows: problem.rows, sensitive: [{ name: "disease", totals }] };
        const question = { goals, table, threads: 1, seed: 1, suppression: limit, measure };
        const end = finish(bestOf(exploreLattice(problem, question), question, {}));
        const slow = slowOptimum(made.slow, { holds, whole, limit, measure, aggregate: entry.aggregate, gs: 0.5 });
        const place = `seed ${seed} ${measure} ${limit} ${JSON.stringify(goals)}`;
        expect(end.best === undefined ? undefined : [...end.best.levels], place).toEqual(slow?.levels);
        if (slow === undefined) continue;
        found += 1;
        expect(end.best!.suppressed, place).toBe(slow.suppressed);
        expect(end.best!.score![0], place).toBeCloseTo(slow.score[0], 8);
      }
      expect(found).toBeGreaterThan(0.3 * tables);
    },
  );
});
