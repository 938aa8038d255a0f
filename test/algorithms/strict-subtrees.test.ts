import { describe, expect, it } from "vitest";
import { joinSubtrees, pick } from "../../src/algorithms/cut-tree.ts";
import { cutStrict, subtreeWork } from "../../src/algorithms/mondrian/strict.ts";
import { cutAxis } from "../../src/algorithms/run-costs.ts";
import { finish } from "../../src/base/index.ts";
import { axisOf, encode, type Recoding } from "../../src/cohort/index.ts";
import { clinicCsv } from "../../src/sample/index.ts";
import { readCsv } from "../../src/table/index.ts";

describe("strict Mondrian in subtrees", () => {
  const table = readCsv(clinicCsv());
  const axes = ["age", "sex", "zip", "admission"].map((name) => {
    const place = table.columns.findIndex((column) => column.name === name);
    return axisOf(table.columns[place], place);
  });
  const problem = finish(encode(table, axes, []));

  function searched(deferBelow: number): Recoding {
    const input = {
      axes: problem.attributes.map(cutAxis),
      ranks: problem.ranks.map((column) => column.slice()),
      weights: problem.weights.slice(),
      sensitive: [],
      requirement: { goals: [{ model: "k-anonymity" as const, k: 4 }], table: { rows: table.rows, sensitive: [] } },
      score: "normalised-span" as const,
      deferBelow,
    };
    const top = finish(cutStrict(input));
    const subtrees = top.deferred.map(({ tuples }) =>
      finish(
        subtreeWork.run({
          ...input,
          ranks: problem.ranks.map((column) => pick(column, tuples)),
          weights: pick(problem.weights, tuples),
          deferBelow: 0,
        }),
      ),
    );
    return finish(joinSubtrees(problem, top, subtrees));
  }

  it("gives the same cohorts and the same tree wherever the table is shared", () => {
    const whole = searched(0);
    expect(whole.cohorts).toBeGreaterThan(300);
    for (const deferBelow of [50, 400, 1500, 2999]) expect(searched(deferBelow)).toEqual(whole);
  });
});
