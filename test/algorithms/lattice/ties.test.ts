import { expect, it } from "vitest";
import { exploreLattice } from "../../../src/algorithms/lattice/explorer.ts";
import { bestOf, foundAt } from "../../../src/algorithms/lattice/index.ts";
import { finish } from "../../../src/base/index.ts";
import { problemFrom, randomTable } from "./random-tables.ts";
import { allNodes, type SlowTable, slowScore } from "./slow-lattice.ts";

type Ask = { readonly most: number; readonly limit: number };

/** Every choice of so many items. */
function choices<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) => choices(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));
}

/** The least loss under an average risk, whichever of the cohorts of equal size are left out. */
function leastLoss(slow: SlowTable, { most, limit }: Ask): { least: number; usual: boolean } {
  let least = Number.POSITIVE_INFINITY;
  let usual = true;
  for (const levels of allNodes(slow)) {
    const classes = new Map<string, number[]>();
    slow.rows.forEach((row, index) => {
      const key = JSON.stringify(row.map((value, i) => slow.paths[i].get(value)![levels[i]]));
      classes.set(key, [...(classes.get(key) ?? []), index]);
    });
    const ordered = [...classes.values()].sort((a, b) => a.length - b.length);
    const holds = (kept: readonly number[][]): boolean => kept.length / kept.flat().length <= most + 1e-9;
    let gone = 0;
    while (gone < ordered.length && !holds(ordered.slice(gone))) gone += 1;
    if (gone === ordered.length) continue;
    if (ordered.slice(0, gone).flat().length > Math.floor(limit * slow.rows.length + 1e-9)) continue;
    const size = gone === 0 ? 0 : ordered[gone - 1].length;
    const below = ordered.filter((rows) => rows.length < size);
    const alike = ordered.filter((rows) => rows.length === size);
    for (const chosen of choices(alike, gone - below.length)) {
      const left = [...below, ...chosen];
      const kept = ordered.filter((rows) => !left.includes(rows));
      const question = { holds: () => true, limit, measure: "loss", aggregate: "geometric", gs: 0.5 };
      const [score] = slowScore(slow, question, levels, kept, left);
      if (score < least) least = score;
      if (gone > below.length && gone - below.length < alike.length) usual = false;
    }
  }
  return { least, usual };
}

it("claims the optimum only where leaving out other cohorts of the same size loses no less (500 tables)", () => {
  const said = { optimal: 0, not: 0 };
  for (let seed = 1; seed <= 500; seed++) {
    const made = randomTable(seed, { attributes: 2, rows: 20 });
    const ask = { most: 0.2 + 0.5 * made.random.unit(), limit: [0.2, 0.5, 1][made.random.below(3)] };
    const problem = problemFrom(made);
    const question = {
      goals: [{ model: "average-risk" as const, "at-most": ask.most }],
      table: { rows: problem.rows, sensitive: [{ name: "disease", totals: problem.sensitive[0].totals }] },
      threads: 1,
      seed: 1,
      suppression: ask.limit,
      measure: "loss",
    };
    const explorer = exploreLattice(problem, question);
    const end = finish(bestOf(explorer, question, {}));
    if (end.best === undefined) continue;
    const { search } = foundAt(explorer, end, {});
    const { least, usual } = leastLoss(made.slow, ask);
    if (search.optimal === true) expect(search.loss, `seed ${seed}`).toBeLessThanOrEqual(least + 1e-9);
    if (usual) expect(search.optimal, `seed ${seed}`).toBe(true);
    said[search.optimal === true ? "optimal" : "not"] += 1;
  }
  expect(said.not).toBeGreaterThan(2);
  expect(said.optimal).toBeGreaterThan(400);
});
