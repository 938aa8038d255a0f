import { expect, it } from "vitest";
import { exploreLattice } from "../../../src/algorithms/lattice/explorer.ts";
import { bestOf } from "../../../src/algorithms/lattice/index.ts";
import { finish, randomFrom } from "../../../src/base/index.ts";
import { axisOf, encode } from "../../../src/cohort/index.ts";
import { intervalsHierarchy } from "../../../src/hierarchy/index.ts";
import { categoryColumn } from "../../../src/table/index.ts";

it("gives an answer and a bound with 14 attributes and a quarter of a billion nodes", () => {
  const random = randomFrom(5);
  const rows = 500;
  const values = Array.from({ length: 16 }, (_, i) => String(i));
  const hierarchy = intervalsHierarchy(values, { kind: "intervals", width: 4, factor: 2 });
  const columns = Array.from({ length: 14 }, (_, i) =>
    categoryColumn(
      `a${i}`,
      Array.from({ length: rows }, () => values[Math.min(random.below(16), random.below(16))]),
    ),
  );
  const axes = columns.map((column, i) => axisOf(column, i, { hierarchy }));
  const problem = finish(encode({ rows, columns }, axes, []));
  const question = {
    goals: [{ model: "k-anonymity" as const, k: 3 }],
    table: { rows, sensitive: [] },
    threads: 1,
    seed: 1,
    suppression: 0.1,
    measure: "loss",
  };
  const explorer = exploreLattice(problem, question);
  expect(explorer.nodes).toBe(4 ** 14);
  const end = finish(bestOf(explorer, question, { checks: 400 }));
  expect(end.best?.anonymous).toBe(true);
  expect(end.optimal).toBe(false);
  expect(end.bound![0]).toBeLessThanOrEqual(end.best!.score![0]);
  expect(end.bound![0]).toBeGreaterThan(0);
  expect(explorer.count()).toBeLessThan(500);
});
