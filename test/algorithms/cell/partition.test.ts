/** @file Column generation against dynamic programming, on tables small enough for both, and its own proof on larger ones. */
import { describe, expect, it } from "vitest";
import { gridOf, groupCosts } from "../../../src/algorithms/cell/grid.ts";
import { searchPartition } from "../../../src/algorithms/cell/partition-search.ts";
import { searchSubsets } from "../../../src/algorithms/cell/subset-search.ts";
import { exact } from "../../../src/algorithms/index.ts";
import { drive, finish } from "../../../src/base/index.ts";
import { anonymize } from "../../../src/publish/anonymize.ts";
import type { Table } from "../../../src/table/index.ts";
import { mixedTable } from "./mixed-table.ts";

const roles = (table: Table) =>
  Object.fromEntries(table.columns.map(({ name }) => [name, { role: "quasi-identifying" as const }]));

describe("column generation", () => {
  it("finds what dynamic programming finds", async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const least = 2 + (seed % 2);
      const table = mixedTable(11 + (seed % 5), seed);
      const privacy = [{ model: "k-anonymity" as const, k: least }];
      const { problem } = anonymize(table, { attributes: roles(table), privacy });
      const grid = gridOf(
        { ...problem, ranks: unfolded(problem) },
        seed % 3 === 0 ? "minimal-distortion" : "certainty",
      );
      const most = 2 * least - 1;
      const slow = finish(searchSubsets(grid, { least, most, allows: () => true }));
      const rule = { least, allows: (rows: readonly number[]) => rows.length >= least };
      const found = await drive(searchPartition(groupCosts(grid), { rule, sizeOnly: true, seed, until: 1000 }));
      expect(found.complete).toBe(true);
      expect(found.cost).toBeCloseTo(slow.least.at(-1)!, 6);
      expect(found.groups.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: grid.rows }, (_, row) => row));
    }
  });

  it("proves the optimum of 60 records at k = 2", async () => {
    const table = mixedTable(60, 7);
    const algorithm = exact({ seconds: 1000, optima: 0 });
    const privacy = [{ model: "k-anonymity" as const, k: 2 }];
    const release = await drive(anonymize.task(table, { attributes: roles(table), privacy, algorithm }));
    expect(release.search).toMatchObject({ optimal: true, gap: 0 });
  });
});

function unfolded({ ranks, tupleOf }: { ranks: readonly ArrayLike<number>[]; tupleOf: Uint32Array }): Uint32Array[] {
  return ranks.map((column) => tupleOf.map((tuple) => column[tuple]));
}
