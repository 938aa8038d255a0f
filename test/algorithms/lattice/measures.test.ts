import { expect, it } from "vitest";
import { exploreLattice } from "../../../src/algorithms/lattice/explorer.ts";
import { aggregates, levelMeasures } from "../../../src/quality/index.ts";
import { runs } from "../../setup/runs.ts";
import { problemFrom, randomTable } from "./random-tables.ts";
import { slowNode } from "./slow-lattice.ts";

const names = Object.keys(levelMeasures) as (keyof typeof levelMeasures)[];

it.each(names)(`%s equals its slow formula for every aggregate and factor on ${runs(300)} random tables`, (measure) => {
  let worst = 0;
  for (let seed = 1; seed <= runs(300); seed++) {
    const made = randomTable(seed, { rows: 16 });
    const problem = problemFrom(made);
    const levels = made.slow.paths.map((paths) => made.random.below([...paths.values()][0].length));
    const k = 1 + made.random.below(4);
    for (const aggregate of levelMeasures[measure].aggregate === "scalar" ? [undefined] : [...aggregates, undefined]) {
      for (const gs of [0, 0.25, 0.5, 0.75, 1]) {
        const question = {
          goals: [{ model: "k-anonymity" as const, k }],
          table: { rows: problem.rows, sensitive: [] },
          threads: 1,
          seed: 1,
          suppression: 1,
          measure,
        };
        const ours = exploreLattice(problem, question, { gs, aggregate }).check(Uint8Array.from(levels));
        const slow = slowNode(
          made.slow,
          {
            holds: (rows) => rows.length >= k,
            limit: 1,
            measure,
            aggregate: aggregate ?? levelMeasures[measure].aggregate,
            gs,
          },
          levels,
        );
        expect(ours.suppressed).toBe(slow.suppressed);
        expect(ours.cohorts).toBe(slow.kept);
        (ours.score ?? ours.emptyScore)!.forEach((value, i) => {
          worst = Math.max(worst, Math.abs(value - slow.score[i]) / Math.max(1, Math.abs(slow.score[i])));
        });
      }
    }
  }
  expect(worst).toBeLessThan(1e-10);
});
