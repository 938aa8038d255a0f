import type { Task } from "../base/index.ts";
import { type Combination, combinationsOf } from "../risk/index.ts";
import type { Table } from "../table/index.ts";

/** Cells past which only single columns and all of them together are looked at. */
const mostCells = 200_000_000;

/** What inspect says about who stands out. */
export type RiskySets = {
  /** All quasi-identifiers together. */
  readonly together: Omit<Combination, "minimal">;
  /** The pairs that single out the most. */
  readonly pairs: readonly Combination[];
  /** The sets of up to three columns that single out the most, each more than the sets within it do. */
  readonly combinations: readonly Combination[];
};

/** The records that all quasi-identifiers together single out, and the small sets of them that do the most. */
export function* riskyCombinations(table: Table, quasiIdentifiers: readonly string[], threads = 1): Task<RiskySets> {
  const all = quasiIdentifiers.length;
  const together = yield* wholeSet(table, quasiIdentifiers, threads);
  const sets = all + (all * (all - 1)) / 2 + (all * (all - 1) * (all - 2)) / 6;
  const most = sets * table.rows <= mostCells ? 3 : all * all * table.rows <= mostCells ? 2 : 1;
  const found = yield* combinationsOf(table, quasiIdentifiers, { most, threads });
  const ranked = found.filter(({ minimal }) => minimal > 0).sort((a, b) => b.unique - a.unique);
  return {
    together,
    pairs: ranked.filter(({ columns }) => columns.length === 2 && all > 2).slice(0, 3),
    combinations: ranked.slice(0, 10),
  };
}

/** The set of all columns; what is new about it would take all smaller sets to know. */
function* wholeSet(table: Table, columns: readonly string[], threads: number): Task<RiskySets["together"]> {
  const [found] = yield* combinationsOf(table, columns, { threads, only: true });
  const { minimal: _, ...rest } = found;
  return rest;
}
